package import LifeCore
import LifeIO
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Signals and timers of the process, and the flag with which they interrupt the engines.
///
/// SIGINT, SIGTERM and SIGHUP remove unfinished files and end the process at once, unless a
/// ``Policy`` lets the run complete its outputs first: the engine is then interrupted and
/// ``signal`` is set. A second signal ends the process in any case.
package enum Interruption {
  /// Raised to make the engines return, so that the run can check signals, timers and requests.
  package static let interrupt = Interrupt()
  package static let clock = ContinuousClock()
  /// The start of the process, to within a few milliseconds.
  package static let began = clock.now

  private static let number = Atomic<Int32>(0)
  /// The time of the signal, in milliseconds.
  private static let time = Atomic<Int>(0)
  private static let policy = Atomic<Int>(0)
  private static let hasStatusRequest = Atomic<Bool>(false)
  private static let isTimed = Atomic<Bool>(false)

  /// The effect of SIGINT, SIGTERM and SIGHUP.
  package enum Policy: Int, Sendable {
    /// Ends the process, which has no status to report.
    case idle
    /// Ends the process.
    case exit
    /// Lets the run complete its outputs for 0.9 s, because the reader of a pipe may have stopped
    /// reading.
    case finishBriefly
    /// Lets the run complete its outputs.
    case finish

    package var meaning: String {
      switch self {
      case .idle, .exit: "exit without output"
      case .finishBriefly: "complete the output within a second"
      case .finish: "complete the output"
      }
    }
  }

  /// The signal that was received, if any.
  package static var signal: Int32? {
    let signal = number.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Whether the status of the run was requested (SIGUSR1) since the last call.
  static func takeStatusRequest() -> Bool {
    hasStatusRequest.exchange(false, ordering: .relaxed)
  }

  /// Runs `work` under a policy for signals.
  package static func withPolicy<Result>(
    _ policy: Policy, _ work: () throws -> Result
  ) rethrows -> Result {
    let before = Self.policy.exchange(policy.rawValue, ordering: .relaxed)
    defer { Self.policy.store(before, ordering: .relaxed) }
    return try work()
  }

  /// Ends the process with exit code 75, without unfinished files, when it has run for `time`.
  ///
  /// For commands that have no valid result before their end.
  package static func endProcess(after time: Duration) {
    isTimed.store(true, ordering: .relaxed)
    raiseInterrupt(after: began + time - clock.now)
  }

  private static let timeUp: StaticString =
    "life: the time limit of LIFE_LIMITS was reached before the command ended\n"

  /// Sets a timer that raises the interrupt.
  package static func raiseInterrupt(after duration: Duration) {
    let (seconds, fraction) = duration.components
    var timer = itimerval()
    timer.it_value.tv_sec = .init(max(0, min(seconds, 1 << 30)))
    // A timer of zero would be disarmed.
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
  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

  #if canImport(Darwin)
    private static let requests = [SIGUSR1, SIGINFO]
  #else
    private static let requests = [SIGUSR1]
  #endif

  /// Installs the handlers and unblocks the signals, also those that the parent process has
  /// blocked.
  package static func listen() {
    // Initialize now, because a signal handler must not.
    _ = (interrupt, began, minimumSignalGap, endingSignals, requests, takeStatusRequest(), signal)
    _ = (time.load(ordering: .relaxed), policy.load(ordering: .relaxed))
    _ = (isTimed.load(ordering: .relaxed), timeUp)
    TemporaryFiles.removeAll()
    for number in endingSignals {
      // A signal that the parent process ignores, as under nohup, stays ignored.
      let before = setHandler(number, end)
      if isIgnored(before) { _ = setHandler(number, before) }
    }
    for number in requests { _ = setHandler(number, ask) }
    _ = setHandler(SIGALRM, wakeUp)
    var all = sigset_t()
    unsafe sigemptyset(&all)
    for number in endingSignals + requests + [SIGALRM] { unsafe sigaddset(&all, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  /// Milliseconds. Some programs send a signal to a process and to its group at once.
  private static let minimumSignalGap = 300

  private static let end: @convention(c) (Int32) -> Void = { received in
    let now = milliseconds()
    if policy.load(ordering: .relaxed) <= Policy.exit.rawValue { leave(received) }
    if number.load(ordering: .relaxed) == 0 {
      time.store(now, ordering: .relaxed)
      number.store(received, ordering: .relaxed)
      interrupt.raise()
      // A blocked write to a pipe must not delay the end for longer than this.
      raiseInterrupt(after: .milliseconds(900))
    } else if now - time.load(ordering: .relaxed) > minimumSignalGap {
      leave(received)
    }
  }

  private static let ask: @convention(c) (Int32) -> Void = { _ in
    guard policy.load(ordering: .relaxed) != Policy.idle.rawValue else { return }
    hasStatusRequest.store(true, ordering: .relaxed)
    interrupt.raise()
  }

  private static let wakeUp: @convention(c) (Int32) -> Void = { _ in
    if isTimed.load(ordering: .relaxed) {
      TemporaryFiles.removeAll()
      _ = unsafe write(STDERR_FILENO, timeUp.utf8Start, timeUp.utf8CodeUnitCount)
      _exit(75)
    }
    let signal = number.load(ordering: .relaxed)
    if signal != 0, policy.load(ordering: .relaxed) != Policy.finish.rawValue { leave(signal) }
    interrupt.raise()
  }

  private static func leave(_ signal: Int32) {
    TemporaryFiles.removeAll()
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
