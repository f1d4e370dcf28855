// Format: https://conwaylife.com/wiki/Plaintext
package import LifeCore
package import LifeIO

package extension Plaintext {
  /// Writes the rows of the bounding box, each up to its last live cell; an empty row is a single
  /// `.`, because other programs ignore lines without cells.
  ///
  /// - Throws: ``WriteError`` if the bounding box has more cells than ``Limits/expandedBytes``,
  ///   ``FileFailure``.
  /// - Complexity: O(cells of the bounding box).
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    try checkSize(pattern.cells.bounds)
    var text = TextBuffer(output)
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
        "plaintext would take more than \(limit) characters, the limit, for \(box.width) × "
          + "\(box.height) cells; write rle")
    }
  }

  static func write(_ cells: Cells, in box: Window, to text: inout TextBuffer) throws {
    var rowWriter = TextRowWriter(column: box.x)
    var row = box.y
    try cells.forEachPiece { y, x, words in
      if y > row {
        try text.write(Byte.lineFeed)
        try writeEmptyRows(y - row - 1, to: &text)
        rowWriter.column = box.x
        row = y
      }
      try rowWriter.write(words, from: x, to: &text)
    }
    try text.write(Byte.lineFeed)
  }

  static func writeEmptyRows(_ count: Int, to text: inout TextBuffer) throws {
    let rows =
      EightBytes.all(Byte.lineFeed) & 0xff00_ff00_ff00_ff00
      | EightBytes.all(UInt8(ascii: ".")) & 0x00ff_00ff_00ff_00ff
    try text.write(rows, times: count / 4)
    try text.write(rows, count: count % 4 * 2)
  }
}

/// Writes one row from west to east, up to its last live cell.
private struct TextRowWriter {
  /// The column that is written next.
  var column: Int

  /// Writes the words of a piece whose first bit is column `x`.
  mutating func write(_ words: Span<UInt64>, from x: Int, to text: inout TextBuffer) throws {
    for index in words.indices where words[index] != 0 {
      try write(words[index], at: x + index * 64, to: &text)
    }
  }

  /// Writes a word whose bit 0 is column `x`. Only at the western border of the bounding box can
  /// `x` be west of ``column``.
  private mutating func write(_ word: UInt64, at x: Int, to text: inout TextBuffer) throws {
    if x > column { try writeDead(x - column, to: &text) }
    let end = x + 64 - word.leadingZeroBitCount
    var bits = word >> UInt64(max(column - x, 0))
    column = max(column, x)
    while column < end {
      let characters = EightBytes.characters(
        of: bits, dead: UInt8(ascii: "."), live: UInt8(ascii: "O"))
      try text.write(characters, count: min(8, end - column))
      bits >>= 8
      column += 8
    }
    column = end
  }

  private func writeDead(_ count: Int, to text: inout TextBuffer) throws {
    let dead = EightBytes.all(UInt8(ascii: "."))
    try text.write(dead, times: count / 8)
    try text.write(dead, count: count % 8)
  }
}
