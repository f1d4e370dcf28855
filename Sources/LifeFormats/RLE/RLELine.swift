internal import LifeIO

/// Distinguishes the lines of an RLE pattern from other text.
enum RLELine {
  /// Whether a text begins with words before a code block or an RLE header.
  static func isProse(_ prefix: Span<UInt8>) -> Bool {
    let lines = prefix.nonblankLines
    guard let first = lines.first, first.first != UInt8(ascii: "#"), !beginsPattern(first.span)
    else { return false }
    return lines.contains { RLEHeader.isHeader($0.span) || CodeBlock.opening(in: $0) != nil }
  }

  /// Whether this is a pattern's first line: a comment, a header, or a row of items.
  static func beginsPattern(_ line: Span<UInt8>) -> Bool {
    let start = line.skippingBlanks()
    if start < line.count, line[start] == UInt8(ascii: "#") { return true }
    return beginsWithCells(line)
  }

  /// Whether this line is a header, or a row of items without one.
  static func beginsWithCells(_ line: Span<UInt8>) -> Bool {
    let start = line.skippingBlanks()
    return RLEHeader.isHeader(line) || isBody(line.extracting(start...).copied())
  }

  /// Whether a pattern begins in this line of prose: a header, or a comment such as `#N Glider`. A
  /// lone `#`, or a word that looks like items, is prose.
  static func beginsPatternInProse(_ line: Span<UInt8>) -> Bool {
    RLEHeader.isHeader(line) || ["#N ", "#O ", "#C ", "#CXRLE "].contains { line.starts(with: $0) }
  }

  /// Whether a line can only be a row of items: it has a count, or ends a row or the pattern.
  static func isBody(_ line: [UInt8]) -> Bool {
    let items = line.prefix { $0 != UInt8(ascii: "!") }
    let isCounted = items.contains { Byte.isDigit($0) || $0 == UInt8(ascii: "$") }
    let isEnded = items.count < line.count
    if items.allSatisfy({ "0123456789bo$. \tA".utf8.contains($0) }) {
      return (isCounted || isEnded) && items.contains { "bo$".utf8.contains($0) }
    }
    // Letters for more than two states could be a word, so require counts, '$' and '!'.
    return isCounted && isEnded && items.allSatisfy(isItem) && items.contains(UInt8(ascii: "$"))
  }

  private static func isItem(_ byte: UInt8) -> Bool {
    Byte.isDigit(byte) || Byte.isBlank(byte) || "bo$.".utf8.contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "X")).contains(byte)
      || (UInt8(ascii: "p")...UInt8(ascii: "z")).contains(byte)
  }
}

/// The marks around a pattern in a forum post or a Markdown text, for example `[code]`.
///
/// Marks may be in upper or lower case.
enum CodeBlock {
  private static let marks: [(opener: [UInt8], closer: [UInt8])] = [
    (Array("[code]".utf8), Array("[/code]".utf8)), (Array("[rle]".utf8), Array("[/rle]".utf8)),
    (Array("```".utf8), Array("```".utf8)),
  ]

  /// The start of the content after an opening mark, and the closing mark; `nil` if the line has no
  /// opening mark.
  static func opening(in line: [UInt8]) -> (end: Int, closer: [UInt8])? {
    for mark in marks {
      guard let range = range(of: mark.opener, in: line) else { continue }
      // The name of a language may follow three backquotes.
      return (mark.opener == mark.closer ? line.count : range.upperBound, mark.closer)
    }
    return nil
  }

  /// The first occurrence of a lower-case mark, ignoring the case of the line.
  ///
  /// - Complexity: O(*nm*) for a line of *n* and a mark of *m* bytes.
  static func range(of mark: [UInt8], in line: [UInt8]) -> Range<Int>? {
    line.map(Byte.lowercase).range(of: mark)
  }
}
