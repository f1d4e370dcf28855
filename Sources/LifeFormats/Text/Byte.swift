internal import LifeIO

/// Names and classes of bytes between words and lines.
enum Byte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d
  static let space: UInt8 = 0x20
  /// The end of a text from DOS programs. Readers ignore it at the end of a file.
  static let substitute: UInt8 = 0x1a

  static func endsLine(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
  /// Whether the byte is a space or a tab, the separators within a line.
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
  static func isWhitespace(_ byte: UInt8) -> Bool { isBlank(byte) || endsLine(byte) }
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// The lower-case letter of an upper-case one; any other byte unchanged.
  static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension [UInt8] {
  /// The same text in one line. Line ends become spaces. So do NUL bytes, because a file with NUL
  /// bytes is refused as binary data.
  var onOneLine: [UInt8] { map { Byte.endsLine($0) || $0 == 0 ? Byte.space : $0 } }
}

extension Span<UInt8> {
  /// The eight bytes at `index`.
  @inline(__always)
  func eight(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count - 8)
    let bytes = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    return UInt64(littleEndian: bytes)
  }

  /// The index of the first line end at or after `start`, or `count`.
  func lineEnd(from start: Int = 0) -> Int {
    var index = start
    while index <= count - 8 {
      let ends = EightBytes.lineEnds(eight(at: index))
      if ends != 0 { return index + ends.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, !Byte.endsLine(self[index]) { index += 1 }
    return index
  }

  /// The index of the first byte other than a space or tab at or after `start`, or `count`.
  func skippingBlanks(from start: Int = 0) -> Int {
    var index = start
    while index < count, Byte.isBlank(self[index]) { index += 1 }
    return index
  }

  /// The bytes without spaces and tabs at the end.
  @_lifetime(copy self)
  func droppingBlanksAtEnd() -> Span<UInt8> {
    var end = count
    while end > 0, Byte.isBlank(self[end - 1]) { end -= 1 }
    return extracting(0..<end)
  }

  /// The bytes without spaces and tabs at either end.
  @_lifetime(copy self)
  func droppingBlanksAround() -> Span<UInt8> {
    extracting(skippingBlanks()...).droppingBlanksAtEnd()
  }

  /// The start of the first nonblank line, after a byte order mark; `count` if there is none.
  func firstText() -> Int {
    var start = starts(with: "\u{feff}") ? 3 : 0
    while start < count {
      let end = lineEnd(from: start)
      if skippingBlanks(from: start) < end { return start }
      start = end + 1
    }
    return count
  }

  func starts(with text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount <= count else { return false }
    for index in 0..<text.utf8CodeUnitCount {
      if unsafe self[index] != text.utf8Start[index] { return false }
    }
    return true
  }

  /// The bytes as an array; it outlives the span.
  func copied() -> [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}

/// Arithmetic on eight bytes of text at once, as a 64-bit word with the first byte in the lowest
/// bits.
enum EightBytes {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// `byte` eight times.
  static func all(_ byte: UInt8) -> UInt64 { ones &* UInt64(byte) }

  /// 0x80 in each zero byte, 0 in the others.
  static func zeros(_ bytes: UInt64) -> UInt64 {
    ~(((bytes & ~highs) &+ ~highs) | bytes) & highs
  }

  /// 0x80 in each line feed or carriage return, 0 in the others.
  static func lineEnds(_ bytes: UInt64) -> UInt64 {
    zeros(bytes ^ all(Byte.lineFeed)) | zeros(bytes ^ all(Byte.carriageReturn))
  }
}

extension ByteReader {
  /// The byte `ahead` bytes after the current position, without consuming it; `nil` beyond the end.
  func peek(ahead: Int = 0) throws -> UInt8? {
    while available.count <= ahead { guard try fill() else { return nil } }
    return available[ahead]
  }
}
