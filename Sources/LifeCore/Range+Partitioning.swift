// Binary search for the first number that meets a condition.
extension Range<Int> {
  /// The first number that meets a condition; all larger ones must meet it, too. The upper bound if
  /// there is none.
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
