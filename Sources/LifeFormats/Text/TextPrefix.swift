/// The lines at the beginning of a file, for the detection of its format.
struct TextPrefix {
  /// The lines that are not blank, without indentation and without their ends.
  let lines: [[UInt8]]

  init(_ prefix: Span<UInt8>) {
    let text = prefix.starts(with: "\u{feff}") ? prefix.extracting(3...) : prefix
    var lines: [[UInt8]] = []
    var start = 0
    while start < text.count {
      let first = text.skippingBlanks(from: start)
      let end = text.lineEnd(from: start)
      if first < end { lines.append(text.extracting(first..<end).copied()) }
      start = end + 1
    }
    self.lines = lines
  }

  /// Whether some line is the header of RLE.
  var hasRLEHeader: Bool { lines.contains { RLEHeader.isHeader($0.span) } }
}
