import CCPU
import Synchronization

/// Counts all large allocations of the process (cells, copies, engines, frames and encoders) and
/// refuses those beyond one limit.
///
/// Every refusable kind of memory (``FallibleArray``, ``Arena``, boards and the buffers of images)
/// is counted here, so a command with two patterns counts both. An engine has a lower limit of its
/// own, so its result can still be written when it stops there.
package enum MemoryAccount {
  private static let used = Atomic<Int>(0)
  private static let limit = Atomic<Int>(.max)

  /// Allocations up to this size are counted, but never refused: writing and reporting results
  /// needs them.
  package static let maxUnlimited = 1 << 16

  /// No address space is larger, and sums of such sizes do not overflow.
  private static let largest = 1 << 56

  /// Limits the memory of the process; its code and small allocations are not counted.
  package static func setLimit(_ bytes: Int) {
    limit.store(bytes, ordering: .relaxed)
    life_set_up_allocator()
  }

  /// The bytes left; negative if the limit is exceeded.
  package static var available: Int {
    limit.load(ordering: .relaxed) - used.load(ordering: .relaxed)
  }

  /// Counts an allocation.
  ///
  /// - Parameter total: the size of the allocation, if it grows by `bytes`.
  /// - Returns: false, with nothing counted, if it would exceed the limit.
  package static func take(_ bytes: Int, of total: Int? = nil) -> Bool {
    guard bytes <= largest else { return false }
    let sum = used.add(bytes, ordering: .relaxed).newValue
    if (total ?? bytes) <= maxUnlimited || sum <= limit.load(ordering: .relaxed) { return true }
    give(bytes)
    return false
  }

  /// Counts memory already in use, too late to refuse.
  package static func add(_ bytes: Int) { used.add(bytes, ordering: .relaxed) }

  /// Counts returned memory.
  package static func give(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}

/// Memory counted while this value exists, but allocated elsewhere, for example by an encoder in
/// another program, or by ordinary arrays.
package final class MemoryClaim: Sendable {
  private let bytes: Int

  /// - Throws: ``MemoryExhausted`` beyond the limit.
  package init(purpose: String, bytes: Int) throws(MemoryExhausted) {
    guard MemoryAccount.take(bytes) else { throw MemoryExhausted(purpose: purpose, bytes: bytes) }
    self.bytes = bytes
  }

  deinit { MemoryAccount.give(bytes) }
}

// The kinds of memory that can run out without ending the program, each with one job:
//
//      FallibleArray   a list grown by `realloc`: pieces and words of cells, runs, lines
//      Arena           a zeroed table grown in place, page by page: nodes, hash tables, tiles
//      WordBuffer      (LifeRender) a fixed number of words, filled by threads as pixels or bytes

/// An allocation failed, or a limit forbids it.
package struct MemoryExhausted: Error, Equatable {
  /// The purpose of the memory: "pattern", "board".
  package var purpose: String
  /// The number of bytes needed.
  package var bytes: Int

  package init(purpose: String, bytes: Int) {
    self.purpose = purpose
    self.bytes = bytes
  }
}
