internal import LifeCore

/// The transitions of a rule to which its 512 neighborhoods belong, by counts or by configurations:
/// computed once for each rule.
struct NeighborhoodClasses: Sendable {
  struct Class: Sendable {
    /// The number of live neighbors.
    var count: Int
    /// The configurations of so many neighbors that belong to the same transition.
    var mask: UInt16
    /// Whether the cell itself is alive now, and whether it is in the next generation.
    var isSurvival: Bool
    var isAliveNext: Bool
  }

  /// By the index of a neighborhood: bit 0 is the north-western neighbor, bit 4 the cell.
  let classes: [Class]

  /// Nil if the rule is not an isotropic rule of the Moore neighborhood without B0.
  init?(_ rule: Rule) {
    guard let twoState = rule.twoState, twoState.neighborhood == .moore, !twoState.map[0],
      twoState.isIsotropic
    else { return nil }
    let isCounting = twoState.map.lifeLike != nil
    classes = (0..<MooreMap.count).map { reversed in
      // A map's index has the north-western cell in its highest bit.
      let index = (0..<9).reduce(0) { $0 | (reversed >> $1 & 1) << (8 - $1) }
      let count = (index & Neighborhood.moore.mask).nonzeroBitCount
      return Class(
        count: count,
        mask: isCounting
          ? Hensel.allConfigurations(count) : 1 << UInt16(Hensel.configurations[index]),
        isSurvival: index & MooreMap.center != 0, isAliveNext: twoState.map[index])
    }
  }
}
