internal import LifeCore

/// The memory of blocks, which is counted against a limit.
struct BlockMemory: Sendable {
  private static let purpose = "blocks"

  private let bytesPerBlock: Int
  private let limit: Int
  private var claim: MemoryClaim
  private var blocks = 0

  /// - Parameter limit: the most bytes that all blocks may take.
  init(bytesPerBlock: Int, limit: Int) throws(MemoryExhausted) {
    self.bytesPerBlock = bytesPerBlock
    self.limit = limit
    claim = try MemoryClaim(purpose: Self.purpose, bytes: 0)
  }

  /// Claims memory for a number of blocks; for twice as many if more is needed later, because
  /// arrays that grow double.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  mutating func claim(forBlocks count: Int) throws(MemoryExhausted) {
    if count > blocks { try renew(forBlocks: blocks == 0 ? count : 2 * count) }
  }

  /// Claims memory for a copy of a plane that is about to change: arrays are copied then.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  mutating func claimForCopy() throws(MemoryExhausted) {
    if !isKnownUniquelyReferenced(&claim) { try renew(forBlocks: blocks) }
  }

  private mutating func renew(forBlocks count: Int) throws(MemoryExhausted) {
    let bytes = count * bytesPerBlock
    guard bytes <= limit else { throw MemoryExhausted(purpose: Self.purpose, bytes: bytes) }
    claim = try MemoryClaim(purpose: Self.purpose, bytes: bytes)
    blocks = count
  }
}
