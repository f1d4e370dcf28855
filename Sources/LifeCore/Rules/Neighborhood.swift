/// The neighborhoods of two-state rules, each part of the Moore neighborhood.
package enum Neighborhood: Hashable, Sendable, CaseIterable {
  /// All eight cells around a cell.
  case moore
  /// North-west, north, west, east, south and south-east: hexagons on the square grid.
  case hexagonal
  /// North, west, east and south.
  case vonNeumann

  /// The neighbors as bits of a ``MooreMap`` index.
  package var mask: Int {
    switch self {
    case .moore: 0b111_101_111
    case .hexagonal: 0b110_101_011
    case .vonNeumann: 0b010_101_010
    }
  }

  /// The number of neighbors: 8, 6 or 4.
  package var count: Int { mask.nonzeroBitCount }

  /// The suffix of a rulestring: empty, `H` or `V`.
  package var suffix: String {
    switch self {
    case .moore: ""
    case .hexagonal: "H"
    case .vonNeumann: "V"
    }
  }
}
