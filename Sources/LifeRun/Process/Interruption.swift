package import LifeCore
import LifeIO
import LifeSystem
import Synchronization

/// Signals and timers of the process. They reach long work through two flags.
///
/// ``stop`` ends work: a signal came, or the time is up; ``stopReason`` says which. ``look`` ends
/// nothing: a run returns from its engine, answers a status request or writes a checkpoint, and
/// goes on.
///
/// SIGINT, SIGTERM, SIGHUP, SIGUSR2 and SIGXCPU remove unfinished files and end the process,
/// unless work runs in ``finishing(_:)``. A second signal ends it in any case.
package enum Interruption {
  /// Raised when work must end.
  package static let stop = Interrupt()
  /// Raised when a run must look at its signals, timers and requests, and while ``stop`` is raised.
  package static let look = Interrupt(orWhen: { stop.isRaised })
  package static let clock = ContinuousClock()
  /// The start of the process, to within a few milliseconds.
  package static let began = clock.now

  private static let number = Atomic<Int32>(0)
  /// The time of the signal, in milliseconds.
  private static let time = Atomic<Int>(0)
  private static let isTimeUp = Atomic<Bool>(false)
  /// The end of the command's time, in milliseconds of ``ProcessTimer``.
  private static let timeLimit = Atomic<Int>(.max)
  private static let isFinishing = Atomic<Bool>(false)
  private static let hasStatusRequest = Atomic<Bool>(false)
  private static let hasHandlers = Atomic<Bool>(false)

  /// The signal that was received, if any.
  package static var signal: Int32? {
    let signal = number.load(ordering: .sequentiallyConsistent)
    return signal == 0 ? nil : signal
  }

  /// Why ``stop`` was raised; nil if it was not.
  package static var stopReason: StopReason? {
    if let signal { return .signal(signal) }
    return isTimeUp.load(ordering: .relaxed) ? .time : nil
  }

  /// Why the command must not begin another input: a signal, or the time of ``limitTime(to:)``.
  package static var endReason: StopReason? {
    if let signal { return .signal(signal) }
    return ProcessTimer.now >= timeLimit.load(ordering: .relaxed) ? .time : nil
  }

  /// Whether a request for the status of the work (SIGUSR1) is unanswered.
  static var isStatusRequested: Bool { hasStatusRequest.load(ordering: .relaxed) }

  /// Whether a request is unanswered; marks it as answered.
  static func takeStatusRequest() -> Bool {
    isStatusRequested && hasStatusRequest.exchange(false, ordering: .relaxed)
  }

  /// Runs `work`. A signal lets it finish its output instead of ending the process.
  package static func finishing<Result>(_ work: () throws -> Result) rethrows -> Result {
    let before = isFinishing.exchange(true, ordering: .relaxed)
    defer { isFinishing.store(before, ordering: .relaxed) }
    return try work()
  }

  /// Ends the process `time` after its start, with exit code 75 and without unfinished files.
  ///
  /// For work without a partial result, for example reading a pattern.
  package static func endProcess(after time: Duration) {
    ProcessTimer.set(.end, after: (began + time - clock.now).inMilliseconds)
  }

  /// Cancels ``endProcess(after:)``.
  package static func cancelEndOfProcess() {
    ProcessTimer.clear(.end)
    ProcessTimer.start()
  }

  /// Lines for standard error, set before the handlers are installed; handlers only read them.
  nonisolated(unsafe) private static var timeUp: StaticString = ""
  nonisolated(unsafe) private static var notCompleted: StaticString = ""

  /// Limits the time of the whole command. The command checks ``endReason`` between its inputs.
  package static func limitTime(to time: Duration) {
    timeLimit.store(
      ProcessTimer.now + (began + time - clock.now).inMilliseconds, ordering: .relaxed)
  }

  /// Raises ``stop`` at a time, but not later than the time limit of the command; `nil` for that
  /// limit alone.
  ///
  /// Replaces the last such time. Does nothing if no handlers are installed, as in other programs
  /// that use the library: the system's timer would end their process. These programs raise
  /// interrupts of their own, and work with a deadline checks the clock as well.
  package static func raiseStop(at time: ContinuousClock.Instant?) {
    guard hasHandlers.load(ordering: .relaxed) else { return }
    ProcessTimer.clear(.stop)
    isTimeUp.store(false, ordering: .relaxed)
    stop.lower()
    // A signal stops all work.
    if signal != nil { stop.raise() }
    let limit = timeLimit.load(ordering: .relaxed)
    guard time != nil || limit < .max else { return }
    let rest = time.map { ($0 - clock.now).inMilliseconds } ?? .max
    ProcessTimer.set(.stop, after: min(rest, limit - min(limit, ProcessTimer.now)))
  }

  /// Raises ``look`` at a time, which replaces the last one; `nil` for never.
  package static func raiseLook(at time: ContinuousClock.Instant?) {
    guard hasHandlers.load(ordering: .relaxed) else { return }
    guard let time else { return ProcessTimer.clear(.look) }
    ProcessTimer.set(.look, after: (time - clock.now).inMilliseconds)
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
  /// INT by Ctrl-C, HUP by a closed terminal, the others by ``kill`` and by the queues of clusters:
  /// USR2 and XCPU announce the end of a job.
  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP, SIGUSR2, SIGXCPU]

  #if canImport(Darwin)
    private static let requests = [SIGUSR1, SIGINFO]
  #else
    private static let requests = [SIGUSR1]
  #endif

  /// Installs the handlers and unblocks the signals, even if the parent process blocked them.
  ///
  /// - Parameters:
  ///   - timeUp: the line printed when ``endProcess(after:)`` ends the process.
  ///   - notCompleted: the line printed when a second signal ends the process within an output.
  package static func installHandlers(timeUp: StaticString, notCompleted: StaticString) {
    unsafe Self.timeUp = timeUp
    unsafe Self.notCompleted = notCompleted
    // Static properties are initialized on first use, which must not be in a signal handler.
    _ = (stop, look, began, minimumSignalGap, endingSignals, requests, takeStatusRequest())
    _ = (stopReason, time.load(ordering: .relaxed), isFinishing.load(ordering: .relaxed))
    _ = (timeToWrite, tick)
    ProcessTimer.prepare()
    WaitPolicy.prepare()
    TemporaryFiles.removeAll()
    for number in endingSignals {
      // A signal ignored by the parent process, for example nohup, stays ignored.
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

  /// Milliseconds during which a repeated signal is ignored: some programs send a signal to a
  /// process and to its group at once.
  private static let minimumSignalGap = 300

  /// Milliseconds after a signal during which calls still wait for the reader of an output.
  private static let timeToWrite = 700
  /// Milliseconds between interruptions of waiting calls after a signal. A single one would be lost
  /// if it came between the check of ``WaitPolicy`` and the call.
  private static let tick = 100

  private static let onTermination: @convention(c) (Int32) -> Void = { received in
    let now = ProcessTimer.now
    guard isFinishing.load(ordering: .relaxed) else { return exitNow(after: received) }
    if number.load(ordering: .relaxed) == 0 {
      time.store(now, ordering: .relaxed)
      number.store(received, ordering: .sequentiallyConsistent)
      stop.raise()
      WaitPolicy.endForInputs()
      ProcessTimer.set(.signal, after: tick)
    } else if received != SIGXCPU, now - time.load(ordering: .relaxed) > minimumSignalGap {
      // XCPU comes every second until the process ends.
      exitNow(after: received)
    }
  }

  private static let onStatusRequest: @convention(c) (Int32) -> Void = { _ in
    hasStatusRequest.store(true, ordering: .relaxed)
    look.raise()
  }

  private static let onAlarm: @convention(c) (Int32) -> Void = { _ in
    if ProcessTimer.take(.end) {
      TemporaryFiles.removeAll()
      StatusLine.clearInSignalHandler()
      _ = unsafe write(STDERR_FILENO, timeUp.utf8Start, timeUp.utf8CodeUnitCount)
      _exit(75)
    }
    if ProcessTimer.take(.look) { look.raise() }
    if ProcessTimer.take(.stop) {
      isTimeUp.store(true, ordering: .relaxed)
      stop.raise()
    }
    if ProcessTimer.take(.signal) { endWaiting() }
    ProcessTimer.start()
  }

  /// Interrupts waiting calls after a signal.
  private static func endWaiting() {
    let elapsed = ProcessTimer.now - time.load(ordering: .relaxed)
    if elapsed >= timeToWrite {
      WaitPolicy.endForOutputs()
      WaitPolicy.interruptWaiter()
    }
    ProcessTimer.set(.signal, after: tick)
  }

  private static func exitNow(after signal: Int32) {
    TemporaryFiles.removeAll()
    StatusLine.clearInSignalHandler()
    if isFinishing.load(ordering: .relaxed) {
      _ = unsafe write(STDERR_FILENO, notCompleted.utf8Start, notCompleted.utf8CodeUnitCount)
    } else if isatty(STDERR_FILENO) == 1 {
      // The terminal shows ^C; the prompt should not be on the same line.
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

/// Sets a handler and returns the previous one.
///
/// The signal then interrupts waiting system calls, unlike with a handler set by `signal`.
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
