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
  /// A box with the cells of all generations before the mark, and one with those of all, from a
  /// sample of the generations.
  private(set) var boxBeforeMark: Window?
  private var boxSoFar: Window?
  /// A generation at which the population had a period, but no objects were told apart.
  var settledMark: Snapshot?
  /// The number of generations that were visited after the first one, an interval of the rule
  /// apart.
  private var observations = 0
  /// The number of live cells in the first generation and at each observation.
  var populations: [Int] = []
  /// The generations at which the present and the first generation are separated again.
  private var nextSeparation = 64
  var nextSeparationAtStart = 0
  /// The generation at which a pattern whose population has a period is separated again.
  var nextSettled = 0
  /// The generation at which a source among objects is looked for again.
  var nextSource = 512
  /// The generation at which growth in a fan is looked for again.
  var nextFan = 1_536
  private var copies: Copies?
  private var replicatorAttempts = 0
  private(set) var growthAttempts: GrowthAttempts?
  /// The quadratic growth seen last, for which no breeder is known, and the generation at which it
  /// was first seen.
  private var quadratic: (growth: QuadraticGrowth, since: Int)?
  private var breederSearches = 0
  private static let mostBreederSearches = 2
  /// Whether the pattern is a part of a larger one; then no breeder or fan is looked for, and no
  /// source among objects.
  let isPart: Bool
  private let known = KnownShapes()

  var generation: Int { evolution.generation }

  init(
    _ pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits, isPart: Bool = false
  ) throws {
    self.isPart = isPart
    self.pattern = pattern
    self.rule = rule
    self.limits = limits
    evolution = try Evolution(pattern, rule: rule, options: limits.engine)
  }

  /// Visits the pattern generation by generation. If the limit allows more than that, or if the
  /// pattern is so large that this would take minutes, looks for its period in long steps, and then
  /// visits it further.
  mutating func run() throws -> Outcome {
    if isDead { return .died(at: 0) }
    if evolution.population <= Self.mostVisitedCells {
      first = try Snapshot(evolution)
      guard first != nil else { return .undecided("cells are more than 2^60 cells apart") }
      copies = try evolution.phase(limit: Self.largestTemplate).map {
        Copies(of: $0, range: rule.rule.range)
      }
      mark = first
      nextSeparationAtStart = firstSeparation
      populations = [evolution.population]
      if let outcome = try visit(upTo: visitedGenerations) { return outcome }
    }
    guard generation < limits.generations else {
      return .undecided("no recurrence within \(generation.counted("generation"))")
    }
    if mayHaveLongPeriod, let found = try longPeriod() { return .cycle(found) }
    if first != nil, let outcome = try visit(upTo: limits.generations) { return outcome }
    return .undecided("no recurrence within \(limits.generations.counted("generation"))")
  }

  private mutating func visit(upTo last: Int) throws -> Outcome? {
    while generation + rule.interval <= last {
      try evolution.advance(by: rule.interval)
      observations += 1
      limits.onGeneration?(generation)
      if isDead { return .died(at: try deathGeneration()) }
      if evolution.population > limits.population {
        return .undecided("more than \(limits.population) live cells")
      }
      if let found = try recurrence() { return .cycle(found) }
      populations.append(evolution.population)
      if let result = try proveReplicator() { return .separated(result) }
      if let outcome = try separateFirstGeneration() { return outcome }
      if let outcome = try separatePresentGeneration() { return outcome }
      if let result = try proveSource() { return .separated(result) }
      if let result = try proveFan() { return .separated(result) }
      if observations.isMultiple(of: Self.boxInterval), let box = evolution.box {
        boxSoFar = boxSoFar?.union(box) ?? box
      }
      let isPowerOfTwo = observations.nonzeroBitCount == 1
      if isPowerOfTwo, let snapshot = try Snapshot(evolution) {
        mark = snapshot
        boxBeforeMark = boxSoFar
      }
    }
    return nil
  }

  /// Patterns that grow quadratically are followed at least until they have this many cells.
  static let manyCells = 1 << 12
  /// The largest pattern that is visited generation by generation.
  private static let mostVisitedCells = 1 << 24
  /// The number of observations between two that belong to the sample of boxes; it has no common
  /// divisor with usual periods.
  private static let boxInterval = 61
  /// The largest box of a pattern whose copies are recognized.
  private static let largestTemplate = 1 << 12
  /// The last generation at which copies are looked for.
  private static let lastCopies = 1 << 10
  private static let mostReplicatorAttempts = 4
  /// The number of cells times generations for which a pattern whose growth is not proved is
  /// followed further.
  private static let mostUnprovedVisits = 1 << 29

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
  private mutating func proveReplicator() throws -> Identification? {
    guard generation <= Self.lastCopies, pattern.universe.isUnbounded, rule.interval == 1,
      replicatorAttempts < Self.mostReplicatorAttempts, let copies,
      let offsets = try copies.offsets(in: evolution)
    else { return nil }
    replicatorAttempts += 1
    let proof = ReplicatorProof(
      separation: Separation(rule: rule, limits: limits), template: copies.template.cells,
      offsets: offsets, period: generation)
    guard try proof.isProved() else { return nil }
    var result = Identification(.replicator)
    result.period = generation
    result.copies = offsets.count
    return result
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
    guard generation >= nextSeparation, pattern.universe.isUnbounded, rule.interval == 1 else {
      return nil
    }
    nextSeparation = generation + max(Self.separationInterval, generation / 16)
    let growth = PopulationGrowth(populations)
    if let growth, growth.perPeriod == 0 {
      return generation >= nextSettled ? try separateSettled(period: growth.period) : nil
    }
    let isShrinking = (growth?.perPeriod ?? 0) < 0
    guard !isShrinking,
      let period = PopulationGrowth.shortestPeriod(in: populations) ?? growth?.period
    else { return try findQuadraticGrowth() }
    guard let box = evolution.box, MovingBox(box).isExact else { return nil }
    if let found = try proveGrowth(period: period, exact: growth?.period) {
      return .separated(found)
    }
    return try hasGivenUp ? unprovedGrowth() : nil
  }

  /// What is said when no other proof of growth is expected.
  private mutating func unprovedGrowth() throws -> Outcome {
    if let found = try growthInFan() { return .separated(found) }
    return .undecided("its growth is not proved")
  }

  /// Tries to prove that the pattern grows for ever.
  ///
  /// The proof by objects says more than the proof by a strip, but it takes long: it is tried again
  /// only when the population has grown regularly for twice as long, and at last no more.
  ///
  /// - Parameters:
  ///   - period: the shortest one that the core may have.
  ///   - exact: the period of the growth of the population, if it has repeated.
  private mutating func proveGrowth(period: Int, exact: Int?) throws -> Identification? {
    let separation = Separation(rule: rule, limits: limits)
    let cells = try evolution.cells()
    var attempts = growthAttempts ?? GrowthAttempts(period: 0, since: generation)
    if period != attempts.period || !hasGrownEvenly(in: exact, since: attempts.since) {
      attempts = GrowthAttempts(
        period: period, since: generation, population: cells.population,
        visited: populations.reduce(0, +), after: attempts)
    }
    defer { growthAttempts = attempts }
    if attempts.isDue(at: generation) {
      let periods = attempts.takeAffordablePeriods(
        exact: exact, population: cells.population, visited: populations.reduce(0, +))
      // They may be tried when the pattern has been followed for longer.
      if periods.isEmpty { return nil }
      attempts.count += 1
      attempts.next = generation + max(Self.separationInterval, generation - attempts.firstAttempt)
      let proof = GrowthProof(
        separation: separation, cells: cells, generation: generation, known: known)
      if let found = try proof.growth(periods: periods) {
        return try found.measured(&evolution, populations: populations)
      }
    }
    guard attempts.allowsStretching(at: generation) else { return nil }
    let stretch = StretchProof(separation: separation, cells: cells)
    let periods = GrowthAttempts.factors.map { (exact ?? period) * $0 }
    guard let found = try stretch.growth(periods: periods) else {
      attempts.stretchingFailed(at: generation)
      return nil
    }
    var result = Identification(.linearGrowth)
    result.period = found.period
    result.displacement = found.displacement
    let growth = ProvedGrowth(identification: result, objectPeriod: found.period)
    return try growth.measured(&evolution, populations: populations)
  }

  /// Whether the population has grown by the same number in each period all the time since a
  /// generation. If not, something has happened, such as two streams that have met, and the pattern
  /// is another one now. True if the period is not known.
  private func hasGrownEvenly(in period: Int?, since start: Int) -> Bool {
    guard let period, let last = populations.last else { return true }
    let growth = last - populations[populations.count - 1 - period]
    return (max(start, period)..<populations.count).allSatisfy {
      populations[$0] - populations[$0 - period] == growth
    }
  }

  /// Whether no proof of growth is tried any more, and it would take long to follow the pattern
  /// further. A small one is followed: a stream may end at something far away.
  private var hasGivenUp: Bool {
    guard let attempts = growthAttempts, generation > attempts.last else { return false }
    let affordable = Self.mostUnprovedVisits / max(1, evolution.population)
    return limits.generations - generation > affordable
  }

  /// Tries to prove that the pattern is a breeder, when its population seems to grow quadratically.
  /// If it has done so for long, no proof of anything else can be expected.
  private mutating func findQuadraticGrowth() throws -> Outcome? {
    guard !isPart, let growth = QuadraticGrowth(populations) else { return nil }
    guard let before = quadratic, before.growth.period == growth.period else {
      quadratic = (growth, generation)
      guard breederSearches < Self.mostBreederSearches else { return nil }
      breederSearches += 1
      let search = BreederSearch(
        pattern: pattern, rule: rule, limits: limits, populations: populations,
        period: growth.period)
      return try search.breeder().map { .separated($0) }
    }
    guard evolution.population >= Self.manyCells,
      generation - before.since >= max(Self.separationInterval, 2 * growth.period)
    else { return nil }
    return try unprovedGrowth()
  }

  /// An odd number, so that attempts are in different phases of cores of even periods: in some
  /// phases debris is too close to a core to be told from it.
  private static let separationInterval = 67

  /// Whether no cell will ever be alive again. In a bounded universe under a rule with B0, all cells
  /// are alive in the next generation.
  private var isDead: Bool {
    evolution.isEmpty && !(pattern.universe.isBounded && rule.rule.dependsOnParity)
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
