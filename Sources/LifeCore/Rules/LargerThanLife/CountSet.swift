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

  /// The integers of a range outside the set.
  func complement(in range: ClosedRange<Int>) -> CountSet { CountSet([range]).subtracting(self) }

  /// The integers *n* with `sum` − *n* in the set.
  func mirrored(at sum: Int) -> CountSet {
    CountSet(closedRanges.map { sum - $0.upperBound...sum - $0.lowerBound })
  }
}
