/// A set of integers, for example the neighbor counts for birth, stored as ranges.
package struct CountSet: Hashable, Sendable {
  /// Ascending, disjoint and never adjacent, so equal sets have equal ranges.
  package let ranges: [ClosedRange<Int>]

  package static let none = CountSet([])

  /// - Parameter ranges: in any order; they may overlap.
  package init(_ ranges: [ClosedRange<Int>]) {
    var merged: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  /// - Complexity: O(log ranges).
  package func contains(_ count: Int) -> Bool {
    let index = ranges.indices.partitioningIndex { ranges[$0].upperBound >= count }
    return index < ranges.count && ranges[index].lowerBound <= count
  }

  /// The set with `distance` added to each element.
  package func shifted(by distance: Int) -> CountSet {
    CountSet(ranges.map { $0.lowerBound + distance...$0.upperBound + distance })
  }

  /// The integers 0…`full` outside the set.
  package func complement(upTo full: Int) -> CountSet {
    var gaps: [ClosedRange<Int>] = []
    var next = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...min(range.lowerBound - 1, full)) }
      next = max(next, range.upperBound + 1)
      if next > full { return CountSet(gaps) }
    }
    gaps.append(next...full)
    return CountSet(gaps)
  }

  /// The integers *n* in 0…`full` with `full` − *n* in the set.
  package func mirrored(in full: Int) -> CountSet {
    CountSet(
      ranges.compactMap { range in
        let low = max(0, full - range.upperBound)
        let high = full - max(0, range.lowerBound)
        return low <= high ? low...high : nil
      })
  }
}
