// Format: https://conwaylife.com/wiki/Run_Length_Encoded
internal import LifeCore
internal import LifeIO

/// Reads the patterns in an RLE file or a forum post, and keeps the text after each.
///
///      Here is a gun:          text before the first pattern is skipped with a warning
///      [code]x = 36, y = 9     header
///      24bo$22bobo$…!          body
///      #C [[ ZOOM 8 ]]         text after the '!' is kept, up to the end of the code block
///      @RULE Name              or up to the definition of the pattern's rule, a rule file
///      [/code]
///      And another one: …      text between two code blocks is skipped
struct RLEFile {
  private let lines: LineReader
  /// Lines after a pattern that may be comments of the next one.
  private var comments: [[UInt8]] = []
  private var hasWarnedOfText = false
  /// The closing mark of the current code block; `nil` outside one.
  private var closer: [UInt8]?
  /// The rule defined after the last pattern.
  private var definition: RuleTable?
  /// Where ``readEach(_:)`` is.
  private var part = Part.comments

  private enum Part { case comments, pattern, between, end }

  init(_ lines: LineReader) { self.lines = lines }

  /// Reads the first pattern. The rest of the file, up to another pattern, becomes the text after
  /// it.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  mutating func readFirst() throws -> Pattern {
    if try beginsWithProse() { try skipProse() }
    var (pattern, header) = try RLE.readPattern(from: lines, start: RLEHeader(lines))
    try readTrailer(&header)
    try complete(&pattern, from: &header)
    return pattern
  }

  /// Reads all patterns, and passes each to `body` before the next is read.
  ///
  /// - Throws: ``ParseError``, ``ReadError``; errors of `body`.
  mutating func readEach(_ body: (Pattern) throws -> Void) throws {
    if try beginsWithProse() { try skipProse() }
    while part != .end {
      let pattern: Pattern
      do {
        pattern = try readNext()
      } catch let error as ParseError {
        try lines.options.pass(over: error)
        if part == .comments || part == .pattern {
          part = try skipDamagedPattern() ? .comments : .end
        }
        continue
      }
      try body(pattern)
    }
  }

  private mutating func readNext() throws -> Pattern {
    part = .comments
    let comments = comments
    self.comments = []
    var header = RLEHeader(lines)
    for comment in comments { try header.take(comment: comment) }
    part = .pattern
    var (pattern, read) = try RLE.readPattern(from: lines, start: header)
    part = .end
    if try findNext(after: &read) { part = .between }
    try complete(&pattern, from: &read)
    return pattern
  }

  /// Skips the rest of a damaged pattern, up to its `!` or to the next header. Returns whether
  /// another pattern follows.
  private mutating func skipDamagedPattern() throws -> Bool {
    // After damaged comments, the first header is that of the damaged pattern.
    var isInComments = part == .comments || lines.line.starts(with: "#")
    var rest = RLEHeader(lines)
    while try lines.advance() {
      if try endsCodeBlock(&rest) {
        closer = nil
        return try findInProse()
      }
      if lines.line.starts(with: "#") { continue }
      if !isInComments, RLEHeader.isHeader(lines.line) {
        lines.retreat()
        return true
      }
      isInComments = isInComments && lines.isBlank
      guard let mark = lines.line.copied().firstIndex(of: UInt8(ascii: "!")) else { continue }
      lines.drop(mark + 1)
      lines.retreat()
      return try findNext(after: &rest)
    }
    return false
  }
}

// MARK: - The rule of a pattern

extension RLEFile {
  /// Gives a pattern its notes and the rule defined after it.
  private mutating func complete(_ pattern: inout Pattern, from header: inout RLEHeader) throws {
    pattern.notes = header.notes.notes
    try header.settleRule(definition)
    if definition != nil { pattern.statedRule = lines.options.rule ?? header.rule?.rule }
    definition = nil
  }

  private static let ruleMark = Array("@RULE ".utf8)

  /// Reads a rule file at the current line if it defines the pattern's rule.
  ///
  /// - Returns: whether another pattern follows; `nil` if the line defines another rule, or none.
  private mutating func readRule(of header: RLEHeader) throws -> Bool? {
    let line = lines.line.copied()
    guard line.starts(with: Self.ruleMark), case .table(let table)? = header.rule?.rule.family
    else { return nil }
    let name = line[Self.ruleMark.count...].split(separator: Byte.space).first.map(Array.init) ?? []
    guard name == Array(table.name.utf8) else { return nil }
    var text = line + [Byte.lineFeed]
    var size = text.count
    var hasNext = false
    while try lines.advance() {
      let line = lines.line.copied()
      if let closer, CodeBlock.range(of: closer, in: line) != nil { break }
      if RLEHeader.isHeader(lines.line) {
        lines.retreat()
        hasNext = true
        break
      }
      size += line.count + 1
      guard size <= lines.options.limits.ruleBytes else {
        throw lines.error(
          "the rule after the pattern is larger than the limit of "
            + "\(lines.options.limits.ruleBytes) bytes; \(advice: .raise("rule"))")
      }
      // They belong to the rule, or to a pattern after it.
      if line.first == UInt8(ascii: "#") {
        comments.append(line)
        continue
      }
      text += (comments + [line]).flatMap { $0 + [Byte.lineFeed] }
      comments = []
    }
    if !hasNext {
      text += comments.flatMap { $0 + [Byte.lineFeed] }
      comments = []
    }
    let title = Path(bytes: Array("\(lines.input.path.inputName): ".utf8) + line)
    definition = RuleTable(
      try lines.options.readRule(name, ByteReader(text, name: title)), source: text)
    return hasNext
  }
}

// MARK: - Before a pattern

extension RLEFile {
  /// The number of bytes to search for a code block or a header in a file with prose.
  private static let prefixLength = 1 << 14

  private func beginsWithProse() throws -> Bool {
    let input = lines.input
    while input.available.count < Self.prefixLength, try input.fill() {}
    return RLELine.isProse(input.available)
  }

  /// Skips lines up to the first pattern.
  private mutating func skipProse() throws {
    lines.warn("the text before the pattern is skipped")
    guard try findInProse() else { throw lines.unexpected(expected: "a pattern after '[code]'") }
  }

  /// Skips prose up to the next pattern. Returns `false` if there is none.
  private mutating func findInProse() throws -> Bool {
    while try lines.advance() {
      if try beginsHere() { return true }
    }
    return false
  }

  /// Whether a pattern begins in the current line. If so, moves to its first byte.
  private mutating func beginsHere() throws -> Bool {
    let lines = lines
    if let mark = CodeBlock.opening(in: lines.line.copied()) {
      closer = mark.closer
      lines.drop(mark.end)
      // The pattern begins right after the mark or in the next line.
      if lines.isBlank {
        guard try lines.advance() else { return false }
      }
      if RLELine.beginsPattern(lines.line) {
        lines.retreat()
        return true
      }
      closer = nil
      return false
    }
    guard RLELine.beginsPatternInProse(lines.line) else { return false }
    lines.retreat()
    return true
  }
}

// MARK: - After a pattern

extension RLEFile {
  /// Keeps the text after the `!`, up to another pattern, as a note, and reads to the end to notice
  /// damage.
  private mutating func readTrailer(_ header: inout RLEHeader) throws {
    let lines = lines
    var kept = 0
    while kept <= lines.options.limits.trailerBytes {
      guard try lines.advance() else { return try keepComments(&header) }
      if let hasNext = try readRule(of: header) {
        if hasNext { warnOfMore() }
        break
      }
      if RLELine.beginsWithCells(lines.line) {
        warnOfMore()
        break
      }
      kept += lines.line.count + 1
      if closer == nil, lines.line.starts(with: "#") {
        comments.append(lines.line.copied())
        continue
      }
      try keepComments(&header)
      if try endsCodeBlock(&header) {
        if try findInProse() { warnOfMore() }
        break
      }
      try keep(lines.line, in: &header)
    }
    if kept > lines.options.limits.trailerBytes {
      lines.warn("the text after '!' is long; the rest is not kept")
    }
    let input = lines.input
    repeat { input.consume(input.available.count) } while try input.fill()
  }

  private mutating func warnOfText() {
    guard closer == nil, !hasWarnedOfText, !lines.isBlank else {
      return
    }
    hasWarnedOfText = true
    lines.warn("not a pattern; kept as text after the previous one")
  }

  private func warnOfMore() {
    lines.warn("another pattern follows; \(advice: .split)", isLoss: true)
  }

  /// Keeps a line, or its part before a mark, as text after the pattern.
  private func keep(_ line: Span<UInt8>, in header: inout RLEHeader) throws {
    let text = line.droppingBlanksAround()
    if !text.isEmpty { try header.keep(.trailer, text: text.copied()) }
  }

  /// Whether the code block ends in the current line. Keeps the text before the mark.
  private func endsCodeBlock(_ header: inout RLEHeader) throws -> Bool {
    let line = lines.line.copied()
    guard let closer, let end = CodeBlock.range(of: closer, in: line) else { return false }
    try keep(line.span.extracting(0..<end.lowerBound), in: &header)
    return true
  }

  /// Reads up to the next pattern. Returns `false` if there is none. Lines other than the next
  /// pattern's comments become text after the previous one.
  private mutating func findNext(after header: inout RLEHeader) throws -> Bool {
    // Text in the line of the '!' is a remark; a further line may be a damaged pattern.
    var isAtMark = true
    while try lines.advance() {
      if closer != nil {
        if try endsCodeBlock(&header) {
          closer = nil
          return try findInProse()
        }
      } else if let hasNext = try readRule(of: header) {
        return hasNext
      } else if !isAtMark, lines.line.starts(with: "#") {
        comments.append(lines.line.copied())
        continue
      } else if !isAtMark, RLELine.beginsPattern(lines.line) {
        lines.retreat()
        return true
      }
      try keepComments(&header)
      if !isAtMark { warnOfText() }
      isAtMark = false
      try keep(lines.line, in: &header)
    }
    try keepComments(&header)
    return false
  }

  private mutating func keepComments(_ header: inout RLEHeader) throws {
    for comment in comments { try keep(comment.span, in: &header) }
    comments = []
  }
}
