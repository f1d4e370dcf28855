/// The live cells of a two-state pattern, packed 64 to a word and kept as pieces of rows.
///
///      piece   y = 7, x = 128        words  [ w0 ][ w1 ][ w2 ]
///                                            │ bit 0 is the cell (128, 7)
///                                            └ bit 63 is the cell (191, 7)
///
/// Pieces are sorted by row, then from west to east; two pieces of a row never touch. A dense row
/// is one piece, a lone cell costs 24 + 8 bytes, so memory follows the cells and not their
/// distance. The words are immutable once ``Builder/finish()`` has handed them over.
package struct Cells: @unchecked Sendable {
  /// A stretch of words of one row; it ends where the next piece's words begin.
  struct Piece {
    var y: Int
    /// The column of bit 0 of the first word; a multiple of 64.
    var x: Int
    /// The index of the first word.
    var first: Int
  }

  let pieces: Store<Piece>
  let words: Store<UInt64>
  /// The number of live cells.
  package let population: Int
  /// The bounding box, nil if no cell lives.
  package let bounds: Window?

  package static let none: Cells = {
    let builder = Builder()
    return builder.finish()
  }()

  package var isEmpty: Bool { population == 0 }

  /// What the cells occupy, in bytes.
  package var byteCount: Int {
    pieces.count * MemoryLayout<Piece>.stride + words.count * MemoryLayout<UInt64>.stride
  }

  func end(ofPiece index: Int) -> Int {
    index + 1 < pieces.count ? pieces[index + 1].first : words.count
  }
}

package extension Cells {
  /// Visits the words of every row, north to south and west to east; all-dead stretches are left
  /// out. `x` is the column of bit 0 of the first word and a multiple of 64.
  func forEachPiece(_ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void) rethrows {
    for index in 0..<pieces.count {
      let piece = pieces[index]
      try body(piece.y, piece.x, words.span(piece.first, end(ofPiece: index)))
    }
  }

  /// Visits the pieces of rows `rows` only.
  ///
  /// - Complexity: O(log pieces) to find the first.
  func forEachPiece(
    inRows rows: Range<Int>,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    var index = firstPiece(atOrBelow: rows.lowerBound)
    while index < pieces.count, pieces[index].y < rows.upperBound {
      let piece = pieces[index]
      try body(piece.y, piece.x, words.span(piece.first, end(ofPiece: index)))
      index += 1
    }
  }

  private func firstPiece(atOrBelow y: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].y < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Visits every run of live cells, north to south and west to east.
  func forEachRun(_ body: (Run) throws -> Void) rethrows {
    var runs = RunIterator(self)
    while let run = runs.next() { try body(run) }
  }

  /// The state of one cell.
  ///
  /// - Complexity: O(log pieces) plus the pieces of that row.
  subscript(cell: Cell) -> Bool {
    var alive = false
    forEachPiece(inRows: cell.y..<cell.y + 1) { _, x, words in
      let word = (cell.x - x) >> 6
      if cell.x >= x, word < words.count { alive = words[word] >> UInt64(cell.x & 63) & 1 == 1 }
    }
    return alive
  }
}

/// The runs of a pattern in order, one at a time.
package struct RunIterator: IteratorProtocol {
  private let cells: Cells
  private var piece = 0
  private var word = 0
  private var endOfPiece = 0
  /// The bits of the current word that no run has taken yet.
  private var bits: UInt64 = 0

  package init(_ cells: Cells) {
    self.cells = cells
    if cells.pieces.count > 0 { open() }
  }

  private mutating func open() {
    word = cells.pieces[piece].first
    endOfPiece = cells.end(ofPiece: piece)
    bits = word < endOfPiece ? cells.words[word] : 0
  }

  private func column(_ bit: Int) -> Int {
    cells.pieces[piece].x + (word - cells.pieces[piece].first) << 6 + bit
  }

  package mutating func next() -> Run? {
    guard piece < cells.pieces.count else { return nil }
    while bits == 0 {
      word += 1
      if word < endOfPiece {
        bits = cells.words[word]
      } else {
        piece += 1
        guard piece < cells.pieces.count else { return nil }
        open()
      }
    }
    return takeRun()
  }

  private mutating func takeRun() -> Run {
    let start = bits.trailingZeroBitCount
    let x = column(start)
    var length = (~(bits >> UInt64(start))).trailingZeroBitCount
    if start + length < 64 {
      bits &= ~0 << UInt64(start + length)
      return Run(y: cells.pieces[piece].y, x: x, length: length)
    }
    // The run reaches the word's east end: it goes on in the next words of the piece.
    length = 64 - start
    bits = 0
    while word + 1 < endOfPiece {
      word += 1
      bits = cells.words[word]
      let more = (~bits).trailingZeroBitCount
      length += more
      if more < 64 {
        bits &= ~0 << UInt64(more)
        break
      }
      bits = 0
    }
    return Run(y: cells.pieces[piece].y, x: x, length: length)
  }
}
