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

  static func write(_ cells: Cells, in box: Window, to text: inout TextBuffer) throws {
    var x = box.x
    var y = box.y
    try cells.forEachRun { run in
      if run.y > y {
        try text.write(Byte.lineFeed)
        for _ in y + 1..<run.y { try text.write(".\n") }
        x = box.x
        y = run.y
      }
      try text.write(UInt8(ascii: "."), times: run.x - x)
      try text.write(UInt8(ascii: "O"), times: run.length)
      x = run.x + run.length
    }
    try text.write(Byte.lineFeed)
  }
}
