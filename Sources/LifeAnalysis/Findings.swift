package import LifeCore

/// What has been seen of a pattern that is not identified. Nothing proves that it goes on like
/// this.
package struct Findings: Sendable, Hashable {
  package enum Growth: Sendable, Hashable {
    /// The population grows by the same number of cells in each period; negative if it shrinks.
    case linear(period: Int, cells: Int)
    /// The growth of the population grows by the same number of cells in each period.
    case quadratic(period: Int)
  }

  /// The last generation that was visited.
  package var generation: Int
  package var population: BigInt
  /// The size of the bounding box.
  package var width: BigInt
  package var height: BigInt
  package var growth: Growth?
  /// The period, if it was proved before the phases were complete.
  package var period: Int?
}
