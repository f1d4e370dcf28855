// Format: https://conwaylife.com/wiki/Apgsearch, the text exchanged by soup searches
internal import LifeIO

/// The results of a census of soups.
///
///      @VERSION life-0.1.0
///      @MD5 a0d7df9ead90d949ae3090645d8a8bcf      of the root
///      @ROOT golden_                              soup 7 has the seed golden_7
///      @RULE b3s23
///      @SYMMETRY C1
///      @NUM_SOUPS 100
///      @NUM_OBJECTS 2042
///      @SOUPS 0..99                               the numbers of the soups
///      @MAX_GENERATIONS 20000                     limit of a soup, unless it is the usual 60000
///      @MAX_POPULATION 50000                      limit of a soup, unless it is the usual 100000
///      @SHA256 …                                  of all other lines
///
///      @CENSUS TABLE
///      xs4_33 623                                 by count and code, both descending
///
///      @SAMPLE_SOUPIDS
///      xs4_33 0 1 2 3 4 5 6 7 8 9                 the ten smallest numbers
///
/// The sum of hauls with several roots is a total. Instead of SOUPS it has a line for each root,
/// such as `@ROOT_1 0..99 of golden_`. It has no sample soups.
///
/// Files from other programs have neither SOUPS nor SHA256; their soups are numbered from 0.
package struct Haul: Equatable, Sendable {
  /// The limits of a soup: beyond them it counts as unsettled.
  package struct SoupLimits: Hashable, Sendable {
    /// The limits of a haul that states none. These numbers must never change.
    package static let usual = SoupLimits(generations: 60_000, population: 100_000)

    package static let possible = 1...1 << 40

    package var generations: Int
    package var population: Int

    package init(generations: Int, population: Int) {
      self.generations = generations
      self.population = population
    }
  }

  /// The program that wrote the file.
  package var version: String
  package var root: String
  /// The rule in the form for hauls, such as `b3s23`.
  package var rule: String
  package var symmetry: String
  package var limits = SoupLimits.usual
  package var soups = SoupRanges()
  package var table = HaulTable()
  /// The roots of a total with their soups, sorted; empty for a haul of one root. In a total,
  /// ``root`` lists all roots, and only the number of ``soups`` has a meaning.
  package internal(set) var parts: [RootPart] = []

  package init(version: String, root: String, rule: String, symmetry: String) {
    self.version = version
    self.root = root
    self.rule = rule
    self.symmetry = symmetry
  }

  /// The value of a missing field.
  static let unknown = "unknown"

  /// Whether only the table is known, not the search.
  package var isTable: Bool { version == Self.unknown && root == Self.unknown }

  /// The maximum number of rows in a table.
  package static let maxRows = 1 << 21

  /// The reason why another haul can't be added.
  package enum Conflict: Error {
    /// The hauls are of different searches: the differing field and both values.
    case otherSearch(what: String, mine: String, other: String)
    case overlap(Range<Int>)
    case sharedSeeds(String, String)
    case tooManyRoots
    case overflow(code: String)
    case tooManyRows
  }

  /// Adds the soups of another haul of the same search.
  ///
  /// - Throws: ``Conflict``; then nothing has changed.
  package mutating func add(_ other: Haul) throws(Conflict) {
    if let (what, theirs, mine) = other.difference(from: self) {
      throw .otherSearch(what: what, mine: mine, other: theirs)
    }
    var soups = soups
    try soups.add(other.soups)
    table = try sum(with: other)
    self.soups = soups
  }

  /// The sum of the tables of both hauls.
  func sum(with other: Haul) throws(Conflict) -> HaulTable {
    var sum = table
    try sum.add(other.table)
    guard sum.entries.count <= Self.maxRows else { throw .tooManyRows }
    guard sum.objectCount != nil else { throw .overflow(code: "all codes") }
    return sum
  }

  /// The parameters of the search, by name.
  package var search: [(name: String, value: String)] {
    [
      ("root", root), ("rule", rule), ("symmetry", symmetry),
      ("limit of generations", "\(limits.generations)"),
      ("limit of population", "\(limits.population)"),
    ]
  }

  /// The first difference from another haul's search; `nil` if they agree.
  package func difference(
    from other: Haul
  ) -> (name: String, value: String, otherValue: String)? {
    for (mine, theirs) in zip(search, other.search) where mine.value != theirs.value {
      return (mine.name, mine.value, theirs.value)
    }
    return nil
  }
}

// MARK: - Writing

extension Haul {
  /// The text of the file.
  package var bytes: [UInt8] {
    var head = """
      @VERSION \(version)
      @MD5 \(MD5.hex(Array(root.utf8)))
      @ROOT \(root)
      @RULE \(rule)
      @SYMMETRY \(symmetry)
      @NUM_SOUPS \(soups.count)
      @NUM_OBJECTS \(table.objectCount ?? .max)

      """
    head += soupLines
    if limits.generations != SoupLimits.usual.generations {
      head += "@MAX_GENERATIONS \(limits.generations)\n"
    }
    if limits.population != SoupLimits.usual.population {
      head += "@MAX_POPULATION \(limits.population)\n"
    }
    let rows = table.sorted
    var tail = Array("\n@CENSUS TABLE\n".utf8)
    for row in rows { tail += "\(row.code) \(row.entry.count)\n".utf8 }
    tail += "\n@SAMPLE_SOUPIDS\n".utf8
    for row in rows where !row.entry.samples.isEmpty {
      tail += row.code.utf8
      for sample in row.entry.samples { tail += " \(sample)".utf8 }
      tail.append(UInt8(ascii: "\n"))
    }
    var digest = SHA256()
    digest.update(Array(head.utf8))
    digest.update(tail)
    return Array("\(head)@SHA256 \(digest.finishHex())\n".utf8) + tail
  }
}

// Totals: sums of hauls with several roots.
extension Haul {
  /// The soups of one root in a total.
  package struct RootPart: Equatable, Sendable {
    package var root: String
    package var soups: SoupRanges
  }

  /// The maximum number of roots in a total: each root is a line of the header.
  package static let maxRoots = 64

  /// The roots and their soups, also for a haul of one root.
  package var allParts: [RootPart] {
    parts.isEmpty ? [RootPart(root: root, soups: soups)] : parts
  }

  /// Adds the soups of a haul that may have other roots. Two different roots make a total. It keeps
  /// no sample soups, because their numbers would be ambiguous.
  ///
  /// - Throws: ``Conflict``; then nothing has changed.
  package mutating func addAcrossRoots(_ other: Haul) throws(Conflict) {
    if parts.isEmpty, other.parts.isEmpty, root == other.root { return try add(other) }
    for (mine, theirs) in zip(search, other.search).dropFirst() where mine.value != theirs.value {
      throw .otherSearch(what: mine.name, mine: mine.value, other: theirs.value)
    }
    var sums = allParts
    for part in other.allParts { try Self.add(part, to: &sums) }
    guard sums.count <= Self.maxRoots else { throw .tooManyRoots }
    let sum = try self.sum(with: other)
    table = HaulTable(sum.entries.mapValues { .init(count: $0.count, samples: []) })
    parts = sums.sorted { $0.root < $1.root }
    root = parts.map(\.root).joined(separator: " ")
    soups = SoupRanges(0..<parts.reduce(0) { $0 + $1.soups.count })
  }

  private static func add(_ part: RootPart, to sums: inout [RootPart]) throws(Conflict) {
    for sum in sums where sum.root != part.root {
      // Soup 12 of the root `a` is soup 2 of the root `a1`: both have the seed `a12`.
      let roots = [sum.root, part.root].sorted { $0.utf8.count < $1.utf8.count }
      let rest = roots[1].utf8.dropFirst(roots[0].utf8.count)
      if roots[1].hasPrefix(roots[0]), rest.allSatisfy(Byte.isDigit) {
        throw .sharedSeeds(sum.root, part.root)
      }
    }
    guard let index = sums.firstIndex(where: { $0.root == part.root }) else {
      sums.append(part)
      return
    }
    try sums[index].soups.add(part.soups)
  }

  /// The lines of the header about the haul's soups.
  var soupLines: String {
    if parts.isEmpty { return "@SOUPS \(soups)\n" }
    return parts.enumerated().map { "@ROOT_\($0 + 1) \($1.soups) of \($1.root)\n" }.joined()
  }
}
