// How the parts of a census go together:
//
//      HashSoup, SoupSymmetry    the cells of a soup, from the text of a seed
//      FastCensus                counts the objects of most soups:
//        SoupEvolution             steps one on a SoupBoard, in SoupWindows, until ash is left;
//                                  ShipCells and DetachedShips take spaceships off the board
//        AshReader, AshNames       take objects off the board, and look them up
//      SoupCensus                counts the objects of any soup, and defines the counts:
//        SoupRun                   follows one, by SampledPopulations
//        AshSeparation             proves that its objects never meet
//        UnsettledSoup             names what grows
package import LifeCore
package import LifeEngines

/// How long and how far one soup of a census may go.
package struct CensusLimits: Sendable {
  /// The generations after which a soup is taken for unsettled.
  package var generations = 60_000
  /// The live cells beyond which a soup is taken for unsettled.
  package var population = 100_000
  package var engine = EngineOptions()

  package init() {}
}

/// Runs soups until they are settled and counts their objects.
///
/// A soup is settled when it is proved that its cells are still lifes, oscillators and spaceships
/// that never meet. A constant population proves nothing: a glider may fly for thousands of
/// generations before it meets a block. See ``SoupRun`` for how a soup is followed.
///
/// Copies share nothing; each thread needs its own.
package struct SoupCensus: Sendable {
  private let rule: AnalysisRule
  private let limits: CensusLimits
  private var separation: AshSeparation

  package init(_ rule: AnalysisRule, limits: CensusLimits) {
    self.rule = rule
    self.limits = limits
    separation = AshSeparation(rule, options: limits.engine)
  }

  /// The number of objects of each code in the ash of a soup, with the codes for soups that live
  /// long or end large; no codes if all cells die early.
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

  /// An identifier for a soup that is known to have settled.
  private func identifier(following ash: SoupAsh) -> Identifier {
    var limits = AnalysisLimits()
    limits.generations = 2 * ash.generation
    limits.engine = self.limits.engine
    return Identifier(rule, limits: limits)
  }

  /// The generations and the cells from which on a soup has a code of its own: for its late death,
  /// its long life, or its large ash.
  private static let recordedDeath = 500
  private static let recordedLifespan = 25_000
  private static let recordedPopulation = 3_000

  /// The codes for what is remarkable in a soup as a whole.
  private func records(of ash: SoupAsh, pattern: Pattern) throws -> [ObjectCode] {
    guard ash.isSettled else { return [] }
    let identifier = identifier(following: ash)
    if ash.population == 0 {
      guard ash.generation >= Self.recordedDeath else { return [] }
      let lifespan = try identifier.generations(of: pattern, until: .empty) ?? 0
      guard lifespan >= Self.recordedDeath else { return [] }
      return [ObjectCode("messless_\(lifespan / 100)h")]
    }
    var codes: [ObjectCode] = []
    // Only soups that may have lived so long are run again, to prove when they settled.
    if ash.generation >= Self.recordedLifespan - 1_000,
      let lifespan = try identifier.generations(of: pattern, until: .stable),
      lifespan >= Self.recordedLifespan
    {
      codes.append(ObjectCode("methuselah_\(lifespan / 1_000)k"))
    }
    if ash.population >= Self.recordedPopulation {
      codes.append(ObjectCode("megasized_\(ash.population / 100)h"))
    }
    return codes
  }
}
