internal import LifeCore
internal import LifeKernels

/// The tiles of 48 × 48 cells that something lives in or comes near, with links to their
/// neighbours.
///
/// A tile keeps three slots, the cells of three moments eight generations apart, and time goes
/// around them: the next slot holds what the tile was 24 generations before it is written anew. A
/// tile whose window is as it was 24 generations ago needs no work, since what it becomes stands
/// there already; so everything whose period divides 24 costs nothing.
///
/// Invariant: what lives within eight cells of a neighbour, in any slot, has that neighbour. So
/// cells that come and go between two moments have a place to be.
@safe
final class TileField {
  /// The moments that a tile keeps.
  static let slots = 3
  /// The generations from one slot to the next.
  static let stride = 8
  /// Cells a side.
  static let side = 48
  /// The bits of a row of a slot that are cells.
  static let ownBits = WordMask.bits(from: 8, to: 8 + side)

  private static let wordsPerTile = 8 + slots * side
  private static let purpose = "tiles"

  private let storage: Arena<UInt64>
  /// Tile 0, which is always dead, is the neighbour of those that have none there.
  private(set) var base: UnsafeMutablePointer<UInt64>
  private var index: TileIndex
  private let limit: Int
  /// For how many tiles there is room.
  private(set) var capacity: Int
  /// One more than the highest number that is, or was, in use.
  private(set) var end: UInt32 = 1
  /// How many are in use.
  private(set) var count = 0
  /// Tiles that must be had when they are asked for.
  private var promised = 0
  /// Holds the places of all tiles, and perhaps more.
  private var box: Window?
  /// The first of the numbers that are free again; each names the next in its first word.
  private var free: UInt32 = 0

  init(limit: Int) throws(MemoryExhausted) {
    self.limit = limit
    storage = try Arena(purpose: Self.purpose, capacity: Self.wordsPerTile)
    unsafe base = storage.elements
    capacity = storage.capacity / Self.wordsPerTile
    index = try TileIndex(purpose: Self.purpose)
  }

  /// What the tiles occupy, and for each of them what their owner keeps.
  private static func bytes(_ capacity: Int) -> Int {
    Arena<UInt64>.pages(capacity * wordsPerTile) + TileIndex.bytes(forTiles: capacity)
      + capacity * TileQueue.bytesPerTile
  }

  var byteCount: Int { Self.bytes(capacity) }

  /// The cells of all tiles, and perhaps more; far away if there are none.
  var cells: Window {
    guard let box else { return Window(x: 1 << 61, y: 1 << 61, width: 1, height: 1) }
    return Window(
      x: box.x * Self.side, y: box.y * Self.side, width: box.width * Self.side,
      height: box.height * Self.side)
  }
}

/// What stands before a tile's slots; the kernels read the neighbours.
struct TileHeader: BitwiseCopyable {
  /// The numbers of the eight neighbours, clockwise from the north.
  var neighbours: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  var column: Int
  var row: Int
  /// The last step that this tile was called for.
  var step: Int
  /// For each slot bits 0 to 7 for what lives within eight cells of each neighbour, and bit 8 if
  /// anything lives.
  var lives: (UInt16, UInt16, UInt16)
  var isInUse: Bool
  /// Whether all that lives here is about to fly away.
  var isLeaving = false

  /// What lives near each neighbour in any slot, and bit 8.
  @inline(__always) var life: UInt16 { lives.0 | lives.1 | lives.2 }
}

extension TileField {
  @inline(__always)
  private func words(_ number: UInt32) -> UnsafeMutablePointer<UInt64> {
    unsafe base + Int(truncatingIfNeeded: number) &* Self.wordsPerTile
  }

  /// - Precondition: the number is below ``end``.
  @inline(__always)
  func header(_ number: UInt32) -> UnsafeMutablePointer<TileHeader> {
    unsafe UnsafeMutableRawPointer(words(number)).assumingMemoryBound(to: TileHeader.self)
  }

  /// The neighbour in a direction, clockwise from the north; 0 if there is none.
  @inline(__always)
  func neighbour(_ number: UInt32, _ direction: Int) -> UInt32 {
    unsafe UnsafeRawPointer(words(number)).assumingMemoryBound(to: UInt32.self)[direction]
  }

  func isLeaving(_ number: UInt32) -> Bool { unsafe header(number).pointee.isLeaving }

  func setLeaving(_ tiles: [UInt32], _ value: Bool) {
    for number in tiles { unsafe header(number).pointee.isLeaving = value }
  }

  /// Says what lives near each neighbour in a slot, and in bit 8 if anything does.
  @inline(__always)
  func setLife(_ number: UInt32, slot: Int, _ life: UInt16) {
    let header = unsafe header(number)
    switch slot {
    case 0: unsafe header.pointee.lives.0 = life
    case 1: unsafe header.pointee.lives.1 = life
    default: unsafe header.pointee.lives.2 = life
    }
  }

  /// Whether a tile is in use and has fewer than six neighbours.
  @inline(__always)
  func hasFewNeighbours(_ number: UInt32) -> Bool {
    var count = 0
    for direction in 0..<8 where neighbour(number, direction) != 0 { count &+= 1 }
    return unsafe count < 6 && header(number).pointee.isInUse
  }

  private func setNeighbour(_ number: UInt32, _ direction: Int, _ other: UInt32) {
    unsafe UnsafeMutableRawPointer(words(number)).assumingMemoryBound(to: UInt32.self)[direction] =
      other
  }

  /// The 48 rows of a slot; bit 8 of each is the westmost cell.
  @inline(__always)
  func rows(_ number: UInt32, slot: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe words(number) + (8 &+ slot &* Self.side)
  }

  /// The box around what lives in a slot of a tile; nil if nothing does.
  func window(_ number: UInt32, slot: Int) -> Window? {
    let header = unsafe header(number)
    return unsafe Self.window(
      rows(number, slot: slot), column: header.pointee.column, row: header.pointee.row)
  }

  /// The box around what lives in 48 rows of the tile at a place; nil if nothing does.
  static func window(_ rows: UnsafePointer<UInt64>, column: Int, row: Int) -> Window? {
    var (all, first, last): (UInt64, Int, Int) = (0, 0, 0)
    for line in 0..<side {
      let word = unsafe rows[line]
      if word == 0 { continue }
      if all == 0 { first = line }
      all |= word
      last = line
    }
    guard all != 0 else { return nil }
    let west = all.trailingZeroBitCount
    return Window(
      x: column * side + west - 8, y: row * side + first,
      width: 64 - all.leadingZeroBitCount - west, height: last - first + 1)
  }

  /// The columns and rows to the neighbours, clockwise from the north.
  private static let directions: [(x: Int, y: Int)] = [
    (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
  ]

  @inline(__always)
  static func opposite(_ direction: Int) -> Int { (direction &+ 4) & 7 }
}

// MARK: - Making and freeing

extension TileField {
  /// The tile at a place; 0 if there is none.
  func find(column: Int, row: Int) -> UInt32 {
    index.find(TileIndex.hash(column, row)) { number in
      let header = unsafe header(number)
      return unsafe header.pointee.column == column && header.pointee.row == row
    }
  }

  private func hash(_ number: UInt32) -> UInt64 {
    let header = unsafe header(number)
    return unsafe TileIndex.hash(header.pointee.column, header.pointee.row)
  }

  /// The tiles in a window of columns and rows.
  func tiles(in window: Window) -> [UInt32] {
    var numbers: [UInt32] = []
    for row in window.y..<window.endY {
      for column in window.x..<window.endX {
        let number = find(column: column, row: row)
        if number != 0 { numbers.append(number) }
      }
    }
    return numbers
  }

  /// The north-western cell of a tile.
  func corner(_ number: UInt32) -> Cell {
    let header = unsafe header(number)
    return unsafe Cell(
      x: header.pointee.column * Self.side, y: header.pointee.row * Self.side)
  }

  /// Makes an empty tile where there is none.
  ///
  /// - Throws: ``MemoryExhausted``; nothing has changed then.
  func make(column: Int, row: Int) throws(MemoryExhausted) -> UInt32 {
    try reserve(1 + promised)
    let number = free == 0 ? end : free
    if free == 0 { end += 1 } else { free = neighbour(free, 0) }
    let header = unsafe header(number)
    unsafe header.pointee = TileHeader(
      neighbours: (0, 0, 0, 0, 0, 0, 0, 0), column: column, row: row, step: -1, lives: (0, 0, 0),
      isInUse: true)
    count += 1
    include(column: column, row: row)
    index.insert(number, TileIndex.hash(column, row))
    for (direction, way) in Self.directions.enumerated() {
      let other = find(column: column + way.x, row: row + way.y)
      guard other != 0 else { continue }
      setNeighbour(number, direction, other)
      setNeighbour(other, Self.opposite(direction), number)
    }
    return number
  }

  /// Makes room for so many tiles more.
  private func reserve(_ more: Int) throws(MemoryExhausted) {
    while count + more >= capacity { try grow() }
    try index.reserve(forTiles: count + more) { hash($0) }
  }

  /// Promises that so many tiles more can be made, whatever happens.
  func promise(_ tiles: Int) throws(MemoryExhausted) {
    try reserve(tiles + promised)
    promised += tiles
  }

  /// Lets tiles that were promised be made.
  func redeem(_ tiles: Int) { promised -= tiles }

  @inline(__always)
  private func include(column: Int, row: Int) {
    let place = Window(x: column, y: row, width: 1, height: 1)
    box = box?.union(place) ?? place
  }

  /// Makes the neighbour in a direction where there is none.
  func makeNeighbour(_ number: UInt32, _ direction: Int) throws(MemoryExhausted) -> UInt32 {
    let (header, way) = unsafe (header(number), Self.directions[direction])
    return unsafe try make(
      column: header.pointee.column + way.x, row: header.pointee.row + way.y)
  }

  /// Frees the tiles where nothing lives nor comes near, but those that are called for `step`.
  func sweep(butFor step: Int) {
    box = nil
    for number in 1..<end {
      if isIdle(number, step) {
        remove(number)
      } else {
        let header = unsafe header(number)
        if unsafe header.pointee.isInUse {
          unsafe include(column: header.pointee.column, row: header.pointee.row)
        }
      }
    }
  }

  /// Kills what lives in a tile, and frees it.
  func clear(_ number: UInt32) {
    for slot in 0..<Self.slots {
      unsafe rows(number, slot: slot).update(repeating: 0, count: Self.side)
    }
    remove(number)
  }

  private func isIdle(_ number: UInt32, _ step: Int) -> Bool {
    let header = unsafe header(number)
    guard unsafe header.pointee.isInUse, unsafe header.pointee.life == 0,
      unsafe header.pointee.step != step
    else { return false }
    for direction in 0..<8 {
      let other = neighbour(number, direction)
      let life = unsafe self.header(other).pointee.life
      if other != 0, life >> UInt16(Self.opposite(direction)) & 1 != 0 { return false }
    }
    return true
  }

  private func remove(_ number: UInt32) {
    let header = unsafe header(number)
    for direction in 0..<8 {
      let other = neighbour(number, direction)
      if other != 0 { setNeighbour(other, Self.opposite(direction), 0) }
    }
    index.remove(number, hash(number)) { hash($0) }
    unsafe header.pointee.isInUse = false
    unsafe header.pointee.lives = (0, 0, 0)
    setNeighbour(number, 0, free)
    free = number
    count -= 1
  }

  /// Makes room for half as many tiles more, or as many as the limit allows.
  private func grow() throws(MemoryExhausted) {
    var wanted = capacity + max(capacity / 2, 48)
    while wanted > capacity, Self.bytes(wanted) > limit { wanted -= (wanted - capacity + 1) / 2 }
    guard wanted > capacity else {
      throw MemoryExhausted(purpose: Self.purpose, bytes: Self.bytes(capacity + 1))
    }
    try storage.grow(to: wanted * Self.wordsPerTile)
    unsafe base = storage.elements
    // The rest of the last page is room, too, if that costs nothing.
    let whole = storage.capacity / Self.wordsPerTile
    capacity = Self.bytes(whole) <= limit ? whole : wanted
  }
}
