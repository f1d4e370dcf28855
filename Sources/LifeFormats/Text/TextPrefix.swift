/// The beginning of a file seen as lines, for deciding what it is.
struct TextPrefix {
  /// The lines that are not blank, without their ends.
  let lines: [[UInt8]]

  init(_ prefix: Span<UInt8>) {
    let text = prefix.starts(with: "\u{feff}") ? prefix.extracting(3...) : prefix
    lines = text.copied().split(whereSeparator: Byte.endsLine)
      .filter { line in !line.allSatisfy(Byte.isBlank) }
      .map { line in Array(line.drop(while: Byte.isBlank)) }
  }

  /// Whether some line is the header of RLE.
  var hasRLEHeader: Bool { lines.contains { RLEHeader.isHeader($0.span) } }
}
