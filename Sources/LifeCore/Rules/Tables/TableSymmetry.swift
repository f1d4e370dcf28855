/// The rearrangements of the neighbors that keep each transition of a table valid.
package struct TableSymmetry: Hashable, Sendable {
  /// The group of rearrangements, by its name in rule files.
  package enum Group: String, CaseIterable, Sendable {
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
    /// All permutations of the neighbors.
    case permute
  }

  package let neighborhood: RuleTable.Neighborhood
  package let group: Group

  /// Returns `nil` if the neighborhood does not have this symmetry.
  package init?(_ group: Group, of neighborhood: RuleTable.Neighborhood) {
    guard Self.groups(of: neighborhood).contains(group) else { return nil }
    self.group = group
    self.neighborhood = neighborhood
  }

  /// The possible symmetries of a neighborhood.
  package static func groups(of neighborhood: RuleTable.Neighborhood) -> [Group] {
    switch neighborhood {
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
    switch group {
    case .none, .reflect, .reflectHorizontal, .permute: 1
    case .rotate2: 2
    case .rotate3: 3
    case .rotate4, .rotate4reflect: 4
    case .rotate6, .rotate6reflect: 6
    case .rotate8, .rotate8reflect: 8
    }
  }

  private var isReflected: Bool {
    switch group {
    case .rotate4reflect, .rotate6reflect, .rotate8reflect, .reflectHorizontal, .reflect: true
    default: false
    }
  }

  /// The rearrangements: neighbor *i* of a transition is matched with neighbor `image[i]` of the
  /// cell. For `permute` only the identity is listed, because there are up to 8! images.
  ///
  ///      rotated by k of n     i → i + k · count / n     around the ring of neighbors
  ///      reflected             i → −i                    which keeps the first, the north
  var images: [[Int]] {
    let count = neighborhood.lanes.count
    // In one dimension a reflection exchanges west and east.
    if group == .reflect { return [[0, 1], [1, 0]] }
    return (0..<rotations).flatMap { turn in
      let step = turn * count / rotations
      let rotated = (0..<count).map { ($0 + step) % count }
      let reflected = (0..<count).map { (step + count - $0) % count }
      return isReflected ? [rotated, reflected] : [rotated]
    }
  }

  /// Whether a rearrangement, in the form of ``images``, keeps each transition valid.
  func contains(_ image: [Int]) -> Bool { group == .permute || images.contains(image) }

  /// The orbits of the neighbors under the symmetry, as lanes of ``RuleTable/Cells9``.
  var orbits: [[Int]] {
    let lanes = neighborhood.lanes
    if group == .permute { return [lanes] }
    let images = images
    let orbits = lanes.indices.map { index in Set(images.map { $0[index] }) }
    return Set(orbits).map { orbit in orbit.sorted().map { lanes[$0] } }
  }
}
