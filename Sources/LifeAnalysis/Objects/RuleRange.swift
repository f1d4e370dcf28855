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

  /// Returns `nil` if the object is too large, or unless ``AnalysisRule/hasRuleRanges``.
  package init?(_ cycle: ObjectCycle, rule: AnalysisRule) {
    guard rule.hasRuleRanges, let map = rule.rule.twoState?.map else { return nil }
    let cells = cycle.phases.reduce(0) {
      $0 + ($1.bitmap.width + 2) * ($1.bitmap.height + 2)
    }
    guard !cycle.phases.isEmpty, cells <= Self.maxCells else { return nil }
    var occurring = [Bool](repeating: false, count: MooreMap.count)
    // The empty neighborhood always occurs.
    occurring[0] = true
    for phase in cycle.phases { phase.bitmap.markNeighborhoods(in: &occurring) }
    // The births and survivals that occur, and those that would change a phase.
    var needed = Transitions()
    var forbidden = Transitions()
    let isCounting = map.lifeLike != nil
    for index in occurring.indices where occurring[index] {
      let count = (index & Neighborhood.moore.mask).nonzeroBitCount
      // A rule that only counts neighbors has all configurations with a count, or none.
      let mask: UInt16 =
        isCounting
        ? Hensel.allConfigurations(count) : 1 << UInt16(Hensel.configurations[index])
      switch (map[index], index & MooreMap.center != 0) {
      case (true, true): needed.survival.masks[count] |= mask
      case (true, false): needed.birth.masks[count] |= mask
      case (false, true): forbidden.survival.masks[count] |= mask
      case (false, false): forbidden.birth.masks[count] |= mask
      }
    }
    smallest = needed
    largest = Transitions(
      birth: forbidden.birth.complement, survival: forbidden.survival.complement)
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
  /// Marks the neighborhoods of all cells in the box and next to it.
  ///
  /// - Parameter occurring: indexed like a ``MooreMap``, but turned by 180°: bit 0 is the
  ///   north-western neighbor, bit 8 the south-eastern one. Isotropic rules are the same.
  fileprivate func markNeighborhoods(in occurring: inout [Bool]) {
    for y in -1...height {
      // A word holds the neighborhoods of 62 columns.
      for first in Swift.stride(from: -1, through: width, by: 62) {
        let above = columns(from: first - 1, y: y - 1)
        let center = columns(from: first - 1, y: y)
        let below = columns(from: first - 1, y: y + 1)
        guard above | center | below != 0 else { continue }
        for column in 0..<UInt64(min(62, width + 1 - first)) {
          let index =
            above >> column & 7 | (center >> column & 7) << 3 | (below >> column & 7) << 6
          occurring[Int(index)] = true
        }
      }
    }
  }

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
