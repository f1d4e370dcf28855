/// Tells the lines of an RLE pattern from other text.
enum RLELine {
  /// Whether a text begins with words, and has a code block or an RLE header further on.
  static func isProse(_ prefix: Span<UInt8>) -> Bool {
    let lines = TextPrefix(prefix).lines
    guard let first = lines.first, first.first != UInt8(ascii: "#"), !beginsPattern(first.span)
    else { return false }
    return lines.contains { RLEHeader.isHeader($0.span) || CodeBlock.begins(in: $0) }
  }

  /// Whether this is the first line of a pattern: a comment, a header, or a row of items.
  static func beginsPattern(_ line: Span<UInt8>) -> Bool {
    let start = line.skippingBlanks()
    if start < line.count, line[start] == UInt8(ascii: "#") { return true }
    return beginsWithCells(line)
  }

  /// Whether this line is a header, or a row of items of a pattern without a header.
  static func beginsWithCells(_ line: Span<UInt8>) -> Bool {
    let start = line.skippingBlanks()
    return RLEHeader.isHeader(line) || isBody(line.extracting(start...).copied())
  }

  /// Whether a pattern begins in this line of prose, where `#` alone or a word means nothing.
  static func beginsPatternInProse(_ line: Span<UInt8>) -> Bool {
    RLEHeader.isHeader(line) || ["#N ", "#O ", "#C ", "#CXRLE "].contains { line.starts(with: $0) }
  }

  /// Whether a line can only be a row of items: it has a count, or an end of row or pattern.
  private static func isBody(_ line: [UInt8]) -> Bool {
    let items = line.prefix { $0 != UInt8(ascii: "!") }
    let isCounted = items.contains { Byte.isDigit($0) || $0 == UInt8(ascii: "$") }
    let isEnded = items.count < line.count
    if items.allSatisfy({ "0123456789bo$. \tA".utf8.contains($0) }) {
      return (isCounted || isEnded) && items.contains { "bo$".utf8.contains($0) }
    }
    // The letters of more than two states could be a word: counts, '$' and '!' are required.
    return isCounted && isEnded && items.allSatisfy(isItem) && items.contains(UInt8(ascii: "$"))
  }

  private static func isItem(_ byte: UInt8) -> Bool {
    Byte.isDigit(byte) || Byte.isBlank(byte) || "bo$.".utf8.contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "X")).contains(byte)
      || (UInt8(ascii: "p")...UInt8(ascii: "z")).contains(byte)
  }
}
