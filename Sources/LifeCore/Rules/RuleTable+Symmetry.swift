/// Which rearrangements of the neighbours a table's transitions stand for.
package struct TableSymmetry: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case none
    case rotate2
    case rotate3
    case rotate4
    case rotate6
    case rotate8
    case rotate4reflect
    case rotate6reflect
    case rotate8reflect
    case reflectHorizontal = "reflect_horizontal"
    case reflect
    /// Any neighbour may stand in any neighbour's place.
    case permute
  }

  package let neighbourhood: RuleTable.Neighbourhood
  package let kind: Kind

  /// Nil if this neighbourhood has no such symmetry.
  package init?(_ kind: Kind, of neighbourhood: RuleTable.Neighbourhood) {
    guard Self.kinds(of: neighbourhood).contains(kind) else { return nil }
    self.kind = kind
    self.neighbourhood = neighbourhood
  }

  /// The symmetries that a neighbourhood can have.
  package static func kinds(of neighbourhood: RuleTable.Neighbourhood) -> [Kind] {
    switch neighbourhood {
    case .vonNeumann: [.none, .rotate4, .rotate4reflect, .reflectHorizontal, .permute]
    case .moore:
      [
        .none, .rotate4, .rotate8, .rotate4reflect, .rotate8reflect, .reflectHorizontal, .permute,
      ]
    case .hexagonal: [.none, .rotate2, .rotate3, .rotate6, .rotate6reflect, .permute]
    case .oneDimensional: [.none, .reflect, .permute]
    }
  }

  private var rotations: Int {
    switch kind {
    case .none, .reflect, .reflectHorizontal, .permute: 1
    case .rotate2: 2
    case .rotate3: 3
    case .rotate4, .rotate4reflect: 4
    case .rotate6, .rotate6reflect: 6
    case .rotate8, .rotate8reflect: 8
    }
  }

  private var isReflected: Bool {
    switch kind {
    case .rotate4reflect, .rotate6reflect, .rotate8reflect, .reflectHorizontal, .reflect: true
    default: false
    }
  }

  /// The rearrangements: neighbour *i* of a transition may be matched by neighbour `image[i]` of
  /// the cell. `permute` has too many to be listed, and has the identity only.
  ///
  ///      rotated by k of n     i → i + k · count / n     around the ring of neighbours
  ///      reflected             i → −i                    which keeps the first, the north
  var images: [[Int]] {
    let count = neighbourhood.lanes.count
    // West and east are a ring of two whose reflection exchanges them.
    if kind == .reflect { return [[0, 1], [1, 0]] }
    return (0..<rotations).flatMap { turn in
      let step = turn * count / rotations
      let rotated = (0..<count).map { ($0 + step) % count }
      let reflected = (0..<count).map { (step + count - $0) % count }
      return isReflected ? [rotated, reflected] : [rotated]
    }
  }

  /// Which neighbours stand in each other's places in some image, as lanes.
  var orbits: [[Int]] {
    let lanes = neighbourhood.lanes
    if kind == .permute { return [lanes] }
    let images = images
    let orbits = lanes.indices.map { index in Set(images.map { $0[index] }) }
    return Set(orbits).map { orbit in orbit.sorted().map { lanes[$0] } }
  }
}
