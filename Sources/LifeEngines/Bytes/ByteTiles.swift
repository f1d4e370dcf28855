internal import LifeCore

/// A universe of cells of up to 256 states, a byte each, in tiles that cover all live cells.
///
/// Each tile stores its cells in two halves: the present generation and the one before. The next
/// generation overwrites the older one. Inactive blocks are equal in both, so only active blocks
/// are stepped and copied.
///
///      generation g, phase 0      half 0: present     half 1: g − 1, then g + 1
///      generation g + 1, phase 1  half 0: g           half 1: present
///
/// Cells count from the corner of a bounded universe. A ring beyond its edges repeats other cells
/// (``TileLink``), for example those of the opposite edge on a torus, so stepping needs no case for
/// edges.
@safe
final class ByteTiles {
  let universe: Universe
  private let memoryLimit: Int
  private var numbers: [TilePlace: Int] = [:]
  private let headers: Arena<ByteTile>
  private let cells: Arena<UInt8>
  /// The number of tiles, including free ones and tile 0. Tile 0 is dead and stands for missing
  /// neighbors.
  private(set) var count = 1
  /// Tiles without a place.
  private var free: [Int] = []
  /// Empty tiles are freed at this number of tiles.
  private var freeingThreshold = 16
  /// The half of the cells with the present generation.
  var phase = 0
  /// The tiles with active blocks.
  var activeTiles: [Int] = []
  /// Places without a tile, and the blocks that may change there.
  var missing: [(place: TilePlace, blocks: UInt64)] = []
  /// A sum over all cells, relative to the first generation and updated with every change.
  var digest: UInt64 = 0
  private(set) var links: [TileLink] = []
  /// Cells beyond the edges and their originals, until the tiles of both are made.
  private var pendingLinks: [(copy: Cell, original: Cell)] = []

  init(_ universe: Universe, memoryLimit: Int) throws(MemoryExhausted) {
    self.universe = universe
    self.memoryLimit = memoryLimit
    headers = try Arena(purpose: "tiles", capacity: 64)
    cells = try Arena(purpose: "tiles", capacity: 2 * ByteTile.area)
  }

  /// The header of a tile.
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

  /// The cells of a tile in the present half or the other one, row after row. The pointer is valid
  /// until a tile is made.
  func cells(of tile: Int, inOtherHalf: Bool = false) -> UnsafeMutablePointer<UInt8> {
    unsafe cells.elements + (2 * tile + (inOtherHalf ? 1 - phase : phase)) * ByteTile.area
  }

  /// The number of the tile at a place. Returns `nil` if there is none.
  func find(_ place: TilePlace) -> Int? { numbers[place] }
}

/// The place of a tile: its column and row, counted in tiles.
struct TilePlace: Hashable, BitwiseCopyable {
  var x: Int
  var y: Int
}

extension TilePlace {
  /// The place of a cell's tile.
  init(of cell: Cell) { self.init(x: cell.x >> 6, y: cell.y >> 6) }

  /// The neighboring place in a ``TileDirection``.
  func neighbor(_ direction: Int) -> TilePlace {
    let offset = TileDirection.offset(direction)
    return TilePlace(x: x + offset.x, y: y + offset.y)
  }
}

// MARK: - New tiles

extension ByteTiles {
  /// Returns the tile at a place, or makes it, together with all tiles linked with it across the
  /// universe's edges.
  func make(_ place: TilePlace) throws(MemoryExhausted) -> Int {
    if let known = find(place) { return known }
    if numbers.count >= freeingThreshold { freeEmptyTiles() }
    var wanted = [place]
    while let next = wanted.popLast() {
      guard find(next) == nil else { continue }
      try add(next)
      guard !universe.isUnbounded else { continue }
      let repeated = universe.ring(in: next)
      pendingLinks += repeated
      wanted += repeated.map { TilePlace(of: $0.original) } + universe.places(beyond: next)
    }
    links += pendingLinks.map {
      TileLink(copy: address(of: $0.copy), original: address(of: $0.original))
    }
    pendingLinks = []
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
      guard let other = find(place.neighbor(direction)) else { continue }
      tile.neighbors[direction] = Int32(other)
      self[other].neighbors[direction ^ 4] = Int32(number)
    }
    self[number] = tile
    numbers[place] = number
  }

  /// The number of a free tile; all its cells are dead.
  private func freeNumber() throws(MemoryExhausted) -> Int {
    if let number = free.popLast() { return number }
    // A growing array has spare room, and exists twice while it is moved.
    let bytes =
      (count + 1) * (2 * ByteTile.area + MemoryLayout<ByteTile>.stride)
      + 3 * (pendingLinks.count + links.count) * MemoryLayout<(copy: Cell, original: Cell)>.stride
    guard bytes <= memoryLimit, count < Int32.max else {
      throw MemoryExhausted(purpose: "tiles", bytes: bytes)
    }
    let room = max(count + 1, min(count * 3 / 2, memoryLimit / (3 * ByteTile.area)))
    try headers.grow(to: room)
    try cells.grow(to: room * 2 * ByteTile.area)
    count += 1
    return count - 1
  }

  /// Frees dead tiles without active blocks. A tile and its copies beyond the edges are one group,
  /// freed as a whole: behind a glider in a strip, for example, a column of tiles.
  private func freeEmptyTiles() {
    var sets = DisjointSets(count: count)
    for link in links { sets.join(Int(link.copy.tile), with: Int(link.original.tile)) }
    if !universe.isUnbounded {
      for (place, number) in numbers {
        for other in universe.places(beyond: place).compactMap(find) {
          sets.join(number, with: other)
        }
      }
    }
    let groups = sets.numbering
    var isKept = [Bool](repeating: false, count: groups.count)
    for number in numbers.values where !isEmpty(number) { isKept[groups.setOf[number]] = true }
    for number in Array(numbers.values) where !isKept[groups.setOf[number]] { remove(number) }
    links.removeAll { !isKept[groups.setOf[Int($0.copy.tile)]] }
    freeingThreshold = max(universe.isUnbounded ? 64 : 16, 2 * numbers.count)
  }

  /// Whether a tile has no live cells in either generation, and no active blocks.
  private func isEmpty(_ number: Int) -> Bool {
    guard self[number].active == 0 else { return false }
    let halves = unsafe UnsafeRawBufferPointer(
      start: cells.elements + 2 * number * ByteTile.area, count: 2 * ByteTile.area)
    return unsafe halves.isBlank
  }

  private func remove(_ number: Int) {
    let tile = self[number]
    for direction in 0..<8 where tile.neighbors[direction] != 0 {
      self[Int(tile.neighbors[direction])].neighbors[direction ^ 4] = 0
    }
    numbers[tile.place] = nil
    self[number].setFree()
    free.append(number)
  }

  /// Loads cells inside the universe.
  func set(_ run: CellRun) throws(MemoryExhausted) {
    var x = run.x
    while x < run.x + run.length {
      let end = min(run.x + run.length, (x | 63) + 1)
      let tile = try make(TilePlace(of: Cell(x: x, y: run.y)))
      let offset = (run.y & 63) << 6 | x & 63
      for other in [false, true] {
        let cells = unsafe cells(of: tile, inOtherHalf: other)
        unsafe (cells + offset).update(repeating: run.state, count: end - x)
      }
      x = end
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all words are zero.
  fileprivate var isBlank: Bool {
    unsafe withMemoryRebound(to: UInt64.self) { words in unsafe words.allSatisfy { $0 == 0 } }
  }
}

/// A cell just beyond an edge of a universe, and the cell inside with the same state.
struct TileLink: BitwiseCopyable {
  /// A cell as a tile and an offset in the tile's cells.
  struct Address: BitwiseCopyable {
    var tile: Int32
    var offset: Int32
  }

  var copy: Address
  var original: Address
}

// In a bounded universe, cells and tiles count from its corner.
extension Universe {
  /// The number of columns and rows of a tile inside the universe.
  func extent(in place: TilePlace) -> (columns: Int, rows: Int) {
    (Self.extent(at: place.x, within: width), Self.extent(at: place.y, within: height))
  }

  /// The columns or rows of a tile inside a universe of `size` cells; 0 for no edges.
  private static func extent(at place: Int, within size: Int) -> Int {
    guard size > 0 else { return ByteTile.size }
    return place < 0 ? 0 : max(0, min(ByteTile.size, size - place * ByteTile.size))
  }

  /// The cells of a tile that lie just beyond an edge, with their originals.
  func ring(in place: TilePlace) -> [(copy: Cell, original: Cell)] {
    let columns = place.x * ByteTile.size..<(place.x + 1) * ByteTile.size
    let rows = place.y * ByteTile.size..<(place.y + 1) * ByteTile.size
    func isBeyond(_ coordinate: Int, size: Int) -> Bool {
      size > 0 && (coordinate == -1 || coordinate == size)
    }
    func isNear(_ coordinate: Int, size: Int) -> Bool {
      size == 0 || (-1...size).contains(coordinate)
    }
    return rows.filter { isNear($0, size: height) }.flatMap { y in
      columns.filter {
        isNear($0, size: width) && (isBeyond(y, size: height) || isBeyond($0, size: width))
      }
      .compactMap { x in original(of: Cell(x: x, y: y)).map { (Cell(x: x, y: y), $0) } }
    }
  }

  /// The cell inside that a cell beyond an edge repeats. Returns `nil` if the cell beyond is always
  /// dead.
  private func original(of cell: Cell) -> Cell? {
    let corner = Cell(
      x: width > 0 ? left : 0,
      y: height > 0 ? top : 0)
    return resolve(Cell(x: cell.x + corner.x, y: cell.y + corner.y)).map {
      Cell(x: $0.x - corner.x, y: $0.y - corner.y)
    }
  }

  /// The places next to a tile that lie entirely beyond the universe's edges. Returns none if cells
  /// beyond the edges are dead.
  func places(beyond place: TilePlace) -> [TilePlace] {
    let extent = extent(in: place)
    guard topology != .plane, extent.columns > 0, extent.rows > 0 else { return [] }
    func isBeyond(_ place: Int, size: Int) -> Bool {
      size > 0 && (place == -1 || place * ByteTile.size == size)
    }
    return (0..<8).map { ($0, place.neighbor($0)) }.filter { direction, other in
      let x = isBeyond(other.x, size: width)
      let y = isBeyond(other.y, size: height)
      let isStraight = direction & 1 == 0
      return isStraight ? x || y : x && y
    }.map(\.1)
  }
}
