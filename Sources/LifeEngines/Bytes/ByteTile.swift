internal import LifeCore

/// The header of a tile of 64 × 64 cells: its place, its neighbors and its active blocks.
///
/// ``ByteTiles`` stores the cells. Each bit of a mask stands for a block of 8 × 8 cells:
///
///       0  1 …  7         the block to the north is 8 bits lower, to the west 1 bit lower
///       8  9 … 15
///       …
struct ByteTile: BitwiseCopyable, Sendable {
  typealias Mask = UInt64

  let place: TilePlace
  /// The numbers of the neighbors, clockwise from the north; 0 where there is none.
  var neighbors = SIMD8<Int32>()
  /// The blocks that may change in the next generation.
  var active: Mask = 0
  /// The blocks that may change one generation later; complete after the present step.
  var upcoming: Mask = 0
  /// The number of columns and rows inside the universe: the first ones of the tile.
  var columns = size
  var rows = size

  static let size = 64
  /// The number of cells of a tile.
  static let area = size * size

  init(_ place: TilePlace) { self.place = place }

  /// The blocks with cells inside the universe.
  var insideBlocks: Mask {
    let columns = UInt64(0xff) >> UInt64(8 - (columns + 7) / 8)
    let rows = (rows + 7) / 8
    return columns &* 0x0101_0101_0101_0101 & (rows == 8 ? .max : (1 << UInt64(8 * rows)) - 1)
  }

  /// Whether all cells are inside the universe.
  var isWhole: Bool { columns == Self.size && rows == Self.size }

  /// Whether no column and no row is inside the universe: the tile was freed, or it holds copies
  /// beyond a corner of a bounded universe.
  var isFree: Bool { rows == 0 && columns == 0 }

  mutating func setFree() {
    columns = 0
    rows = 0
    neighbors = .zero
  }

  /// Begins the next generation.
  mutating func activate() {
    active = upcoming
    upcoming = 0
  }
}

/// The changed blocks of a tile, by the sides and corners of their changes.
///
/// A change at a side of a block can change the block beyond that side in the next generation, a
/// change at a corner also the block beyond the corner. ``inside`` and ``outside`` are those
/// blocks.
struct ChangedBlocks: BitwiseCopyable, Sendable {
  var any: ByteTile.Mask = 0
  var north: UInt64 = 0
  var east: UInt64 = 0
  var south: UInt64 = 0
  var west: UInt64 = 0
  var northEast: UInt64 = 0
  var southEast: UInt64 = 0
  var southWest: UInt64 = 0
  var northWest: UInt64 = 0
  /// The change of the digest of all cells.
  var digest: UInt64 = 0

  private static let firstRow: UInt64 = 0xff
  private static let lastRow: UInt64 = 0xff << 56
  private static let firstColumn: UInt64 = 0x0101_0101_0101_0101
  private static let lastColumn: UInt64 = firstColumn << 7

  /// Adds a block from the differences of its first row, its last row and all rows together, with a
  /// byte for each cell.
  @inline(__always)
  mutating func add(_ bit: UInt64, first: UInt64, last: UInt64, all: UInt64) {
    if all == 0 { return }
    let west: UInt64 = 0xff
    let east: UInt64 = 0xff << 56
    any |= bit
    if first != 0 { north |= bit }
    if last != 0 { south |= bit }
    if all & west != 0 { self.west |= bit }
    if all & east != 0 { self.east |= bit }
    if first & west != 0 { northWest |= bit }
    if first & east != 0 { northEast |= bit }
    if last & west != 0 { southWest |= bit }
    if last & east != 0 { southEast |= bit }
  }

  /// The blocks of the tile itself that may change in the next generation.
  var inside: UInt64 {
    let first = Self.firstColumn
    let last = Self.lastColumn
    let straight = north >> 8 | south << 8 | (west & ~first) >> 1 | (east & ~last) << 1
    let diagonal =
      (northWest & ~first) >> 9 | (northEast & ~last) >> 7
      | (southWest & ~first) << 7 | (southEast & ~last) << 9
    return any | straight | diagonal
  }

  /// The blocks of the neighbors that may change in the next generation, clockwise from the north.
  var outside: SIMD8<UInt64> {
    let first = Self.firstColumn
    let last = Self.lastColumn
    let top = Self.firstRow
    let bottom = Self.lastRow
    return SIMD8(
      (north & top) << 56 | (northWest & top & ~first) << 55 | (northEast & top & ~last) << 57,
      (northEast & top & last) << 49,
      (east & last) >> 7 | (northEast & last & ~top) >> 15 | (southEast & last & ~bottom) << 1,
      (southEast & bottom & last) >> 63,
      (south & bottom) >> 56 | (southWest & bottom & ~first) >> 57
        | (southEast & bottom & ~last) >> 55,
      (southWest & bottom & first) >> 49,
      (west & first) << 7 | (northWest & first & ~top) >> 1 | (southWest & first & ~bottom) << 15,
      (northWest & top & first) << 63)
  }
}
