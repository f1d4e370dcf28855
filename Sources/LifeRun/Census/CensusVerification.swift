import LifeFormats

/// Runs some soups of a haul again and compares their objects with it.
package struct CensusVerification {
  private let plan: CensusPlan
  private var haul: Haul { plan.start }

  /// - Parameter plan: starts with the haul.
  package init(_ plan: CensusPlan) { self.plan = plan }

  /// A difference between a haul and a soup that was run again.
  package struct Difference: Hashable, CustomStringConvertible {
    package var soup: Int
    package var code: String
    /// `true` if only the haul has the object, `false` if only the soup has it.
    package var isOnlyInHaul: Bool

    package var description: String {
      isOnlyInHaul
        ? "soup \(soup) has no \(code), but the haul lists it"
        : "soup \(soup) has \(code), but the haul does not list it"
    }
  }

  package struct Result {
    package let differences: [Difference]
    /// The number of soups that were run.
    package let count: Int
    /// If all soups were run: whether all counts are equal.
    package let hasSameTable: Bool?

    package var isSame: Bool { differences.isEmpty && hasSameTable != false }
  }

  /// The numbers of `count` soups to check, or of all if there are no more. Half of them are
  /// random; the others come from the haul's lists of samples, so rare objects are checked too.
  package func sample(_ count: Int, seed: [UInt8]) -> [Int] {
    guard count < haul.soups.count else { return haul.soups.ranges.flatMap { Array($0) } }
    var random = SplitMix64(seed: seed)
    let rows = haul.table.sorted
    var numbers: Set<Int> = []
    while numbers.count < count {
      if numbers.count % 2 == 1, let row = rows.randomElement(using: &random),
        let number = row.entry.samples.randomElement(using: &random), !numbers.contains(number)
      {
        numbers.insert(number)
      } else {
        numbers.insert(number(at: Int.random(in: 0..<haul.soups.count, using: &random)))
      }
    }
    return numbers.sorted()
  }

  private func number(at index: Int) -> Int {
    var rest = index
    for range in haul.soups.ranges {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return 0
  }

  /// Runs some soups and compares their objects with the haul. If all soups are run, the tables
  /// must be equal.
  ///
  /// - Throws: ``MemoryExhausted``, ``UnsupportedPattern``.
  package func differences(_ numbers: [Int]) throws -> Result {
    let workers = CensusWorkers(
      plan.search.rule, limits: plan.limits, threads: plan.threads, interrupt: plan.interrupt)
    let (tables, failure) = workers.tables(numbers.map { .soups(plan.search, $0..<$0 + 1) })
    if let failure { throw failure }
    var differences: [Difference] = []
    var total = HaulTable()
    for (soup, table) in zip(numbers, tables) {
      differences += haul.differences(of: soup, objects: table)
      try total.add(table)
    }
    let isComplete = tables.count == haul.soups.count
    return Result(
      differences: differences.sorted { ($0.soup, $0.code) < ($1.soup, $1.code) },
      count: tables.count, hasSameTable: isComplete ? total == haul.table : nil)
  }
}

extension Haul {
  /// Compares the objects of one of the haul's soups with its lists of samples.
  ///
  /// For each code, the haul lists the ten lowest numbers of soups that have the object. If a soup
  /// has the object, its number must be in the list, unless lower numbers fill the list.
  func differences(of soup: Int, objects: HaulTable) -> [CensusVerification.Difference] {
    let missing = table.entries.filter {
      $1.samples.contains(soup) && objects.entries[$0] == nil
    }
    let others = objects.entries.keys.filter { !mayHave($0, in: soup) }
    return missing.keys.map { .init(soup: soup, code: $0, isOnlyInHaul: true) }
      + others.map { .init(soup: soup, code: $0, isOnlyInHaul: false) }
  }

  private func mayHave(_ code: String, in soup: Int) -> Bool {
    guard let samples = table.entries[code]?.samples else { return false }
    return samples.contains(soup)
      || samples.count == HaulTable.maxSamples && samples.allSatisfy { $0 < soup }
  }
}
