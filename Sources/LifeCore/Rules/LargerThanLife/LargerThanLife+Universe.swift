// Fits the sizes of universes to Larger than Life rules.
extension LargerThanLife {
  /// Golly's limit for bounded universes of these rules.
  private static let maxCells = 1_000_000_000

  /// Parses the text after `:`. The 0 of `T0` is twice the range, but infinite with `B45/S34L`.
  func universe(parsing suffix: [UInt8]) throws(RuleError) -> Universe {
    let universe = try Universe(parsing: suffix)
    guard universe.isUnbounded, suffix.contains(UInt8(ascii: "0")), parityStartsAtCorner else {
      return try fitted(universe, at: 0..<suffix.count)
    }
    let topology: Universe.Topology = suffix[0] | 0x20 == UInt8(ascii: "p") ? .plane : .torus
    return Universe(topology, width: 2 * range, height: 2 * range)
  }

  /// The universe with valid sizes: each is at least twice the range, unless both are infinite.
  ///
  /// - Throws: ``RuleError`` at `place` for twisted or shifted topologies, more than 10^9 cells,
  ///   and sizes impossible in the notation of triangles.
  package func fitted(_ universe: Universe, at place: Range<Int>) throws(RuleError) -> Universe {
    guard !universe.isUnbounded else { return universe }
    guard universe.isStraight else {
      throw RuleError(
        "a Larger than Life rule needs a plane (P), or a torus (T) without a shift", at: place)
    }
    if !parityStartsAtCorner {
      for size in [universe.width, universe.height] where size < 2 * range || size % 2 != 0 {
        throw RuleError(
          "with triangular cells a universe has an even width and height of at least "
            + "\(2 * range), not \(size)", at: place)
      }
    }
    let width = max(universe.width, 2 * range)
    let height = max(universe.height, 2 * range)
    guard width.multipliedReportingOverflow(by: height).partialValue <= Self.maxCells else {
      throw RuleError(
        "with a Larger than Life rule a universe has at most 1000000000 cells", at: place)
    }
    return Universe(universe.topology, width: width, height: height)
  }
}

extension Rule {
  /// The universe with sizes valid for this rule.
  ///
  /// - Throws: ``RuleError`` at `place` if the rule does not support the universe.
  package func fitted(
    _ universe: Universe, at place: Range<Int> = 0..<0
  ) throws(RuleError) -> Universe {
    if let partitioned { return try fitted(partitioned: partitioned, in: universe, at: place) }
    return try largerThanLife?.fitted(universe, at: place) ?? universe
  }
}
