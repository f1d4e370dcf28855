package import LifeCore

/// A picture of a window of cells with two states, packed 64 cells to a word.
///
///      row y   [ word 0 ][ word 1 ] …
///               │ bit 0 is the cell in column 0, the west edge of the window
///               └ bit 63 is the cell in column 63
///
/// No bit at or past `width` is ever set. The storage is allocated once: clear a frame and fill it
/// again to show the next generation.
package struct Frame: ~Copyable {
  /// In cells.
  package let width: Int
  /// In cells.
  package let height: Int
  private let wordsPerRow: Int
  private var words: WordBuffer

  /// A frame with no live cell.
  package init(width: Int, height: Int) throws(MemoryExhausted) {
    precondition(width > 0 && height > 0)
    self.width = width
    self.height = height
    wordsPerRow = (width - 1) / UInt64.bitWidth + 1
    let (count, overflow) = wordsPerRow.multipliedReportingOverflow(by: height)
    words = try WordBuffer(zeros: overflow ? .max : count, purpose: "frame")
  }

  /// A frame with the cells that a film of this shape shows.
  package init(_ shape: FrameShape) throws(MemoryExhausted) {
    try self.init(width: shape.width, height: shape.height)
  }
}

package extension Frame {
  /// How many states a cell may have, the dead one included; with two, a cell is a bit.
  var states: Int { 2 }

  /// Kills every cell.
  mutating func clear() { words.clear() }

  /// Receives a piece of row `y` whose bit 0 is the cell in column `x`, a multiple of 64.
  ///
  /// The piece lies within the row and no bit outside the window is set, as an engine hands it out.
  mutating func set(y: Int, x: Int, words piece: Span<UInt64>) {
    let first = x / UInt64.bitWidth
    precondition(x >= 0 && x % UInt64.bitWidth == 0 && y >= 0 && y < height, "outside the frame")
    precondition(piece.count <= wordsPerRow - first, "a piece reaches past the frame")
    if !piece.isEmpty, first + piece.count == wordsPerRow {
      precondition(piece[piece.count - 1] & ~lastWordMask == 0, "a live cell past the frame")
    }
    words.replace(from: y * wordsPerRow + first, with: piece)
  }

  /// The cells of row `y`, west to east.
  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    precondition(y >= 0 && y < height)
    return words.span(y * wordsPerRow, (y + 1) * wordsPerRow)
  }
}

private extension Frame {
  /// The cells of the last word of a row that lie inside the frame.
  var lastWordMask: UInt64 {
    WordMask.bits(from: 0, to: width - (wordsPerRow - 1) * UInt64.bitWidth)
  }
}
