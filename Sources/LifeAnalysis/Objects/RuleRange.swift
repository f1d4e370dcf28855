package import LifeCore

/// The rules of two states under which an object evolves in the same way.
///
/// Every rule between the smallest and the largest has its phases: births and survivals that occur
/// are in the smallest, and those that would change a phase are not in the largest.
package struct RuleRange: Sendable {
  package let smallest: TwoStateRule
  package let largest: TwoStateRule

  /// The largest number of cells of all phases.
  private static let mostCells = 1 << 22

  /// Nil if the rule is not an isotropic rule of the Moore neighborhood without B0, or the object
  /// is too large.
  package init?(_ cycle: ObjectCycle, _ rule: AnalysisRule) {
    guard let twoState = rule.rule.twoState, twoState.neighborhood == .moore,
      twoState.isIsotropic, !twoState.map[0]
    else { return nil }
    let cells = cycle.phases.reduce(0) {
      $0 + ($1.bitmap.width + 2) * ($1.bitmap.height + 2)
    }
    guard !cycle.phases.isEmpty, cells <= Self.mostCells else { return nil }
    var occurring = [Bool](repeating: false, count: MooreMap.count)
    occurring[0] = true
    for phase in cycle.phases { Self.mark(phase.bitmap, &occurring) }
    let isCounting = twoState.map.lifeLike != nil
    let needed = Self.classes(occurring, isCounting: isCounting) { twoState.map[$0] }
    let forbidden = Self.classes(occurring, isCounting: isCounting) { !twoState.map[$0] }
    smallest = Self.rule(needed) { $0 }
    largest = Self.rule(forbidden) { !$0 }
  }

  /// Marks the neighborhoods that occur in a phase.
  private static func mark(_ bitmap: Bitmap, _ occurring: inout [Bool]) {
    for y in -1...bitmap.height {
      // The last three columns of three rows: a map's index has the north-western cell first.
      var rows = [0, 0, 0]
      for x in -1...bitmap.width {
        for row in 0..<3 {
          let (column, line) = (x + 1, y + row - 1)
          let isInside = column < bitmap.width && line >= 0 && line < bitmap.height
          rows[row] = (rows[row] << 1 | (isInside && bitmap[column, line] != 0 ? 1 : 0)) & 7
        }
        occurring[rows[0] << 6 | rows[1] << 3 | rows[2]] = true
      }
    }
  }

  /// The classes of neighborhoods, by counts or by configurations, that occur and fulfill a
  /// condition; births at false, survivals at true.
  private static func classes(
    _ occurring: [Bool], isCounting: Bool, _ condition: (Int) -> Bool
  ) -> [Bool: Configurations] {
    var classes = [false: Configurations(), true: Configurations()]
    for index in occurring.indices where occurring[index] && condition(index) {
      let count = (index & Neighborhood.moore.mask).nonzeroBitCount
      classes[index & MooreMap.center != 0]?.masks[count] |=
        isCounting
        ? Hensel.allConfigurations(count) : 1 << UInt16(Hensel.configurations[index])
    }
    return classes
  }

  /// The rule of the classes that `isAlive` maps to true, from whether they are in a set.
  private static func rule(
    _ classes: [Bool: Configurations], _ isAlive: (Bool) -> Bool
  ) -> TwoStateRule {
    let map = MooreMap { index in
      isAlive(classes[index & MooreMap.center != 0]?.contains(index) ?? false)
    }
    let rule = TwoStateRule(.map("", .moore), map: map)
    return rule.asCounts ?? rule
  }
}
