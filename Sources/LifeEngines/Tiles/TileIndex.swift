internal import LifeCore

/// Finds tiles by their places: a table with open addressing, at most half full.
///
///      slot    [ high half of the hash | number of the tile ]    0 if empty
@safe
struct TileIndex {
  private var slots: Arena<UInt64>
  private var mask: Int
  private let purpose: String
  private var count = 0

  init(purpose: String) throws(MemoryExhausted) {
    self.purpose = purpose
    slots = try Arena(purpose: purpose, capacity: 256)
    mask = 255
  }

  /// What the table takes at most for so many tiles, in bytes.
  static func bytes(forTiles count: Int) -> Int { 4 * count * MemoryLayout<UInt64>.stride }

  /// Multiplies by odd constants and folds, so that neighbours are far apart.
  @inline(__always)
  static func hash(_ column: Int, _ row: Int) -> UInt64 {
    var hash = UInt64(bitPattern: Int64(column)) &* 0x9e37_79b9_7f4a_7c15
    hash ^= UInt64(bitPattern: Int64(row)) &* 0xc2b2_ae3d_27d4_eb4f
    hash = (hash ^ hash &>> 32) &* 0xd6e8_feb8_6659_fd93
    return hash ^ hash &>> 32
  }

  private static let number: UInt64 = 0xffff_ffff

  /// The tile with this hash of which `isWanted` says yes; 0 if there is none.
  @inline(__always)
  func find(_ hash: UInt64, _ isWanted: (UInt32) -> Bool) -> UInt32 {
    let slots = unsafe slots.elements
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = unsafe slots[place]
      if slot == 0 { return 0 }
      let number = UInt32(truncatingIfNeeded: slot)
      if (slot ^ hash) &>> 32 == 0, isWanted(number) { return number }
      place = (place &+ 1) & mask
    }
  }

  /// Adds a tile that is not in the table; there must be room.
  mutating func insert(_ number: UInt32, _ hash: UInt64) {
    let slots = unsafe slots.elements
    var place = Int(truncatingIfNeeded: hash) & mask
    while unsafe slots[place] != 0 { place = (place &+ 1) & mask }
    unsafe slots[place] = hash & ~Self.number | UInt64(number)
    count += 1
  }

  /// Removes a tile, and moves those behind it that would no longer be found.
  ///
  /// - Parameter hashOf: the hash of any tile in the table.
  mutating func remove(_ number: UInt32, _ hash: UInt64, hashOf: (UInt32) -> UInt64) {
    let slots = unsafe slots.elements
    var hole = Int(truncatingIfNeeded: hash) & mask
    while unsafe slots[hole] & Self.number != UInt64(number) { hole = (hole &+ 1) & mask }
    var place = hole
    while true {
      place = (place &+ 1) & mask
      let slot = unsafe slots[place]
      if slot == 0 { break }
      let home = Int(truncatingIfNeeded: hashOf(UInt32(truncatingIfNeeded: slot))) & mask
      // It may go to the hole unless its home lies after that.
      if (place &- home) & mask >= (place &- hole) & mask {
        unsafe slots[hole] = slot
        hole = place
      }
    }
    unsafe slots[hole] = 0
    count -= 1
  }

  /// Sees to it that a table of so many tiles is at most half full.
  mutating func reserve(
    forTiles tiles: Int, hashOf: (UInt32) -> UInt64
  ) throws(MemoryExhausted) {
    guard 2 * tiles > mask + 1 else { return }
    let old = slots
    let size = 2 * (mask + 1)
    slots = try Arena(purpose: purpose, capacity: size)
    let before = mask + 1
    mask = size - 1
    count = 0
    for place in 0..<before {
      let number = unsafe UInt32(truncatingIfNeeded: old.elements[place])
      if number != 0 { insert(number, hashOf(number)) }
    }
  }
}
