internal import LifeCore
internal import LifeEngines

/// What is left of a soup at its end.
struct SoupAsh {
  /// The number of objects of each code.
  var counts: [ObjectCode: Int] = [:]
  /// Any generation after the soup settled, or one at most 24 after the last cell died.
  var generation: Int
  var population: Int
  var isSettled = true
}

/// Runs one soup until it is proved to be settled, has died, or is given up.
///
/// The proof is tried whenever the population, sampled every 24 generations, is the same as 120
/// generations ago three times in a row, and at growing intervals. Clusters of cells that recur
/// alone are objects. If some do not recur, because an object is in pieces, the envelopes of many
/// generations separate them.
struct SoupRun {
  private let rule: AnalysisRule
  private let limits: CensusLimits
  private let unsettledSoup: UnsettledSoup
  private var evolution: Evolution
  private var populations: SampledPopulations
  /// The generation of the next try without a periodic population, by clusters.
  private var nextLongTry: Int
  /// The generation of the next slow try, in which a soup that grows linearly is given up.
  private var nextSlowTry = 12_000
  /// The generation of the next try to divide a soup into objects and sources of even growth.
  private var nextEvenTry = 0
  /// The generation of the next try by envelopes where clusters tell nothing.
  private var nextEnvelopes = 0
  /// The tries with a periodic population that have failed in a row.
  private var failures = 0
  /// Whether clusters tell the objects; else only envelopes do, which are tried early.
  private let usesClusters: Bool
  /// Whether growth may still get a name.
  private var mayName: Bool
  /// Whether the soup is too irregular for a name.
  private var isIrregular = false

  /// The generation of the first try by envelopes of a soup that is not periodic. It takes half a
  /// second, as long as 100 000 generations, and failed for all three of 200 000 soups of Conway's
  /// Life that were tried at 12 000 generations.
  private static let firstEnvelopes = 24_000
  /// The generation after which a soup that is not periodic is looked at for growth such as that of
  /// replicators. Separating it by envelopes would take seconds.
  private static let growthTry = 12_000
  /// The generation after which a soup that grows linearly is given up if that is not proved. Of 14
  /// soups with switch engines, one is not proved at 12 000 generations, and at 24 000 all are.
  private static let lastGrowthTry = 24_000
  /// The largest soup that is tried to be divided into objects and sources of even growth; others
  /// of more than two states are given up.
  private static let mostEvenCells = SampledPopulations.manyCells
  /// The most generations for which envelopes are collected, and the most cells times generations:
  /// large soups that are irregular took a minute.
  private static let longestWindow = 1 << 12
  private static let mostEnvelopeWork = 1 << 22
  /// The failed tries with a periodic population after which envelopes are tried.
  private static let mostFailures = 10

  /// - Parameter pattern: a soup on the plane, with the rule.
  init(_ pattern: Pattern, rule: AnalysisRule, limits: CensusLimits) throws {
    self.rule = rule
    self.limits = limits
    unsettledSoup = UnsettledSoup(rule, limits: limits)
    evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    populations = SampledPopulations(first: evolution.population)
    mayName = unsettledSoup.hasNames
    usesClusters = rule.blockRule != nil
    nextLongTry = usesClusters ? 2_400 : 480
  }

  /// Runs the soup.
  ///
  /// - Parameter separation: finds the objects of clusters, and remembers those of earlier soups.
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  mutating func ash(by separation: inout AshSeparation) throws -> SoupAsh {
    while evolution.generation < limits.generations {
      try evolution.advance(by: SampledPopulations.interval)
      // Some engines count the cells each time.
      let population = evolution.population
      guard population <= limits.population else { break }
      populations.append(population)
      if population == 0 { return SoupAsh(generation: evolution.generation, population: 0) }
      let isPeriodic = populations.isPeriodic
      if let grown = try growing(isPeriodic: isPeriodic, population: population) { return grown }
      guard isPeriodic || evolution.generation >= nextLongTry else { continue }
      switch try attempt(by: &separation, isPeriodic: isPeriodic) {
      case .settled(let counts):
        return SoupAsh(counts: counts, generation: evolution.generation, population: population)
      case .unproved: continue
      case .growing(let period):
        if let counts = try countsOfGrowth(period: period) { return unsettledAsh(counts) }
        let mayBeProvedLater = unsettledSoup.hasNames && evolution.generation < Self.lastGrowthTry
        if !mayBeProvedLater { return try unsettledAsh(unsettledSoup.counts(evolution)) }
      }
    }
    return try unsettledAsh(unsettledSoup.counts(evolution))
  }

  /// The objects of a soup that is proved to grow evenly; else nil.
  private func countsOfGrowth(period: Int) throws -> [ObjectCode: Int]? {
    // A core that recurs as its mirror image has twice the period of its population.
    for multiple in [period, 2 * period] {
      if let counts = try unsettledSoup.evenlyGrowing(evolution, period: multiple) {
        return counts
      }
    }
    return nil
  }

  /// The present generation of a soup that does not settle.
  private func unsettledAsh(_ counts: [ObjectCode: Int]) -> SoupAsh {
    SoupAsh(
      counts: counts, generation: evolution.generation, population: evolution.population,
      isSettled: false)
  }

  /// What a soup has become that need not be followed any further, because it grows; else nil.
  private mutating func growing(isPeriodic: Bool, population: Int) throws -> SoupAsh? {
    // With two states, following most others costs a fraction.
    if rule.rule.states > 2, populations.growsTooMuch { return unsettledAsh([.pathological: 1]) }
    let growsOn = rule.rule.states == 2 && populations.growsOn
    if mayName, population <= Self.mostEvenCells, evolution.generation >= nextEvenTry,
      let period = populations.evenPeriod
    {
      nextEvenTry = 2 * evolution.generation
      if let counts = try unsettledSoup.evenlyGrowing(evolution, period: period) {
        return unsettledAsh(counts)
      }
    }
    if mayName, growsOn || evolution.generation >= Self.growthTry, !isPeriodic,
      populations.linearPeriod == nil, let ash = try grownAsh()
    {
      return ash
    }
    return growsOn && isIrregular ? unsettledAsh([.pathological: 1]) : nil
  }

  /// A soup at its limit of generations whose growth gets a name; nil if it gets none.
  private mutating func grownAsh() throws -> SoupAsh? {
    mayName = false
    do {
      guard let grown = try unsettledSoup.grown(evolution) else { return nil }
      return SoupAsh(
        counts: grown.counts, generation: limits.generations, population: grown.population,
        isSettled: false)
    } catch is OutOfProportion {
      isIrregular = true
      return nil
    }
  }

  /// The result of a try to prove that a soup is settled.
  private enum Outcome {
    case settled([ObjectCode: Int])
    case unproved
    /// The population grows by the same number after each period, and is not proved to settle.
    case growing(period: Int)
  }

  /// Separates the present cells by clusters, or if that has failed for long, by envelopes.
  private mutating func attempt(
    by separation: inout AshSeparation, isPeriodic: Bool
  ) throws -> Outcome {
    let cells = try evolution.cells()
    if isPeriodic {
      failures += 1
    } else {
      failures = 0
      nextLongTry += nextLongTry / 2
    }
    if let counts = separation.counts(cells) { return .settled(counts) }
    if !usesClusters, evolution.generation >= nextEnvelopes {
      nextEnvelopes = evolution.generation + evolution.generation / 2
      if let counts = try countsByEnvelopes(of: cells) { return .settled(counts) }
    }
    guard failures == Self.mostFailures || evolution.generation >= nextSlowTry else {
      return .unproved
    }
    nextSlowTry = max(nextSlowTry, 2 * evolution.generation)
    // Envelopes would take a second to fail.
    if let period = populations.linearPeriod { return .growing(period: period) }
    // The next slow try of a periodic population comes after three times as many failures.
    failures = -2 * Self.mostFailures
    guard usesClusters, isPeriodic || evolution.generation >= Self.firstEnvelopes,
      let counts = try countsByEnvelopes(of: cells)
    else { return .unproved }
    return .settled(counts)
  }

  /// The objects that the envelopes of many generations separate; nil if they are not proved to be
  /// all and never to meet.
  private func countsByEnvelopes(of cells: Cells) throws -> [ObjectCode: Int]? {
    var limits = AnalysisLimits()
    limits.engine = self.limits.engine
    let window = min(Self.longestWindow, Self.mostEnvelopeWork / cells.population)
    let found = try Identifier(rule, limits: limits).objects(of: cells, window: window)
    guard let objects = found else { return nil }
    return objects.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }
}
