/// A set of indices, a bit each.
final class Bitset {
  private let words: Arena<UInt64>

  /// - Parameter count: all indices are below it.
  init(count: Int) throws(MemoryExhausted) {
    words = try Arena(purpose: "quadtree", capacity: count / 64 + 1)
  }

  @inline(__always)
  func contains(_ index: Int) -> Bool {
    unsafe words.elements[index &>> 6] &>> UInt64(index & 63) & 1 == 1
  }

  /// - Returns: whether the index was not in the set.
  @inline(__always)
  @discardableResult
  func insert(_ index: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(index & 63)
    let word = unsafe words.elements[index &>> 6]
    unsafe words.elements[index &>> 6] = word | bit
    return word & bit == 0
  }
}
