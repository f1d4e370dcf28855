internal import LifeCore

/// The rows of a frame in the layout of ``Frame``.
///
/// A copy refers to the same words. Loops over rows use a copy: otherwise each access to the
/// frame's properties is checked for exclusivity, an eighth of the time of small frames.
package struct FrameRows: Sendable {
  private let width: Int
  private let height: Int
  private let planes: Int
  /// The number of words of a row.
  let wordsPerRow: Int
  let words: WordBuffer
  /// A word for each row: not 0 if the row may have live cells or shades. Most rows of most frames
  /// have none, and are neither cleared nor drawn again.
  let marks: WordBuffer

  /// Rows without live cells.
  ///
  /// - Parameter former: cleared rows. Their memory is used again if it suffices.
  init(
    _ shape: FrameShape, content: Frame.Content, reusing former: FrameRows? = nil
  ) throws(MemoryExhausted) {
    width = shape.width
    height = shape.height
    switch content {
    case .cells(let planes):
      self.planes = planes
      wordsPerRow = ((shape.width - 1) / UInt64.bitWidth + 1) * planes
    case .shades:
      planes = 1
      wordsPerRow = (shape.width + 7) / 8
    }
    let count = wordsPerRow * shape.height
    if let former, former.words.count >= count, former.marks.count >= shape.height {
      words = former.words
      marks = former.marks
    } else {
      words = try WordBuffer(zeros: count, purpose: "frame")
      marks = try WordBuffer(zeros: shape.height, purpose: "frame")
    }
  }
}

extension FrameRows {
  /// Sets every cell or shade to 0.
  package func clear() {
    var y = 0
    while y < height {
      let first = y
      while y < height, marks[y] != 0 { y += 1 }
      words.clear(first * wordsPerRow..<y * wordsPerRow)
      marks.clear(first..<y)
      while y < height, marks[y] == 0 { y += 1 }
    }
  }

  /// Stores a piece of row `y` in the layout of a row. It starts at column `x`, a multiple of 64.
  ///
  /// - Precondition: the piece lies inside the row and sets no bit at or past `width`. Engines
  ///   guarantee this.
  package func set(y: Int, x: Int, words piece: Span<UInt64>) {
    let first = x / UInt64.bitWidth * planes
    precondition(x >= 0 && x % UInt64.bitWidth == 0 && y >= 0 && y < height, "outside the frame")
    precondition(piece.count <= wordsPerRow - first, "a piece extends past the frame")
    if !piece.isEmpty, first + piece.count == wordsPerRow {
      let inside = WordMask.bits(from: 0, to: (width - 1) % UInt64.bitWidth + 1)
      for plane in 1...planes {
        precondition(piece[piece.count - plane] & ~inside == 0, "a live cell past the frame")
      }
    }
    words.replace(from: y * wordsPerRow + first, with: piece)
    marks.set(y, to: 1)
  }

  /// Calls a function with the words of all rows and the mark of each row. It must set the mark if
  /// the row may have live cells, and must set no bit at or past `width`.
  package func withWords<Result>(
    _ body: (_ words: inout MutableSpan<UInt64>, _ marks: inout MutableSpan<UInt64>) -> Result
  ) -> Result {
    var all = words.mutableWords(count: height * wordsPerRow)
    var rowMarks = marks.mutableWords(count: height)
    return body(&all, &rowMarks)
  }

  /// Stores the shades of row `y`, one per square.
  package func set(y: Int, shades: Span<UInt8>) {
    precondition(shades.count == width && y >= 0 && y < height, "outside the frame")
    words.replace(fromByte: y * wordsPerRow * 8, with: shades)
    marks.set(y, to: 1)
  }

  /// The words of row `y`, west to east.
  @_lifetime(borrow self)
  package func row(_ y: Int) -> Span<UInt64> {
    precondition(y >= 0 && y < height)
    let span = words.span(start: y * wordsPerRow, end: (y + 1) * wordsPerRow)
    return unsafe _overrideLifetime(span, borrowing: self)
  }
}
