import Synchronization

/// A flag to stop long work soon.
///
/// Raising it is safe in a signal handler and from any thread.
package final class Interrupt: Sendable {
  private let wasRaised = Atomic<Bool>(false)
  private let cause: (@Sendable () -> Bool)?

  /// - Parameter cause: called on any thread; the flag also counts as raised if this returns true.
  package init(orWhen cause: (@Sendable () -> Bool)? = nil) { self.cause = cause }

  package func raise() { wasRaised.store(true, ordering: .sequentiallyConsistent) }

  /// Lets work start or resume.
  package func lower() { wasRaised.store(false, ordering: .sequentiallyConsistent) }

  package var isRaised: Bool {
    if wasRaised.load(ordering: .relaxed) { return true }
    guard let cause else { return false }
    return cause()
  }

  /// - Throws: ``Stopped`` if the interrupt is raised.
  package func check() throws(Stopped) { if isRaised { throw Stopped() } }
}

/// Work stopped because its interrupt was raised. An engine's universe is then at a complete
/// generation.
package struct Stopped: Error, Equatable {
  package init() {}
}
