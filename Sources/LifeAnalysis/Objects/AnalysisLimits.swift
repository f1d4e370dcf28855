package import LifeEngines

/// How long and how far the analysis of one pattern may go.
package struct AnalysisLimits: Sendable {
  /// The generations for which a pattern is followed, and so the largest period that is found.
  package var generations = 50_000
  /// The largest period that is found in long steps; nil for the same.
  package var longestPeriod: Int?
  /// The largest population that is followed.
  package var population = Int.max
  /// The largest number of generations times cells of the box whose phases are collected.
  package var collectedCells = CycleMeasures.largestWork
  package var engine = EngineOptions()
  /// Called with each generation that is reached, to display it.
  package var onGeneration: (@Sendable (Int) -> Void)?

  package init() {}
}
