/// Makes leaves of two-state cells from bands of sixteen rows.
struct LeafBands {
  private let cells: Cells
  private let offset: (x: Int, y: Int)
  private let store: QuadStore

  init(_ cells: Cells, offset: (x: Int, y: Int), in store: QuadStore) {
    self.cells = cells
    self.offset = offset
    self.store = store
  }

  /// Adds all bands, north to south.
  func add(to pairing: inout RowPairing) throws(MemoryExhausted) {
    var piece = 0
    var rows: [WordCursor] = []
    var batch = NodeBatch<QuadLeaf>()
    while piece < cells.pieces.count {
      let band = (cells.pieces[piece].y + offset.y) >> 4
      rows.removeAll(keepingCapacity: true)
      while piece < cells.pieces.count, (cells.pieces[piece].y + offset.y) >> 4 == band {
        let y = cells.pieces[piece].y
        let first = piece
        while piece < cells.pieces.count, cells.pieces[piece].y == y { piece += 1 }
        rows.append(
          WordCursor(cells, pieces: first..<piece, row: (y + offset.y) & 15, offset: offset.x))
      }
      try addLeaves(of: &rows, band: band, in: &batch, to: &pairing)
    }
    try pairing.take(&batch)
  }

  /// Adds the leaves of a band, west to east; four to a column of words.
  private func addLeaves(
    of rows: inout [WordCursor], band: Int, in batch: inout NodeBatch<QuadLeaf>,
    to pairing: inout RowPairing
  ) throws(MemoryExhausted) {
    while true {
      var column = Int.max
      for row in rows.indices { column = min(column, rows[row].column) }
      if column == .max { return }
      var four = InlineArray<4, QuadLeaf>(repeating: .empty)
      // The number of columns from this one on that have the same words: they become one run.
      var count = Int.max
      for index in rows.indices {
        count = min(count, rows[index].repeats(from: column))
      }
      for index in rows.indices where rows[index].column == column {
        Self.put(rows[index].take(count), row: rows[index].row, in: &four)
      }
      let isUniform = (1..<4).allSatisfy { four[$0].difference(from: four[0]) == 0 }
      for place in 0..<(isUniform ? 1 : count) {
        for part in 0..<(isUniform ? 1 : 4) {
          batch.add(
            four[part],
            at: NodePlace(
              row: band, column: 4 * (column + place) + part, count: isUniform ? 4 * count : 1))
        }
        if batch.isFull { try pairing.take(&batch) }
      }
    }
  }

  @inline(__always)
  private static func put(_ word: UInt64, row: Int, in leaves: inout InlineArray<4, QuadLeaf>) {
    let shift = UInt64(row & 7) * 8
    for part in 0..<4 {
      let bits = word >> UInt64(part * 16)
      let west = (bits & 0xff) << shift
      let east = (bits >> 8 & 0xff) << shift
      if row < 8 {
        leaves[part].nw |= west
        leaves[part].ne |= east
      } else {
        leaves[part].sw |= west
        leaves[part].se |= east
      }
    }
  }
}

/// Walks along the words of a row from west to east, shifted to their place in the tree.
private struct WordCursor {
  /// The row within its band.
  let row: Int
  /// The column of the next word, 64 cells each; `Int.max` after the last.
  private(set) var column = Int.max
  private let cells: Cells
  private let offset: Int
  private let shift: UInt64
  private var pieces: Range<Int>
  /// The words of the piece that are not taken yet.
  private var rest = 0..<0
  /// The bits that the shift moves from the previous word to the next.
  private var carry: UInt64 = 0

  init(_ cells: Cells, pieces: Range<Int>, row: Int, offset: Int) {
    self.cells = cells
    self.row = row
    self.offset = offset
    self.pieces = pieces
    // Pieces begin at multiples of 64.
    shift = UInt64(offset & 63)
    beginPiece()
  }

  private mutating func beginPiece() {
    guard let first = pieces.first else {
      column = .max
      return
    }
    pieces = pieces.dropFirst()
    column = (cells.pieces[first].x + offset) >> 6
    rest = cells.pieces[first].first..<cells.end(ofPiece: first)
  }

  private var word: UInt64 {
    let next = rest.isEmpty ? 0 : cells.words[rest.lowerBound]
    return next << shift | carry
  }

  /// The number of columns from this one on with the same word; the cursor is not past it.
  func repeats(from column: Int) -> Int {
    if self.column > column { return self.column == .max ? .max : self.column - column }
    let full = rest.isEmpty ? 0 : cells.words[rest.lowerBound]
    let carried = shift == 0 ? 0 : full >> (64 - shift)
    // If the carry differs from what each of the equal words carries, the next column differs.
    guard carry == carried || shift == 0 else { return 1 }
    var count = 1
    while count < rest.count, cells.words[rest.lowerBound + count] == full { count += 1 }
    return count
  }

  /// Takes `count` equal words.
  mutating func take(_ count: Int) -> UInt64 {
    let result = word
    if !rest.isEmpty {
      carry = shift == 0 ? 0 : cells.words[rest.lowerBound] >> (64 - shift)
      rest = rest.dropFirst(count)
      column += count
      if rest.isEmpty, carry == 0 { beginPiece() }
    } else {
      carry = 0
      beginPiece()
    }
    return result
  }
}
