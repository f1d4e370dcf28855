/// The number of objects per code in the ash of soups, with some sample soups.
package struct HaulTable: Equatable, Sendable {
  /// The objects of one code.
  package struct Entry: Equatable, Sendable {
    package var count: Int
    /// The smallest numbers of soups with such objects, ascending; at most ``maxSamples``.
    package var samples: [Int]

    package init(count: Int, samples: [Int]) {
      self.count = count
      self.samples = samples
    }

    /// Keeps the smallest numbers of both lists.
    mutating func addSamples(_ other: [Int]) {
      if samples.count == HaulTable.maxSamples, let last = samples.last, let first = other.first,
        first > last
      {
        return
      }
      samples = Array(Set(samples).union(other).sorted().prefix(HaulTable.maxSamples))
    }
  }

  package static let maxSamples = 10
  /// The code of an empty pattern; tables omit it.
  private static let empty = "xs0_0"

  package private(set) var entries: [String: Entry]

  package init(_ entries: [String: Entry] = [:]) { self.entries = entries }

  /// The number of objects of all codes; `nil` if it exceeds 2⁶³ − 1.
  package var objectCount: Int? {
    var sum = 0
    for entry in entries.values {
      let (next, overflow) = sum.addingReportingOverflow(entry.count)
      if overflow { return nil }
      sum = next
    }
    return sum
  }

  package func count(of code: String) -> Int { entries[code]?.count ?? 0 }

  /// Adds `count` objects of one soup.
  package mutating func add(_ code: String, count: Int, soup: Int) {
    guard code != Self.empty else { return }
    var entry = entries[code] ?? Entry(count: 0, samples: [])
    entry.count += count
    entry.addSamples([soup])
    entries[code] = entry
  }

  /// Adds the objects of other soups. The order of additions doesn't matter.
  ///
  /// - Throws: ``Haul/Conflict/overflow(code:)``.
  package mutating func add(_ other: HaulTable) throws(Haul.Conflict) {
    for (code, entry) in other.entries {
      guard var sum = entries[code] else {
        entries[code] = entry
        continue
      }
      let (count, overflow) = sum.count.addingReportingOverflow(entry.count)
      if overflow { throw .overflow(code: code) }
      sum.count = count
      sum.addSamples(entry.samples)
      entries[code] = sum
    }
  }

  /// The entries by count and then by code, both descending.
  package var sorted: [(code: String, entry: Entry)] {
    entries.map { (code: $0.key, entry: $0.value) }.sorted { first, second in
      if first.entry.count != second.entry.count { return first.entry.count > second.entry.count }
      return second.code.utf8.lexicographicallyPrecedes(first.code.utf8)
    }
  }
}
