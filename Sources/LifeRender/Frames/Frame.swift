package import LifeCore

/// The visible window of one generation, as bit-packed cells or as one shade per square of cells.
///
///      row y   [ word 0 of plane 0 ][ word 0 of plane 1 ] … [ word 1 of plane 0 ] …
///               │ bit 0: bit 0 of the state in column 0, the west edge of the window
///               └ bit 63: bit 0 of the state in column 63
///
/// A cell state has one bit in each bit-plane; two states need one plane. A square of many cells
/// has a shade instead, one byte, in reading order. Bits at or past `width` are never set.
///
/// Frames are reused: ``reset(_:_:)`` clears one without allocating if its storage suffices. A
/// frame is handed from the thread that fills it to the thread that paints it; only one thread uses
/// it at a time, which is why it can be `Sendable` without a lock.
package final class Frame: @unchecked Sendable {
  package enum Content: Hashable, Sendable {
    /// One to eight bits per cell.
    case cells(planes: Int)
    /// One byte per square of `side` × `side` cells; see ``Shading``.
    case shades(side: Int)
  }

  package private(set) var shape: FrameShape
  package private(set) var content: Content
  private var wordsPerRow: Int
  private var words: WordBuffer
  /// A word for each row: 1 if the row may have live cells, or shades. Most rows of most frames
  /// have none, and are neither cleared nor drawn again.
  private var marks: WordBuffer

  /// The position of the northwest cell in the universe. ``Painter`` uses it to keep trails and
  /// ages at their cells when the view moves.
  package var corner = Position.origin
  package var generation: BigInt = 0
  /// The number of live cells of the universe; 0 if the format does not store it.
  package var population: BigInt = 0
  /// How many images the frame becomes; with none it only changes the ages and trails of its cells.
  package var copies = 1
  /// The lines of the label.
  package var caption: [String] = []

  /// A frame without live cells.
  package init(_ shape: FrameShape, content: Content = .cells(planes: 1)) throws(MemoryExhausted) {
    self.shape = shape
    self.content = content
    wordsPerRow = Self.wordsPerRow(shape, content: content)
    words = try WordBuffer(zeros: Self.wordCount(shape, content: content), purpose: "frame")
    marks = try WordBuffer(zeros: shape.height, purpose: "frame")
  }

  /// Clears the frame and changes its shape and content.
  ///
  /// - Throws: ``MemoryExhausted`` if more storage is needed and cannot be allocated.
  package func reset(_ shape: FrameShape, content: Content) throws(MemoryExhausted) {
    clear()
    let count = Self.wordCount(shape, content: content)
    if count > words.count { words = try WordBuffer(zeros: count, purpose: "frame") }
    if shape.height > marks.count {
      marks = try WordBuffer(zeros: shape.height, purpose: "frame")
    }
    self.shape = shape
    self.content = content
    wordsPerRow = Self.wordsPerRow(shape, content: content)
    caption = []
  }

  private static func wordsPerRow(_ shape: FrameShape, content: Content) -> Int {
    switch content {
    case .cells(let planes): ((shape.width - 1) / UInt64.bitWidth + 1) * planes
    case .shades: (shape.width + 7) / 8
    }
  }

  private static func wordCount(_ shape: FrameShape, content: Content) -> Int {
    let (count, overflow) = wordsPerRow(shape, content: content)
      .multipliedReportingOverflow(by: shape.height)
    return overflow ? .max : count
  }
}

package extension Frame {
  /// The number of columns of cells or squares; see ``FrameShape``.
  var width: Int { shape.width }
  /// The number of rows of cells or squares.
  var height: Int { shape.height }

  /// Bits per cell; 1 for a frame of shades.
  var planes: Int {
    if case .cells(let planes) = content { planes } else { 1 }
  }

  /// The side of a square, in cells; 1 for a frame of cells.
  var side: Int {
    if case .shades(let side) = content { side } else { 1 }
  }

  /// Sets every cell or shade to 0.
  func clear() {
    let marks = marks
    let words = words
    let wordsPerRow = wordsPerRow
    for y in 0..<height where marks[y] != 0 {
      words.clear(y * wordsPerRow..<(y + 1) * wordsPerRow)
      marks.set(y, to: 0)
    }
  }

  /// Whether all cells or shades of row `y` are known to be 0.
  func isBlank(_ y: Int) -> Bool { marks[y] == 0 }

  /// Stores a piece of row `y` that starts at column `x`, a multiple of 64, in the layout of a row.
  ///
  /// - Precondition: the piece lies inside the row and sets no bit at or past `width`, as engines
  ///   guarantee.
  func set(y: Int, x: Int, words piece: Span<UInt64>) {
    let first = x / UInt64.bitWidth * planes
    precondition(x >= 0 && x % UInt64.bitWidth == 0 && y >= 0 && y < height, "outside the frame")
    precondition(piece.count <= wordsPerRow - first, "a piece extends past the frame")
    if !piece.isEmpty, first + piece.count == wordsPerRow {
      for plane in 1...planes {
        precondition(piece[piece.count - plane] & ~lastWordMask == 0, "a live cell past the frame")
      }
    }
    words.replace(from: y * wordsPerRow + first, with: piece)
    marks.set(y, to: 1)
  }

  /// Stores the shades of row `y`, one per square.
  func set(y: Int, shades: Span<UInt8>) {
    precondition(shades.count == width && y >= 0 && y < height, "outside the frame")
    words.replace(fromByte: y * wordsPerRow * 8, with: shades)
    marks.set(y, to: 1)
  }

  /// The words of row `y`, west to east.
  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    precondition(y >= 0 && y < height)
    let span = words.span(start: y * wordsPerRow, end: (y + 1) * wordsPerRow)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The shades of row `y`, west to east.
  @_lifetime(borrow self)
  func shades(_ y: Int) -> Span<UInt8> {
    precondition(y >= 0 && y < height)
    let span = words.bytes(from: y * wordsPerRow * 8, count: width)
    return unsafe _overrideLifetime(span, borrowing: self)
  }
}

private extension Frame {
  /// The cells of the last word of a row that lie inside the frame.
  var lastWordMask: UInt64 {
    WordMask.bits(from: 0, to: (width - 1) % UInt64.bitWidth + 1)
  }
}
