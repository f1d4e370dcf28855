package import LifeEngines

/// The limits of the analysis of one pattern.
package struct AnalysisLimits: Sendable {
  /// The number of generations to follow, and the maximum period.
  package var generations = 50_000
  /// The maximum period of a search in long steps. `nil` means ``generations``.
  package var maxPeriod: Int?
  /// The maximum population to follow.
  package var population = Int.max
  /// Phases are collected if generations times cells of the box don't exceed this number.
  package var collectedCells = CycleMeasures.maxWork
  package var engine = EngineOptions()
  /// Called with the number of each generation, to display progress.
  package var onGeneration: (@Sendable (Int) -> Void)?

  package init() {}
}
