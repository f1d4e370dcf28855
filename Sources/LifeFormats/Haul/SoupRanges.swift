internal import LifeCore

/// The numbers of some soups: ascending ranges with gaps between them, for example
/// `0..99 200..299`.
package struct SoupRanges: Equatable, Sendable {
  package private(set) var ranges: [Range<Int>] = []
  package private(set) var count = 0

  package init(_ range: Range<Int> = 0..<0) {
    guard !range.isEmpty else { return }
    ranges = [range]
    count = range.count
  }

  /// The missing numbers between the first and the last soup.
  package var gaps: [Range<Int>] {
    zip(ranges, ranges.dropFirst()).map { $0.upperBound..<$1.lowerBound }
  }

  /// The missing numbers of a range.
  package func missing(in range: Range<Int>) -> [Range<Int>] {
    var missing: [Range<Int>] = []
    var next = range.lowerBound
    for present in ranges + [range.upperBound..<range.upperBound] {
      let end = min(present.lowerBound, range.upperBound)
      if next < end { missing.append(next..<end) }
      next = max(next, present.upperBound)
    }
    return missing
  }

  package func contains(_ number: Int) -> Bool {
    let place = place(of: number)
    return place > 0 && ranges[place - 1].contains(number)
  }

  /// The number of ranges beginning at or before `number`.
  private func place(of number: Int) -> Int {
    ranges.indices.partitioningIndex { ranges[$0].lowerBound > number }
  }

  /// The first overlap with another range; `nil` if there is none.
  package func overlap(with range: Range<Int>) -> Range<Int>? {
    let place = place(of: range.lowerBound)
    let near = ranges[max(0, place - 1)..<min(ranges.count, place + 1)]
    return near.lazy.map { $0.clamped(to: range) }.first { !$0.isEmpty }
  }

  /// Adds a range without overlaps, and joins it with its neighbors.
  ///
  /// - Complexity: O(log *n*) at the end, O(*n*) elsewhere.
  package mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    precondition(overlap(with: range) == nil)
    var place = place(of: range.lowerBound)
    var joined = range
    count += range.count
    if place < ranges.count, ranges[place].lowerBound == range.upperBound {
      joined = joined.lowerBound..<ranges[place].upperBound
      ranges.remove(at: place)
    }
    if place > 0, ranges[place - 1].upperBound == range.lowerBound {
      place -= 1
      ranges[place] = ranges[place].lowerBound..<joined.upperBound
    } else {
      ranges.insert(joined, at: place)
    }
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
