// Format: https://conwaylife.com/wiki/Run_Length_Encoded
internal import LifeCore
internal import LifeIO

/// The metadata of an RLE pattern: comments, position, generation, size and rule.
///
/// Comments between the rows of cells come from ``RLEBody``.
struct RLEHeader {
  private let lines: LineReader
  /// The north-western corner of the bounding box; `nil` if not given.
  var position: Position?
  var generation: BigInt = 0
  /// The size in cells according to the header line; `nil` without one.
  var size: (width: Int, height: Int)?
  var rule: RuleAndUniverse?
  private(set) var notes = NoteCollector()
  /// The error or warnings for a rule that is only a name. They are dropped if the file defines the
  /// rule after the cells.
  private var missingRule: MissingRule?
  /// Whether the header line was read; after it, a `#r` line no longer sets the rule.
  private var hasHeader = false

  private enum MissingRule {
    case error(ParseError)
    case warnings([Warning])
  }

  init(_ lines: LineReader) { self.lines = lines }

  /// Reads comments, blank lines and the header line, up to the first item.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  mutating func read() throws {
    while let first = try lines.peekAfterLine() {
      switch first {
      case Byte.space, Byte.tab, Byte.lineFeed, Byte.carriageReturn:
        lines.input.consume(1)
      case UInt8(ascii: "#"):
        try takeComment()
      case UInt8(ascii: "x") where try !hasHeader && lines.isAtHeader():
        _ = try lines.advance()
        let line = lines.line.copied()
        let end = Self.startOfBody(in: line) ?? line.count
        try takeHeader(lines.repaired(Array(line[..<end])))
        // Web pages may save a pattern as one line.
        lines.drop(end)
        lines.retreat()
      default:
        return
      }
    }
  }

  /// Whether a line is a header: `x` and an equals sign, with or without blanks between.
  static func isHeader(_ line: Span<UInt8>) -> Bool {
    let start = line.skippingBlanks()
    guard start < line.count, line[start] == UInt8(ascii: "x") else { return false }
    let next = line.skippingBlanks(from: start + 1)
    return next < line.count && line[next] == UInt8(ascii: "=")
  }
}

// MARK: - Comments

extension RLEHeader {
  /// Reads the next line. It must begin with `#`.
  mutating func takeComment() throws {
    guard try lines.advance() else { return }
    try take(comment: lines.line.copied())
  }

  /// Interprets a line beginning with `#`.
  mutating func take(comment line: [UInt8]) throws {
    if line.starts(with: "#CXRLE".utf8) { return try takePlacement(line) }
    // Golly and others describe their numbering of states in such lines: keep them unchanged.
    if line.starts(with: "#CLL ".utf8) { return try keep(.comment, text: line) }
    let text = Self.text(of: line, from: 2)
    switch line.count > 1 ? line[1] : 0 {
    case UInt8(ascii: "N"): try keep(.name, text: text)
    case UInt8(ascii: "O"): try keep(.author, text: text)
    case UInt8(ascii: "r"): try takeRule(line)
    case UInt8(ascii: "R"):
      // Old files use `#R` for both: two numbers are a position, other text is a rule.
      if !(try takePosition(text)) { try takeRule(line) }
    case UInt8(ascii: "P"):
      if !(try takePosition(text)) { try keep(.comment, text: text) }
    case UInt8(ascii: "C"), UInt8(ascii: "c"), UInt8(ascii: "D"): try keep(.comment, text: text)
    default: try keep(.comment, text: Self.text(of: line, from: 1))
    }
  }

  mutating func keep(_ kind: Pattern.NoteKind, text: [UInt8]) throws {
    try notes.add(kind, text: text.span, from: lines)
  }

  /// The line from `start` without the space after the mark; further spaces are indentation.
  private static func text(of line: [UInt8], from start: Int) -> [UInt8] {
    line.span.extracting(min(start, line.count)...).droppingOneSpace().copied()
  }

  private mutating func takeRule(_ line: [UInt8]) throws {
    guard rule == nil, !hasHeader else { return }
    rule = try parseRule(line, in: 2..<max(2, line.span.droppingBlanksAtEnd().count))
  }

  /// Interprets `x y` as a position. Returns `false` unless the text is two integers.
  private mutating func takePosition(_ text: [UInt8]) throws -> Bool {
    let parts = text.split(whereSeparator: Byte.isBlank)
    guard let point = Self.position(parts) else { return false }
    if position == nil { position = point }
    return true
  }

  private static func position(_ parts: [ArraySlice<UInt8>]) -> Position? {
    guard parts.count == 2, let x = number(parts[0]), let y = number(parts[1]) else { return nil }
    return Position(x: x, y: y)
  }

  private static func number(_ text: ArraySlice<UInt8>) -> BigInt? {
    text.count <= LineReader.maxDigits ? BigInt(decimal: text) : nil
  }

  /// Reads `#CXRLE Pos=-1,-1 Gen=4`.
  private mutating func takePlacement(_ line: [UInt8]) throws {
    let items = line.dropFirst("#CXRLE".utf8.count).split(whereSeparator: Byte.isBlank)
    for item in items { try takeKey(item) }
  }

  private mutating func takeKey(_ item: ArraySlice<UInt8>) throws {
    let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
    let value = item[min(equals + 1, item.endIndex)...]
    switch String(decoding: item[..<equals], as: UTF8.self) {
    case "Pos":
      let parts = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard let point = Self.position(parts) else {
        throw lines.error("expected a position such as Pos=-10,5", ahead: item.startIndex)
      }
      position = point
    case "Gen":
      guard let number = Self.number(value), number >= 0 else {
        throw lines.error("expected a generation such as Gen=100", ahead: item.startIndex)
      }
      generation = number
    default:
      lines.warn("unknown key in the #CXRLE line", ahead: item.startIndex)
    }
  }
}

// MARK: - The line x = …, y = …, rule = …

extension RLEHeader {
  /// The start of the cells in a header line, after a blank; `nil` if it has none.
  private static func startOfBody(in line: [UInt8]) -> Int? {
    line.indices.first { index in
      guard Byte.isBlank(line[index]) else { return false }
      let rest = line[index...]
      // In `y = 3 bo$…` the 3 is the height: no blank follows the count of an item.
      let hasLoneCount = zip(rest, rest.dropFirst()).contains {
        Byte.isDigit($0) && Byte.isBlank($1)
      }
      return !hasLoneCount && rest.contains { "$!".utf8.contains($0) }
        && RLELine.isBody(Array(rest))
    }
  }

  private mutating func takeHeader(_ line: [UInt8]) throws {
    hasHeader = true
    var scanner = HeaderScanner(line: line, lines: lines)
    try scanner.expectKey("x")
    let width = try scanner.takeSize("x")
    try scanner.expectComma()
    try scanner.expectKey("y")
    let height = try scanner.takeSize("y")
    if let width, let height { size = (width, height) }
    while let (key, value) = try scanner.nextMember() {
      switch String(decoding: line[key], as: UTF8.self) {
      case "rule", "r": rule = try parseRule(line, in: value)
      default:
        let name = TerminalText.printable(line[key])
        lines.warn("'\(name)' in the header is ignored", ahead: key.lowerBound)
      }
    }
  }

  /// Parses a rule. A rule that is only a name may be defined after the cells.
  private mutating func parseRule(_ line: [UInt8], in range: Range<Int>) throws -> RuleAndUniverse {
    var options = lines.options
    var warnings: [Warning] = []
    options.warn = { warnings.append($0) }
    defer { if missingRule == nil { warnings.forEach(lines.options.warn) } }
    do {
      let rule = try options.rule(parsing: line[range])
      if rule.rule.isUnknown, lines.options.rule == nil { missingRule = .warnings(warnings) }
      return rule
    } catch let error as RuleError {
      let failure = lines.error(error.message, ahead: range.lowerBound + error.range.lowerBound)
      options.acceptsUnknownRules = true
      guard let rule = try? options.rule(parsing: line[range]), rule.rule.isUnknown else {
        throw failure
      }
      missingRule = .error(failure)
      return rule
    }
  }

  /// Takes the rule defined after the cells, or reports that it is missing.
  ///
  /// - Throws: ``ParseError``.
  mutating func settleRule(_ definition: RuleTable?) throws {
    if let definition {
      rule = RuleAndUniverse(rule: Rule(.table(definition)), universe: rule?.universe)
    } else if case .error(let failure) = missingRule {
      throw failure
    } else if case .warnings(let warnings) = missingRule {
      warnings.forEach(lines.options.warn)
    }
  }
}

/// Parses the keys and values of a header line from west to east.
private struct HeaderScanner {
  let line: [UInt8]
  let lines: LineReader
  var position = 0

  private mutating func skipBlanks() { position = skippingBlanks(from: position) }

  mutating func expectKey(_ key: String) throws {
    skipBlanks()
    let end = position + key.utf8.count
    guard end <= line.count, line[position..<end].elementsEqual(key.utf8) else {
      throw expected("'\(key) ='")
    }
    position = end
    skipBlanks()
    guard position < line.count, line[position] == UInt8(ascii: "=") else {
      throw expected("'=' after '\(key)'")
    }
    position += 1
    skipBlanks()
  }

  /// A size in cells, reduced to at most `Int.max / 4`. Returns `nil`, with a warning, if it is
  /// negative, or missing before another key, as in `y = rule = B3/S23`.
  mutating func takeSize(_ key: String) throws -> Int? {
    let start = position
    let isNegative = position < line.count && line[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = position
    var value = 0
    let largest = Int.max / 4
    while position < line.count, Byte.isDigit(line[position]) {
      let digit = Int(line[position] - UInt8(ascii: "0"))
      value = value > largest / 10 ? largest : min(value * 10 + digit, largest)
      position += 1
    }
    let isMissing = position == digits
    if isMissing, isNegative || member(at: start) == nil {
      position = start
      throw expected("a size after '\(key) ='")
    }
    if isMissing || isNegative {
      lines.warn("the header has no valid size after '\(key) ='", ahead: start)
    }
    if !isMissing { skipBlanks() }
    return isMissing || isNegative ? nil : value
  }

  mutating func expectComma() throws {
    guard position < line.count, line[position] == UInt8(ascii: ",") else {
      throw expected("',' and then 'y ='")
    }
    position += 1
  }

  /// Steps over the next `, key = value` after the size. Returns the places of both in the line, or
  /// `nil` at the end of the line or if nothing follows the comma.
  ///
  /// A value ends before a comma and the next key: for example, `rule = R5,C0,M1,…` has commas of
  /// its own.
  mutating func nextMember() throws -> (key: Range<Int>, value: Range<Int>)? {
    skipBlanks()
    guard position < line.count else { return nil }
    if line[position] == UInt8(ascii: ",") {
      position += 1
      skipBlanks()
      if position == line.count { return nil }
    } else if member(at: position) == nil {
      throw expected("', rule ='")
    }
    guard let (key, start) = member(at: position) else {
      let word = line[position...].prefix { !Byte.isBlank($0) }
      position = skippingBlanks(from: word.endIndex)
      throw expected("'=' after '\(TerminalText.printable(word))'")
    }
    var end = start
    while end < line.count,
      line[end] != UInt8(ascii: ",") || member(at: skippingBlanks(from: end + 1)) == nil
    {
      end += 1
    }
    position = end
    while end > start, Byte.isBlank(line[end - 1]) || line[end - 1] == UInt8(ascii: ",") {
      end -= 1
    }
    return (key, start..<end)
  }

  /// The place of a key before an equals sign, and the start of its value.
  private func member(at start: Int) -> (key: Range<Int>, value: Int)? {
    let word = line[start...].prefix { (0x61...0x7a).contains($0 | 0x20) }
    let equals = skippingBlanks(from: word.endIndex)
    guard !word.isEmpty, equals < line.count, line[equals] == UInt8(ascii: "=") else { return nil }
    return (word.indices, skippingBlanks(from: equals + 1))
  }

  private func skippingBlanks(from start: Int) -> Int {
    line.span.skippingBlanks(from: start)
  }

  private func expected(_ what: String) -> ParseError {
    lines.unexpected(
      at: position, expected: "\(what) in a header such as 'x = 3, y = 3, rule = B3/S23'")
  }
}

extension LineReader {
  /// U+00A0 as UTF-8. Text copied from a web page has it instead of spaces.
  private static let noBreakSpace: [UInt8] = [0xc2, 0xa0]

  /// The line with spaces instead of no-break spaces, if reading is lenient.
  func repaired(_ line: [UInt8]) -> [UInt8] {
    guard options.isLenient else { return line }
    var result = line
    while let range = result.range(of: Self.noBreakSpace) {
      result.replaceSubrange(range, with: [Byte.space])
    }
    if result != line { warn("no-break spaces in the header read as spaces") }
    return result
  }

  /// Whether the next character is a no-break space of two bytes.
  func isAtNoBreakSpace() throws -> Bool {
    try input.peek() == Self.noBreakSpace[0] && input.peek(ahead: 1) == Self.noBreakSpace[1]
  }

  /// Whether the `x` here begins a header: an equals sign follows. The rest of the line is not
  /// buffered: a body may be one line of any length.
  func isAtHeader() throws -> Bool {
    var ahead = 1
    while let byte = try input.peek(ahead: ahead),
      Byte.isBlank(byte) || (options.isLenient && Self.noBreakSpace.contains(byte))
    { ahead += 1 }
    return try input.peek(ahead: ahead) == UInt8(ascii: "=")
  }
}
