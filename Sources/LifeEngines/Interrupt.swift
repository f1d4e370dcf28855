internal import Synchronization

/// Somebody's wish that an engine stops soon.
///
/// Raising it is safe in a signal handler and from any thread.
package final class Interrupt: Sendable {
  private let wasRaised = Atomic<Bool>(false)

  package init() {}

  package func raise() { wasRaised.store(true, ordering: .relaxed) }

  /// Takes the wish back, so that the engine can go on.
  package func lower() { wasRaised.store(false, ordering: .relaxed) }

  package var isRaised: Bool { wasRaised.load(ordering: .relaxed) }
}

/// An engine stopped because it was asked to; its universe is at a whole generation.
package struct Stopped: Error, Equatable {
  package init() {}
}

extension EngineOptions {
  /// Whether the engine is to stop at the generation where it is.
  var isToStop: Bool { interrupt?.isRaised ?? false }

  func stopIfAsked() throws(Stopped) {
    if isToStop { throw Stopped() }
  }
}
