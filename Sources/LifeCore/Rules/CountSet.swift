/// A set of integers, for example the neighbor counts for birth.
package typealias CountSet = RangeSet<Int>

extension CountSet {
  /// - Parameter ranges: in any order; they may overlap.
  package init(_ ranges: [ClosedRange<Int>]) {
    self.init(ranges.map { Range($0) })
  }

  /// The fewest ranges with these integers, ascending.
  package var closedRanges: [ClosedRange<Int>] { ranges.map { ClosedRange($0) } }

  /// The set with `distance` added to each element.
  package func shifted(by distance: Int) -> CountSet {
    CountSet(ranges.map { $0.lowerBound + distance..<$0.upperBound + distance })
  }

  /// The integers 0…`full` outside the set.
  func complement(upTo full: Int) -> CountSet { CountSet([0...full]).subtracting(self) }

  /// The integers *n* in 0…`full` with `full` − *n* in the set.
  func mirrored(in full: Int) -> CountSet {
    let counts = intersection(CountSet([0...full]))
    return CountSet(counts.closedRanges.map { full - $0.upperBound...full - $0.lowerBound })
  }
}
