internal import LifeCore

/// The class of each of a rule's 512 neighborhoods, computed once for each rule.
struct NeighborhoodClasses: Sendable {
  struct Class: Sendable {
    /// The number of live neighbors.
    var count: Int
    /// A bit for each configuration of the class: every one with this count if the rule only counts
    /// neighbors, otherwise a single one, for example 2e.
    var mask: UInt16
    /// Whether the center cell is alive now.
    var isAliveNow: Bool
    /// Whether the center cell is alive in the next generation.
    var isAliveNext: Bool
  }

  /// Indexed by the neighborhood: bit 0 is the north-western neighbor, bit 4 the center cell.
  let classes: [Class]

  /// Returns `nil` unless the rule is isotropic, has the Moore neighborhood and lacks B0.
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
        isAliveNow: index & MooreMap.center != 0, isAliveNext: twoState.map[index])
    }
  }
}
