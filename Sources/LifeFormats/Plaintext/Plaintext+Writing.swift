// Format: https://conwaylife.com/wiki/Plaintext
package import LifeCore
package import LifeIO

package extension Plaintext {
  /// Writes the rows of the bounding box, each up to its last live cell. An empty row is a single
  /// `.`, because other programs ignore lines without cells.
  ///
  /// - Throws: ``WriteError`` if the bounding box has more cells than ``Limits/expandedBytes``;
  ///   ``FileFailure``.
  /// - Complexity: O(*n*) in the cells of the bounding box.
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

  /// Writes eight cells at once: a run at a time took twice as long for a soup.
  static func write(_ cells: Cells, in box: Window, to text: inout TextBuffer) throws {
    var x = box.x
    var y = box.y
    try cells.forEachPiece { pieceY, pieceX, words in
      if pieceY > y {
        try text.write(Byte.lineFeed)
        for _ in y + 1..<pieceY { try text.write(".\n") }
        x = box.x
        y = pieceY
      }
      for index in words.indices where words[index] != 0 {
        let start = pieceX + index * 64
        try text.write(UInt8(ascii: "."), times: max(0, start - x))
        // Only at the western edge of the box, a word begins west of `x`, the next cell to write.
        var bits = words[index] >> UInt64(max(0, x - start))
        x = max(x, start)
        let end = start + 64 - words[index].leadingZeroBitCount
        while x < end {
          let eight = EightBytes.characters(
            of: bits, dead: UInt8(ascii: "."), live: UInt8(ascii: "O"))
          try text.write(eight, count: min(8, end - x))
          bits >>= 8
          x += 8
        }
        x = end
      }
    }
    try text.write(Byte.lineFeed)
  }
}
