import CCPU
import Synchronization

/// Counts the large allocations of the process, of cells, copies, engines, frames and encoders
/// together, and refuses those beyond one limit.
///
/// Every kind of memory that can be refused (``FallibleArray``, ``Arena``, boards and the buffers
/// of images) is counted here, so a command that holds two patterns counts both. An engine has a
/// lower limit of its own, so that its result can still be written when it stops there.
package enum MemoryAccount {
  private static let used = Atomic<Int>(0)
  private static let limit = Atomic<Int>(.max)

  /// Allocations up to this size are counted, but never refused: results are written and reported
  /// with them.
  package static let largestUnlimited = 1 << 16

  /// No address space is larger, and the sum of such sizes does not overflow.
  private static let largest = 1 << 56

  /// Limits the memory of the process; its code and small allocations are not counted.
  package static func setLimit(_ bytes: Int) {
    limit.store(bytes, ordering: .relaxed)
    life_return_large_allocations()
  }

  /// The bytes that can still be taken; negative if the limit is exceeded.
  package static var available: Int {
    limit.load(ordering: .relaxed) - used.load(ordering: .relaxed)
  }

  /// Counts an allocation.
  ///
  /// - Parameter total: the size of the allocation, if it grows by `bytes`.
  /// - Returns: false if it would exceed the limit; then nothing is counted.
  package static func take(_ bytes: Int, of total: Int? = nil) -> Bool {
    guard bytes <= largest else { return false }
    let sum = used.add(bytes, ordering: .relaxed).newValue
    if (total ?? bytes) <= largestUnlimited || sum <= limit.load(ordering: .relaxed) { return true }
    give(bytes)
    return false
  }

  /// Counts memory that is already used, which cannot be refused any more.
  package static func add(_ bytes: Int) { used.add(bytes, ordering: .relaxed) }

  /// Counts memory that was returned.
  package static func give(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}

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

// The kinds of memory whose allocation can fail without ending the program, each with one job:
//
//      FallibleArray   a list that grows by `realloc`: pieces and words of cells, runs, lines
//      Arena           a zeroed table that grows in place, page by page: nodes, hash tables, tiles
//      WordBuffer      (LifeRender) a fixed number of words that threads fill as pixels or bytes

/// An allocation failed, or a limit forbids it.
package struct MemoryExhausted: Error, Equatable {
  /// What the memory was for: "pattern", "board".
  package var purpose: String
  /// The number of bytes that were needed.
  package var bytes: Int

  package init(purpose: String, bytes: Int) {
    self.purpose = purpose
    self.bytes = bytes
  }
}
