/// Totals of several roots.
extension Haul {
  /// The soups of one root of a total.
  package struct RootPart: Equatable, Sendable {
    package var root: String
    package var soups: SoupRanges
  }

  /// The most roots of a total: each is a line of the header.
  package static let mostRoots = 64

  /// The roots and their soups, also of a haul of one root.
  package var allParts: [RootPart] {
    parts.isEmpty ? [RootPart(root: root, soups: soups)] : parts
  }

  /// Adds the soups of a haul that may be of other roots. A total of several roots names them, and
  /// lists no soups of its objects, whose numbers would be ambiguous.
  ///
  /// - Throws: ``Conflict``; then nothing has changed.
  package mutating func addRoots(of other: Haul) throws(Conflict) {
    if parts.isEmpty, other.parts.isEmpty, root == other.root { return try add(other) }
    for (mine, theirs) in zip(search, other.search).dropFirst() where mine.value != theirs.value {
      throw .otherSearch(what: mine.name, mine: mine.value, other: theirs.value)
    }
    var sums = allParts
    for part in other.allParts { try Self.add(part, to: &sums) }
    guard sums.count <= Self.mostRoots else { throw .tooManyRoots }
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
    for range in part.soups.ranges {
      if let overlap = sums[index].soups.overlap(with: range) { throw .overlap(overlap) }
    }
    for range in part.soups.ranges { sums[index].soups.insert(range) }
  }

  /// The lines of the header that say which soups the haul has.
  var soupLines: String {
    if parts.isEmpty { return "@SOUPS \(soups)\n" }
    return parts.enumerated().map { "@ROOT_\($0 + 1) \($1.soups) of \($1.root)\n" }.joined()
  }
}
