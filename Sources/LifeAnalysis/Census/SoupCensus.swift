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
/// generations before it meets a block.
///
/// The proof is tried whenever the population, sampled every 24 generations, is the same as 120
/// generations ago three times in a row, and at growing intervals. Clusters of cells that recur
/// alone are objects. If some do not recur, because an object is in pieces, the envelopes of many
/// generations separate them.
///
/// Copies share nothing; each thread needs its own.
package struct SoupCensus: Sendable {
  private let rule: AnalysisRule
  private let limits: CensusLimits
  private var separation: AshSeparation

  private static let sampling = SampledPopulations.interval
  /// The generation of the first try without a periodic population, by clusters.
  private static let firstLongTry = 2_400
  /// The generation of the first slow try, in which a soup that grows linearly is given up.
  private static let firstSlowTry = 12_000
  /// The generation of the first try by envelopes of a soup that is not periodic. It takes half a
  /// second, as long as 100 000 generations, and failed for all three of 200 000 soups of Conway's
  /// Life that were tried at 12 000 generations.
  private static let firstEnvelopes = 24_000
  /// The generation after which a soup that is not periodic is looked at for growth such as that of
  /// replicators. Separating it by envelopes would take seconds.
  private static let growthTry = 12_000
  /// The largest soup that is tried to be divided into objects and sources of even growth; others
  /// of more than two states are given up.
  private static let mostEvenCells = SampledPopulations.manyCells
  /// The failed tries with a periodic population after which envelopes are tried.
  private static let mostFailures = 10

  package init(_ rule: AnalysisRule, limits: CensusLimits) {
    self.rule = rule
    self.limits = limits
    separation = AshSeparation(rule)
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
    var pattern = Pattern(cells: cells)
    pattern.position = .origin
    pattern.statedRule = rule.rule
    pattern = try pattern.packedForRule()
    var ash = try ash(of: pattern)
    for code in try records(of: ash, pattern: pattern) { ash.counts[code] = 1 }
    return ash.counts
  }

  /// The end of a soup.
  private struct Ash {
    var counts: [ObjectCode: Int] = [:]
    /// Any generation after the soup settled, or one at most ``sampling`` after the last cell died.
    var generation: Int
    var population: Int
    var isSettled = true
  }

  private mutating func ash(of pattern: Pattern) throws -> Ash {
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    let unsettled = UnsettledSoup(rule, limits: limits)
    var populations = SampledPopulations(first: evolution.population)
    var nextLongTry = Self.firstLongTry
    var nextSlowTry = Self.firstSlowTry
    var nextEvenTry = 0
    var failures = 0
    var mayName = unsettled.hasNames
    // Following all others costs a fraction.
    let mayGiveUp = rule.rule.states > 2
    while evolution.generation < limits.generations {
      try evolution.advance(by: Self.sampling)
      // Some engines count the cells each time.
      let population = evolution.population
      guard population <= limits.population else { break }
      populations.append(population)
      if population == 0 { return Ash(generation: evolution.generation, population: 0) }
      if mayGiveUp, populations.growsTooMuch {
        return ash([.pathological: 1], unsettled: evolution)
      }
      if mayName, population <= Self.mostEvenCells, evolution.generation >= nextEvenTry,
        let period = populations.evenPeriod
      {
        nextEvenTry = 2 * evolution.generation
        if let counts = try unsettled.evenlyGrowing(evolution, period: period) {
          return ash(counts, unsettled: evolution)
        }
      }
      let isPeriodic = populations.isPeriodic
      if mayName, evolution.generation >= Self.growthTry, !isPeriodic, !populations.growsLinearly {
        mayName = false
        if let grown = try unsettled.grown(evolution) {
          return Ash(
            counts: grown.counts, generation: limits.generations, population: grown.population,
            isSettled: false)
        }
      }
      guard isPeriodic || evolution.generation >= nextLongTry else { continue }
      let cells = try evolution.cells()
      var counts = separation.counts(cells)
      if isPeriodic {
        failures += 1
      } else {
        failures = 0
        nextLongTry += nextLongTry / 2
      }
      if counts == nil, failures == Self.mostFailures || evolution.generation >= nextSlowTry {
        // What grows is not proved to settle. Envelopes would take a second to fail.
        if populations.growsLinearly { break }
        // The next slow try of a periodic population comes after three times as many failures.
        failures = -2 * Self.mostFailures
        nextSlowTry = max(nextSlowTry, 2 * evolution.generation)
        if isPeriodic || evolution.generation >= Self.firstEnvelopes {
          counts = try slowCounts(cells)
        }
      }
      if let counts {
        return Ash(counts: counts, generation: evolution.generation, population: population)
      }
    }
    return ash(try unsettled.counts(evolution), unsettled: evolution)
  }

  private func ash(_ counts: [ObjectCode: Int], unsettled evolution: Evolution) -> Ash {
    Ash(
      counts: counts, generation: evolution.generation, population: evolution.population,
      isSettled: false)
  }

  /// Soups that die out so late, live so long or end with so many cells have codes of their own.
  private static let recordedDeath = 500
  private static let recordedLifespan = 25_000
  private static let recordedPopulation = 3_000

  /// The codes for what is remarkable in a soup as a whole.
  private func records(of ash: Ash, pattern: Pattern) throws -> [ObjectCode] {
    guard ash.isSettled else { return [] }
    var limits = AnalysisLimits()
    limits.generations = 2 * ash.generation
    limits.engine = self.limits.engine
    let identifier = Identifier(rule, limits: limits)
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

  /// Separation by the envelopes of many generations.
  private func slowCounts(_ cells: Cells) throws -> [ObjectCode: Int]? {
    var limits = AnalysisLimits()
    limits.engine = self.limits.engine
    guard let objects = try Identifier(rule, limits: limits).objects(of: cells) else { return nil }
    return objects.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }
}
