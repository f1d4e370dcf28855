/// The live cells of a pattern, packed 64 to a word and kept as pieces of rows.
///
///      piece   y = 7, x = 128        words  [ w0 ][ w1 ][ w2 ]
///                                            │ bit 0 is the cell (128, 7)
///                                            └ bit 63 is the cell (191, 7)
///
/// With more than two states, each 64 cells take ``planes`` consecutive words, one bit-plane each,
/// least significant first. Two states take one plane and cost nothing extra.
///
/// Pieces are sorted by row, then from west to east; two pieces of a row are never adjacent. A
/// dense row is one piece, and an isolated cell costs 24 + 8 bytes, so memory is proportional to
/// the cells, not to their distances. Cells are in rows, not in tiles, because all formats are read
/// and written row by row. Copies share the words, which are immutable after ``Builder/finish()``.
package struct Cells: @unchecked Sendable {
  /// Consecutive words of one row; they end where the next piece's words begin.
  struct Piece {
    var y: Int
    /// The column of bit 0 of the first word; a multiple of 64.
    var x: Int
    /// The index of the first word.
    var first: Int
  }

  let pieces: FallibleArray<Piece>
  let words: FallibleArray<UInt64>
  /// The number of bit-planes, 1…8: words per 64 cells.
  package let planes: Int
  /// The number of live cells.
  package let population: Int
  /// The bounding box of the live cells; `nil` if there are none.
  package let bounds: Window?

  /// No live cells, in one plane.
  package static let none = Builder().finish()

  package var isEmpty: Bool { population == 0 }

  /// The memory of the cells in bytes.
  package var byteCount: Int {
    pieces.count * MemoryLayout<Piece>.stride + words.count * MemoryLayout<UInt64>.stride
  }

  func end(ofPiece index: Int) -> Int {
    index + 1 < pieces.count ? pieces[index + 1].first : words.count
  }
}

package extension Cells {
  /// Calls `body` with the words of each piece, north to south and west to east. `x`, a multiple of
  /// 64, is the column of bit 0 of the first word; each 64 cells are ``planes`` words.
  ///
  /// - Complexity: O(log pieces) to find the first piece of the rows.
  func forEachPiece(
    inRows rows: Range<Int> = .min..<(.max),
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    var index = (0..<pieces.count).partitioningIndex { pieces[$0].y >= rows.lowerBound }
    while index < pieces.count, pieces[index].y < rows.upperBound {
      let piece = pieces[index]
      try body(piece.y, piece.x, words.span(from: piece.first, to: end(ofPiece: index)))
      index += 1
    }
  }

  /// Calls `body` with each run of live cells of one state, north to south and west to east.
  func forEachRun(_ body: (CellRun) throws -> Void) rethrows {
    guard planes == 1 else {
      var runs = CellRunIterator(self)
      while let run = runs.next() { try body(run) }
      return
    }
    var runs = RunJoiner()
    try forEachPiece { y, x, words in
      for index in words.indices {
        try runs.add(words[index], y: y, x: x + index << 6, body: body)
      }
    }
    try runs.finish(body)
  }

  /// The runs of live cells of one state, north to south and west to east.
  var runs: [CellRun] {
    var runs: [CellRun] = []
    forEachRun { runs.append($0) }
    return runs
  }

  /// Whether a cell is alive.
  ///
  /// - Complexity: O(log pieces) plus the pieces of that row.
  subscript(cell: Cell) -> Bool { state(of: cell) != 0 }

  /// The state of one cell.
  ///
  /// - Complexity: O(log pieces) plus the pieces of that row.
  func state(of cell: Cell) -> State {
    var state: State = 0
    // No pattern has cells in the last row, and no row is beyond it.
    if cell.y == .max { return 0 }
    forEachPiece(inRows: cell.y..<cell.y + 1) { _, x, words in
      guard cell.x >= x else { return }
      // The distance of two integers may exceed `Int.max`.
      let first = Int(UInt(bitPattern: cell.x &- x) >> 6) * planes
      guard first < words.count else { return }
      for plane in 0..<planes {
        state |= State(words[first + plane] >> UInt64(cell.x & 63) & 1) << State(plane)
      }
    }
    return state
  }
}
