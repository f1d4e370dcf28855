internal import LifeCore
internal import LifeEngines

/// Follows a pattern until it recurs, dies, becomes objects that never meet, or provably grows.
struct CycleSearch {
  enum Outcome {
    /// All cells recur.
    case cycle(FoundCycle)
    case died(at: Int)
    /// Identified without a recurrence of all cells, for example as objects that never meet.
    case identified(Identification)
    /// The value is the reason.
    case undecided(String)
  }

  let pattern: Pattern
  let rule: AnalysisRule
  let limits: AnalysisLimits
  var evolution: Evolution
  /// The first generation. `nil` if the pattern is too large to be visited.
  private(set) var first: Snapshot?
  /// A later generation, replaced whenever the number of observations has doubled.
  private var laterSnapshot: Snapshot?
  /// The last generation in which the population had a period, but no objects were proved.
  var settledSnapshot: Snapshot?
  /// The populations of the first generation and all observations, one every
  /// ``AnalysisRule/interval`` generations.
  var populations: [Int] = []
  /// The next due generation and the number of previous runs of each of ``attempts``.
  private var schedule: [(due: Int, count: Int)] = []
  /// Recognizes copies of the first generation. `nil` if it is too large.
  private(set) var copies: Copies?
  var growthAttempts: GrowthAttempts?
  let known = KnownShapes()
  /// The pattern at the limit of generations, if long steps have reached it.
  var end: Evolution?

  var generation: Int { evolution.generation }
  var separation: Separation { Separation(rule: rule, limits: limits) }
  /// The number of observations after the first generation.
  var observations: Int { populations.count - 1 }

  init(_ pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits) throws {
    self.pattern = pattern
    self.rule = rule
    self.limits = limits
    evolution = try Evolution(pattern, rule: rule, options: limits.engine)
  }

  /// Runs the ``stages`` until one has a result.
  mutating func run() throws -> Outcome {
    if evolution.isEmpty { return try outcomeOfEmptyUniverse() }
    for stage in Self.stages where stage.condition(self) {
      if let outcome = try stage.run(&self) { return outcome }
    }
    if let end { evolution = end }
    let reason = "no recurrence within \(limits.generations.counted("generation"))"
    guard let box = evolution.box, max(box.width, box.height) > MovingBox.farthest else {
      return .undecided(reason)
    }
    return .undecided("\(reason); parts more than 2^40 cells apart are not followed")
  }

  /// Visits the pattern from its first generation on.
  mutating func visitFromStart() throws -> Outcome? {
    first = try Snapshot(evolution)
    guard first != nil else { return .undecided("cells are more than 2^60 cells apart") }
    copies = try evolution.phase(limit: Self.maxTemplateArea).map {
      Copies(of: $0, range: rule.rule.range)
    }
    laterSnapshot = first
    if pattern.universe.isUnbounded, rule.evolvesAsFromZero(pattern) {
      schedule = Self.attempts.map { ($0.first(self), 0) }
    }
    populations = [evolution.population]
    return try visit(upTo: visitedGenerations)
  }

  /// Visits the pattern generation by generation and runs due attempts.
  mutating func visit(upTo last: Int) throws -> Outcome? {
    while generation + rule.interval <= last {
      try evolution.advance(by: rule.interval)
      limits.onGeneration?(generation)
      if evolution.isEmpty { return try outcomeOfEmptyUniverse() }
      if evolution.population > limits.population {
        return .undecided("more than \(limits.population) live cells")
      }
      if let found = try recurrence() { return .cycle(found) }
      populations.append(evolution.population)
      if let outcome = try attempt() { return outcome }
      let isPowerOfTwo = observations.nonzeroBitCount == 1
      if isPowerOfTwo, let snapshot = try Snapshot(evolution) { laterSnapshot = snapshot }
    }
    return nil
  }

  /// Runs the attempts that are due.
  private mutating func attempt() throws -> Outcome? {
    for index in schedule.indices where generation >= schedule[index].due {
      let attempt = Self.attempts[index]
      schedule[index].due = generation < attempt.last ? attempt.next(generation) : .max
      guard try attempt.condition(self) else { continue }
      schedule[index].count += 1
      if schedule[index].count == attempt.maxCount { schedule[index].due = .max }
      if let outcome = try attempt.run(&self) { return outcome }
    }
    return nil
  }

  /// The observations so far.
  ///
  /// - Parameter period: the period, if it was proved.
  func findings(period: Int? = nil) -> Findings {
    let size = evolution.size
    var findings = Findings(
      generation: generation, population: evolution.exactPopulation,
      width: size.width, height: size.height, period: period)
    if let growth = PopulationGrowth(populations), growth.isUniform, growth.perPeriod != 0 {
      findings.growth = .linear(period: growth.period * rule.interval, cells: growth.perPeriod)
    } else if let growth = QuadraticGrowth(populations) {
      findings.growth = .quadratic(period: growth.period.map { $0 * rule.interval })
    }
    return findings
  }

  /// Compares the present generation with the earlier snapshots.
  private func recurrence() throws -> FoundCycle? {
    for earlier in [first, laterSnapshot, settledSnapshot] {
      guard let earlier, let offset = try earlier.displacement(to: evolution) else { continue }
      // Next to edges, a displaced pattern may evolve differently.
      guard pattern.universe.allowsMoves(by: offset) else { continue }
      let period = generation - earlier.generation
      return FoundCycle(
        period: period, displacement: offset, start: earlier.generation == 0 ? 0 : nil,
        earliest: firstPopulation(recurringAfter: period / rule.interval) * rule.interval)
    }
    return nil
  }

  /// The first observation from which on populations repeat after `count` observations.
  private func firstPopulation(recurringAfter count: Int) -> Int {
    var first = max(0, populations.count - count)
    while first > 0, populations[first - 1] == populations[first - 1 + count] { first -= 1 }
    return first
  }

  /// Whether every population of the last quarter is larger than every one of the first quarter. In
  /// patterns of recurring objects this happens only for a short time.
  var isGrowing: Bool {
    let count = populations.count / 4
    guard let late = populations.suffix(count).min(), let early = populations.prefix(count).max()
    else { return false }
    return late > early
  }

  /// The pattern stays dead forever. The exception is a rule with B0 in a bounded universe: all
  /// cells are alive in the next generation.
  private func outcomeOfEmptyUniverse() throws -> Outcome {
    guard rule.rule.ignoresBackground(in: pattern.universe) else {
      return .died(at: generation == 0 ? 0 : try deathGeneration())
    }
    return .undecided(
      "from generation \(generation) on, all cells are born and die in turn, with period 2")
  }

  /// The first generation without live cells. It may be inside the last interval.
  private func deathGeneration() throws -> Int {
    guard rule.interval > 1 else { return generation }
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    try evolution.advance(by: generation - rule.interval)
    while !evolution.isEmpty { try evolution.advance(by: 1) }
    return evolution.generation
  }
}

extension Universe {
  /// Whether moved cells evolve in the same way: there are no edges in the direction of the move.
  fileprivate func allowsMoves(by offset: Offset) -> Bool {
    (offset.x == 0 || width == 0) && (offset.y == 0 || height == 0)
  }
}
