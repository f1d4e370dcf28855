// Binary search for the place where a condition begins to hold.
extension Range<Int> {
  /// The first number for which a condition holds, which then holds for all larger ones; the upper
  /// bound if there is none.
  ///
  /// - Complexity: O(log *n*) calls.
  @inlinable
  package func partitioningIndex(where holds: (Int) throws -> Bool) rethrows -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = (low + high) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
