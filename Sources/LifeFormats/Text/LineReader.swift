internal import LifeCore
internal import LifeIO

/// Reads a text by lines, which end with LF, CR or CRLF, and says where something is wrong in them.
///
/// A line that is looked at as a whole lies in the input's buffer, so its length has a limit; rows
/// of cells, which may be of any length, are read from ``input`` as they come.
final class LineReader {
  let input: ByteReader
  let options: ReadOptions
  /// The length of the line that ``advance()`` moved to, without its end; 0 if there is none.
  private var length = 0
  private var hasLine = false
  private let hasMark: Bool

  /// Begins with the text's first line, after a UTF-8 byte order mark.
  init(_ input: ByteReader, _ options: ReadOptions) throws {
    self.input = input
    self.options = options
    while input.available.count < 3, try input.fill() {}
    hasMark = input.available.starts(with: "\u{feff}")
    if hasMark { input.consume(3) }
  }

  /// How many bytes the cells may take, after as much of the file as has been read.
  var cellLimit: Int { input.cellLimit(options.limits) }

  /// The byte after the current line's end, and of the next line the first; nil at the end.
  func peek() throws -> UInt8? {
    try finishLine()
    return try nextByte()
  }

  /// Moves to the next line; false if there is none.
  ///
  /// - Complexity: O(*n*) in the length of the line, whatever pieces the input comes in.
  func advance() throws -> Bool {
    guard try peek() != nil else { return false }
    length = try measureLine()
    hasLine = true
    return true
  }

  /// The line that ``advance()`` moved to, without its end.
  var line: Span<UInt8> {
    @_lifetime(borrow self) get { available.extracting(0..<length) }
  }

  /// What has been read and not consumed, from the start of the current line.
  var available: Span<UInt8> {
    @_lifetime(borrow self) get {
      let input = input
      return unsafe _overrideLifetime(input.available, borrowing: self)
    }
  }

  /// Steps over the first `count` bytes of the current line.
  func drop(_ count: Int) {
    input.consume(count)
    length -= count
  }

  /// Undoes ``advance()``: the current line is the next again.
  func retreat() { (length, hasLine) = (0, false) }

  /// Steps over the current line and its end, so that what follows can be read from ``input``.
  func finishLine() throws {
    guard hasLine else { return }
    input.consume(length)
    (length, hasLine) = (0, false)
    guard let end = try nextByte(), Byte.endsLine(end) else { return }
    input.consume(1)
    if end == Byte.carriageReturn, try nextByte() == Byte.lineFeed { input.consume(1) }
  }

  private func nextByte() throws -> UInt8? {
    while available.isEmpty {
      if try !input.fill() { return nil }
    }
    return available[0]
  }

  private func measureLine() throws -> Int {
    var end = 0
    while true {
      end = available.lineEnd(from: end)
      guard end <= options.limits.noteBytes else {
        throw error("a line of more than \(options.limits.noteBytes) bytes, the limit for text")
          .overLimit
      }
      if try end < available.count || !input.fill() { return end }
    }
  }
}

// MARK: - Complaints

extension LineReader {
  /// A complaint about the byte `ahead` bytes from here: from the start of the current line.
  func error(_ message: String, ahead: Int = 0) -> ParseError {
    ParseError(message, in: input.path, at: place(ahead: ahead))
  }

  /// A complaint that names what is expected and what stands there instead.
  func unexpected(at ahead: Int = 0, expected: String) -> ParseError {
    let message = "expected \(expected), found \(describe(ahead: ahead))"
    return error(message, ahead: ahead)
  }

  /// A complaint that the cells up to here take more than they may.
  func tooManyCells(ahead: Int = 0) -> ParseError {
    let limit = cellLimit
    let whose = " for a file of this size; --limit cell-expansion=N allows more"
    let message = "the cells need more than \(limit) bytes, the limit"
    return error(message + (limit < options.limits.cellBytes ? whose : ""), ahead: ahead).overLimit
  }

  func warn(_ message: String, ahead: Int = 0) {
    options.warn(Warning(message, at: place(ahead: ahead)))
  }

  /// Where the byte `ahead` bytes from here stands; a byte order mark takes no column.
  func place(ahead: Int = 0) -> Place {
    var place = input.place(ahead: ahead)
    if hasMark, place.line == 1 { place.column -= 1 }
    return place
  }

  /// What stands `ahead` bytes from here, for people.
  private func describe(ahead: Int) -> String {
    // What cannot be read any more is not the complaint.
    while available.count < ahead + 4, (try? input.fill()) == true {}
    let bytes = available
    guard ahead < bytes.count else { return "the end of the file" }
    switch bytes[ahead] {
    case Byte.lineFeed, Byte.carriageReturn: return "the end of the line"
    case Byte.blank: return "a blank"
    case Byte.tab: return "a tab"
    case 0: return "a NUL byte"
    case 0x21...0x7e: return "'\(Unicode.Scalar(bytes[ahead]))'"
    case let byte where byte < 0x80: return "control character \(Self.hex(UInt32(byte), 2))"
    default: return Self.describe(bytes.extracting(ahead..<min(ahead + 4, bytes.count)))
    }
  }

  /// The character that these bytes begin with, if they are UTF-8.
  private static func describe(_ bytes: Span<UInt8>) -> String {
    var decoder = UTF8()
    var iterator = bytes.copied().makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      return "byte \(hex(UInt32(bytes[0]), 2))"
    }
    // Shown by number: what looks like a blank or an O is why it was typed.
    return "character U+\(hex(scalar.value, 4).dropFirst(2))"
  }

  private static func hex(_ value: UInt32, _ digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
