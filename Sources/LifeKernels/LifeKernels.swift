internal import CCPU
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
}

/// The inner loops for one CPU level; a table that is chosen once.
@safe
package struct Kernels: Sendable {
  package typealias AdvanceRows =
    @Sendable (
      _ source: UnsafePointer<UInt64>, _ above: UnsafePointer<UInt64>,
      _ below: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
      _ vectors: Int, _ count: Int, _ wraps: Bool, _ birth: UInt16, _ survival: UInt16
    ) -> Void

  package let level: CPULevel
  package let advanceRows: AdvanceRows

  package init(_ level: CPULevel) {
    self.level = level
    #if arch(x86_64)
      switch level {
      case .baseline: unsafe advanceRows = LifeKernelsBaseline.advanceRows
      case .v3: unsafe advanceRows = LifeKernelsV3.advanceRows
      case .v4: unsafe advanceRows = LifeKernelsV4.advanceRows
      }
    #else
      unsafe advanceRows = LifeKernelsBaseline.advanceRows
    #endif
  }
}
