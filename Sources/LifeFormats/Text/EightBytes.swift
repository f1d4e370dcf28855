/// Arithmetic on eight bytes of a text at once, as a 64-bit word with the first byte in the lowest
/// bits.
enum EightBytes {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// `byte` eight times.
  static func all(_ byte: UInt8) -> UInt64 { ones &* UInt64(byte) }

  /// 0x80 in each byte that is zero, 0 in the others.
  static func zeros(_ bytes: UInt64) -> UInt64 {
    ~(((bytes & ~highs) &+ ~highs) | bytes) & highs
  }

  /// 0x80 in each byte that is a line feed or a carriage return, 0 in the others.
  static func lineEnds(_ bytes: UInt64) -> UInt64 {
    zeros(bytes ^ all(Byte.lineFeed)) | zeros(bytes ^ all(Byte.carriageReturn))
  }
}
