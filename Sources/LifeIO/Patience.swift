internal import Synchronization

/// How long system calls wait for other processes, such as the writer of a named pipe.
///
/// Calls wait without end until a signal asks the process to end. From then on, a call that a
/// signal interrupts while it waits fails with EINTR instead of being repeated: at once if it
/// waits for input, later if it waits for the reader of an output. The signal handler decides
/// when.
package enum Patience {
  /// What a call waits for.
  enum Wait {
    case input, output
  }

  private static let isOverForInputs = Atomic<Bool>(false)
  private static let isOverForOutputs = Atomic<Bool>(false)

  /// Initializes what a signal handler uses, because it must not.
  package static func prepare() { _ = (isOver(for: .input), isOver(for: .output)) }

  /// Ends the waiting for inputs. Async-signal-safe.
  package static func endForInputs() { isOverForInputs.store(true, ordering: .relaxed) }

  /// Ends all waiting. Async-signal-safe.
  package static func endForOutputs() { isOverForOutputs.store(true, ordering: .relaxed) }

  /// Whether an interrupted call that waits is to fail.
  static func isOver(for wait: Wait) -> Bool {
    switch wait {
    case .input: isOverForInputs.load(ordering: .relaxed)
    case .output: isOverForOutputs.load(ordering: .relaxed)
    }
  }
}
