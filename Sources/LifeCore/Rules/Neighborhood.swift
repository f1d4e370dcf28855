/// The neighborhoods of two-state rules, each part of the Moore neighborhood. The raw value is the
/// suffix of a rulestring.
package enum Neighborhood: String, Sendable, CaseIterable {
  /// All eight cells around a cell.
  case moore = ""
  /// North-west, north, west, east, south and south-east: hexagons on the square grid.
  case hexagonal = "H"
  /// North, west, east and south.
  case vonNeumann = "V"
  /// North, west and south-east: every second neighbor of a hexagon.
  case tripod = "HT"

  /// The neighbors as bits of a ``MooreMap`` index.
  package var mask: Int {
    switch self {
    case .moore: 0b111_101_111
    case .hexagonal: 0b110_101_011
    case .vonNeumann: 0b010_101_010
    case .tripod: 0b010_100_001
    }
  }

  /// The number of neighbors: 8, 6, 4 or 3.
  package var count: Int { mask.nonzeroBitCount }

  /// The suffix of a rulestring: empty, `H`, `V` or `HT`.
  package var suffix: String { rawValue }

  package var name: String {
    switch self {
    case .moore: "Moore"
    case .hexagonal: "hexagonal"
    case .vonNeumann: "von Neumann"
    case .tripod: "tripod"
    }
  }

  /// Whether the cells are hexagons.
  package var isHexagonal: Bool { self == .hexagonal || self == .tripod }
}

// MARK: - Configurations

extension Neighborhood {
  /// The letters of each number of neighbors in alphabetical order. A number without distinct
  /// configurations has one nameless configuration.
  package var letters: [[UInt8]] {
    switch self {
    case .moore: Hensel.letters
    case .hexagonal: HexagonalLetters.letters
    case .vonNeumann, .tripod: Array(repeating: [0], count: count + 1)
    }
  }

  /// The place of a ``MooreMap`` index's letter among the ``letters`` of its count.
  package func configuration(of index: Int) -> Int {
    switch self {
    case .moore: Int(Hensel.configurations[index])
    case .hexagonal: HexagonalLetters.configuration(of: index)
    case .vonNeumann, .tripod: 0
    }
  }

  /// The mask of all configurations of `count` neighbors, as in ``Configurations/masks``.
  package func allConfigurations(_ count: Int) -> UInt16 {
    self == .moore ? Hensel.allConfigurations(count) : 1 << UInt16(letters[count].count) - 1
  }
}

/// The letters of LifeViewer for the configurations of live neighbors around a hexagon, up to
/// rotation and reflection.
///
///     2o  # #      2m  # .      2p  # .      3o  # #      3m  # #      3p  # .
///        . x .        . x #        . x .        . x #        . x .        . x #
///         . .          . .          . #          . .          # .          # .
///
/// Four neighbors have the letter of the two dead ones.
enum HexagonalLetters {
  static let letters: [[UInt8]] = (0...6).map { (2...4).contains($0) ? Array("mop".utf8) : [0] }

  /// The neighbors as bits of a ``MooreMap`` index, clockwise from the north-western one.
  private static let ring = [256, 128, 8, 1, 2, 32]

  static func configuration(of index: Int) -> Int {
    let live = ring.indices.filter { index & ring[$0] != 0 }
    switch live.count {
    case 2: return configuration(ofPair: live)
    case 3:
      let adjacentPairs = live.count { live.contains(($0 + 1) % 6) }
      return [2, 0, 1][adjacentPairs]
    case 4: return configuration(ofPair: ring.indices.filter { !live.contains($0) })
    default: return 0
    }
  }

  private static func configuration(ofPair pair: [Int]) -> Int {
    let steps = pair[1] - pair[0]
    return [1, 0, 2][min(steps, 6 - steps) - 1]
  }
}
