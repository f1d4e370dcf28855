internal import LifeCore

// Reads rows, population and bounds.
extension ByteTiles {
  /// Visits the tiles' rows with live cells, north to south and west to east, as one word for each
  /// bit of a state. Skips rows and tiles outside `rows` and `columns`.
  func forEachRow(
    planes: Int, rows: Range<Int> = .min..<(.max), columns: Range<Int> = .min..<(.max),
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    var words = [UInt64](repeating: 0, count: planes)
    let chosen = (1..<count).filter { number in
      let place = self[number].place
      return place.y * 64 < rows.upperBound && place.y * 64 + 64 > rows.lowerBound
        && place.x * 64 < columns.upperBound && place.x * 64 + 64 > columns.lowerBound
    }
    let bands = Dictionary(grouping: chosen) { self[$0].place.y }
    for band in bands.sorted(by: { $0.key < $1.key }) {
      let tiles = band.value.sorted { self[$0].place.x < self[$1].place.x }
      let live = tiles.map { liveRows(of: $0) }
      for y in 0..<64 where rows.contains(band.key * 64 + y) {
        for (tile, live) in zip(tiles, live) where live.hasBit(y) {
          guard pack(y, of: tile, into: &words) else { continue }
          try body(band.key * 64 + y, self[tile].place.x * 64, words.span)
        }
      }
    }
  }

  /// Packs a row of a tile into a word for each bit of a state. Returns false if all its cells are
  /// dead.
  private func pack(_ y: Int, of number: Int, into words: inout [UInt64]) -> Bool {
    let row = CellRow(self, tile: number, y: y)
    guard row.any != 0 else { return false }
    for plane in words.indices {
      words[plane] = (0..<8).reduce(UInt64(0)) {
        $0 | (row.eights[$1] >> UInt64(plane)).lowBitsOfBytes << UInt64(8 * $1)
      }
    }
    return true
  }

  /// The rows of a tile that may have live cells, a bit each: most rows of most tiles have none.
  private func liveRows(of number: Int) -> UInt64 {
    let tile = self[number]
    guard tile.isWhole else { return tile.rows == 0 ? 0 : .max >> UInt64(64 - tile.rows) }
    let cells = unsafe UnsafeRawPointer(cells(of: number))
    var live: UInt64 = 0
    for y in 0..<ByteTile.size {
      let row = unsafe cells.loadUnaligned(
        fromByteOffset: y * ByteTile.size, as: SIMD8<UInt64>.self)
      let half = row.lowHalf | row.highHalf
      let quarter = half.lowHalf | half.highHalf
      if quarter[0] | quarter[1] != 0 { live |= 1 << UInt64(y) }
    }
    return live
  }

  /// The number of live cells.
  var population: Int {
    var population = 0
    for number in 1..<count {
      let live = liveRows(of: number)
      for y in 0..<ByteTile.size where live.hasBit(y) {
        population += CellRow(self, tile: number, y: y).population
      }
    }
    return population
  }

  /// The bounding box of live cells.
  var bounds: Window? {
    var box: Window?
    // The last tiles are usually the outermost ones, and most others are inside their box.
    for number in (1..<count).reversed() {
      let place = self[number].place
      let tile = Window(
        x: place.x * 64, y: place.y * 64, width: ByteTile.size, height: ByteTile.size)
      if let box, box.contains(tile) { continue }
      let live = liveRows(of: number)
      for y in 0..<ByteTile.size where live.hasBit(y) {
        guard let columns = CellRow(self, tile: number, y: y).columns else { continue }
        let row = Window(
          x: tile.x + columns.lowerBound, y: tile.y + y, width: columns.count, height: 1)
        box = box.map { $0.union(row) } ?? row
      }
    }
    return box
  }
}

extension UInt64 {
  fileprivate func hasBit(_ place: Int) -> Bool { self >> UInt64(place) & 1 == 1 }
}

/// The part of a tile's row inside the universe. A lane holds eight cells, a byte each, with the
/// westmost cell in the low bits.
struct CellRow {
  private(set) var eights = SIMD8<UInt64>()

  private static let highs: UInt64 = 0x8080_8080_8080_8080

  init(_ tiles: ByteTiles, tile number: Int, y: Int, inOtherHalf: Bool = false) {
    let tile = tiles[number]
    guard y < tile.rows else { return }
    let cells = unsafe tiles.cells(of: number, inOtherHalf: inOtherHalf)
    let row = unsafe UnsafeRawPointer(cells + y * ByteTile.size)
    for lane in 0..<(tile.columns + 7) / 8 {
      let inside = min(8, tile.columns - 8 * lane)
      let mask: UInt64 = inside == 8 ? .max : (1 << UInt64(8 * inside)) - 1
      eights[lane] = unsafe row.load(fromByteOffset: 8 * lane, as: UInt64.self) & mask
    }
  }

  var any: UInt64 { (0..<8).reduce(0) { $0 | eights[$1] } }

  /// The highest bit of each byte with a live cell.
  private func marks(_ lane: Int) -> UInt64 {
    ((eights[lane] & ~Self.highs) &+ ~Self.highs | eights[lane]) & Self.highs
  }

  /// The number of live cells.
  var population: Int { (0..<8).reduce(0) { $0 + marks($1).nonzeroBitCount } }

  /// The columns from the first live cell to the last.
  var columns: Range<Int>? {
    let marks = (0..<8).map { self.marks($0) }
    guard let first = marks.firstIndex(where: { $0 != 0 }),
      let last = marks.lastIndex(where: { $0 != 0 })
    else { return nil }
    return 8 * first + marks[first].trailingZeroBitCount / 8..<8 * last + 8
      - marks[last].leadingZeroBitCount / 8
  }
}
