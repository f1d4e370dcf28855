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

  let pattern: Pattern
  let rule: AnalysisRule
  let limits: AnalysisLimits
  var evolution: Evolution
  /// The first generation; nil if the pattern is too large to be visited.
  private(set) var first: Snapshot?
  /// A later generation, replaced whenever the number of observations has doubled.
  private var mark: Snapshot?
  /// A generation at which the population had a period, but no objects were told apart.
  var settledMark: Snapshot?
  /// The number of live cells in the first generation and at each observation, an interval of the
  /// rule apart.
  var populations: [Int] = []
  /// The generation at which each of ``steps`` is tried next.
  private var due: [Int] = []
  private var copies: Copies?
  private var replicatorProofs = 0
  private var growthAttempts: GrowthAttempts?
  private let known = KnownShapes()

  var generation: Int { evolution.generation }

  init(_ pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits) throws {
    self.pattern = pattern
    self.rule = rule
    self.limits = limits
    evolution = try Evolution(pattern, rule: rule, options: limits.engine)
  }

  /// Visits the pattern generation by generation. If the limit allows more than that, or if the
  /// pattern is so large that this would take minutes, looks for its period in long steps, and then
  /// visits it further.
  mutating func run() throws -> Outcome {
    if evolution.isEmpty { return try outcomeOfEmptyUniverse() }
    if evolution.population <= Self.mostVisitedCells {
      first = try Snapshot(evolution)
      guard first != nil else { return .undecided("cells are more than 2^60 cells apart") }
      copies = try evolution.phase(limit: Self.largestTemplate).map {
        Copies(of: $0, range: rule.rule.range)
      }
      mark = first
      if pattern.universe.isUnbounded, rule.interval == 1 {
        due = Self.steps.map { $0.first(self) }
      }
      populations = [evolution.population]
      if let outcome = try visit(upTo: visitedGenerations) { return outcome }
    }
    guard generation < limits.generations else {
      return .undecided("no recurrence within \(generation.counted("generation"))")
    }
    var end: Evolution?
    if let outcome = try leap(to: &end) { return outcome }
    if mayHaveLongPeriod, let found = try longPeriod() { return .cycle(found) }
    if let end {
      evolution = end
      return .undecided("no recurrence within \(limits.generations.counted("generation"))")
    }
    if first != nil, let outcome = try visit(upTo: limits.generations) { return outcome }
    return .undecided("no recurrence within \(limits.generations.counted("generation"))")
  }

  private mutating func visit(upTo last: Int) throws -> Outcome? {
    while generation + rule.interval <= last {
      try evolution.advance(by: rule.interval)
      limits.onGeneration?(generation)
      if evolution.isEmpty { return try outcomeOfEmptyUniverse() }
      if evolution.population > limits.population {
        return .undecided("more than \(limits.population) live cells")
      }
      if let found = try recurrence() { return .cycle(found) }
      populations.append(evolution.population)
      for (index, step) in Self.steps.enumerated()
      where index < due.count && generation >= due[index] {
        due[index] = generation < step.last ? step.next(generation) : .max
        if let outcome = try step.attempt(&self) { return outcome }
      }
      let observations = populations.count - 1
      let isPowerOfTwo = observations.nonzeroBitCount == 1
      if isPowerOfTwo, let snapshot = try Snapshot(evolution) { mark = snapshot }
    }
    return nil
  }

  /// A way to tell what a pattern is before it recurs.
  private struct Step: Sendable {
    /// The first generation at which it is tried.
    var first: @Sendable (CycleSearch) -> Int = { _ in 0 }
    var last = Int.max
    /// The generation at which it is tried after one at which it has failed.
    var next: @Sendable (Int) -> Int
    var attempt: @Sendable (inout CycleSearch) throws -> Outcome?
  }

  /// In the order in which they are tried: what is quick comes first.
  private static let steps = [
    Step(last: lastCopies, next: { $0 + 1 }, attempt: { try $0.proveReplicator() }),
    Step(
      first: \.firstSeparation, last: lastSeparationAtStart, next: { 4 * $0 },
      attempt: { try $0.separateFirstGeneration() }),
    Step(
      first: { _ in earliestSeparation }, next: { $0 + max(separationInterval, $0 / 16) },
      attempt: { try $0.separatePresentGeneration() }),
  ]

  /// A pattern that seems to grow quadratically is followed until it has this many cells.
  static let manyCells = 1 << 12
  /// The largest pattern that is visited generation by generation.
  private static let mostVisitedCells = 1 << 24
  /// The largest box of a pattern whose copies are recognized.
  private static let largestTemplate = 1 << 12
  /// The last generation at which copies are looked for.
  private static let lastCopies = 1 << 10
  private static let mostReplicatorProofs = 4
  /// The number of cells times generations for which a pattern whose growth is not proved is
  /// followed further.
  private static let mostUnprovedVisits = 1 << 26

  /// What is known so far.
  var findings: Findings {
    let size = evolution.size
    var findings = Findings(
      generation: generation, population: evolution.exactPopulation,
      width: size.width, height: size.height)
    if let growth = PopulationGrowth(populations), growth.isUniform, growth.perPeriod != 0 {
      findings.growth = .linear(period: growth.period, cells: growth.perPeriod)
    } else if let growth = QuadraticGrowth(populations) {
      findings.growth = .quadratic(period: growth.period)
    }
    return findings
  }

  /// Tries to prove that the pattern, which has become copies of itself, does so for ever.
  private mutating func proveReplicator() throws -> Outcome? {
    guard replicatorProofs < Self.mostReplicatorProofs, let copies,
      let offsets = try copies.offsets(in: evolution)
    else { return nil }
    replicatorProofs += 1
    let proof = ReplicatorProof(
      separation: Separation(rule: rule, limits: limits), template: copies.template.cells,
      offsets: offsets, period: generation)
    guard try proof.isProved() else { return nil }
    var result = Identification(.replicator)
    result.period = generation
    result.copies = offsets.count
    return .separated(result)
  }

  /// Compares with the first generation and with the marks.
  private func recurrence() throws -> FoundCycle? {
    for earlier in [first, mark, settledMark] {
      guard let earlier, let offset = try earlier.displacement(to: evolution) else { continue }
      // Where there are edges a displaced pattern need not evolve in the same way.
      guard pattern.universe.isSame(movedBy: offset) else { continue }
      let period = generation - earlier.generation
      return FoundCycle(
        period: period, displacement: offset, start: earlier.generation == 0 ? 0 : nil,
        earliest: firstPopulation(recurringAfter: period / rule.interval) * rule.interval)
    }
    return nil
  }

  /// The first observation from which on populations have been the same some observations later.
  private func firstPopulation(recurringAfter count: Int) -> Int {
    var first = max(0, populations.count - count)
    while first > 0, populations[first - 1] == populations[first - 1 + count] { first -= 1 }
    return first
  }

  /// Whether all populations of the last quarter are larger than all of the first one. Those of
  /// objects that recur are so only for a short time.
  var isGrowing: Bool {
    let count = populations.count / 4
    guard let late = populations.suffix(count).min(), let early = populations.prefix(count).max()
    else { return false }
    return late > early
  }

  /// Tries to separate the present generation into objects, if the population says that the pattern
  /// may have settled, or into a core and what it emits, if the population grows.
  private mutating func separatePresentGeneration() throws -> Outcome? {
    let growth = PopulationGrowth(populations)
    if let growth, growth.perPeriod == 0 { return try separateSettled(period: growth.period) }
    let isShrinking = (growth?.perPeriod ?? 0) < 0
    guard !isShrinking,
      let period = PopulationGrowth.shortestPeriod(in: populations) ?? growth?.period
    else {
      let isQuadratic =
        evolution.population >= Self.manyCells && QuadraticGrowth(populations) != nil
      return isQuadratic ? Self.unproved : nil
    }
    guard let box = evolution.box, MovingBox(box).isExact else { return nil }
    if let found = try proveGrowth(period: period, exact: growth?.period) {
      return .separated(found)
    }
    return hasGivenUp ? Self.unproved : nil
  }

  private static let unproved = Outcome.undecided(Identification.unprovedGrowth)

  /// Tries to prove that the pattern grows for ever.
  ///
  /// - Parameters:
  ///   - period: the shortest one that the core may have.
  ///   - exact: the period of the growth of the population, if it has repeated.
  private mutating func proveGrowth(period: Int, exact: Int?) throws -> Identification? {
    let population = evolution.population
    let visited = populations.reduce(0, +)
    var attempts = growthAttempts ?? GrowthAttempts(period: 0, since: generation)
    if period != attempts.period || !hasGrownEvenly(in: exact, since: attempts.since) {
      attempts = GrowthAttempts(period: period, since: generation, after: attempts)
    }
    defer { growthAttempts = attempts }
    let periods = attempts.takePeriods(
      at: generation, exact: exact, population: population, visited: visited)
    if periods.isEmpty { return nil }
    let separation = Separation(rule: rule, limits: limits)
    let start = generation
    let proof = GrowthProof(
      separation: separation, cells: try evolution.cells(), generation: start, known: known)
    guard let core = try proof.recurrence(periods: periods) else { return nil }
    var result = try Identification(core, at: start, separation: separation)
    result.growth = try LinearGrowth(of: core, &evolution, populations: populations)
    result.code = result.growth?.code
    return result
  }

  /// Whether the population has grown by the same number in each period all the time since a
  /// generation. If not, something has happened, such as two streams that have met, and the pattern
  /// is another one now. True if the period is not known.
  private func hasGrownEvenly(in period: Int?, since start: Int) -> Bool {
    guard let period else { return true }
    let length = populations.count - max(start, period)
    return populations.evenGrowth(in: period, over: length) != nil
  }

  /// Whether no proof of growth is tried any more, and it would take long to follow the pattern
  /// further. A small one is followed: a stream may end at something far away.
  private var hasGivenUp: Bool {
    guard let attempts = growthAttempts, generation > attempts.last else { return false }
    let affordable = Self.mostUnprovedVisits / max(1, evolution.population)
    return limits.generations - generation > affordable
  }

  /// An odd number, so that attempts are in different phases of cores of even periods: in some
  /// phases debris is too close to a core to be told from it.
  private static let separationInterval = 67

  /// No cell will ever be alive again, unless a rule with B0 makes all cells of a bounded universe
  /// alive in the next generation.
  private func outcomeOfEmptyUniverse() throws -> Outcome {
    guard pattern.universe.isBounded, rule.rule.dependsOnParity else {
      return .died(at: generation == 0 ? 0 : try deathGeneration())
    }
    return .undecided(
      "from generation \(generation) on, all cells are born and die in turn, with period 2")
  }

  /// The first generation without live cells, which may be inside the last interval.
  private func deathGeneration() throws -> Int {
    guard rule.interval > 1 else { return generation }
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    try evolution.advance(by: generation - rule.interval)
    while !evolution.isEmpty { try evolution.advance(by: 1) }
    return evolution.generation
  }
}

extension Universe {
  /// Whether a universe is the same after a move: along axes on which it has no edges.
  fileprivate func isSame(movedBy offset: Offset) -> Bool {
    (offset.x == 0 || width == 0) && (offset.y == 0 || height == 0)
  }
}
