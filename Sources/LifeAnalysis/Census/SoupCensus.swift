internal import LifeCore
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
/// A soup is settled if its cells are still lifes, oscillators and spaceships that never meet, or
/// if its population has been constant for as long as apgsearch waits, see ``ConstantPopulation``.
/// Clusters of cells that recur alone are objects.
///
/// Soups that go on are tried at growing intervals, and whenever the population, sampled every 24
/// generations, is the same as 120 generations ago three times in a row. If some clusters do not
/// recur, because an object is in pieces, the envelopes of many generations separate them.
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
  /// The generations that a stable soup goes on before it is tried again; four times as many before
  /// each further try.
  private static let firstDelay = 120
  private static let mostDelays = 5
  /// The failed tries with a periodic population after which envelopes are tried.
  private static let mostFailures = 10

  package init(_ rule: AnalysisRule, _ limits: CensusLimits) {
    (self.rule, self.limits) = (rule, limits)
    separation = AshSeparation(rule)
  }

  /// The number of objects of each code in the ash of a soup, with the codes for soups that live
  /// long or end large; no codes if all cells die early.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package mutating func counts(of soup: HashSoup) throws -> [ObjectCode: Int] {
    var pattern = Pattern(cells: soup.cells)
    pattern.position = .origin
    pattern.statedRule = rule.rule
    pattern = try pattern.packedForRule()
    var ash = try ash(of: pattern)
    for code in try records(of: ash, pattern) { ash.counts[code] = 1 }
    return ash.counts
  }

  /// The end of a soup.
  private struct Ash {
    var counts: [ObjectCode: Int] = [:]
    /// A generation, at most ``sampling`` after it was empty or at some time after it was settled.
    var generation: Int
    var population: Int
    var isSettled = true
  }

  private mutating func ash(of pattern: Pattern) throws -> Ash {
    var evolution = try Evolution(pattern, rule, limits.engine)
    if let ash = try ashOfConstantPopulation(&evolution) { return ash }
    let unsettled = UnsettledSoup(rule, limits)
    // Replicators would take seconds to reach the limits.
    if unsettled.hasNames, evolution.population <= limits.population,
      let counts = try unsettled.separated(evolution), counts[.replicator] != nil
    {
      return Ash(
        counts: counts, generation: evolution.generation, population: evolution.population,
        isSettled: false)
    }
    var populations = [evolution.population]
    var longTry = max(Self.firstLongTry, evolution.generation)
    var (slowTry, failures) = (max(Self.firstSlowTry, evolution.generation), 0)
    while evolution.generation < limits.generations {
      try evolution.advance(by: Self.sampling)
      guard evolution.population <= limits.population else { break }
      populations.append(evolution.population)
      if evolution.isEmpty { return Ash(generation: evolution.generation, population: 0) }
      let isPeriodic = Self.isPeriodic(populations)
      guard isPeriodic || evolution.generation >= longTry else { continue }
      let cells = try evolution.cells()
      var counts = separation.counts(cells)
      failures = isPeriodic ? failures + 1 : 0
      if !isPeriodic { longTry += longTry / 2 }
      if counts == nil, failures == Self.mostFailures || evolution.generation >= slowTry {
        failures = -2 * Self.mostFailures
        slowTry = max(slowTry, 2 * evolution.generation)
        counts = try slowCounts(cells)
        if counts == nil, Self.growsLinearly(populations) { break }
      }
      if let counts { return ash(counts, evolution) }
    }
    return Ash(
      counts: try unsettled.counts(evolution), generation: evolution.generation,
      population: evolution.population, isSettled: false)
  }

  /// Runs a soup until its population decides that it is stable, or that it cannot decide, which is
  /// nil.
  private mutating func ashOfConstantPopulation(_ evolution: inout Evolution) throws -> Ash? {
    var (population, longTry) = (ConstantPopulation(), Self.firstLongTry)
    while population.isUndecided, evolution.generation < limits.generations {
      try evolution.advance(by: population.turn)
      guard evolution.population <= limits.population else { return nil }
      if evolution.isEmpty { return Ash(generation: evolution.generation, population: 0) }
      if population.isConstant(evolution.population) {
        return try stableAsh(&evolution, for: population.turn)
      }
      if evolution.generation >= longTry {
        longTry += longTry / 2
        if let counts = separation.counts(try evolution.cells()) { return ash(counts, evolution) }
      }
    }
    return nil
  }

  /// The objects of a soup that is taken to be stable; nil if even after some more time there are
  /// none that stay the same for a turn.
  private mutating func stableAsh(_ evolution: inout Evolution, for turn: Int) throws -> Ash? {
    for attempt in 0...Self.mostDelays {
      if let counts = separation.counts(try evolution.cells(), mayMeet: true) {
        var later = evolution
        try later.advance(by: turn)
        if separation.counts(try later.cells(), mayMeet: true) == counts {
          return ash(counts, evolution)
        }
      }
      let delay = Self.firstDelay << (2 * attempt)
      guard attempt < Self.mostDelays, evolution.generation + delay < limits.generations else {
        break
      }
      try evolution.advance(by: delay)
      guard evolution.population <= limits.population else { break }
      if evolution.isEmpty { return Ash(generation: evolution.generation, population: 0) }
    }
    return nil
  }

  private func ash(_ counts: [ObjectCode: Int], _ evolution: Evolution) -> Ash {
    Ash(counts: counts, generation: evolution.generation, population: evolution.population)
  }

  /// The codes for soups that live 25 000 generations or more, that die out after 500 or more, and
  /// that end with 3 000 cells or more.
  private func records(of ash: Ash, _ pattern: Pattern) throws -> [ObjectCode] {
    guard ash.isSettled else { return [] }
    var limits = AnalysisLimits()
    limits.generations = 2 * ash.generation
    limits.engine = self.limits.engine
    let identifier = Identifier(rule, limits)
    if ash.population == 0 {
      guard ash.generation >= 500 else { return [] }
      let lifespan = try identifier.generations(until: .empty, pattern) ?? 0
      return lifespan >= 500 ? [ObjectCode("messless_\(lifespan / 100)h")] : []
    }
    var codes: [ObjectCode] = []
    if ash.generation >= 24_000,
      let lifespan = try identifier.generations(until: .stable, pattern), lifespan >= 25_000
    {
      codes.append(ObjectCode("methuselah_\(lifespan / 1_000)k"))
    }
    if ash.population >= 3_000 {
      codes.append(ObjectCode("megasized_\(ash.population / 100)h"))
    }
    return codes
  }

  /// Separation by the envelopes of many generations.
  private func slowCounts(_ cells: Cells) throws -> [ObjectCode: Int]? {
    var limits = AnalysisLimits()
    limits.engine = self.limits.engine
    guard let objects = try Identifier(rule, limits).objects(of: cells) else { return nil }
    return objects.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }

  /// Whether the population grows by the same number after each of some periods.
  private static func growsLinearly(_ samples: [Int]) -> Bool {
    let end = samples.count
    let most = 96
    return (1...most).contains { lag in
      guard end > 4 * lag + most else { return false }
      let growth = samples[end - 1] - samples[end - 1 - lag]
      return growth > 0
        && (end - max(3 * lag, most)..<end).allSatisfy {
          samples[$0] - samples[$0 - lag] == growth
        }
    }
  }

  private static func isPeriodic(_ samples: [Int]) -> Bool {
    let end = samples.count
    guard end >= lag + 3 else { return false }
    return (1...3).allSatisfy { samples[end - $0] == samples[end - $0 - lag] }
  }
}
