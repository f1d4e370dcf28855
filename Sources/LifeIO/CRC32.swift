internal import CZlib

/// The checksum of zip and PNG, of bytes that come in pieces.
package struct CRC32: Sendable {
  private var sum: UInt = 0

  package init() {}

  package var value: UInt32 { UInt32(truncatingIfNeeded: sum) }

  package mutating func add(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return }
    sum = unsafe bytes.withUnsafeBufferPointer { unsafe crc32_z(sum, $0.baseAddress!, $0.count) }
  }

  /// Adds `count` bytes from `start` on.
  package mutating func add(_ bytes: [UInt8], from start: Int = 0, _ count: Int) {
    precondition(start >= 0 && count >= 0 && start + count <= bytes.count)
    guard count > 0 else { return }
    sum = unsafe bytes.withUnsafeBufferPointer {
      unsafe crc32_z(sum, $0.baseAddress! + start, count)
    }
  }
}
