package import LifeCore

/// A stepper that replaces the engine it runs on: it lists the engines so far, and reports progress
/// while one call of ``Stepper/advance(by:)`` is under way.
package protocol EngineReporting: Stepper, AnyObject {
  /// The engines that have stepped the universe, the present one last; never empty.
  var spans: [EngineSpan] { get }

  /// Called several times a second during ``Stepper/advance(by:)``, with this stepper and the
  /// present engine, when the universe is at a whole generation.
  var onProgress: ((any Stepper, Engine) -> Void)? { get set }
}

/// A stepper that can tell how much its next step computes.
package protocol LoadReporting: Stepper {
  /// In units of its own, such as tiles.
  var load: Int { get }
}

/// The generations of a run that one engine stepped, up to the start of the next span.
package struct EngineSpan: Sendable, Equatable {
  package var engine: Engine
  /// The first generation of the span, absolute.
  package var start: BigInt
  /// Why the engine was selected, in a few words.
  package var reason: String

  package init(engine: Engine, start: BigInt, reason: String) {
    self.engine = engine
    self.start = start
    self.reason = reason
  }
}
