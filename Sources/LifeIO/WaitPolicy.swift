internal import LifeSystem
internal import Synchronization

/// How long system calls wait for other processes, for example for the writer of a named pipe.
///
/// Until a signal asks the process to end, calls wait forever, and are repeated if other signals
/// interrupt them. Afterwards an interrupted call fails with EINTR: at once if it waits for input,
/// later if it waits for the reader of an output. The signal handler decides when.
package enum WaitPolicy {
  /// The other end that a call waits for.
  enum Wait {
    case input, output
  }

  private static let isOverForInputs = Atomic<Bool>(false)
  private static let isOverForOutputs = Atomic<Bool>(false)

  /// A thread other than the main one waiting for the reader of an output; 0 for none.
  private static let waiter = Atomic<UInt>(0)
  private static let mainThread = ownThread

  /// Initializes the globals: a signal handler must not do so itself.
  package static func prepare() {
    _ = (isOver(for: .input), isOver(for: .output), waiter.load(ordering: .relaxed), mainThread)
  }

  /// Ends the waiting for inputs. Async-signal-safe.
  package static func endForInputs() { isOverForInputs.store(true, ordering: .relaxed) }

  /// Ends the waiting for readers of outputs. Async-signal-safe.
  package static func endForOutputs() { isOverForOutputs.store(true, ordering: .relaxed) }

  /// Sends SIGALRM to the thread waiting for the reader of an output: the system delivers other
  /// signals to the main thread. Async-signal-safe.
  package static func interruptWaiter() {
    let thread = waiter.load(ordering: .relaxed)
    if thread != 0, thread != ownThread { send(SIGALRM, to: thread) }
  }

  /// Makes a call that may wait for an output's reader.
  static func waiting<Result>(_ call: () -> Result) -> Result {
    guard ownThread != mainThread else { return call() }
    // Threads start with all signals blocked.
    var alarm = sigset_t()
    unsafe sigemptyset(&alarm)
    unsafe sigaddset(&alarm, SIGALRM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &alarm, nil)
    waiter.store(ownThread, ordering: .relaxed)
    defer { waiter.store(0, ordering: .relaxed) }
    return call()
  }

  #if canImport(Darwin)
    private static var ownThread: UInt { unsafe UInt(bitPattern: pthread_self()) }

    private static func send(_ signal: Int32, to thread: UInt) {
      guard let thread = unsafe pthread_t(bitPattern: thread) else { return }
      _ = unsafe pthread_kill(thread, signal)
    }
  #else
    private static var ownThread: UInt { pthread_self() }

    private static func send(_ signal: Int32, to thread: UInt) { _ = pthread_kill(thread, signal) }
  #endif

  /// Whether an interrupted call should fail.
  static func isOver(for wait: Wait) -> Bool {
    switch wait {
    case .input: isOverForInputs.load(ordering: .relaxed)
    case .output: isOverForOutputs.load(ordering: .relaxed)
    }
  }
}
