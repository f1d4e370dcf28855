internal import CCPU
internal import Synchronization

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
