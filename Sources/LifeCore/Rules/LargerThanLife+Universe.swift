extension LargerThanLife {
  /// The most cells that a bounded universe may have.
  private static let mostCells = 1_000_000_000

  /// Reads a suffix without its colon. A size of 0 is a size, here, if somebody wrote it.
  func universe(parsing suffix: [UInt8]) throws(RuleError) -> Universe {
    let universe = try Universe(parsing: suffix)
    guard universe.isUnbounded, suffix.contains(UInt8(ascii: "0")) else {
      return try fitted(universe, at: 0..<suffix.count)
    }
    let topology: Universe.Topology = suffix[0] | 0x20 == UInt8(ascii: "p") ? .plane : .torus
    return Universe(topology, width: 2 * range, height: 2 * range)
  }

  /// A universe as this family has it: a plane or a torus, at least twice the range wide and high
  /// if it is bounded.
  package func fitted(_ universe: Universe, at place: Range<Int>) throws(RuleError) -> Universe {
    guard !universe.isUnbounded else { return universe }
    guard universe.isStraight else {
      throw RuleError("with this rule a universe is a plane (P) or a torus (T)", at: place)
    }
    let width = max(universe.width, 2 * range)
    let height = max(universe.height, 2 * range)
    guard width.multipliedReportingOverflow(by: height).partialValue <= Self.mostCells else {
      throw RuleError("with this rule a universe has at most 1000000000 cells", at: place)
    }
    return Universe(universe.topology, width: width, height: height)
  }
}

extension LargerThanLife {
  /// The phases at even and at odd generations as counts of the eight neighbours, if the rule is
  /// one of two states that counts just these.
  var countingPhases: [LifeLike]? {
    guard states == 2, neighbourhood == Neighbourhood(.moore, range: 1) else { return nil }
    return [false, true].map { odd in
      let phase = phase(atOdd: odd)
      return LifeLike(
        birth: (0...8).filter(phase.birth.contains),
        survival: (0...8).filter(phase.survival.contains))
    }
  }
}

extension Rule {
  /// A universe as this rule has it.
  ///
  /// - Throws: an error without a place if the rule cannot live there.
  package func fitted(_ universe: Universe) throws(RuleError) -> Universe {
    try largerThanLife?.fitted(universe, at: 0..<0) ?? universe
  }
}
