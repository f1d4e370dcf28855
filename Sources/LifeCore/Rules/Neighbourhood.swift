/// The neighbours that a two-state rule counts, among the eight around a cell.
package enum Neighbourhood: Hashable, Sendable, CaseIterable {
  case moore
  /// North-west, north, west, east, south and south-east: hexagons on the square grid.
  case hexagonal
  /// North, west, east and south.
  case vonNeumann

  /// The neighbours as bits of a ``MooreMap`` index.
  package var mask: Int {
    switch self {
    case .moore: 0b111_101_111
    case .hexagonal: 0b110_101_011
    case .vonNeumann: 0b010_101_010
    }
  }

  package var count: Int { mask.nonzeroBitCount }

  /// What ends a rulestring of this neighbourhood.
  package var suffix: String {
    switch self {
    case .moore: ""
    case .hexagonal: "H"
    case .vonNeumann: "V"
    }
  }
}
