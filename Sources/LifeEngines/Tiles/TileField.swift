internal import LifeCore
internal import LifeKernels

/// The tiles of 48 × 48 cells that cover all live cells and their surroundings, linked to their
/// neighbors.
///
/// A step is eight generations. A cell then depends on cells at most eight away, so a step of a
/// tile reads a window of 64 × 64 cells, as eight vectors of eight words:
///
///       ┌──────────────┐   8 cells of the neighbors' margins on each side;
///       │  ┌────────┐  │   what the window computes near its own border is wrong,
///       │  │  tile  │  │   by one cell more in every generation,
///       │  │ 48 × 48│  │   so after eight generations exactly the tile is right
///       │  └────────┘  │
///       └──────────────┘
///
/// The kernel steps the window in its scratch memory, transposed so that most vertical neighbors
/// are adjacent vectors.
///
/// A tile stores three *phases*: its cells at three successive steps, used in rotation.
///
///      step        0   1   2   3   4   5   6  …
///      phase       0   1   2   0   1   2   0  …
///
/// So a step overwrites the cells of 24 generations before, and the kernel compares the two. If a
/// tile's window did not change in 24 generations, its successor is already in the next phase and
/// the tile is not stepped: periods that divide 24, for example a blinker's, cost nothing. If the
/// cells differ, the tile is *active* in the next step, and so is every neighbor within eight cells
/// of a difference (``ActiveTiles``).
///
/// Invariant (``checkInvariants()``): a neighbor exists if cells are alive within eight cells of
/// it, in any phase. So cells that are born and die within one step always lie in a tile.
@safe
final class TileField {
  /// The phases of a tile.
  static let phases = 3
  /// The generations of a step.
  static let generationsPerStep = 8
  /// The side of a tile in cells.
  static let side = 48
  /// The bits of a stored row that hold its cells, 8 to 55; the others are 0.
  static let ownBits = WordMask.bits(from: 8, to: 8 + side)

  static let wordsPerTile = 8 + phases * side
  static let purpose = "tiles"

  let storage: Arena<UInt64>
  /// The first word of tile 0.
  var base: UnsafeMutablePointer<UInt64>
  var index: TileIndex
  /// The tiles counted by region, once spaceships need it.
  var regions: TileRegions?
  /// Surveys of each tile, once the universe is sampled often.
  var surveys: TileSurveys?
  let limit: Int
  /// The number of tiles with room in the storage.
  var capacity: Int
  /// One more than the largest number ever in use.
  var end: UInt32 = 1
  /// The number of tiles in use.
  var count = 0
  /// The number of further tiles that ``reserve(_:)`` has guaranteed.
  var reserved = 0
  /// A window of columns and rows that holds all tiles; it may be too large.
  var box: Window?
  /// The head of the list of free tiles, linked by their first words.
  var free = TileID.none

  init(limit: Int) throws(MemoryExhausted) {
    self.limit = limit
    storage = try Arena(purpose: Self.purpose, capacity: Self.wordsPerTile)
    unsafe base = storage.elements
    capacity = storage.capacity / Self.wordsPerTile
    index = try TileIndex()
  }

  /// The bytes of `capacity` tiles, with everything stored for each.
  func bytes(_ capacity: Int) -> Int {
    Arena<UInt64>.byteCount(forCapacity: capacity * Self.wordsPerTile)
      + TileIndex.bytes(forTiles: capacity)
      + capacity * (ActiveTiles.bytesPerTile + TilePairs.bytesPerTile)
      + (surveys == nil ? 0 : TileSurveys.bytes(forTiles: capacity))
  }

  /// The tiles in use and the freed ones.
  var tiles: some Sequence<TileID> { (1..<end).lazy.map { TileID($0) } }

  /// A window of cells around all tiles. It may be too large, and is far away if there are none.
  var cellBox: Window {
    box?.scaled(by: Self.side) ?? Window(x: 1 << 61, y: 1 << 61, width: 1, height: 1)
  }
}

/// The first eight words of a tile; the kernels read the neighbors.
struct TileHeader: BitwiseCopyable {
  /// The eight neighbors, in the order of ``TileDirection``.
  var neighbors = InlineArray<8, TileID>(repeating: .none)
  var column: Int
  var row: Int
  /// The last step for which the tile was activated.
  var activeStep = -1
  /// For each phase the bits of a ``TileMargins``, and the bit ``placed``.
  var live = InlineArray<3, TileMargins>(repeating: 0)
  var isInUse = true
  /// Whether all live cells of the tile are about to become a detached spaceship.
  var isDetaching = false

  /// Marks a phase whose cells were placed, not computed. It must be computed when the rotation
  /// comes back to it, even if nothing seems to have changed.
  static let placed: UInt16 = 1 << 9
  /// The bits of a ``TileMargins``.
  static let margins: UInt16 = 0x1ff

  /// The bits of all phases together.
  @inline(__always) var liveInAnyPhase: UInt16 { live[0] | live[1] | live[2] }
}

/// Bits 0 to 7: cells are alive within eight cells of the neighbor in that direction.
/// Bit 8: any cell is alive.
typealias TileMargins = UInt16

// MARK: - Access

extension TileField {
  @inline(__always)
  private func words(_ tile: TileID) -> UnsafeMutablePointer<UInt64> {
    unsafe base + tile.index &* Self.wordsPerTile
  }

  /// - Precondition: the number of the tile is less than ``end``; tile 0 is allowed.
  @inline(__always)
  func header(_ tile: TileID) -> UnsafeMutablePointer<TileHeader> {
    unsafe UnsafeMutableRawPointer(words(tile)).assumingMemoryBound(to: TileHeader.self)
  }

  /// The neighbor in a direction, or ``TileID/none``.
  @inline(__always)
  func neighbor(of tile: TileID, toward direction: Int) -> TileID {
    unsafe UnsafeRawPointer(words(tile)).assumingMemoryBound(to: TileID.self)[direction]
  }

  func setNeighbor(of tile: TileID, toward direction: Int, to other: TileID) {
    unsafe UnsafeMutableRawPointer(words(tile)).assumingMemoryBound(to: TileID.self)[direction] =
      other
  }

  func isDetaching(_ tile: TileID) -> Bool { unsafe header(tile).pointee.isDetaching }

  func setDetaching(of tiles: [TileID], to value: Bool) {
    for tile in tiles { unsafe header(tile).pointee.isDetaching = value }
  }

  @inline(__always)
  func live(_ tile: TileID, phase: Int) -> UInt16 {
    unsafe header(tile).pointee.live[phase]
  }

  @inline(__always)
  func setLive(of tile: TileID, phase: Int, to live: UInt16) {
    unsafe header(tile).pointee.live[phase] = live
  }

  /// Whether cells of any phase were placed and not computed since.
  @inline(__always)
  func hasPlacedCells(_ tile: TileID) -> Bool {
    unsafe header(tile).pointee.liveInAnyPhase & TileHeader.placed != 0
  }

  /// Removes the mark ``TileHeader/placed`` of a phase, which was computed without a change.
  @inline(__always)
  func clearPlaced(_ tile: TileID, phase: Int) {
    unsafe header(tile).pointee.live[phase] &= ~TileHeader.placed
  }

  /// Whether a tile is in use and has fewer than six neighbors.
  @inline(__always)
  func hasFewNeighbors(_ tile: TileID) -> Bool {
    var count = 0
    for direction in TileDirection.all where !neighbor(of: tile, toward: direction).isNone {
      count &+= 1
    }
    return unsafe count < 6 && header(tile).pointee.isInUse
  }

  /// Whether no cell of the tile is or becomes alive in the eight generations after a phase.
  func isDead(_ tile: TileID, phase: Int) -> Bool {
    guard live(tile, phase: phase) & TileHeader.margins == 0 else { return false }
    return TileDirection.all.allSatisfy { direction in
      let live = live(neighbor(of: tile, toward: direction), phase: phase)
      return live >> UInt16(TileDirection.opposite(direction)) & 1 == 0
    }
  }

  /// The 48 rows of a phase; bit 8 of each is the westmost cell.
  @inline(__always)
  func rows(_ tile: TileID, phase: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe words(tile) + (8 &+ phase &* Self.side)
  }

  /// The bounding box of a tile's live cells in a phase.
  func bounds(_ tile: TileID, phase: Int) -> Window? {
    let rows = unsafe rows(tile, phase: phase)
    var all: UInt64 = 0
    var first = 0
    var last = 0
    for line in 0..<Self.side {
      let word = unsafe rows[line]
      if word == 0 { continue }
      if all == 0 { first = line }
      all |= word
      last = line
    }
    guard all != 0 else { return nil }
    let west = all.trailingZeroBitCount
    let corner = corner(tile)
    return Window(
      x: corner.x + west - 8, y: corner.y + first,
      width: 64 - all.leadingZeroBitCount - west, height: last - first + 1)
  }

  /// The north-western cell of a tile.
  func corner(_ tile: TileID) -> Cell {
    let header = unsafe header(tile)
    return unsafe Cell(
      x: header.pointee.column * Self.side, y: header.pointee.row * Self.side)
  }

  /// The tile at a place, or ``TileID/none``.
  func find(column: Int, row: Int) -> TileID {
    index.find(TileIndex.hash(column: column, row: row)) { tile in
      let header = unsafe header(tile)
      return unsafe header.pointee.column == column && header.pointee.row == row
    }
  }

  func hash(_ tile: TileID) -> UInt64 {
    let header = unsafe header(tile)
    return unsafe TileIndex.hash(column: header.pointee.column, row: header.pointee.row)
  }

  /// The tiles in a window of columns and rows.
  func tiles(in window: Window) -> [TileID] {
    var tiles: [TileID] = []
    for row in window.y..<window.endY {
      for column in window.x..<window.endX {
        let tile = find(column: column, row: row)
        if !tile.isNone { tiles.append(tile) }
      }
    }
    return tiles
  }
}

/// Counts the tiles in large squares of the plane. A spaceship far from all tiles is recognized at
/// once, even inside the box around them.
struct TileRegions: Equatable {
  /// The sides of the squares in tiles, coarsest first, as powers of two: 49 152 and 768 cells.
  private static let shifts = [10, 4]

  private struct Key: Hashable {
    var shift: Int
    var column: Int
    var row: Int
  }

  private var counts: [Key: Int] = [:]

  mutating func add(column: Int, row: Int) {
    for shift in Self.shifts {
      counts[Key(shift: shift, column: column >> shift, row: row >> shift), default: 0] += 1
    }
  }

  mutating func remove(column: Int, row: Int) {
    for shift in Self.shifts {
      let key = Key(shift: shift, column: column >> shift, row: row >> shift)
      let left = (counts[key] ?? 0) - 1
      counts[key] = left > 0 ? left : nil
    }
  }

  /// The width in tiles of a ring around a window of columns and rows that certainly has no tiles;
  /// 0 if unknown.
  func clearance(around window: Window) -> Int {
    for shift in Self.shifts {
      let columns = (window.x >> shift) - 1...((window.endX - 1) >> shift) + 1
      let rows = (window.y >> shift) - 1...((window.endY - 1) >> shift) + 1
      let isClear = rows.allSatisfy { row in
        columns.allSatisfy { counts[Key(shift: shift, column: $0, row: row)] == nil }
      }
      if isClear { return 1 << shift }
    }
    return 0
  }
}
