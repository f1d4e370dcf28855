internal import LifeIO

/// Buffers text for a ``ByteWriter``, up to eight bytes at once.
///
///      block   [ buffered ─────────── │ free, at least 8 bytes after flush() ]
///                                     ↑ count
@safe
struct TextBuffer: ~Copyable {
  private let output: ByteWriter
  /// Not an array: each write would check whether it has another owner.
  private let block: UnsafeMutablePointer<UInt8>
  private var count = 0

  private static let blockSize = 1 << 16
  private static let maxDigits = 20

  init(_ output: ByteWriter) {
    self.output = output
    unsafe block = .allocate(capacity: Self.blockSize)
  }

  deinit { unsafe block.deallocate() }

  /// Writes the buffered text. Call it at the end: other methods leave text in the buffer.
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

  mutating func write(_ byte: UInt8, times: Int) throws {
    let bytes = EightBytes.all(byte)
    for _ in 0..<times / 8 { try write(bytes, count: 8) }
    try write(bytes, count: times % 8)
  }

  mutating func write(_ text: StaticString) throws {
    for index in 0..<text.utf8CodeUnitCount { try unsafe write(text.utf8Start[index]) }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    for byte in bytes { try write(byte) }
  }

  /// Writes text without line ends, followed by a line feed.
  mutating func write(line text: [UInt8]) throws {
    try write(text)
    try write(Byte.lineFeed)
  }

  /// Writes a number in decimal digits.
  mutating func write(_ number: Int) throws {
    if number < 0 { try write(UInt8(ascii: "-")) }
    if count > Self.blockSize - Self.maxDigits { try flush() }
    unsafe count += (block + count).write(digitsOf: number.magnitude)
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Writes the decimal digits of a number, at most 20, and returns how many. A string for each
  /// number would take a fifth of the time of writing a macrocell file.
  func write(digitsOf number: UInt) -> Int {
    var length = 1
    var rest = number
    while rest >= 10 {
      rest /= 10
      length += 1
    }
    rest = number
    for place in (0..<length).reversed() {
      unsafe self[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    return length
  }
}
