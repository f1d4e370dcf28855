package import LifeCore
package import LifeIO

package extension Plaintext {
  /// Writes the picture of the bounding box; an empty row is a lone `.`, because other programs
  /// drop lines without cells.
  ///
  /// - Throws: ``WriteError`` if the box is too large to be drawn, ``FileFailure``.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    try checkSize(pattern.cells.bounds)
    var text = TextWriter(output)
    try PlaintextComments.write(pattern, to: &text)
    if let box = pattern.cells.bounds { try write(pattern.cells, in: box, to: &text) }
    try text.flush()
  }
}

private extension Plaintext {
  static func checkSize(_ bounds: Window?) throws {
    guard let box = bounds else { return }
    let limit = Limits().expandedBytes
    let (count, overflow) = box.width.multipliedReportingOverflow(by: box.height)
    guard !overflow, count <= limit else {
      throw WriteError(
        "a picture of \(box.width) × \(box.height) cells has more than \(limit), the limit; "
          + "write RLE instead")
    }
  }

  static func write(_ cells: Cells, in box: Window, to text: inout TextWriter) throws {
    var pen = PicturePen(column: box.x)
    var row = box.y
    try cells.forEachPiece { y, x, words in
      if y > row {
        try text.write(Byte.lineFeed)
        try writeEmptyRows(y - row - 1, to: &text)
        pen.column = box.x
        row = y
      }
      try pen.draw(words, from: x, to: &text)
    }
    try text.write(Byte.lineFeed)
  }

  static func writeEmptyRows(_ count: Int, to text: inout TextWriter) throws {
    let rows =
      EightBytes.all(Byte.lineFeed) & 0xff00_ff00_ff00_ff00
      | EightBytes.all(UInt8(ascii: ".")) & 0x00ff_00ff_00ff_00ff
    try text.write(rows, times: count / 4)
    try text.write(rows, count: count % 4 * 2)
  }
}

/// Draws one row, from west to east, up to its last living cell.
private struct PicturePen {
  /// The column that is drawn next.
  var column: Int

  mutating func draw(_ words: Span<UInt64>, from x: Int, to text: inout TextWriter) throws {
    for index in words.indices where words[index] != 0 {
      try draw(words[index], at: x + index << 6, to: &text)
    }
  }

  /// Draws a word whose bit 0 is in column `x`, which is before ``column`` only in a box that does
  /// not begin with a word.
  private mutating func draw(_ word: UInt64, at x: Int, to text: inout TextWriter) throws {
    if x > column { try drawDead(x - column, to: &text) }
    let end = x + 64 - word.leadingZeroBitCount
    var bits = word >> UInt64(max(column - x, 0))
    column = max(column, x)
    while column < end {
      try text.write(Self.drawn(bits), count: min(8, end - column))
      bits >>= 8
      column += 8
    }
    column = end
  }

  private func drawDead(_ count: Int, to text: inout TextWriter) throws {
    let dead = EightBytes.all(UInt8(ascii: "."))
    try text.write(dead, times: count / 8)
    try text.write(dead, count: count % 8)
  }

  /// The low eight bits as characters.
  @inline(__always)
  private static func drawn(_ bits: UInt64) -> UInt64 {
    let dead = UInt8(ascii: ".")
    return EightBytes.spread(bits) &* UInt64(dead ^ UInt8(ascii: "O")) ^ EightBytes.all(dead)
  }
}
