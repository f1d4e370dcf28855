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
/// intervals.
///
/// Copies share nothing; each thread needs its own.
package struct SoupCensus: Sendable {
  private let rule: AnalysisRule
  private let limits: CensusLimits
  private var separation: AshSeparation

  private static let sampling = 24
  /// The samples in 120 generations, a multiple of all common periods.
  private static let lag = 5
  private static let firstLongTry = 2_400

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
    var longTry = Self.firstLongTry
    while evolution.generation < limits.generations {
      try evolution.advance(by: Self.sampling)
      if evolution.isEmpty { return [:] }
      guard evolution.population <= limits.population else { break }
      populations.append(evolution.population)
      let isLongTry = evolution.generation >= longTry
      guard isLongTry || Self.isPeriodic(populations) else { continue }
      let cells = try evolution.cells()
      if let counts = separation.counts(cells) { return counts }
      guard isLongTry else { continue }
      longTry += longTry / 2
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
