internal import LifeIO

/// Buffers text for a ``ByteWriter``; takes up to eight bytes at once.
///
///      block   [ buffered ─────────── │ free, at least 8 bytes after flush() ]
///                                     ↑ count
@safe
struct TextBuffer: ~Copyable {
  private let output: ByteWriter
  /// Not an array, of which each write would ask whether it has another owner.
  private let block: UnsafeMutablePointer<UInt8>
  private var count = 0

  private static let blockSize = 1 << 16

  init(_ output: ByteWriter) {
    self.output = output
    unsafe block = .allocate(capacity: Self.blockSize)
  }

  deinit { unsafe block.deallocate() }

  /// Writes the buffered text. Call it last: no other method guarantees that text is written.
  mutating func flush() throws {
    try output.write(unsafe Span(_unsafeStart: block, count: count))
    count = 0
  }

  @inline(__always)
  mutating func write(_ byte: UInt8) throws {
    try write(UInt64(byte), count: 1)
  }

  /// Writes the first `length` of eight bytes, the first byte in the lowest bits.
  @inline(__always)
  mutating func write(_ bytes: UInt64, count length: Int) throws {
    if count > Self.blockSize - 8 { try flush() }
    precondition(length >= 0 && length <= 8)
    unsafe UnsafeMutableRawPointer(block).storeBytes(
      of: bytes.littleEndian, toByteOffset: count, as: UInt64.self)
    count += length
  }

  mutating func write(_ bytes: UInt64, times: Int) throws {
    for _ in 0..<times { try write(bytes, count: 8) }
  }

  mutating func write(_ text: StaticString) throws {
    for index in 0..<text.utf8CodeUnitCount { try unsafe write(text.utf8Start[index]) }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    for byte in bytes { try write(byte) }
  }

  /// Writes text without line ends, and a line feed after it.
  mutating func write(line text: [UInt8]) throws {
    try write(text)
    try write(Byte.lineFeed)
  }

  /// Writes a number in decimal digits.
  mutating func write(_ number: Int) throws {
    if number < 0 { try write(UInt8(ascii: "-")) }
    try write(digitsOf: number.magnitude)
  }

  private mutating func write(digitsOf number: UInt) throws {
    let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
    let digits = EightBytes.digits(UInt64(low))
    if high > 0 {
      try write(digitsOf: high)
      return try write(digits | EightBytes.all(UInt8(ascii: "0")), count: 8)
    }
    let zeros = min(digits.trailingZeroBitCount / 8, 7)
    let shown = (digits | EightBytes.all(UInt8(ascii: "0"))) >> UInt64(zeros * 8)
    try write(shown, count: 8 - zeros)
  }
}

extension EightBytes {
  /// The eight decimal digits of a number below 10^8, each 0 to 9, the first in the lowest byte.
  ///
  /// Splits both halves of four digits at once, then all four pairs: a division by 100 is a
  /// multiplication by 2^20 / 100, a division by 10 one by 2^10 / 10, both rounded up.
  static func digits(_ number: UInt64) -> UInt64 {
    let fours = (number / 10_000) | (number % 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007f_0000_007f
    let twos = (fours &- 100 &* hundreds) << 16 | hundreds
    let tens = (twos &* 103) >> 10 & 0x000f_000f_000f_000f
    return (twos &- 10 &* tens) << 8 | tens
  }
}
