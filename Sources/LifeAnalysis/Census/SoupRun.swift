internal import LifeCore
internal import LifeEngines

/// The ash of a soup.
struct SoupAsh {
  /// The number of objects of each code.
  var counts: [ObjectCode: Int] = [:]
  /// The last generation run: at most 24 after the last cell died, but any number after settling.
  var generation: Int
  var population: Int
  var isSettled = true
}

/// Runs one soup until it provably settles, dies, or is given up.
///
/// The population is sampled every 24 generations. A proof is tried whenever three samples in a row
/// equal the samples 120 generations earlier, and otherwise at growing intervals. Clusters that
/// recur alone are objects. If some don't recur because an object is in pieces, the envelopes of
/// many generations separate the objects.
struct SoupRun {
  private let rule: AnalysisRule
  private let limits: AnalysisLimits
  private let unsettledSoup: UnsettledSoup
  private var evolution: Evolution
  private var populations: SampledPopulations
  /// The generation of the next attempt by clusters, even if the population is not periodic.
  private var nextTryWithoutPeriod: Int
  /// The generation of the next attempt by envelopes if clusters fail.
  private var nextEnvelopes = 0
  /// The generations of the next attempts to name a soup by constant growth, and by any growth.
  private var nextLinearTry = 0
  private var nextGrowthTry = 12_000
  /// The number of failed attempts with a periodic population.
  private var failures = 0
  /// Whether clusters can be identified: only with a ``BlockRule``. Else envelopes are tried early.
  private let usesClusters: Bool

  /// The generation of the first attempt by envelopes without a periodic population. It costs as
  /// much as 100 000 generations.
  private static let firstEnvelopes = 24_000
  /// The maximum number of generations for collecting envelopes, and of cells times generations.
  private static let maxSpan = 1 << 12
  private static let maxEnvelopeWork = 1 << 22
  /// The number of failed attempts with a periodic population before envelopes are tried.
  private static let maxFailures = 10

  /// - Parameter pattern: a soup on the plane, with the same rule.
  init(_ pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits) throws {
    self.rule = rule
    self.limits = limits
    unsettledSoup = UnsettledSoup(rule, limits: limits)
    evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    populations = SampledPopulations(first: evolution.population, states: rule.rule.states)
    usesClusters = rule.blockRule != nil
    nextTryWithoutPeriod = usesClusters ? 2_400 : 480
  }

  /// - Parameter separation: finds the objects of clusters, with those of earlier soups in its
  ///   cache.
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  mutating func ash(by separation: inout AshSeparation) throws -> SoupAsh {
    while true {
      let left = limits.generations - evolution.generation
      guard left >= rule.interval else { break }
      // Whole periods of rules that take turns.
      try evolution.advance(
        by: min(SampledPopulations.interval, left - left % rule.interval))
      // Ask only once: some engines count the cells each time.
      let population = evolution.population
      guard population <= limits.population else { break }
      populations.append(population)
      if population == 0 { return SoupAsh(generation: evolution.generation, population: 0) }
      let isPeriodic = populations.isPeriodic
      if !isPeriodic, let counts = try countsOfGrowth() { return unsettledAsh(counts) }
      guard isPeriodic || evolution.generation >= nextTryWithoutPeriod else { continue }
      if let counts = try settledCounts(by: &separation, isPeriodic: isPeriodic) {
        return SoupAsh(counts: counts, generation: evolution.generation, population: population)
      }
    }
    // Until now, the population may not have been periodic long enough for an attempt.
    if evolution.population <= limits.population,
      let counts = try settledCounts(by: &separation, isPeriodic: false)
    {
      return SoupAsh(
        counts: counts, generation: evolution.generation, population: evolution.population)
    }
    return try unsettledAsh(unsettledSoup.counts(evolution))
  }

  /// The result for a soup that does not settle, in its present generation.
  private func unsettledAsh(_ counts: [ObjectCode: Int]) -> SoupAsh {
    SoupAsh(
      counts: counts, generation: evolution.generation, population: evolution.population,
      isSettled: false)
  }

  /// The objects and the growth of a growing soup, by code. `nil` if following it may still help.
  private mutating func countsOfGrowth() throws -> [ObjectCode: Int]? {
    let growsTooMuch = populations.growsTooMuch
    let generation = evolution.generation
    var counts: [ObjectCode: Int]?
    if unsettledSoup.hasNames {
      if generation >= nextLinearTry, let period = populations.growthPeriod {
        nextLinearTry = 2 * generation
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

  /// The objects of the present cells by clusters, or after many failures by envelopes. `nil`
  /// unless the soup is proved to have settled.
  private mutating func settledCounts(
    by separation: inout AshSeparation, isPeriodic: Bool
  ) throws -> [ObjectCode: Int]? {
    let cells = try evolution.cells()
    if let counts = try separation.counts(cells) { return counts }
    let generation = evolution.generation
    if isPeriodic { failures += 1 } else { nextTryWithoutPeriod += nextTryWithoutPeriod / 2 }
    let mayBeInPieces =
      !usesClusters || failures >= Self.maxFailures || generation >= Self.firstEnvelopes
    guard mayBeInPieces, generation >= nextEnvelopes else { return nil }
    nextEnvelopes = generation + generation / 2
    return try countsByEnvelopes(of: cells)
  }

  /// The objects separated by the envelopes of many generations. `nil` unless all cells provably
  /// belong to objects that never meet.
  private func countsByEnvelopes(of cells: Cells) throws -> [ObjectCode: Int]? {
    var limits = AnalysisLimits()
    limits.engine = self.limits.engine
    // Without clusters, envelopes are tried early: the soup may still be active.
    let longest = usesClusters ? Self.maxSpan : min(Self.maxSpan, evolution.generation / 4)
    let maxSpan = min(longest, Self.maxEnvelopeWork / cells.population)
    let found = try Identifier(rule, limits: limits).objects(of: cells, maxSpan: maxSpan)
    guard let objects = found else { return nil }
    return objects.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }
}
