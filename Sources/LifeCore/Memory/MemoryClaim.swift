internal import CCPU

/// Memory that is counted while this value exists, but allocated elsewhere, such as by an encoder
/// that is another program, or by ordinary arrays.
package final class MemoryClaim: Sendable {
  private let bytes: Int

  /// - Throws: ``MemoryExhausted`` beyond the limit.
  package init(purpose: String, bytes: Int) throws(MemoryExhausted) {
    guard MemoryAccount.take(bytes) else { throw MemoryExhausted(purpose: purpose, bytes: bytes) }
    self.bytes = bytes
  }

  deinit { MemoryAccount.give(bytes) }
}
