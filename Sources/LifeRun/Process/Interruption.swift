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
  private static let hasHandlers = Atomic<Bool>(false)

  /// The effect of SIGINT, SIGTERM and SIGHUP.
  package enum Policy: Int, Sendable {
    /// Ends the process, which has no status to report.
    case idle
    /// Ends the process.
    case exit
    /// Lets the run say what it gives up; ends the process if that takes longer than 0.9 s.
    case giveUp
    /// Lets the run complete its outputs for 0.9 s, because the reader of a pipe may have stopped
    /// reading.
    case finishBriefly
    /// Lets the run complete its outputs.
    case finish

    package var meaning: String {
      switch self {
      case .idle, .exit, .giveUp: "exit without output"
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
  /// This is for commands that have no valid result before their end.
  package static func endProcess(after time: Duration) {
    ProcessTimer.set(.end, after: (began + time - clock.now).inMilliseconds)
  }

  /// Lets the process run on after the time of ``endProcess(after:)``.
  package static func cancelEndOfProcess() {
    ProcessTimer.clear(.end)
    ProcessTimer.start()
  }

  private static let timeUp: StaticString =
    "life: the time limit was reached before the command had a result\n"

  private static let notCompleted: StaticString =
    "life: interrupted; the output was not completed\n"

  /// Raises the interrupt at a time, in place of the last such time; nil for never.
  ///
  /// Without handlers, in a program that uses the library, the system's timer would end the
  /// process. Such a program has interrupts of its own, and what has a deadline also looks at the
  /// clock.
  package static func raiseInterrupt(at time: ContinuousClock.Instant?) {
    guard hasHandlers.load(ordering: .relaxed) else { return }
    guard let time else { return ProcessTimer.clear(.interrupt) }
    ProcessTimer.set(.interrupt, after: (time - clock.now).inMilliseconds)
  }
}

extension Duration {
  /// Rounded up, and limited to some years.
  fileprivate var inMilliseconds: Int {
    let (seconds, fraction) = components
    return Int(max(-1, min(seconds, 1 << 30))) * 1000
      + Int(fraction / 1_000_000_000_000_000) + 1
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
  package static func installHandlers() {
    // Initialize now, because a signal handler must not.
    _ = (interrupt, began, minimumSignalGap, endingSignals, requests, takeStatusRequest(), signal)
    _ = (time.load(ordering: .relaxed), policy.load(ordering: .relaxed), timeUp)
    _ = (timeToFinish, timeToWrite, tick, notCompleted)
    ProcessTimer.prepare()
    Patience.prepare()
    TemporaryFiles.removeAll()
    for number in endingSignals {
      // A signal that the parent process ignores, as under nohup, stays ignored.
      let before = setHandler(number, handler: onTermination)
      if isIgnored(before) { _ = setHandler(number, handler: before) }
    }
    for number in requests { _ = setHandler(number, handler: onStatusRequest) }
    _ = setHandler(SIGALRM, handler: onAlarm)
    hasHandlers.store(true, ordering: .relaxed)
    var all = sigset_t()
    unsafe sigemptyset(&all)
    for number in endingSignals + requests + [SIGALRM] { unsafe sigaddset(&all, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  /// Milliseconds. Some programs send a signal to a process and to its group at once.
  private static let minimumSignalGap = 300

  /// Milliseconds after a signal for a run whose outputs are completed briefly.
  private static let timeToFinish = 900
  /// Milliseconds after a signal for which calls wait for the reader of an output.
  private static let timeToWrite = 700
  /// Milliseconds between two interruptions of calls that wait after a signal. A single one would
  /// be lost if it came between the look at ``Patience`` and the call.
  private static let tick = 100

  private static let onTermination: @convention(c) (Int32) -> Void = { received in
    let now = ProcessTimer.now
    if policy.load(ordering: .relaxed) <= Policy.exit.rawValue { exitNow(after: received) }
    if number.load(ordering: .relaxed) == 0 {
      time.store(now, ordering: .relaxed)
      number.store(received, ordering: .relaxed)
      interrupt.raise()
      Patience.endForInputs()
      ProcessTimer.set(.signal, after: tick)
    } else if now - time.load(ordering: .relaxed) > minimumSignalGap {
      exitNow(after: received)
    }
  }

  private static let onStatusRequest: @convention(c) (Int32) -> Void = { _ in
    guard policy.load(ordering: .relaxed) != Policy.idle.rawValue else { return }
    hasStatusRequest.store(true, ordering: .relaxed)
    interrupt.raise()
  }

  private static let onAlarm: @convention(c) (Int32) -> Void = { _ in
    if ProcessTimer.take(.end) {
      TemporaryFiles.removeAll()
      StatusLine.clearInSignalHandler()
      _ = unsafe write(STDERR_FILENO, timeUp.utf8Start, timeUp.utf8CodeUnitCount)
      _exit(75)
    }
    if ProcessTimer.take(.interrupt) { interrupt.raise() }
    if ProcessTimer.take(.signal) { endWaiting() }
    ProcessTimer.start()
  }

  /// Interrupts calls that wait after a signal, or ends the process when its time is up.
  private static func endWaiting() {
    let elapsed = ProcessTimer.now - time.load(ordering: .relaxed)
    if elapsed >= timeToWrite { Patience.endForOutputs() }
    let mayFinish = policy.load(ordering: .relaxed) == Policy.finish.rawValue
    if elapsed >= timeToFinish, !mayFinish { exitNow(after: number.load(ordering: .relaxed)) }
    ProcessTimer.set(.signal, after: tick)
  }

  private static func exitNow(after signal: Int32) {
    TemporaryFiles.removeAll()
    StatusLine.clearInSignalHandler()
    if policy.load(ordering: .relaxed) != Policy.idle.rawValue {
      _ = unsafe write(STDERR_FILENO, notCompleted.utf8Start, notCompleted.utf8CodeUnitCount)
    } else if isatty(STDERR_FILENO) == 1 {
      // The terminal shows ^C, and the prompt should not follow it on the same line.
      _ = unsafe write(STDERR_FILENO, "\n", 1)
    }
    _exit(128 + signal)
  }
}

#if canImport(Darwin)
  private typealias Handler = sig_t?
#else
  private typealias Handler = __sighandler_t?
#endif

/// Sets a handler, and returns the one before.
///
/// The signal interrupts system calls that wait, unlike one whose handler `signal` has set.
private func setHandler(_ number: Int32, handler: Handler) -> Handler {
  var action = sigaction()
  var before = sigaction()
  #if canImport(Darwin)
    unsafe action.__sigaction_u.__sa_handler = handler
  #else
    unsafe action.__sigaction_handler.sa_handler = handler
  #endif
  unsafe sigaction(number, &action, &before)
  #if canImport(Darwin)
    return unsafe before.__sigaction_u.__sa_handler
  #else
    return unsafe before.__sigaction_handler.sa_handler
  #endif
}

private func isIgnored(_ handler: Handler) -> Bool {
  unsafe unsafeBitCast(handler, to: Int.self) == 1
}
