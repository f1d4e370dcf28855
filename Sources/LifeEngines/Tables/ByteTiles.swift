internal import LifeCore

/// A universe of cells of up to 256 states, a byte each, in tiles that exist where cells have been.
///
/// Each tile has its cells twice: as they are, and as they were a generation ago or are about to
/// become. Blocks that are not stepped are the same in both.
///
/// Cells count from the corner of a universe with edges. Beyond the edges lies a ring of cells that
/// repeat others, as the topology says (``TileLink``), so that stepping knows nothing of edges.
@safe
final class ByteTiles {
  let universe: Universe
  private let memoryLimit: Int
  private var numbers: [TilePlace: Int] = [:]
  private let headers: Arena<ByteTile>
  private let cells: Arena<UInt8>
  /// Tile 0 is none: it stands where nothing lives.
  private(set) var count = 1
  /// Tiles that stand nowhere.
  private var free: [Int] = []
  /// When so many tiles are there, the empty ones are freed.
  private var enough = 64
  /// Which half of the cells are those of now.
  var phase = 0
  /// The tiles that have active blocks.
  var listed: [Int] = []
  /// Where there is no tile, and blocks of it may change.
  var missing: [(place: TilePlace, blocks: UInt64)] = []
  /// A number for all cells, which changes as they do.
  var digest: UInt64 = 0
  private(set) var links: [TileLink] = []
  /// Cells beyond the edges and those that they repeat, whose tiles are about to be made.
  private var untied: [(copy: Cell, original: Cell)] = []

  init(_ universe: Universe, memoryLimit: Int) throws(MemoryExhausted) {
    self.universe = universe
    self.memoryLimit = memoryLimit
    headers = try Arena(purpose: "tiles", capacity: 64)
    cells = try Arena(purpose: "tiles", capacity: 2 * ByteTile.area)
  }

  /// What is known of a tile.
  subscript(number: Int) -> ByteTile {
    get {
      precondition(number < count)
      return unsafe headers.elements[number]
    }
    set {
      precondition(number < count)
      unsafe headers.elements[number] = newValue
    }
  }

  /// The cells of a tile, row after row, as they are now or in the other half; until a tile is
  /// made.
  func cells(of tile: Int, other: Bool = false) -> UnsafeMutablePointer<UInt8> {
    unsafe cells.elements + (2 * tile + (other ? 1 - phase : phase)) * ByteTile.area
  }

  /// The number of the tile at a place; nil if there is none.
  func find(_ place: TilePlace) -> Int? { numbers[place] }
}

/// Where a tile is, counted in tiles.
struct TilePlace: Hashable, BitwiseCopyable {
  var x: Int
  var y: Int

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  /// The place of the tile that holds a cell.
  init(of cell: Cell) { self.init(x: cell.x >> 6, y: cell.y >> 6) }

  /// The eight places around, from the north clockwise; the opposite one is 4 further on.
  func neighbour(_ direction: Int) -> TilePlace {
    TilePlace(x: x + Self.steps.x[direction], y: y + Self.steps.y[direction])
  }

  private static let steps = (
    x: SIMD8(0, 1, 1, 1, 0, -1, -1, -1), y: SIMD8(-1, -1, 0, 1, 1, 1, 0, -1)
  )
}

// MARK: - New tiles

extension ByteTiles {
  /// The number of the tile at a place, which is made if it is not there, and with it those that
  /// the universe's edges tie it to.
  func make(_ place: TilePlace) throws(MemoryExhausted) -> Int {
    if let known = find(place) { return known }
    var wanted = [place]
    while let next = wanted.popLast() {
      guard find(next) == nil else { continue }
      try add(next)
      guard !universe.isUnbounded else { continue }
      let repeated = universe.ring(in: next)
      untied += repeated
      wanted += repeated.map { TilePlace(of: $0.original) } + universe.places(beyond: next)
    }
    links += untied.map { TileLink(copy: address(of: $0.copy), original: address(of: $0.original)) }
    untied = []
    return find(place) ?? 0
  }

  private func address(of cell: Cell) -> TileLink.Address {
    TileLink.Address(
      tile: Int32(find(TilePlace(of: cell)) ?? 0), offset: Int32((cell.y & 63) << 6 | cell.x & 63))
  }

  private func add(_ place: TilePlace) throws(MemoryExhausted) {
    let number = try freeNumber()
    var tile = ByteTile(place)
    (tile.columns, tile.rows) = universe.extent(in: place)
    for direction in 0..<8 {
      guard let other = find(place.neighbour(direction)) else { continue }
      tile.neighbours[direction] = Int32(other)
      self[other].neighbours[direction ^ 4] = Int32(number)
    }
    self[number] = tile
    numbers[place] = number
  }

  /// The number of a tile that stands nowhere and has no living cell.
  private func freeNumber() throws(MemoryExhausted) -> Int {
    if free.isEmpty, count >= enough { freeEmptyTiles() }
    if let number = free.popLast() { return number }
    // A list that grows is there twice, and has room to spare.
    let bytes =
      (count + 1) * (2 * ByteTile.area + MemoryLayout<ByteTile>.stride)
      + 3 * (untied.count + links.count) * MemoryLayout<(copy: Cell, original: Cell)>.stride
    guard bytes <= memoryLimit, count < Int32.max else {
      throw MemoryExhausted(purpose: "tiles", bytes: bytes)
    }
    let room = max(count + 1, min(count * 3 / 2, memoryLimit / (3 * ByteTile.area)))
    try headers.grow(to: room)
    try cells.grow(to: room * 2 * ByteTile.area)
    count += 1
    return count - 1
  }

  /// Takes the tiles away in which nothing lives and nothing is about to.
  ///
  /// A tile without active blocks is the same in both halves. In a universe with edges tiles are
  /// tied to each other, and stay.
  private func freeEmptyTiles() {
    if universe.isUnbounded {
      for number in 1..<count where self[number].active == 0 {
        let cells = unsafe UnsafeRawBufferPointer(start: cells(of: number), count: ByteTile.area)
        if unsafe cells.isBlank { takeAway(number) }
      }
    }
    enough = max(64, 2 * (count - free.count))
  }

  private func takeAway(_ number: Int) {
    let tile = self[number]
    for direction in 0..<8 {
      self[Int(tile.neighbours[direction])].neighbours[direction ^ 4] = 0
    }
    numbers[tile.place] = nil
    self[number].setFree()
    free.append(number)
  }

  /// Gives cells inside the universe their first state.
  func set(_ run: Run) throws(MemoryExhausted) {
    var x = run.x
    while x < run.x + run.length {
      let end = min(run.x + run.length, (x | 63) + 1)
      let tile = try make(TilePlace(of: Cell(x: x, y: run.y)))
      let offset = (run.y & 63) << 6 | x & 63
      for half in [false, true] {
        unsafe (cells(of: tile, other: half) + offset).update(repeating: run.state, count: end - x)
      }
      x = end
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all of its words are zero.
  fileprivate var isBlank: Bool {
    unsafe withMemoryRebound(to: UInt64.self) { words in unsafe words.allSatisfy { $0 == 0 } }
  }
}
