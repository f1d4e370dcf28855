// The parts of a census:
//
//      HashSoup, SoupSymmetry    the cells of a soup, from the text of a seed
//      FastCensus                counts the objects of most soups:
//        SoupEvolution             steps one on a SoupBoard, in SoupWindows, until ash is left;
//                                  SmallCluster and DetachedShips take spaceships off the board
//        AshReader, AshNames       take objects off the board, and look them up
//      SoupCensus                counts the objects of any soup, and defines the counts:
//        SoupRun                   follows one, by SampledPopulations
//        AshSeparation             proves that its objects never meet
//        UnsettledSoup             names what grows
package import LifeCore

extension AnalysisLimits {
  /// The usual limits of the evolution of a soup. Beyond them it counts as unsettled.
  package static var census: AnalysisLimits {
    var limits = AnalysisLimits()
    limits.generations = 60_000
    limits.population = 100_000
    return limits
  }
}

/// Runs soups until they settle and counts their objects.
///
/// A soup has settled if it provably consists of still lifes, oscillators and spaceships that never
/// meet. A constant population is no proof: a glider may fly for thousands of generations before it
/// meets a block. See ``SoupRun`` for the way of following a soup.
///
/// Copies share nothing. Each thread needs its own.
package struct SoupCensus: Sendable {
  private let rule: AnalysisRule
  private let limits: AnalysisLimits
  private var separation: AshSeparation

  package init(_ rule: AnalysisRule, limits: AnalysisLimits) {
    self.rule = rule
    self.limits = limits
    separation = AshSeparation(rule, options: limits.engine)
  }

  /// The number of objects of each code in the ash of a soup. Also codes for a late death, a long
  /// life or large ash. Empty if all cells die early.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package mutating func counts(of soup: HashSoup) throws -> [ObjectCode: Int] {
    try counts(of: soup.cells)
  }

  /// The same for any live cells.
  package mutating func counts(of cells: Cells) throws -> [ObjectCode: Int] {
    let pattern = try Pattern(onPlane: cells, rule: rule.rule)
    var run = try SoupRun(pattern, rule: rule, limits: limits)
    var ash = try run.ash(by: &separation)
    for code in try records(of: ash, pattern: pattern) { ash.counts[code] = 1 }
    return ash.counts
  }

  /// An ``Identifier`` whose limit of generations is enough to run a settled soup again.
  private func identifier(following ash: SoupAsh) -> Identifier {
    var limits = AnalysisLimits()
    limits.generations = 2 * ash.generation
    limits.engine = self.limits.engine
    return Identifier(rule, limits: limits)
  }

  /// The minimum generation of a late death, lifespan of a long life and population of large ash.
  private static let recordedDeath = 500
  private static let recordedLifespan = 25_000
  private static let recordedPopulation = 3_000

  /// The codes for a soup as a whole, if it dies late, lives long or leaves large ash.
  private func records(of ash: SoupAsh, pattern: Pattern) throws -> [ObjectCode] {
    guard ash.isSettled else { return [] }
    let identifier = identifier(following: ash)
    if ash.population == 0 {
      guard ash.generation >= Self.recordedDeath else { return [] }
      let end = try identifier.end(of: pattern, when: .empty)
      guard end.isMet, end.generations >= Self.recordedDeath else { return [] }
      return [ObjectCode("messless_\(end.generations / 100)h")]
    }
    var codes: [ObjectCode] = []
    // Only soups with a long life so far are run again, to prove when they settled.
    if ash.generation >= Self.recordedLifespan {
      let end = try identifier.end(of: pattern, when: .stable)
      if end.isMet, end.generations >= Self.recordedLifespan {
        codes.append(ObjectCode("methuselah_\(end.generations / 1_000)k"))
      }
    }
    if ash.population >= Self.recordedPopulation {
      codes.append(ObjectCode("megasized_\(ash.population / 100)h"))
    }
    return codes
  }
}
