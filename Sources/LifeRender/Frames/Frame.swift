package import LifeCore

/// What an engine shows of one generation: a window of cells, or of squares of many cells.
///
///      row y   [ word 0 of plane 0 ][ word 0 of plane 1 ] … [ word 1 of plane 0 ] …
///               │ bit 0 is bit 0 of the state in column 0, the west edge of the window
///               └ bit 63 is that of the state in column 63
///
/// A cell's state has a bit in each plane; two states need one. A square has no cells but a shade,
/// a byte, in reading order. No bit at or past `width` is ever set. The storage is kept: clear a
/// frame and fill it again to show the next generation. It goes from the thread that fills it to
/// the one that draws it, and one thread at a time has it.
package final class Frame: @unchecked Sendable {
  package enum Content: Hashable, Sendable {
    /// 1 to 8 bits for each cell.
    case cells(planes: Int)
    /// A byte for each square of `side` × `side` cells.
    case shades(side: Int)
  }

  package private(set) var shape: FrameShape
  package private(set) var content: Content
  private var wordsPerRow: Int
  private var words: WordBuffer

  /// Where the window's north-western cell is, so that what is remembered of a place can follow it.
  package var corner = Position.origin
  package var generation: BigInt = 0
  /// What a label says, line by line.
  package var caption: [String] = []

  /// A frame with no live cell.
  package init(_ shape: FrameShape, _ content: Content = .cells(planes: 1)) throws(MemoryExhausted)
  {
    self.shape = shape
    self.content = content
    wordsPerRow = Self.wordsPerRow(shape, content)
    words = try WordBuffer(zeros: Self.wordCount(shape, content), purpose: "frame")
  }

  /// Empties the frame, and gives it another shape.
  package func reset(_ shape: FrameShape, _ content: Content) throws(MemoryExhausted) {
    let count = Self.wordCount(shape, content)
    if count > words.count { words = try WordBuffer(zeros: count, purpose: "frame") }
    self.shape = shape
    self.content = content
    wordsPerRow = Self.wordsPerRow(shape, content)
    words.clear(count)
    caption = []
  }

  private static func wordsPerRow(_ shape: FrameShape, _ content: Content) -> Int {
    switch content {
    case .cells(let planes): ((shape.width - 1) / UInt64.bitWidth + 1) * planes
    case .shades: (shape.width + 7) / 8
    }
  }

  private static func wordCount(_ shape: FrameShape, _ content: Content) -> Int {
    let (count, overflow) = wordsPerRow(shape, content)
      .multipliedReportingOverflow(by: shape.height)
    return overflow ? .max : count
  }
}

package extension Frame {
  /// In places, as its shape says.
  var width: Int { shape.width }
  /// In places.
  var height: Int { shape.height }

  /// Bits of a cell; 1 for what is no cell.
  var planes: Int {
    if case .cells(let planes) = content { planes } else { 1 }
  }

  /// Cells along the side of a place.
  var side: Int {
    if case .shades(let side) = content { side } else { 1 }
  }

  /// Kills every cell.
  func clear() { words.clear(wordsPerRow * height) }

  /// Receives a piece of row `y` whose bit 0 is the cell in column `x`, a multiple of 64; the words
  /// of the planes take turns.
  ///
  /// The piece lies within the row and no bit outside the window is set, as an engine hands it out.
  func set(y: Int, x: Int, words piece: Span<UInt64>) {
    let first = x / UInt64.bitWidth * planes
    precondition(x >= 0 && x % UInt64.bitWidth == 0 && y >= 0 && y < height, "outside the frame")
    precondition(piece.count <= wordsPerRow - first, "a piece reaches past the frame")
    if !piece.isEmpty, first + piece.count == wordsPerRow {
      for plane in 1...planes {
        precondition(piece[piece.count - plane] & ~lastWordMask == 0, "a cell past the frame")
      }
    }
    words.replace(from: y * wordsPerRow + first, with: piece)
  }

  /// Receives the shades of row `y`.
  func set(y: Int, shades: Span<UInt8>) {
    precondition(shades.count == width && y >= 0 && y < height, "outside the frame")
    words.replace(fromByte: y * wordsPerRow * 8, with: shades)
  }

  /// The words of row `y`, west to east.
  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    precondition(y >= 0 && y < height)
    let span = words.span(y * wordsPerRow, (y + 1) * wordsPerRow)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The shades of row `y`, west to east.
  @_lifetime(borrow self)
  func shades(_ y: Int) -> Span<UInt8> {
    precondition(y >= 0 && y < height)
    let span = words.bytes(from: y * wordsPerRow * 8, width)
    return unsafe _overrideLifetime(span, borrowing: self)
  }
}

private extension Frame {
  /// The cells of the last word of a row that lie inside the frame.
  var lastWordMask: UInt64 {
    WordMask.bits(from: 0, to: (width - 1) % UInt64.bitWidth + 1)
  }
}
