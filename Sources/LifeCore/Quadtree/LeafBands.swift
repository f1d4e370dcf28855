/// Makes leaves from bands of cells. A band has as many rows as a leaf.
struct LeafBands {
  private let cells: Cells
  private let offset: Offset
  private let shape: LeafShape

  init(_ cells: Cells, offset: Offset, in store: QuadStore) {
    self.cells = cells
    self.offset = offset
    shape = store.shape
  }

  /// Adds all bands, north to south.
  func add(to pairing: inout RowPairing) throws(MemoryExhausted) {
    var piece = 0
    var rows: [WordCursor] = []
    var batch = NodeBatch<QuadLeaf>()
    while piece < cells.pieces.count {
      let band = (cells.pieces[piece].y + offset.y) >> shape.leafLevel
      rows.removeAll(keepingCapacity: true)
      while piece < cells.pieces.count,
        (cells.pieces[piece].y + offset.y) >> shape.leafLevel == band
      {
        let y = cells.pieces[piece].y
        let first = piece
        while piece < cells.pieces.count, cells.pieces[piece].y == y { piece += 1 }
        let row = (y + offset.y) & (shape.leafSide - 1)
        for plane in 0..<cells.planes {
          rows.append(
            WordCursor(cells, pieces: first..<piece, plane: plane, row: row, offset: offset.x))
        }
      }
      try addLeaves(of: &rows, band: band, in: &batch, to: &pairing)
    }
    try pairing.take(&batch)
  }

  /// Adds the leaves of a band, west to east. A word of 64 cells covers several leaves.
  private func addLeaves(
    of rows: inout [WordCursor], band: Int, in batch: inout NodeBatch<QuadLeaf>,
    to pairing: inout RowPairing
  ) throws(MemoryExhausted) {
    let perWord = 64 >> shape.leafLevel
    var leaves = [QuadLeaf](repeating: .empty, count: perWord)
    while true {
      var column = Int.max
      for row in rows.indices { column = min(column, rows[row].column) }
      if column == .max { return }
      for index in rows.indices where rows[index].column == column {
        put(rows[index].take(), row: rows[index].row, plane: rows[index].plane, in: &leaves)
      }
      for part in leaves.indices {
        batch.add(leaves[part], at: NodePlace(row: band, column: perWord * column + part))
        leaves[part] = .empty
      }
      if batch.isFull { try pairing.take(&batch) }
    }
  }

  @inline(__always)
  private func put(_ word: UInt64, row: Int, plane: Int, in leaves: inout [QuadLeaf]) {
    guard shape == .bits else { return putStates(word, row: row, plane: plane, in: &leaves) }
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

  private func putStates(_ word: UInt64, row: Int, plane: Int, in leaves: inout [QuadLeaf]) {
    var rest = word
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      let part = bit >> shape.leafLevel
      let x = bit & (shape.leafSide - 1)
      let state = shape.state(leaves[part], x: x, y: row) | 1 << State(plane)
      shape.set(in: &leaves[part], x: x, y: row, to: state)
    }
  }
}

/// Reads one plane of a row from west to east, and shifts the words to their place in the tree.
private struct WordCursor {
  let plane: Int
  /// The row within its band.
  let row: Int
  /// The column of the next word, in units of 64 cells; `Int.max` after the last.
  private(set) var column = Int.max
  private let cells: Cells
  private let offset: Int
  private let shift: UInt64
  private var pieces: Range<Int>
  /// The remaining words of the piece, those of other planes included.
  private var rest = 0..<0
  /// The bits shifted out of the previous word; they go into the next.
  private var carry: UInt64 = 0

  init(_ cells: Cells, pieces: Range<Int>, plane: Int, row: Int, offset: Int) {
    self.cells = cells
    self.plane = plane
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

  mutating func take() -> UInt64 {
    let next = rest.isEmpty ? 0 : cells.words[rest.lowerBound + plane]
    let word = next << shift | carry
    carry = next >> (64 - shift)
    rest = rest.dropFirst(cells.planes)
    column += 1
    if rest.isEmpty, carry == 0 { beginPiece() }
    return word
  }
}
