internal import CZlib

/// An incremental CRC-32, the checksum of zip, gzip and PNG.
package struct CRC32: Sendable {
  private var sum: UInt = 0

  package init() {}

  /// The checksum of some bytes.
  package init(of bytes: [UInt8]) { add(bytes.span) }

  /// The checksum of all bytes added so far.
  package var value: UInt32 { UInt32(truncatingIfNeeded: sum) }

  package mutating func add(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return }
    sum = unsafe bytes.withUnsafeBufferPointer { unsafe crc32_z(sum, $0.baseAddress!, $0.count) }
  }
}
