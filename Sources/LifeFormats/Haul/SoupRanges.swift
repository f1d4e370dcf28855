/// The numbers of some soups: ascending ranges with gaps between them, for example
/// `0..99 200..299`.
package struct SoupRanges: Equatable, Sendable {
  private var numbers: RangeSet<Int>

  package init(_ range: Range<Int> = 0..<0) { numbers = RangeSet(range) }

  package var ranges: RangeSet<Int>.Ranges { numbers.ranges }
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The missing numbers between the first and the last soup.
  package var gaps: [Range<Int>] {
    zip(ranges, ranges.dropFirst()).map { $0.upperBound..<$1.lowerBound }
  }

  /// The missing numbers of a range.
  package func missing(in range: Range<Int>) -> [Range<Int>] {
    Array(RangeSet(range).subtracting(numbers).ranges)
  }

  package func contains(_ number: Int) -> Bool { numbers.contains(number) }

  /// The first overlap with other soups; `nil` if there is none.
  package func overlap(with other: SoupRanges) -> Range<Int>? {
    numbers.intersection(other.numbers).ranges.first
  }

  package mutating func insert(_ range: Range<Int>) { numbers.insert(contentsOf: range) }

  /// Adds other soups.
  ///
  /// - Throws: ``Haul/Conflict/overlap(_:)``; then nothing has changed.
  mutating func add(_ other: SoupRanges) throws(Haul.Conflict) {
    if let overlap = overlap(with: other) { throw .overlap(overlap) }
    numbers.formUnion(other.numbers)
  }
}

extension SoupRanges: CustomStringConvertible {
  /// `0..99 200..299`, or `none`.
  package var description: String {
    ranges.isEmpty ? "none" : ranges.map(Self.text).joined(separator: " ")
  }

  /// One range with its last number: `0..99`.
  package static func text(_ range: Range<Int>) -> String {
    "\(range.lowerBound)..\(range.upperBound - 1)"
  }
}
