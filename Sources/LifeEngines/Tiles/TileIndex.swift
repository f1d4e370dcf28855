internal import LifeCore

/// Finds tiles by their places: a hash table with linear probing, at most half full.
///
///      entry    [ high half of the hash | number of the tile ]    0 if empty
///
/// Places are not stored: the high half of the hash distinguishes nearly all tiles, and the tile's
/// header has the place.
@safe
struct TileIndex {
  private var entries: Arena<UInt64>
  private var mask: Int
  /// The number of tiles in the table.
  private(set) var count = 0

  init() throws(MemoryExhausted) {
    entries = try Arena(purpose: TileField.purpose, capacity: 256)
    mask = 255
  }

  /// The maximum number of bytes of a table for a number of tiles.
  static func bytes(forTiles count: Int) -> Int { 4 * count * MemoryLayout<UInt64>.stride }

  /// Multiplies by odd constants and folds, to spread neighbors.
  @inline(__always)
  static func hash(column: Int, row: Int) -> UInt64 {
    var hash = UInt64(bitPattern: Int64(column)) &* 0x9e37_79b9_7f4a_7c15
    hash ^= UInt64(bitPattern: Int64(row)) &* 0xc2b2_ae3d_27d4_eb4f
    hash = (hash ^ hash &>> 32) &* 0xd6e8_feb8_6659_fd93
    return hash ^ hash &>> 32
  }

  /// The tile's number in an entry.
  private static let numberMask: UInt64 = 0xffff_ffff

  @inline(__always)
  private static func tile(_ entry: UInt64) -> TileID {
    TileID(UInt32(truncatingIfNeeded: entry))
  }

  /// The tile with this hash that `isMatch` accepts, or ``TileID/none``.
  @inline(__always)
  func find(_ hash: UInt64, where isMatch: (TileID) -> Bool) -> TileID {
    let entries = unsafe entries.elements
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = unsafe entries[place]
      if entry == 0 { return .none }
      let tile = Self.tile(entry)
      if (entry ^ hash) &>> 32 == 0, isMatch(tile) { return tile }
      place = (place &+ 1) & mask
    }
  }

  /// Adds a new tile.
  ///
  /// - Precondition: ``reserve(forTiles:hashOf:)`` made room.
  mutating func insert(_ tile: TileID, hash: UInt64) {
    let entries = unsafe entries.elements
    var place = Int(truncatingIfNeeded: hash) & mask
    while unsafe entries[place] != 0 { place = (place &+ 1) & mask }
    unsafe entries[place] = hash & ~Self.numberMask | UInt64(tile.rawValue)
    count += 1
  }

  /// Removes a tile, and fills the hole with a later entry if probing would no longer find it.
  ///
  /// - Parameter hashOf: the hash of any tile in the table.
  mutating func remove(_ tile: TileID, hash: UInt64, hashOf: (TileID) -> UInt64) {
    let entries = unsafe entries.elements
    var hole = Int(truncatingIfNeeded: hash) & mask
    while unsafe Self.tile(entries[hole]) != tile { hole = (hole &+ 1) & mask }
    var place = hole
    while true {
      place = (place &+ 1) & mask
      let entry = unsafe entries[place]
      if entry == 0 { break }
      let home = Int(truncatingIfNeeded: hashOf(Self.tile(entry))) & mask
      // An entry may move to the hole unless its home lies after the hole.
      if (place &- home) & mask >= (place &- hole) & mask {
        unsafe entries[hole] = entry
        hole = place
      }
    }
    unsafe entries[hole] = 0
    count -= 1
  }

  /// Makes the table large enough for a number of tiles.
  mutating func reserve(
    forTiles tiles: Int, hashOf: (TileID) -> UInt64
  ) throws(MemoryExhausted) {
    while 2 * tiles > mask + 1 {
      let old = entries
      let oldSize = mask + 1
      entries = try Arena(purpose: TileField.purpose, capacity: 2 * oldSize)
      mask = 2 * oldSize - 1
      count = 0
      for place in 0..<oldSize {
        let tile = unsafe Self.tile(old.elements[place])
        if !tile.isNone { insert(tile, hash: hashOf(tile)) }
      }
    }
  }
}

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

  private static let offsets = (
    x: SIMD8(0, 1, 1, 1, 0, -1, -1, -1), y: SIMD8(-1, -1, 0, 1, 1, 1, 0, -1)
  )

  /// The columns and rows to a neighbor.
  static func offset(_ direction: Int) -> (x: Int, y: Int) {
    (offsets.x[direction], offsets.y[direction])
  }

  @inline(__always)
  static func opposite(_ direction: Int) -> Int { (direction &+ 4) & 7 }
}
