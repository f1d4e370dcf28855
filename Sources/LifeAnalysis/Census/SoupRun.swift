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
  /// The generation of the next try by envelopes where clusters tell nothing.
  private var nextEnvelopes = 0
  /// The generations of the next tries to name a soup that grows evenly, and one that grows.
  private var nextEvenTry = 0
  private var nextGrowthTry = 12_000
  /// The tries with a periodic population that have failed.
  private var failures = 0
  /// Whether clusters tell the objects; else only envelopes do, which are tried early.
  private let usesClusters: Bool

  /// The generation of the first try by envelopes of a soup that is not periodic. It takes as long
  /// as 100 000 generations.
  private static let firstEnvelopes = 24_000
  /// The most generations for which envelopes are collected, and the most cells times generations.
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
    populations = SampledPopulations(first: evolution.population, states: rule.rule.states)
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
      if !isPeriodic, let counts = try countsOfGrowth() { return unsettledAsh(counts) }
      guard isPeriodic || evolution.generation >= nextLongTry else { continue }
      if let counts = try settledCounts(by: &separation, isPeriodic: isPeriodic) {
        return SoupAsh(counts: counts, generation: evolution.generation, population: population)
      }
    }
    return try unsettledAsh(unsettledSoup.counts(evolution))
  }

  /// The present generation of a soup that does not settle.
  private func unsettledAsh(_ counts: [ObjectCode: Int]) -> SoupAsh {
    SoupAsh(
      counts: counts, generation: evolution.generation, population: evolution.population,
      isSettled: false)
  }

  /// The names of what a soup has become that need not be followed any further, because it grows;
  /// else nil.
  private mutating func countsOfGrowth() throws -> [ObjectCode: Int]? {
    let growsTooMuch = populations.growsTooMuch
    let generation = evolution.generation
    var counts: [ObjectCode: Int]?
    if unsettledSoup.hasNames {
      if generation >= nextEvenTry, let period = populations.evenPeriod {
        nextEvenTry = 2 * generation
        counts = try unsettledSoup.linearlyGrowing(evolution.cells(), upTo: period)
      } else if rule.rule.states == 2, growsTooMuch || generation >= nextGrowthTry {
        nextGrowthTry = 2 * generation
        counts =
          try populations.growsLinearly
          ? unsettledSoup.linearlyGrowing(evolution.cells())
          : unsettledSoup.growing(evolution)
      }
    }
    return counts ?? (growsTooMuch ? [.pathological: 1] : nil)
  }

  /// The objects of the present cells, by clusters, or if that has failed for long, by envelopes;
  /// nil if the soup is not proved to be settled.
  private mutating func settledCounts(
    by separation: inout AshSeparation, isPeriodic: Bool
  ) throws -> [ObjectCode: Int]? {
    let cells = try evolution.cells()
    if let counts = try separation.counts(cells) { return counts }
    let generation = evolution.generation
    if isPeriodic { failures += 1 } else { nextLongTry += nextLongTry / 2 }
    let mayBeInPieces =
      !usesClusters || failures >= Self.mostFailures || generation >= Self.firstEnvelopes
    guard mayBeInPieces, generation >= nextEnvelopes else { return nil }
    nextEnvelopes = generation + generation / 2
    return try countsByEnvelopes(of: cells)
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
