internal import LifeCore

/// The tiles to compute in one step, with the kernel's result for each.
///
/// A tile is *activated* for a step if its window differs from 24 generations before: its successor
/// must be computed. Each header stores the last step of its activation, so no tile is listed
/// twice.
@safe
final class ActiveTiles {
  private let tiles: Arena<TileID>
  private let kernelResults: Arena<UInt32>
  @exclusivity(unchecked)
  private var base: UnsafeMutablePointer<TileID>
  @safe @exclusivity(unchecked) private var capacity: Int
  @safe @exclusivity(unchecked) private(set) var count = 0

  /// The bytes for each tile in both lists of a ``TilePlane``: in each its number and its result.
  static let bytesPerTile = 16

  init() throws(MemoryExhausted) {
    tiles = try Arena(purpose: "tiles", capacity: 1024)
    kernelResults = try Arena(purpose: "tiles", capacity: 1024)
    unsafe base = tiles.elements
    capacity = min(tiles.capacity, kernelResults.capacity)
  }

  func removeAll() { count = 0 }

  /// Replaces all tiles.
  ///
  /// - Parameter body: writes the new tiles, and perhaps one more as scratch. Returns the number of
  ///   new tiles.
  @inline(__always)
  func fill(
    atMost most: Int, _ body: (UnsafeMutablePointer<TileID>) -> Int
  ) throws(MemoryExhausted) {
    if capacity <= most { try grow(to: most + 1) }
    count = unsafe body(base)
  }

  func removeAll(where isUnwanted: (TileID) -> Bool) {
    var kept = 0
    for index in 0..<count where unsafe !isUnwanted(base[index]) {
      unsafe base[kept] = base[index]
      kept += 1
    }
    count = kept
  }

  /// Activates a tile and some of its neighbors for a step, and makes missing ones.
  ///
  /// - Parameter near: a bit for each direction.
  @inline(__always)
  func activate(
    _ tile: TileID, andNeighbors near: UInt8, for step: Int, in field: TileField
  ) throws(MemoryExhausted) {
    try activate(tile, for: step, in: field)
    var near = near
    while near != 0 {
      let direction = near.trailingZeroBitCount
      near &= near &- 1
      var other = field.neighbor(of: tile, toward: direction)
      if other.isNone { other = try field.makeNeighbor(of: tile, toward: direction) }
      try activate(other, for: step, in: field)
    }
  }

  @inline(__always)
  private func activate(
    _ tile: TileID, for step: Int, in field: TileField
  ) throws(MemoryExhausted) {
    let header = unsafe field.header(tile)
    if unsafe header.pointee.activeStep == step { return }
    unsafe header.pointee.activeStep = step
    if count == capacity { try grow(to: 2 * capacity) }
    unsafe base[count] = tile
    count &+= 1
  }

  private func grow(to wanted: Int) throws(MemoryExhausted) {
    try tiles.grow(to: wanted)
    try kernelResults.grow(to: wanted)
    unsafe base = tiles.elements
    capacity = min(tiles.capacity, kernelResults.capacity)
  }

  /// The tiles. The pointer is valid until the list grows.
  var list: UnsafePointer<TileID> { unsafe UnsafePointer(tiles.elements) }

  /// The tiles as plain numbers, for kernels.
  var numbers: UnsafePointer<UInt32> {
    unsafe UnsafeRawPointer(tiles.elements).assumingMemoryBound(to: UInt32.self)
  }

  /// Room for the kernel's result of each tile. The pointer is valid until the list grows.
  var results: UnsafeMutablePointer<UInt32> { unsafe kernelResults.elements }

  /// Checks that every tile is in use and listed once, for debug builds and tests.
  func checkInvariants(_ field: TileField, step: Int) {
    var listed = Set<TileID>()
    for index in 0..<count {
      let tile = unsafe list[index]
      let header = unsafe field.header(tile).pointee
      precondition(header.isInUse, "active tiles are in use")
      precondition(header.activeStep == step, "active tiles are marked with the step")
      precondition(listed.insert(tile).inserted, "active tiles are listed once")
    }
  }
}

/// Finds pairs of active tiles, one south of the other.
///
/// In Conway's Life, the kernel advances a pair in one window: a margin of eight rows at either
/// end, none in between. Most active tiles of a soup find a partner, and a pair costs 12 % less
/// than two tiles alone. Under other rules, the kernel advances the two one by one.
@safe
final class TilePairs {
  /// For each tile 1 while it waits for a partner, 0 otherwise.
  private let isWaiting: Arena<UInt8>

  /// The bytes stored for every tile.
  static let bytesPerTile = 1

  init() throws(MemoryExhausted) { isWaiting = try Arena(purpose: TileField.purpose, capacity: 1) }

  /// Lists activated tiles again, the two of a pair one after the other.
  func list(
    _ activated: ActiveTiles, in field: TileField, into paired: ActiveTiles
  ) throws(MemoryExhausted) {
    try isWaiting.grow(to: Int(field.end))
    let isWaiting = unsafe isWaiting.elements
    let tiles = unsafe activated.list
    for index in 0..<activated.count { unsafe isWaiting[tiles[index].index] = 1 }
    unsafe try paired.fill(atMost: activated.count) { paired in
      var count = 0
      for index in 0..<activated.count {
        // Without branches: they would be unpredictable.
        let tile = unsafe tiles[index]
        let south = field.neighbor(of: tile, toward: TileDirection.south)
        let north = field.neighbor(of: tile, toward: TileDirection.north)
        let isUnlisted = unsafe isWaiting[tile.index]
        let joinsSouth = unsafe isUnlisted & isWaiting[south.index]
        let joinsNorth = unsafe isUnlisted & isWaiting[north.index] & ~joinsSouth
        unsafe isWaiting[tile.index] = 0
        unsafe isWaiting[south.index] ^= joinsSouth
        unsafe isWaiting[north.index] ^= joinsNorth
        unsafe paired[count] = joinsNorth == 1 ? north : tile
        unsafe paired[count &+ 1] = joinsSouth == 1 ? south : tile
        count &+= Int(isUnlisted &+ joinsSouth &+ joinsNorth)
      }
      return count
    }
  }
}
