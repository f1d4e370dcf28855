/// The diagonals along which spaceships fly, with the coordinate that stays the same along them.
enum Diagonal: Int, CaseIterable {
  /// From south-west to north-east: x + y.
  case rising
  /// From north-west to south-east: x - y.
  case falling

  @inline(__always)
  func coordinate(x: Int, y: Int) -> Int { self == .rising ? x + y : x - y }

  /// How cells of a lane may move, and by how many cells in four generations.
  var drifts: [(drift: Drifts, x: Int, y: Int)] {
    switch self {
    case .rising: [(.none, 0, 0), (.forward, 1, -1), (.backward, -1, 1)]
    case .falling: [(.none, 0, 0), (.forward, 1, 1), (.backward, -1, -1)]
    }
  }
}

/// The ways in which all cells of a lane are the same four generations later.
struct Drifts: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  static let none = Drifts(rawValue: 1)
  /// A cell to the east along the diagonal.
  static let forward = Drifts(rawValue: 2)
  /// A cell to the west along the diagonal.
  static let backward = Drifts(rawValue: 4)
}

/// A strip of a square along a diagonal that contains some of its cells, for ever: they only drift
/// along it, by one of `drifts`.
struct Lane: BitwiseCopyable {
  /// The least and the greatest coordinate of live cells, in any generation.
  var low: Int
  var high: Int
  var drifts: Drifts

  /// Cells whose coordinates differ by so much have no common neighbor: they are three columns or
  /// three rows apart.
  static let distance = 5

  func isApart(from other: Lane) -> Bool {
    low - other.high >= Self.distance || other.low - high >= Self.distance
  }

  func moved(by distance: Int) -> Lane {
    Lane(low: low + distance, high: high + distance, drifts: drifts)
  }
}
