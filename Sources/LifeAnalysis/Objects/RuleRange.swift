package import LifeCore

/// The range of two-state rules under which an object evolves in the same way.
///
/// The smallest rule contains only the births and survivals that occur in the object. The largest
/// rule lacks only those that would change a phase. All rules in between work as well. A block, for
/// example, has `B/S3a` as its smallest rule.
package struct RuleRange: Sendable {
  package let smallest: Transitions
  package let largest: Transitions

  /// An isotropic rule, by the configurations of live neighbors.
  package struct Transitions: Sendable, CustomStringConvertible {
    var birth = Configurations()
    var survival = Configurations()

    /// The rulestring, such as `B3/S23`.
    package var description: String { "B\(birth)/S\(survival)" }

    package var rule: TwoStateRule { TwoStateRule(birth: birth, survival: survival) }
  }

  /// The maximum number of cells of all phases.
  private static let maxCells = 1 << 22

  /// Returns `nil` if the object is too large, or unless the rule is isotropic, has the Moore
  /// neighborhood and lacks B0.
  package init?(_ cycle: ObjectCycle, rule: AnalysisRule) {
    guard let classes = rule.neighborhoods else { return nil }
    let cells = cycle.phases.reduce(0) {
      $0 + ($1.bitmap.width + 2) * ($1.bitmap.height + 2)
    }
    guard !cycle.phases.isEmpty, cells <= Self.maxCells else { return nil }
    var occurring = OccurringNeighborhoods()
    for phase in cycle.phases { occurring.mark(phase.bitmap) }
    let (needed, forbidden) = classes.transitions(of: occurring)
    smallest = needed
    largest = Transitions(
      birth: forbidden.birth.complement, survival: forbidden.survival.complement)
  }
}

extension NeighborhoodClasses {
  /// The births and survivals needed by the neighborhoods, and those forbidden by them.
  func transitions(
    of occurring: OccurringNeighborhoods
  ) -> (needed: RuleRange.Transitions, forbidden: RuleRange.Transitions) {
    var needed = RuleRange.Transitions()
    var forbidden = RuleRange.Transitions()
    occurring.forEach { index in
      let found = classes[index]
      switch (found.isAliveNext, found.isAliveNow) {
      case (true, true): needed.survival.masks[found.count] |= found.mask
      case (true, false): needed.birth.masks[found.count] |= found.mask
      case (false, true): forbidden.survival.masks[found.count] |= found.mask
      case (false, false): forbidden.birth.masks[found.count] |= found.mask
      }
    }
    return (needed, forbidden)
  }
}

/// The neighborhoods occurring in the phases of an object.
///
/// Bit 0 of an index is the north-western neighbor, bit 4 the center cell, bit 8 the south-eastern
/// neighbor. The empty neighborhood always occurs.
struct OccurringNeighborhoods {
  private var bits = SIMD8<UInt64>(1, 0, 0, 0, 0, 0, 0, 0)

  /// Marks the neighborhoods of all cells in the box of a phase and next to it.
  mutating func mark(_ bitmap: Bitmap) {
    for y in -1...bitmap.height {
      // A word holds the neighborhoods of 62 columns.
      for first in stride(from: -1, through: bitmap.width, by: 62) {
        let above = bitmap.columns(from: first - 1, y: y - 1)
        let center = bitmap.columns(from: first - 1, y: y)
        let below = bitmap.columns(from: first - 1, y: y + 1)
        guard above | center | below != 0 else { continue }
        for column in 0..<UInt64(min(62, bitmap.width + 1 - first)) {
          let index =
            above >> column & 7 | (center >> column & 7) << 3 | (below >> column & 7) << 6
          bits[Int(index >> 6)] |= 1 << (index & 63)
        }
      }
    }
  }

  func forEach(_ body: (_ index: Int) -> Void) {
    for lane in 0..<8 {
      var rest = bits[lane]
      while rest != 0 {
        body(lane << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}

extension Configurations {
  /// All configurations missing from the set.
  fileprivate var complement: Configurations {
    var complement = self
    for count in masks.indices {
      complement.masks[count] = Hensel.allConfigurations(count) & ~masks[count]
    }
    return complement
  }
}

extension Bitmap {
  /// 64 cells of a row of plane 0, bit 0 in column `first`. Cells outside the box are dead.
  fileprivate func columns(from first: Int, y: Int) -> UInt64 {
    guard y >= 0, y < height else { return 0 }
    let row = index(ofPlane: 0, y: y)
    let word = first >> 6
    let shift = UInt64(first & 63)
    let low = word >= 0 && word < stride ? words[row + word] >> shift : 0
    guard shift > 0, word + 1 < stride else { return low }
    return low | words[row + word + 1] << (64 - shift)
  }
}
