// Format: https://www.rfc-editor.org/rfc/rfc8259
internal import LifeCore
internal import LifeIO

/// Reads JSON token by token, without a tree of values.
final class JSONScanner {
  let lines: LineReader
  private var input: ByteReader { lines.input }

  /// The maximum nesting of values in ``skipValue(depth:)``.
  private static let maxDepth = 64

  init(_ lines: LineReader) { self.lines = lines }

  /// The first byte of the next token, without consuming it; `nil` at the end.
  func next() throws -> UInt8? {
    while let byte = try lines.peekAfterLine() {
      guard Byte.isWhitespace(byte) else { return byte }
      input.consume(1)
    }
    return nil
  }

  /// Consumes a punctuation mark. Returns `false` if it isn't the next token.
  func take(_ mark: Unicode.Scalar) throws -> Bool {
    guard try next() == UInt8(ascii: mark) else { return false }
    input.consume(1)
    return true
  }

  /// Consumes a punctuation mark. It must be the next token.
  func expect(_ mark: Unicode.Scalar) throws {
    guard try take(mark) else { throw lines.unexpected(expected: "'\(mark)'") }
  }

  /// Reads an integer of any size; `what` is its name in errors.
  func integer(_ what: String) throws -> BigInt {
    _ = try next()
    var ahead = try input.peek() == UInt8(ascii: "-") ? 1 : 0
    let isNegative = ahead == 1
    var small = 0
    while let byte = try input.peek(ahead: ahead), Byte.isDigit(byte) {
      if ahead < 18 { small = small * 10 + Int(byte - UInt8(ascii: "0")) }
      ahead += 1
      guard ahead <= LineReader.maxDigits else {
        throw lines.error("the number exceeds the limit of \(LineReader.maxDigits) digits")
      }
    }
    guard ahead > (isNegative ? 1 : 0) else { throw lines.unexpected(expected: what) }
    if let byte = try input.peek(ahead: ahead), ".eE".utf8.contains(byte) {
      throw lines.unexpected(at: ahead, expected: "an integer")
    }
    defer { input.consume(ahead) }
    if ahead < 18 { return BigInt(isNegative ? -small : small) }
    return BigInt(decimal: input.available.extracting(0..<ahead).copied()) ?? 0
  }

  /// Reads a string of at most `limit` bytes. Returns it without quotation marks and escapes.
  func string(upTo limit: Int) throws -> [UInt8] {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = try input.peek() {
      guard text.count <= limit else {
        throw lines.error("the string exceeds the limit of \(limit) bytes").overLimit
      }
      switch byte {
      case UInt8(ascii: "\""):
        input.consume(1)
        return text
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<0x20: throw lines.unexpected(expected: "the end of a string")
      default:
        text.append(byte)
        input.consume(1)
      }
    }
    throw lines.unexpected(expected: "the end of a string")
  }

  /// Skips a value of any kind, nested in `depth` others.
  func skipValue(depth: Int = 0) throws {
    guard depth <= Self.maxDepth else {
      throw lines.error("the nesting of values exceeds the limit of \(Self.maxDepth)").overLimit
    }
    switch try next() {
    case UInt8(ascii: "{"):
      try skipElements(to: "}") {
        _ = try string(upTo: lines.options.limits.noteBytes)
        try expect(":")
        try skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "["): try skipElements(to: "]") { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "\""): _ = try string(upTo: lines.options.limits.noteBytes)
    default: try skipWord()
    }
  }

  private func skipElements(to end: Unicode.Scalar, _ skipElement: () throws -> Void) throws {
    input.consume(1)
    if try take(end) { return }
    repeat { try skipElement() } while try take(",")
    try expect(end)
  }

  /// Skips a number, `true`, `false` or `null`.
  private func skipWord() throws {
    let word = try peekWord()
    guard ["true", "false", "null"].contains(word) || Double(word) != nil else {
      throw lines.unexpected(expected: "a JSON value")
    }
    input.consume(word.utf8.count)
  }

  /// The letters, digits and signs of the next token.
  private func peekWord() throws -> String {
    var length = 0
    while let byte = try input.peek(ahead: length), Self.isWord(byte),
      length < LineReader.maxDigits
    { length += 1 }
    return String(decoding: input.available.extracting(0..<length).copied(), as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    Byte.isDigit(byte) || "+-.".utf8.contains(byte) || (0x61...0x7a).contains(byte | 0x20)
  }
}

// Bytes that aren't UTF-8 are lone surrogates U+DC80 to U+DCFF, as in Python's `surrogateescape`.
extension JSONScanner {
  private func escape() throws -> [UInt8] {
    let simple: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5c, UInt8(ascii: "/"): 0x2f,
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c, UInt8(ascii: "n"): 0x0a,
      UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09,
    ]
    guard let byte = try input.peek(ahead: 1) else {
      throw lines.unexpected(at: 1, expected: "an escape")
    }
    if let plain = simple[byte] {
      input.consume(2)
      return [plain]
    }
    guard byte == UInt8(ascii: "u"), let unit = try hexadecimal(ahead: 2) else {
      throw lines.unexpected(at: 1, expected: "an escape such as \\n or \\u000a")
    }
    if (0xdc80...0xdcff).contains(unit) {
      input.consume(6)
      return [UInt8(unit - 0xdc00)]
    }
    if (0xd800...0xdbff).contains(unit), try input.peek(ahead: 6) == UInt8(ascii: "\\"),
      try input.peek(ahead: 7) == UInt8(ascii: "u"), let low = try hexadecimal(ahead: 8),
      (0xdc00...0xdfff).contains(low)
    {
      input.consume(12)
      return Self.utf8(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
    }
    guard !(0xd800...0xdfff).contains(unit) else {
      throw lines.error("expected a surrogate pair, found only half of one")
    }
    input.consume(6)
    return Self.utf8(unit)
  }

  private func hexadecimal(ahead: Int) throws -> UInt32? {
    var value: UInt32 = 0
    for index in ahead..<ahead + 4 {
      guard let byte = try input.peek(ahead: index),
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private static func utf8(_ value: UInt32) -> [UInt8] {
    Unicode.Scalar(value).map { Array(String(Character($0)).utf8) } ?? []
  }
}
