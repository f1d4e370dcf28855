internal import LifeCore
package import LifeEngines

/// How long and how far one soup of a census may go.
package struct CensusLimits: Sendable {
  /// The generations after which a soup is taken for unsettled.
  package var generations = 200_000
  /// The live cells beyond which a soup is taken for unsettled.
  package var population = 100_000
  package var engine = EngineOptions()

  package init() {}
}

/// Runs soups until they are proved to be settled and counts their objects.
///
/// A soup is settled if its cells are still lifes, oscillators and spaceships that never meet. Its
/// population, sampled every 24 generations, decides when that is worth a try: it must be the same
/// as 120 generations ago, three times in a row. Other periods are found by tries at growing
/// intervals. Clusters of cells that recur alone are objects; if some do not, because an object is
/// in pieces, the envelopes of many generations separate them.
///
/// Copies share nothing; each thread needs its own.
package struct SoupCensus: Sendable {
  private let rule: AnalysisRule
  private let limits: CensusLimits
  private var separation: AshSeparation

  private static let sampling = 24
  /// The samples in 120 generations, a multiple of all common periods.
  private static let lag = 5
  /// The generation of the first try without a periodic population, by clusters.
  private static let firstLongTry = 2_400
  /// The generation of the first try by envelopes, which takes as long as 5 000 generations.
  private static let firstSlowTry = 12_000
  /// The failed tries with a periodic population after which envelopes are tried.
  private static let mostFailures = 10

  package init(_ rule: AnalysisRule, _ limits: CensusLimits) {
    (self.rule, self.limits) = (rule, limits)
    separation = AshSeparation(rule)
  }

  /// The number of objects of each code in the ash of a soup; no codes if all cells die.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package mutating func counts(of soup: HashSoup) throws -> [ObjectCode: Int] {
    var pattern = Pattern(cells: soup.cells)
    pattern.position = .origin
    pattern.statedRule = rule.rule
    return try counts(of: pattern.packedForRule())
  }

  private mutating func counts(of pattern: Pattern) throws -> [ObjectCode: Int] {
    var evolution = try Evolution(pattern, rule, limits.engine)
    var populations = [evolution.population]
    var (longTry, slowTry, failures) = (Self.firstLongTry, Self.firstSlowTry, 0)
    while evolution.generation < limits.generations {
      try evolution.advance(by: Self.sampling)
      if evolution.isEmpty { return [:] }
      guard evolution.population <= limits.population else { break }
      populations.append(evolution.population)
      let isPeriodic = Self.isPeriodic(populations)
      guard isPeriodic || evolution.generation >= longTry else { continue }
      let cells = try evolution.cells()
      if let counts = separation.counts(cells) { return counts }
      failures = isPeriodic ? failures + 1 : 0
      if !isPeriodic { longTry += longTry / 2 }
      guard failures == Self.mostFailures || evolution.generation >= slowTry else { continue }
      failures = -2 * Self.mostFailures
      slowTry = max(slowTry, 2 * evolution.generation)
      if let counts = try slowCounts(cells) { return counts }
    }
    return [.pathological: 1]
  }

  /// Separation by the envelopes of many generations.
  private func slowCounts(_ cells: Cells) throws -> [ObjectCode: Int]? {
    var limits = AnalysisLimits()
    limits.engine = self.limits.engine
    guard let objects = try Identifier(rule, limits).objects(of: cells) else { return nil }
    return objects.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }

  private static func isPeriodic(_ samples: [Int]) -> Bool {
    let end = samples.count
    guard end >= lag + 3 else { return false }
    return (1...3).allSatisfy { samples[end - $0] == samples[end - $0 - lag] }
  }
}
