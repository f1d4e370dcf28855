internal import LifeCore
internal import LifeEngines

/// Follows a pattern until it recurs, dies or is separated into objects.
struct CycleSearch {
  enum Outcome {
    case cycle(FoundCycle)
    case died(at: Int)
    case separated(Identification)
    case undecided(String)
  }

  private let pattern: Pattern
  private let rule: AnalysisRule
  private let limits: AnalysisLimits
  private var evolution: Evolution
  private var first: Snapshot?
  private var mark: Snapshot?
  /// The number of live cells of each generation.
  private var populations: [Int] = []
  private var nextSeparation = 64

  var generation: Int { evolution.generation }

  init(_ pattern: Pattern, _ rule: AnalysisRule, _ limits: AnalysisLimits) throws {
    (self.pattern, self.rule, self.limits) = (pattern, rule, limits)
    evolution = try Evolution(pattern, rule, limits.engine)
  }

  mutating func run() throws -> Outcome {
    if evolution.isEmpty { return .died(at: 0) }
    first = try Snapshot(evolution)
    guard first != nil else { return .undecided("cells are more than 2^60 cells apart") }
    mark = first
    populations = [evolution.population]
    var observations = 0
    while generation + rule.interval <= limits.generations {
      try evolution.advance(by: rule.interval)
      observations += 1
      if evolution.isEmpty { return .died(at: try deathGeneration()) }
      if let found = try recurrence() { return .cycle(found) }
      populations.append(evolution.population)
      if let result = try separated() { return .separated(result) }
      if observations.nonzeroBitCount == 1 { mark = try Snapshot(evolution) ?? mark }
    }
    return .undecided("no recurrence within \(generation) generations")
  }

  /// Compares with the first generation and with the mark.
  private func recurrence() throws -> FoundCycle? {
    for earlier in [first, mark] {
      guard let earlier, let offset = try earlier.displacement(to: evolution) else { continue }
      // Away from the plane a displaced pattern need not evolve in the same way.
      guard pattern.universe.isUnbounded || offset == .zero else { continue }
      return FoundCycle(
        period: generation - earlier.generation, displacement: offset,
        isFromStart: earlier.generation == 0)
    }
    return nil
  }

  /// Tries to separate the pattern into objects, when the population says that it may have settled.
  private mutating func separated() throws -> Identification? {
    guard generation >= nextSeparation, pattern.universe.isUnbounded, rule.interval == 1 else {
      return nil
    }
    nextSeparation = generation + max(64, generation / 16)
    guard let growth = PopulationGrowth(populations), growth.perPeriod >= 0 else { return nil }
    let separation = Separation(rule: rule, limits: limits)
    if growth.perPeriod > 0 {
      let proof = GrowthProof(
        separation: separation, cells: try evolution.cells(), generation: generation)
      return try proof.identification(growth) {
        PopulationGrowth.growth(populations, $0) != nil
      }
    }
    let window = max(growth.period, Self.separationWindow)
    guard
      let objects = try separation.settledObjects(
        evolution.cells(), at: generation, window: window)
    else { return nil }
    return try Settling(pattern, rule, limits, objects)
      .identification(at: generation, populations: populations)
  }

  private static let separationWindow = 32

  /// The first generation without live cells, which may be inside the last interval.
  private func deathGeneration() throws -> Int {
    guard rule.interval > 1 else { return generation }
    var again = try Evolution(pattern, rule, limits.engine)
    try again.advance(by: generation - rule.interval)
    while !again.isEmpty { try again.advance(by: 1) }
    return again.generation
  }
}

/// A proved period; the cycle may have begun before the generation where it was found.
struct FoundCycle {
  let period: Int
  let displacement: Offset
  let isFromStart: Bool

  /// The phases of the cycle and the first generation from which the pattern follows it.
  func resolved(
    _ pattern: Pattern, _ rule: AnalysisRule, _ limits: AnalysisLimits
  ) throws -> (cycle: ObjectCycle, start: Int) {
    var earlier = try Evolution(pattern, rule, limits.engine)
    if !isFromStart {
      var later = try Evolution(pattern, rule, limits.engine)
      try later.advance(by: period)
      while try Snapshot(earlier)?.displacement(to: later) != displacement {
        try earlier.advance(by: rule.interval)
        try later.advance(by: rule.interval)
      }
    }
    let start = earlier.generation
    let phases = try collected(&earlier, rule, limits)
    return (ObjectCycle(period: period, displacement: displacement, phases: phases), start)
  }

  /// The phases of one period; empty if they are too many cells.
  func collected(
    _ evolution: inout Evolution, _ rule: AnalysisRule, _ limits: AnalysisLimits
  ) throws -> [Phase] {
    let count = period / rule.interval
    var phases: [Phase] = []
    while phases.count < count {
      guard let phase = try evolution.phase(limit: limits.collectedCells / count) else { return [] }
      phases.append(phase)
      try evolution.advance(by: rule.interval)
    }
    return phases
  }
}
