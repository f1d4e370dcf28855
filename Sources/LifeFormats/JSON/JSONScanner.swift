internal import LifeCore
internal import LifeIO

/// Reads JSON a token at a time; what has been read is gone.
final class JSONScanner {
  let lines: LineReader
  private var input: ByteReader { lines.input }

  /// Values in values are skipped to this depth.
  private static let deepest = 64

  init(_ lines: LineReader) { self.lines = lines }

  /// The first byte of the next token, which is not taken; nil at the end.
  func next() throws -> UInt8? {
    while let byte = try input.peek() {
      guard Byte.isSpace(byte) else { return byte }
      input.consume(1)
    }
    return nil
  }

  /// Takes a mark if it comes next.
  func take(_ mark: Unicode.Scalar) throws -> Bool {
    guard try next() == UInt8(ascii: mark) else { return false }
    input.consume(1)
    return true
  }

  func expect(_ mark: Unicode.Scalar) throws {
    guard try take(mark) else { throw lines.unexpected(expected: "'\(mark)'") }
  }

  /// Takes a whole number, of any size.
  func integer(_ what: String) throws -> BigInt {
    _ = try next()
    var ahead = try input.peek() == UInt8(ascii: "-") ? 1 : 0
    let isNegative = ahead == 1
    var small = 0
    while let byte = try input.peek(ahead: ahead), Byte.isDigit(byte) {
      if ahead < 18 { small = small * 10 + Int(byte - UInt8(ascii: "0")) }
      ahead += 1
      guard ahead <= LineReader.mostDigits else {
        throw lines.error("a number of more than \(LineReader.mostDigits) digits, the limit")
      }
    }
    guard ahead > (isNegative ? 1 : 0) else { throw lines.unexpected(expected: what) }
    if let byte = try input.peek(ahead: ahead), ".eE".utf8.contains(byte) {
      throw lines.unexpected(at: ahead, expected: "a whole number")
    }
    defer { input.consume(ahead) }
    if ahead < 18 { return BigInt(isNegative ? -small : small) }
    return BigInt(decimal: input.available.extracting(0..<ahead).copied()) ?? 0
  }

  /// Takes a string of at most so many bytes.
  func string(upTo limit: Int) throws -> [UInt8] {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = try input.peek() {
      guard text.count <= limit else {
        throw lines.error("a string of more than \(limit) bytes, the limit").overLimit
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

  /// Steps over a value of any kind, in so many others.
  func skipValue(depth: Int = 0) throws {
    guard depth <= Self.deepest else {
      throw lines.error("values within values deeper than \(Self.deepest), the limit").overLimit
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

  /// Steps over a number, `true`, `false` or `null`.
  private func skipWord() throws {
    var length = 0
    while let byte = try input.peek(ahead: length), Self.isWord(byte),
      length < LineReader.mostDigits
    { length += 1 }
    let text = String(decoding: input.available.extracting(0..<length).copied(), as: UTF8.self)
    guard ["true", "false", "null"].contains(text) || Double(text) != nil else {
      throw lines.error("expected a value")
    }
    input.consume(length)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    Byte.isDigit(byte) || "+-.".utf8.contains(byte) || (0x61...0x7a).contains(byte | 0x20)
  }
}

// Bytes that are not UTF-8 are written as the lone surrogates U+DC80 to U+DCFF, as Python does.
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
      throw lines.error("half of a surrogate pair, which is no character")
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
