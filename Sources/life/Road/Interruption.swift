import LifeEngines
import LifeIO
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What signals and the clock want of a run.
///
/// INT, TERM and HUP end the process at once, with what it was writing removed, unless somebody
/// asked for patience: then the engine is interrupted, and what is being written made whole. A
/// second wish is a command, and ends the process whatever it does.
enum Interruption {
  /// Raised when the engines shall stop, because something is to be looked at.
  static let wish = Interrupt()
  static let clock = ContinuousClock()
  /// When the process began, nearly.
  static let began = clock.now

  private static let number = Atomic<Int32>(0)
  /// When that came, in milliseconds.
  private static let time = Atomic<Int>(0)
  private static let patience = Atomic<Int>(0)
  private static let hasQuestion = Atomic<Bool>(false)

  /// How long the process may go on when a signal has come.
  enum Patience: Int {
    /// Not at all, and there is no run to be asked about.
    case idle
    /// Not at all.
    case none
    /// A little less than a second: whoever reads what we write may never do so.
    case brief
    /// Until it is done.
    case long
  }

  /// The signal that came; nil if none has.
  static var signal: Int32? {
    let signal = number.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// - Throws: `Stopped` if a signal has come.
  static func stopBySignal() throws { if signal != nil { throw Stopped() } }

  /// Whether somebody has asked how far the run is; asked once, it is no more.
  static func takeQuestion() -> Bool { hasQuestion.exchange(false, ordering: .relaxed) }

  /// Does some work during which signals are wishes.
  static func patiently<Result>(
    _ patience: Patience, _ work: () throws -> Result
  ) rethrows -> Result {
    let before = Self.patience.exchange(patience.rawValue, ordering: .relaxed)
    defer { Self.patience.store(before, ordering: .relaxed) }
    return try work()
  }

  /// Lets the wish be raised at a time.
  static func wake(after duration: Duration) {
    let (seconds, fraction) = duration.components
    var timer = itimerval()
    timer.it_value.tv_sec = .init(max(0, min(seconds, 1 << 30)))
    // Nothing at all would mean never.
    timer.it_value.tv_usec = .init(max(1, fraction / 1_000_000_000_000))
    #if canImport(Darwin)
      unsafe setitimer(ITIMER_REAL, &timer, nil)
    #else
      unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    #endif
  }
}

// MARK: - Signals

extension Interruption {
  private static let endings = [SIGINT, SIGTERM, SIGHUP]

  #if canImport(Darwin)
    private static let questions = [SIGUSR1, SIGINFO]
  #else
    private static let questions = [SIGUSR1]
  #endif

  /// Lets signals come, also those that whoever started us had blocked for himself: nobody could
  /// stop us.
  static func listen() {
    // Made now, because nothing can be made while a signal is handled.
    _ = (wish, began, secondWish, endings, questions, takeQuestion(), signal)
    _ = (time.load(ordering: .relaxed), patience.load(ordering: .relaxed))
    Leftovers.removeAll()
    for number in endings {
      // What whoever started us does not want to stop us, as nohup, does not.
      let before = setHandler(number, end)
      if isIgnored(before) { _ = setHandler(number, before) }
    }
    for number in questions { _ = setHandler(number, ask) }
    _ = setHandler(SIGALRM, wakeUp)
    var all = sigset_t()
    unsafe sigemptyset(&all)
    for number in endings + questions + [SIGALRM] { unsafe sigaddset(&all, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  /// Some programs say the same twice at once, to a process and to its group.
  private static let secondWish = 300

  private static let end: @convention(c) (Int32) -> Void = { wish in
    let now = milliseconds()
    if patience.load(ordering: .relaxed) <= Patience.none.rawValue { leave(wish) }
    if number.load(ordering: .relaxed) == 0 {
      time.store(now, ordering: .relaxed)
      number.store(wish, ordering: .relaxed)
      Interruption.wish.raise()
      // Somebody who reads from us may keep us waiting; then that is all.
      wake(after: .milliseconds(900))
    } else if now - time.load(ordering: .relaxed) > secondWish {
      leave(wish)
    }
  }

  private static let ask: @convention(c) (Int32) -> Void = { _ in
    guard patience.load(ordering: .relaxed) != Patience.idle.rawValue else { return }
    hasQuestion.store(true, ordering: .relaxed)
    wish.raise()
  }

  private static let wakeUp: @convention(c) (Int32) -> Void = { _ in
    let signal = number.load(ordering: .relaxed)
    if signal != 0, patience.load(ordering: .relaxed) != Patience.long.rawValue { leave(signal) }
    wish.raise()
  }

  private static func leave(_ signal: Int32) {
    Leftovers.removeAll()
    _exit(128 + signal)
  }

  private static func milliseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}

#if canImport(Darwin)
  private typealias Handler = sig_t?
#else
  private typealias Handler = __sighandler_t?
#endif

private func setHandler(_ number: Int32, _ handler: Handler) -> Handler {
  signal(number, handler)
}

private func isIgnored(_ handler: Handler) -> Bool {
  unsafe unsafeBitCast(handler, to: Int.self) == 1
}
