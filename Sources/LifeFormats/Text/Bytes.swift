/// The bytes that end lines and stand between words, by name.
enum Byte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d
  static let blank: UInt8 = 0x20

  static func endsLine(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
  static func isBlank(_ byte: UInt8) -> Bool { byte == blank || byte == tab }
  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || endsLine(byte) }
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

extension [UInt8] {
  /// The same as one line of text: line ends become blanks, and so do zeros, which would make a
  /// file look like binary data.
  var onOneLine: [UInt8] { map { Byte.endsLine($0) || $0 == 0 ? Byte.blank : $0 } }
}

/// Eight bytes of a text in one word, the first in the lowest bits.
enum EightBytes {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// `byte` eight times.
  static func all(_ byte: UInt8) -> UInt64 { ones &* UInt64(byte) }

  /// 0x80 in each byte that is zero, nothing in the others.
  static func zeros(_ bytes: UInt64) -> UInt64 {
    ~(((bytes & ~highs) &+ ~highs) | bytes) & highs
  }

  /// 0x80 in each byte that ends a line.
  static func lineEnds(_ bytes: UInt64) -> UInt64 {
    zeros(bytes ^ all(Byte.lineFeed)) | zeros(bytes ^ all(Byte.carriageReturn))
  }
}

extension Span<UInt8> {
  /// The eight bytes from `index` on.
  @inline(__always)
  func eight(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count - 8)
    let bytes = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    return UInt64(littleEndian: bytes)
  }

  /// The index of the first byte at or after `start` that ends a line, or `count`.
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

  /// The index of the first byte at or after `start` that is neither blank nor tab, or `count`.
  func skippingBlanks(from start: Int = 0) -> Int {
    var index = start
    while index < count, Byte.isBlank(self[index]) { index += 1 }
    return index
  }

  /// What is left without blanks and tabs at the end.
  @_lifetime(copy self)
  func droppingBlanksAtEnd() -> Span<UInt8> {
    var end = count
    while end > 0, Byte.isBlank(self[end - 1]) { end -= 1 }
    return extracting(0..<end)
  }

  /// What is left without blanks and tabs on either side.
  @_lifetime(copy self)
  func droppingBlanksAround() -> Span<UInt8> {
    extracting(skippingBlanks()...).droppingBlanksAtEnd()
  }

  /// Where the first line begins that is not blank, after a byte order mark; `count` if none does.
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

  /// The bytes, to be kept.
  func copied() -> [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}
