package import CCPU
internal import LifeKernelsBaseline
#if arch(x86_64)
  internal import LifeKernelsV3
  internal import LifeKernelsV4
#endif

/// What the kernels may assume of the CPU.
package enum CPULevel: String, CaseIterable, Sendable {
  case baseline
  case v3
  case v4

  /// The levels that this machine runs, lowest first.
  package static var supported: [CPULevel] {
    var levels: [CPULevel] = [.baseline]
    if life_cpu_has_v3() != 0 { levels.append(.v3) }
    if life_cpu_has_v4() != 0 { levels.append(.v4) }
    return levels
  }

  package static let best = supported[supported.count - 1]

  /// How many CPUs this process may run on, which may be fewer than there are; nil if nobody says.
  package static var coresAllowed: Int? {
    let count = Int(life_cpu_count())
    return count > 0 ? count : nil
  }
}

/// The inner loops for one CPU level; a table that is chosen once.
@safe
package struct Kernels: Sendable {
  package typealias AdvanceBand =
    @Sendable (
      _ source: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
      _ ring: UnsafeMutablePointer<UInt64>, _ dead: UnsafePointer<UInt64>,
      _ scratch: UnsafeMutablePointer<UInt64>, _ vectors: Int, _ planes: Int, _ states: Int,
      _ bits: Int, _ height: Int, _ first: Int, _ end: Int, _ stages: Int, _ wraps: Bool,
      _ isTorus: Bool,
      _ edges: UnsafePointer<UInt64>?,
      _ programs: (UnsafePointer<UInt64>, UnsafePointer<UInt64>)
    ) -> Void

  package typealias AdvanceSquares =
    @Sendable (
      _ leaves: UnsafePointer<UInt64>, _ squares: UnsafePointer<UInt32>, _ count: Int,
      _ generations: Int, _ programs: (UnsafePointer<UInt64>, UnsafePointer<UInt64>),
      _ scratch: UnsafeMutablePointer<UInt64>, _ targets: UnsafeMutablePointer<UInt64>
    ) -> Void

  package typealias AdvanceTiles =
    @Sendable (
      _ tiles: UnsafeMutablePointer<UInt64>, _ list: UnsafePointer<UInt32>, _ count: Int,
      _ source: Int, _ target: Int, _ generations: Int,
      _ programs: (UnsafePointer<UInt64>, UnsafePointer<UInt64>),
      _ scratch: UnsafeMutablePointer<UInt64>, _ results: UnsafeMutablePointer<UInt32>
    ) -> Void

  package typealias AdvanceSums = @Sendable (UnsafePointer<life_sums_band>) -> Void

  package let level: CPULevel
  package let advanceBand: AdvanceBand
  package let advanceSquares: AdvanceSquares
  package let advanceTiles: AdvanceTiles
  package let advanceSums: AdvanceSums

  package init(_ level: CPULevel) {
    self.level = level
    #if arch(x86_64)
      switch level {
      case .baseline:
        unsafe advanceBand = LifeKernelsBaseline.advanceBand
        unsafe advanceSquares = LifeKernelsBaseline.advanceSquares
        unsafe advanceTiles = LifeKernelsBaseline.advanceTiles
        unsafe advanceSums = LifeKernelsBaseline.advanceSums
      case .v3:
        unsafe advanceBand = LifeKernelsV3.advanceBand
        unsafe advanceSquares = LifeKernelsV3.advanceSquares
        unsafe advanceTiles = LifeKernelsV3.advanceTiles
        unsafe advanceSums = LifeKernelsV3.advanceSums
      case .v4:
        unsafe advanceBand = LifeKernelsV4.advanceBand
        unsafe advanceSquares = LifeKernelsV4.advanceSquares
        unsafe advanceTiles = LifeKernelsV4.advanceTiles
        unsafe advanceSums = LifeKernelsV4.advanceSums
      }
    #else
      unsafe advanceBand = LifeKernelsBaseline.advanceBand
      unsafe advanceSquares = LifeKernelsBaseline.advanceSquares
      unsafe advanceTiles = LifeKernelsBaseline.advanceTiles
      unsafe advanceSums = LifeKernelsBaseline.advanceSums
    #endif
  }
}
