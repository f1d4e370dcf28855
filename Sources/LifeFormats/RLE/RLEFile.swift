internal import LifeCore
internal import LifeIO

/// The patterns of a text, one after another, and what stands around them.
///
///      Here is a gun:          prose, skipped with a warning if the text begins with it
///      [code]x = 36, y = 9     header
///      24bo$22bobo$…!          body
///      #C [[ ZOOM 8 ]][/code]  what follows the '!' is kept, up to the end of the quotation
///      And another one: …
struct RLEFile {
  private let lines: LineReader
  /// Lines that may be the comments of the pattern that comes next.
  private var comments: [[UInt8]] = []
  private var hasWarnedOfText = false
  /// What ends the quotation that the pattern stands in.
  private var closer: [UInt8]?

  init(_ lines: LineReader) { self.lines = lines }

  /// Reads the first pattern, and all that is left as the text after it.
  mutating func readOnly() throws -> Pattern {
    if try isQuoted() { try skipProse() }
    var (pattern, header) = try RLE.readPattern(lines, RLEHeader(lines))
    try readTrailer(&header)
    pattern.notes = header.notes.notes
    return pattern
  }

  /// Reads the patterns one after another.
  mutating func readEach(_ body: (Pattern) throws -> Void) throws {
    if try isQuoted() { try skipProse() }
    var isMore = true
    while isMore {
      var header = RLEHeader(lines)
      for comment in comments { try header.take(comment: comment) }
      comments = []
      var (pattern, read) = try RLE.readPattern(lines, header)
      isMore = try findNext(after: &read)
      pattern.notes = read.notes.notes
      try body(pattern)
    }
  }
}

// MARK: - Before a pattern

extension RLEFile {
  /// How much of a text is looked at to see whether a pattern is quoted in it.
  private static let prefixLength = 1 << 14

  private func isQuoted() throws -> Bool {
    let input = lines.input
    while input.available.count < Self.prefixLength, try input.fill() {}
    return RLEQuotation.isProse(input.available)
  }

  /// Skips lines up to where a pattern begins.
  private mutating func skipProse() throws {
    lines.warn("the text before the pattern is skipped")
    while try lines.advance() {
      if try beginsHere() { return }
    }
    throw lines.unexpected(expected: "a pattern after '[code]'")
  }

  /// Whether a pattern begins in the current line, which is then read up to there.
  private mutating func beginsHere() throws -> Bool {
    let lines = lines
    if let tag = RLEQuotation.opening(in: lines.line.copied()) {
      closer = tag.closer
      lines.drop(tag.end)
      // A pattern may begin behind the tag, or in the next line.
      if lines.line.skippingBlanks() == lines.line.count {
        guard try lines.advance() else { return false }
      }
      if RLEQuotation.beginsPattern(lines.line) {
        lines.retreat()
        return true
      }
      closer = nil
      return false
    }
    guard RLEQuotation.beginsPlainly(lines.line) else { return false }
    lines.retreat()
    return true
  }
}

// MARK: - After a pattern

extension RLEFile {
  /// Keeps what people write after the `!`, and reads to the end, so that damage there is noticed.
  private mutating func readTrailer(_ header: inout RLEHeader) throws {
    let lines = lines
    var kept = 0
    var hasMore = false
    while kept <= lines.options.limits.trailerBytes {
      guard try lines.advance() else { return }
      if try endsQuotation(&header) {
        if try !hasMore && findQuotation() { warnOfMore() }
        break
      }
      if !hasMore, RLEQuotation.beginsWithCells(lines.line) {
        hasMore = true
        warnOfMore()
      }
      kept += lines.line.count + 1
      try keep(lines.line, &header)
    }
    if kept > lines.options.limits.trailerBytes {
      lines.warn("the text after '!' is long; the rest is not kept")
    }
    let input = lines.input
    repeat { input.consume(input.available.count) } while try input.fill()
  }

  private mutating func warnOfText() {
    guard closer == nil, !hasWarnedOfText, lines.line.skippingBlanks() < lines.line.count else {
      return
    }
    hasWarnedOfText = true
    lines.warn("no pattern; kept as text after the one before")
  }

  private func warnOfMore() {
    lines.warn("another pattern follows; only the first is read without --split")
  }

  /// Keeps a line, or the part of one before a mark, as text after the pattern.
  private func keep(_ line: Span<UInt8>, _ header: inout RLEHeader) throws {
    let text = line.droppingBlanksAround()
    if !text.isEmpty { try header.keep(.trailer, text.copied()) }
  }

  /// Whether the quotation ends in the current line; what stands before is kept.
  private func endsQuotation(_ header: inout RLEHeader) throws -> Bool {
    let line = lines.line.copied()
    guard let closer, let end = RLEQuotation.range(of: closer, in: line) else { return false }
    try keep(line.span.extracting(0..<end.lowerBound), &header)
    return true
  }

  /// Reads up to the next pattern; false if there is none. What is not its comments is text after
  /// the one before.
  private mutating func findNext(after header: inout RLEHeader) throws -> Bool {
    // What follows the mark in its line is for people; a line of its own may be a broken pattern.
    var isAtMark = true
    while try lines.advance() {
      if closer != nil {
        if try endsQuotation(&header) {
          closer = nil
          return try findQuotation()
        }
      } else if !isAtMark, lines.line.starts(with: "#") {
        comments.append(lines.line.copied())
        continue
      } else if !isAtMark, RLEQuotation.beginsPattern(lines.line) {
        lines.retreat()
        return true
      }
      try keepComments(&header)
      if !isAtMark { warnOfText() }
      isAtMark = false
      try keep(lines.line, &header)
    }
    try keepComments(&header)
    return false
  }

  /// Skips prose up to the next quotation; false if there is none.
  private mutating func findQuotation() throws -> Bool {
    while try lines.advance() {
      if try beginsHere() { return true }
    }
    return false
  }

  private mutating func keepComments(_ header: inout RLEHeader) throws {
    for comment in comments { try keep(comment.span, &header) }
    comments = []
  }
}

/// How RLE stands in posts, wiki pages and other texts.
enum RLEQuotation {
  /// Marks around a pattern: `[code]` and `[/code]`, and three backquotes.
  private static let marks: [(opener: [UInt8], closer: [UInt8])] = [
    (Array("[code]".utf8), Array("[/code]".utf8)), (Array("[rle]".utf8), Array("[/rle]".utf8)),
    (Array("<pre>".utf8), Array("</pre>".utf8)),
    (Array("<nowiki>".utf8), Array("</nowiki>".utf8)), (Array("```".utf8), Array("```".utf8)),
  ]

  /// Whether a text begins with words and quotes a pattern later.
  static func isProse(_ prefix: Span<UInt8>) -> Bool {
    let lines = TextPrefix(prefix).lines
    guard let first = lines.first, first.first != UInt8(ascii: "#"), !beginsPattern(first.span)
    else { return false }
    return lines.contains { line in
      RLEHeader.isHeader(line.span) || marks.contains { range(of: $0.opener, in: line) != nil }
    }
  }

  /// Where the pattern begins in a line that opens a quotation, and what will close it.
  static func opening(in line: [UInt8]) -> (end: Int, closer: [UInt8])? {
    for mark in marks {
      guard let range = range(of: mark.opener, in: line) else { continue }
      // Behind three backquotes stands the name of a language.
      return (mark.opener == mark.closer ? line.count : range.upperBound, mark.closer)
    }
    return nil
  }

  /// Whether this line is the first of a pattern and its comments.
  static func beginsPattern(_ line: Span<UInt8>) -> Bool {
    let start = line.skippingBlanks()
    return start < line.count && line[start] == UInt8(ascii: "#") || beginsWithCells(line)
  }

  /// Whether this line is the header of a pattern, or a row of one without.
  static func beginsWithCells(_ line: Span<UInt8>) -> Bool {
    let start = line.skippingBlanks()
    return RLEHeader.isHeader(line) || isBody(line.extracting(start...).copied())
  }

  /// The same in the middle of prose, where a number sign or a word may mean anything.
  static func beginsPlainly(_ line: Span<UInt8>) -> Bool {
    RLEHeader.isHeader(line) || ["#N ", "#O ", "#C ", "#CXRLE "].contains { line.starts(with: $0) }
  }

  /// Whether a line can only be a row of items: it has a count, or an end of row or pattern.
  static func isBody(_ line: [UInt8]) -> Bool {
    let items = line.prefix { $0 != UInt8(ascii: "!") }
    let isCounted = items.contains { Byte.isDigit($0) || $0 == UInt8(ascii: "$") }
    let isEnded = items.count < line.count
    if items.allSatisfy({ "0123456789bo$. \tA".utf8.contains($0) }) {
      return (isCounted || isEnded) && items.contains { "bo$".utf8.contains($0) }
    }
    // Letters of many states could be a word.
    return isCounted && isEnded && items.allSatisfy(isItem) && items.contains(UInt8(ascii: "$"))
  }

  private static func isItem(_ byte: UInt8) -> Bool {
    Byte.isDigit(byte) || Byte.isBlank(byte) || "bo$.".utf8.contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "X")).contains(byte)
      || (UInt8(ascii: "p")...UInt8(ascii: "z")).contains(byte)
  }

  /// Where a mark stands, in letters of either case.
  static func range(of mark: [UInt8], in line: [UInt8]) -> Range<Int>? {
    for start in 0..<max(0, line.count - mark.count + 1)
    where mark.indices.allSatisfy({ mark[$0] == lowercase(line[start + $0]) }) {
      return start..<start + mark.count
    }
    return nil
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }
}
