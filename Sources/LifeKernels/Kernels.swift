package import CCPU
internal import LifeKernelsBaseline
#if arch(x86_64)
  internal import LifeKernelsV3
  internal import LifeKernelsV4
#endif

/// The instruction set for the kernels.
package enum CPULevel: String, CaseIterable, Sendable {
  case baseline
  case v3
  case v4

  /// The levels supported by this machine, lowest first.
  package static var supported: [CPULevel] {
    var levels: [CPULevel] = [.baseline]
    if life_cpu_has_v3() != 0 { levels.append(.v3) }
    if life_cpu_has_v4() != 0 { levels.append(.v4) }
    return levels
  }

  /// Whether bytes can be looked up within a register. The baseline of x86-64 has no instruction
  /// for it.
  package var looksUpBytes: Bool {
    #if arch(x86_64)
      self != .baseline
    #else
      true
    #endif
  }

  package static let best = supported[supported.count - 1]

  /// The number of CPUs available to this process, which may be fewer than the machine has; `nil`
  /// if unknown.
  package static var coresAllowed: Int? {
    let count = Int(life_cpu_count())
    return count > 0 ? count : nil
  }
}

/// The inner loops for one CPU level: a table, chosen once at start.
///
/// Each kernel takes one structure. kernels.h explains their fields.
@safe
package struct Kernels: Sendable {
  package let level: CPULevel
  package let advanceBoard: @Sendable (UnsafePointer<life_board_band>) -> Void
  package let advanceNodes: @Sendable (UnsafePointer<life_node_batch>) -> Void
  package let advanceTiles: @Sendable (UnsafePointer<life_tile_batch>) -> Void
  package let surveyTiles:
    @Sendable (UnsafePointer<life_tile_batch>, UnsafeMutablePointer<UInt64>) -> Void
  package let advanceBlocks: @Sendable (UnsafePointer<life_block_batch>) -> Void
  package let advanceSums: @Sendable (UnsafePointer<life_sum_band>) -> Void
  package let advanceTallies: @Sendable (UnsafeMutablePointer<life_tally_band>) -> Void
  package let advanceParticles: @Sendable (UnsafePointer<life_particle_row>) -> Void
  package let advanceSoup: @Sendable (UnsafePointer<life_soup_window>) -> Void
  package let uniteSoup: @Sendable (UnsafePointer<life_soup_window>) -> Void
  package let storeSoup: @Sendable (UnsafePointer<life_soup_blocks>) -> Void

  package init(_ level: CPULevel) {
    self.level = level
    #if arch(x86_64)
      switch level {
      case .baseline: break
      case .v3:
        unsafe advanceBoard = LifeKernelsV3.advanceBoard
        unsafe advanceNodes = LifeKernelsV3.advanceNodes
        unsafe advanceTiles = LifeKernelsV3.advanceTiles
        unsafe surveyTiles = LifeKernelsV3.surveyTiles
        unsafe advanceBlocks = LifeKernelsV3.advanceBlocks
        unsafe advanceSums = LifeKernelsV3.advanceSums
        unsafe advanceTallies = LifeKernelsV3.advanceTallies
        unsafe advanceParticles = LifeKernelsV3.advanceParticles
        unsafe advanceSoup = LifeKernelsV3.advanceSoup
        unsafe uniteSoup = LifeKernelsV3.uniteSoup
        unsafe storeSoup = LifeKernelsV3.storeSoup
        return
      case .v4:
        unsafe advanceBoard = LifeKernelsV4.advanceBoard
        unsafe advanceNodes = LifeKernelsV4.advanceNodes
        unsafe advanceTiles = LifeKernelsV4.advanceTiles
        unsafe surveyTiles = LifeKernelsV4.surveyTiles
        unsafe advanceBlocks = LifeKernelsV4.advanceBlocks
        unsafe advanceSums = LifeKernelsV4.advanceSums
        // v3 is faster here: WireWorld's primes take 4 % less time.
        unsafe advanceTallies = LifeKernelsV3.advanceTallies
        unsafe advanceParticles = LifeKernelsV4.advanceParticles
        unsafe advanceSoup = LifeKernelsV4.advanceSoup
        unsafe uniteSoup = LifeKernelsV4.uniteSoup
        unsafe storeSoup = LifeKernelsV4.storeSoup
        return
      }
    #endif
    unsafe advanceBoard = LifeKernelsBaseline.advanceBoard
    unsafe advanceNodes = LifeKernelsBaseline.advanceNodes
    unsafe advanceTiles = LifeKernelsBaseline.advanceTiles
    unsafe surveyTiles = LifeKernelsBaseline.surveyTiles
    unsafe advanceBlocks = LifeKernelsBaseline.advanceBlocks
    unsafe advanceSums = LifeKernelsBaseline.advanceSums
    unsafe advanceTallies = LifeKernelsBaseline.advanceTallies
    unsafe advanceParticles = LifeKernelsBaseline.advanceParticles
    unsafe advanceSoup = LifeKernelsBaseline.advanceSoup
    unsafe uniteSoup = LifeKernelsBaseline.uniteSoup
    unsafe storeSoup = LifeKernelsBaseline.storeSoup
  }
}

/// For each of the 512 neighborhoods, the number of the bit in the isotropic circuit's program that
/// decides it. The index of a neighborhood has north-west as bit 8 and south-east as bit 0.
package func isotropicClasses() -> [UInt8] {
  var classes = [UInt8](repeating: 0, count: 512)
  var scratch = [UInt64](repeating: 0, count: 16 * 8)
  unsafe LifeKernelsBaseline.isotropicClasses(&classes, &scratch)
  return classes
}
