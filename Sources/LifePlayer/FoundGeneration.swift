import LifeAnalysis
import LifeCore

/// The generation at which a condition holds.
struct FoundGeneration: Sendable {
  var condition: StopCondition
  /// The generation; nil if it was not found.
  var generation: BigInt?
  /// The number of generations that were searched.
  var limit = 0
  var isCancelled = false
  var failure: String?
}
