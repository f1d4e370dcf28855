internal import LifeCore
internal import LifeIO

/// Reads lines ended by LF, CR or CRLF, and makes errors with their location in the file.
///
/// The whole current line is in the input's buffer, so its length is limited. Rows of cells can
/// have any length: read them from ``input`` directly, after ``finishLine()`` or between lines.
final class LineReader {
  let input: ByteReader
  let options: ReadOptions
  /// The length of the current line, without its end; 0 if there is none.
  private var length = 0
  private var hasLine = false
  /// Whether the text begins with a byte order mark.
  private let hasMark: Bool

  /// Skips a UTF-8 byte order mark. ``advance()`` then moves to the first line.
  init(_ input: ByteReader, options: ReadOptions) throws {
    self.input = input
    self.options = options
    while input.available.count < 3, try input.fill() {}
    hasMark = input.available.starts(with: "\u{feff}")
    if hasMark { input.consume(3) }
  }

  /// The maximum number of bytes for the cells. It grows with the bytes read from the file.
  var cellLimit: Int { input.cellLimit(within: options.limits) }

  /// Moves past the current line. Returns the first byte of the next one, or `nil` at the end.
  func peekAfterLine() throws -> UInt8? {
    try finishLine()
    return try nextByte()
  }

  /// Moves to the next line. Returns `false` if there is none.
  ///
  /// - Throws: ``ParseError`` if the line exceeds the limit; ``ReadError``.
  /// - Complexity: O(*n*) in the length of the line, even if the input comes byte by byte.
  func advance() throws -> Bool {
    guard try peekAfterLine() != nil else { return false }
    length = try measureLine()
    hasLine = true
    return true
  }

  /// The current line, without its end.
  var line: Span<UInt8> {
    @_lifetime(borrow self) get { available.extracting(0..<length) }
  }

  /// The bytes read but not yet consumed, from the start of the current line.
  var available: Span<UInt8> {
    @_lifetime(borrow self) get {
      let input = input
      return unsafe _overrideLifetime(input.available, borrowing: self)
    }
  }

  /// Skips the first `count` bytes of the current line.
  func drop(_ count: Int) {
    input.consume(count)
    length -= count
  }

  /// Undoes ``advance()``: the current line becomes the next one again.
  func retreat() {
    length = 0
    hasLine = false
  }

  /// Consumes the current line and its end, so ``input`` is at the start of the next line.
  func finishLine() throws {
    guard hasLine else { return }
    input.consume(length)
    length = 0
    hasLine = false
    guard let end = try nextByte(), Byte.endsLine(end) else { return }
    input.consume(1)
    if end == Byte.carriageReturn, try nextByte() == Byte.lineFeed { input.consume(1) }
  }

  private func nextByte() throws -> UInt8? {
    guard let byte = try input.peek() else { return nil }
    guard byte == Byte.substitute, try input.peek(ahead: 1) == nil else { return byte }
    input.consume(1)
    return nil
  }

  private func measureLine() throws -> Int {
    var end = 0
    while true {
      end = available.lineEnd(from: end)
      guard end <= options.limits.noteBytes else {
        throw error("the line exceeds the limit of \(options.limits.noteBytes) bytes").overLimit
      }
      if end < available.count { return end }
      if try !input.fill() { return available[end - 1] == Byte.substitute ? end - 1 : end }
    }
  }
}

// MARK: - Common lines

extension LineReader {
  /// Whether the current line has only spaces and tabs.
  var isBlank: Bool { line.skippingBlanks() == line.count }

  /// Skips blank lines and the first nonblank one, which must begin with a mark.
  ///
  /// - Parameter expected: the name of the line in errors.
  func readHeader(_ mark: StaticString, expected: String) throws {
    while try advance() {
      if isBlank { continue }
      guard line.starts(with: mark) else { break }
      return try finishLine()
    }
    throw unexpected(expected: expected)
  }

  /// Parses the current line, starting at `start`, as a rule.
  func rule(from start: Int) throws -> RuleAndUniverse {
    let first = line.skippingBlanks(from: start)
    let text = line.extracting(first...).droppingBlanksAtEnd()
    do {
      return try options.rule(parsing: text.copied())
    } catch let error as RuleError {
      throw self.error(error.message, ahead: first + error.range.lowerBound)
    }
  }
}

extension LineReader {
  /// The maximum number of digits: parsing takes quadratic time.
  static let maxDigits = 10_000

  /// Reads the number at `index` of the current line, and moves `index` past it.
  ///
  /// - Parameter what: the name of the number in errors.
  func number(at index: inout Int, what: String) throws(ParseError) -> BigInt {
    let line = line
    var end = index
    if end < line.count, "+-".utf8.contains(line[end]) { end += 1 }
    while end < line.count, Byte.isDigit(line[end]) { end += 1 }
    guard end - index <= Self.maxDigits else {
      throw error("the number exceeds the limit of \(Self.maxDigits) digits", ahead: index)
    }
    guard let number = BigInt(decimal: line.extracting(index..<end).copied()) else {
      throw unexpected(at: index, expected: what)
    }
    index = end
    return number
  }

  /// Reads two coordinates from `start` to the end of the current line, separated by blanks.
  ///
  /// - Parameter what: the name of the positioned object in errors.
  func position(from start: Int = 0, of what: String) throws(ParseError) -> Position {
    var index = line.skippingBlanks(from: start)
    let x = try number(at: &index, what: "the x coordinate of \(what)")
    let gap = index
    index = line.skippingBlanks(from: index)
    guard index > gap || index == line.count else {
      throw unexpected(at: index, expected: "a space")
    }
    let y = try number(at: &index, what: "the y coordinate of \(what)")
    index = line.skippingBlanks(from: index)
    guard index == line.count else {
      throw unexpected(at: index, expected: "the end of the line")
    }
    return Position(x: x, y: y)
  }
}

// MARK: - Errors and warnings

extension LineReader {
  /// An error at the byte `ahead` bytes after the start of the current line.
  func error(_ message: Message, ahead: Int = 0) -> ParseError {
    error(message, at: location(ahead: ahead))
  }

  /// An error at a place that was read before, or about the whole file.
  func error(_ message: Message, at place: TextLocation?) -> ParseError {
    ParseError(message, in: input.path, at: place)
  }

  /// An error at the byte `ahead` bytes after the start of the current line. It includes that byte:
  /// "expected …, found 'q'".
  func unexpected(at ahead: Int = 0, expected: String) -> ParseError {
    error("expected \(expected), found \(describe(ahead: ahead))", ahead: ahead)
  }

  /// The error for cells that need more memory than allowed.
  func tooManyCells(ahead: Int = 0) -> ParseError {
    let limit = cellLimit
    let remedy: Message =
      limit < options.limits.cellBytes
      ? " for a file of this size; \(advice: .limit("cell-expansion"))"
      : "; \(advice: .limit("cells"))"
    let message: Message = "the cells need more memory than the limit of \(limit) bytes"
    return error(message + remedy, ahead: ahead).overLimit
  }

  func warn(_ message: Message, ahead: Int = 0, isLoss: Bool = false) {
    options.warn(Warning(message, at: location(ahead: ahead), isLoss: isLoss))
  }

  /// The location of the byte `ahead` bytes after the start of the current line, without counting a
  /// byte order mark as a column.
  func location(ahead: Int = 0) -> TextLocation {
    var location = input.location(ahead: ahead)
    if hasMark, location.line == 1 { location.column -= 1 }
    return location
  }

  /// Describes the byte `ahead` bytes after the start of the current line, for errors.
  func describe(ahead: Int = 0) -> String {
    // A failure to read more must not replace the error being made.
    while available.count < ahead + 4, (try? input.fill()) == true {}
    let bytes = available
    guard ahead < bytes.count else { return "the end of the file" }
    switch bytes[ahead] {
    case Byte.lineFeed, Byte.carriageReturn: return "the end of the line"
    case Byte.space: return "a space"
    case Byte.tab: return "a tab"
    case 0: return "a NUL byte"
    case 0x21...0x7e: return "'\(Unicode.Scalar(bytes[ahead]))'"
    case let byte where byte < 0x80: return "control character \(Self.hex(UInt32(byte), digits: 2))"
    default: return Self.describe(bytes.extracting(ahead..<min(ahead + 4, bytes.count)))
    }
  }

  /// Describes the UTF-8 character at the start of `bytes`, or the byte if it isn't UTF-8.
  private static func describe(_ bytes: Span<UInt8>) -> String {
    guard let scalar = bytes.copied().firstScalar else {
      return "byte \(hex(UInt32(bytes[0]), digits: 2))"
    }
    // As a number, because the character often looks like a space or an O.
    return "character U+\(hex(scalar.value, digits: 4).dropFirst(2))"
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension Span<UInt8> {
  /// The nonblank lines at the beginning of a file, without indentation and without their ends, for
  /// detecting its format.
  var nonblankLines: [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = firstText()
    while start < count {
      let first = skippingBlanks(from: start)
      let end = lineEnd(from: start)
      if first < end { lines.append(extracting(first..<end).copied()) }
      start = end + 1
    }
    return lines
  }
}
