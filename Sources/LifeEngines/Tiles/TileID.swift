/// The number of a tile in its ``TileField``: an index into the tiles' storage, stable until the
/// tile is freed.
struct TileID: Hashable, BitwiseCopyable {
  var rawValue: UInt32

  @inline(__always)
  init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Tile 0: it is always dead, and stands for a missing neighbor.
  static let none = TileID(0)

  @inline(__always)
  var isNone: Bool { rawValue == 0 }

  @inline(__always)
  var index: Int { Int(truncatingIfNeeded: rawValue) }
}

/// One of the eight neighbors of a tile, clockwise from the north.
///
///      7 0 1
///      6 · 2
///      5 4 3
enum TileDirection {
  static let all = 0..<8
  static let north = 0
  static let east = 2
  static let south = 4

  private static let offsets: [(x: Int, y: Int)] = [
    (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
  ]

  /// The columns and rows to a neighbor.
  static func offset(_ direction: Int) -> (x: Int, y: Int) { offsets[direction] }

  @inline(__always)
  static func opposite(_ direction: Int) -> Int { (direction &+ 4) & 7 }
}
