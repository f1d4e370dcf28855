/// An incremental SHA-256.
///
/// - SeeAlso: FIPS 180-4, <https://doi.org/10.6028/NIST.FIPS.180-4>, the source of the variable
///   names.
package struct SHA256 {
  private var state = SHA256State()
  /// The bytes of an incomplete block.
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  private static let blockSize = 64

  package init() { pending.reserveCapacity(Self.blockSize) }

  package mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  package mutating func update(_ bytes: Span<UInt8>) {
    length += UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(bytes.count, Self.blockSize - pending.count)
      append(bytes.extracting(..<start))
      guard pending.count == Self.blockSize else { return }
      state = state.mixed(with: pending.span)
      pending.removeAll(keepingCapacity: true)
    }
    let whole = (bytes.count - start) / Self.blockSize * Self.blockSize
    state = state.mixed(with: bytes.extracting(start..<start + whole))
    append(bytes.extracting((start + whole)...))
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
  }

  /// The digest, 32 bytes. No bytes can be added afterwards.
  package mutating func finish() -> [UInt8] {
    var tail = pending + [0x80]
    let zeros = (2 * Self.blockSize - 8 - tail.count) % Self.blockSize
    tail += [UInt8](repeating: 0, count: zeros) + (length * 8).bigEndianBytes
    state = state.mixed(with: tail.span)
    return state.words.flatMap(\.bigEndianBytes)
  }

  /// The digest as 64 hexadecimal digits. No bytes can be added afterwards.
  package mutating func finishHex() -> String { hexadecimal(finish()) }
}

/// The bytes as lower-case hexadecimal digits, two per byte.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  return String(decoding: text, as: UTF8.self)
}

extension FixedWidthInteger {
  /// The bytes of the number, the most significant first.
  package var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> Self($0))
    }
  }

  /// The bytes of the number, the least significant first.
  package var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
