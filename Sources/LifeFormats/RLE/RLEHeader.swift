internal import LifeCore
internal import LifeIO

/// What stands around the cells of an RLE file: comments, position, size and rule.
struct RLEHeader {
  private let input: ByteReader
  private let options: ReadOptions
  var position: Position?
  var generation: BigInt = 0
  var size: (width: Int, height: Int)?
  var rule: RuleAndUniverse?
  var notes: [Pattern.Note] = []
  private var noteBytes = 0
  /// Where a `#r` line without a header can still set the rule.
  private var hasHeader = false

  init(_ input: ByteReader, _ options: ReadOptions) {
    self.input = input
    self.options = options
  }

  /// Reads comments, blank lines and the header line, up to the first line of cells.
  mutating func read() throws {
    while let first = try input.peek() {
      switch first {
      case 0x20, 0x09, 0x0a, 0x0d:
        input.consume(1)
      case UInt8(ascii: "#"):
        let line = try input.peekLine(limit: options.limits.noteBytes)
        try takeComment(line)
        try input.consumeLine(line.count)
      case UInt8(ascii: "x") where try !hasHeader && isAtHeader():
        let line = try input.peekLine(limit: options.limits.noteBytes)
        try takeHeader(line)
        try input.consumeLine(line.count)
      default:
        return
      }
    }
  }

  /// Whether an equals sign follows the `x` here. The line is not fetched whole: a body without line
  /// ends may be one line of any length.
  private func isAtHeader() throws -> Bool {
    var ahead = 1
    while let byte = try input.peek(ahead: ahead), byte == 0x20 || byte == 0x09 { ahead += 1 }
    return try input.peek(ahead: ahead) == UInt8(ascii: "=")
  }

  /// A header begins with `x` and, perhaps after blanks, an equals sign.
  static func isHeader(_ line: [UInt8]) -> Bool {
    let text = line.trimmed
    guard text.first == UInt8(ascii: "x") else { return false }
    return text.dropFirst().first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "=")
  }
}

// MARK: - Comments

extension RLEHeader {
  /// Takes a line that begins with `#`, which has not been consumed.
  mutating func takeComment(_ line: [UInt8]) throws {
    if line.starts(with: "#CXRLE".utf8) { return try takePosition(line) }
    // Notes of other programs on how states are spelled, not on the pattern.
    if line.starts(with: "#CLL".utf8) { return }
    let text = [UInt8](Array(line.dropFirst(2)).trimmed)
    switch line.count > 1 ? line[1] : 0 {
    case UInt8(ascii: "N"): try keep(.name, text)
    case UInt8(ascii: "O"): try keep(.author, text)
    case UInt8(ascii: "r"): try takeRule(line)
    case UInt8(ascii: "R"):
      // Old files use it for either: two numbers are an offset, anything else a rule.
      if !(try takeOffset(text)) { try takeRule(line) }
    case UInt8(ascii: "P"):
      if !(try takeOffset(text)) { try keep(.comment, text) }
    case UInt8(ascii: "C"), UInt8(ascii: "c"), UInt8(ascii: "D"): try keep(.comment, text)
    default: try keep(.comment, [UInt8](Array(line.dropFirst()).trimmed))
    }
  }

  mutating func keep(_ kind: Pattern.NoteKind, _ text: [UInt8]) throws {
    noteBytes += text.count + 1
    guard noteBytes <= options.limits.noteBytes else {
      throw input.error("the comments are longer than \(options.limits.noteBytes) bytes, the limit")
    }
    notes.append(Pattern.Note(kind, text))
  }

  private mutating func takeRule(_ line: [UInt8]) throws {
    guard rule == nil, !hasHeader else { return }
    rule = try parseRule(line, in: 2..<line.count)
  }

  /// Takes `x y`; false if the text is not two whole numbers.
  private mutating func takeOffset(_ text: [UInt8]) throws -> Bool {
    let parts = text.split { $0 == 0x20 || $0 == 0x09 }
    guard parts.count == 2, let x = BigInt(decimal: parts[0]), let y = BigInt(decimal: parts[1])
    else { return false }
    if position == nil { position = Position(x: x, y: y) }
    return true
  }

  /// `#CXRLE Pos=x,y Gen=n`
  private mutating func takePosition(_ line: [UInt8]) throws {
    var start = 6
    while start < line.count {
      if line[start] == 0x20 || line[start] == 0x09 {
        start += 1
        continue
      }
      let end = line[start...].firstIndex { $0 == 0x20 || $0 == 0x09 } ?? line.count
      try takeKey(line[start..<end])
      start = end
    }
  }

  private mutating func takeKey(_ item: ArraySlice<UInt8>) throws {
    let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
    let value = item[min(equals + 1, item.endIndex)...]
    switch String(decoding: item[..<equals], as: UTF8.self) {
    case "Pos":
      let parts = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard parts.count == 2, let x = BigInt(decimal: parts[0]), let y = BigInt(decimal: parts[1])
      else {
        throw input.error("expected a position such as Pos=-10,5", ahead: item.startIndex)
      }
      position = Position(x: x, y: y)
    case "Gen":
      guard let number = BigInt(decimal: value), number >= 0 else {
        throw input.error("expected a generation such as Gen=100", ahead: item.startIndex)
      }
      generation = number
    default:
      options.warn(
        Warning("unknown key in the #CXRLE line", at: input.place(ahead: item.startIndex)))
    }
  }
}

// MARK: - The line x = …, y = …, rule = …

extension RLEHeader {
  private mutating func takeHeader(_ line: [UInt8]) throws {
    hasHeader = true
    var scanner = HeaderScanner(line: line, input: input)
    try scanner.expectKey("x")
    let width = try scanner.takeSize("x")
    try scanner.expectComma()
    try scanner.expectKey("y")
    let height = try scanner.takeSize("y")
    size = (width, height)
    guard try scanner.takeCommaIfAny() else { return }
    try scanner.expectKey("rule")
    var end = line.count
    while end > scanner.position, [0x20, 0x09, 0x2c].contains(line[end - 1]) { end -= 1 }
    rule = try parseRule(line, in: scanner.position..<end)
  }

  private func parseRule(_ line: [UInt8], in range: Range<Int>) throws -> RuleAndUniverse {
    do throws(RuleError) {
      return try RuleAndUniverse(parsing: line[range])
    } catch {
      throw input.error(error.message, ahead: range.lowerBound + error.range.lowerBound)
    }
  }
}

/// Walks along a header line.
private struct HeaderScanner {
  let line: [UInt8]
  let input: ByteReader
  var position = 0

  private mutating func skipBlanks() {
    while position < line.count, line[position] == 0x20 || line[position] == 0x09 {
      position += 1
    }
  }

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

  /// A size; what is too large for any machine counts as the largest.
  mutating func takeSize(_ key: String) throws -> Int {
    let start = position
    var value = 0
    while position < line.count, (0x30...0x39).contains(line[position]) {
      value = min(value, Int.max / 16 - 10) * 10 + Int(line[position] - 0x30)
      value = min(value, Int.max / 16)
      position += 1
    }
    if position == start { throw expected("a size after '\(key) ='") }
    skipBlanks()
    return value
  }

  mutating func expectComma() throws {
    guard position < line.count, line[position] == UInt8(ascii: ",") else {
      throw expected("',' and then 'y ='")
    }
    position += 1
  }

  /// Steps over a comma with something behind it; false at the end of the line.
  mutating func takeCommaIfAny() throws -> Bool {
    skipBlanks()
    guard position < line.count else { return false }
    guard line[position] == UInt8(ascii: ",") else { throw expected("', rule ='") }
    position += 1
    skipBlanks()
    return position < line.count
  }

  private func expected(_ what: String) -> ParseError {
    let found = position < line.count ? RLEBody.spelled(line[position]) : "the end of the line"
    return input.error(
      "expected \(what) in a header such as 'x = 3, y = 3, rule = B3/S23', found \(found)",
      ahead: position)
  }
}
