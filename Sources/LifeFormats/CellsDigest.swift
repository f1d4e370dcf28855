package import LifeCore
internal import LifeIO

extension Cells {
  /// The SHA-256, in hexadecimal, of the text of the live cells.
  ///
  /// The text has a line `x y state` for each live cell, sorted by y and then x, with x and y
  /// counted from the bounding box's north-western corner; each line ends with a newline.
  package func digest() throws -> String {
    let sink = SHA256Sink()
    let writer = ByteWriter(sink)
    guard let box = bounds else {
      try writer.finish()
      return hexadecimal(sink.digest ?? [])
    }
    var text = TextWriter(writer)
    var runs = RunIterator(self)
    while let run = runs.next() {
      for x in run.x..<run.x + run.length {
        try text.write(x - box.x)
        try text.write(UInt8(ascii: " "))
        try text.write(run.y - box.y)
        // The state of every live cell, and the end of its line.
        try text.write(Self.endOfLine, count: 3)
      }
    }
    try text.flush()
    try writer.finish()
    return hexadecimal(sink.digest ?? [])
  }

  /// `" 1\n"`
  private static let endOfLine: UInt64 = 0x0a_31_20
}
