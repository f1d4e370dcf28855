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
  private var nextSeparationAtStart = 64
  private var observations = 0
  private var copies: Copies?
  private var replicatorAttempts = 0
  private var growthAttempts: GrowthAttempts?
  private var quadratic: (growth: QuadraticGrowth, since: Int)?
  private let known = KnownShapes()

  var generation: Int { evolution.generation }

  init(_ pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits) throws {
    self.pattern = pattern
    self.rule = rule
    self.limits = limits
    evolution = try Evolution(pattern, rule: rule, options: limits.engine)
  }

  /// The pattern is visited generation by generation. If the limit allows more than that, its
  /// period is looked for in long steps, and then it is visited further.
  mutating func run() throws -> Outcome {
    if evolution.isEmpty { return .died(at: 0) }
    if evolution.population <= Self.mostVisitedCells {
      first = try Snapshot(evolution)
      guard first != nil else { return .undecided("cells are more than 2^60 cells apart") }
      copies = try evolution.phase(limit: Self.largestTemplate).map {
        Copies(of: $0, range: rule.rule.range)
      }
      mark = first
      populations = [evolution.population]
      if let outcome = try visit(upTo: visitedGenerations) { return outcome }
    }
    guard generation < limits.generations else {
      return .undecided("no recurrence within \(generation) generations")
    }
    if let found = try longPeriod() { return .cycle(found) }
    if first != nil, let outcome = try visit(upTo: limits.generations) { return outcome }
    return .undecided("no recurrence within \(limits.generations) generations")
  }

  private mutating func visit(upTo last: Int) throws -> Outcome? {
    while generation + rule.interval <= last {
      try evolution.advance(by: rule.interval)
      observations += 1
      limits.onGeneration?(generation)
      if evolution.isEmpty { return .died(at: try deathGeneration()) }
      if evolution.population > limits.population {
        return .undecided("more than \(limits.population) live cells")
      }
      if let found = try recurrence() { return .cycle(found) }
      populations.append(evolution.population)
      if let result = try replicator() { return .separated(result) }
      if let outcome = try separatedAtStart() { return outcome }
      if let outcome = try separated() { return outcome }
      if observations.nonzeroBitCount == 1 { mark = try Snapshot(evolution) ?? mark }
    }
    return nil
  }

  /// The generations that are visited before longer periods are looked for in long steps.
  private var visitedGenerations: Int {
    let visits = AnalysisLimits().generations
    guard limits.generations > visits else { return limits.generations }
    return min(visits, max(256, Self.mostVisits / max(1, evolution.population)))
  }

  /// Patterns that grow quadratically are followed at least until they have this many cells.
  private static let manyCells = 1 << 12
  /// The largest pattern that is visited generation by generation.
  private static let mostVisitedCells = 1 << 24
  /// The largest number of generations times cells that are visited before long steps.
  private static let mostVisits = 1 << 30
  /// The largest box of a pattern whose copies are recognized.
  private static let largestTemplate = 1 << 12
  /// The last generation at which copies are looked for.
  private static let lastCopies = 1 << 10
  private static let mostReplicatorAttempts = 4

  /// A period that is longer than the visited generations; nil also without memory for long steps.
  private func longPeriod() throws -> FoundCycle? {
    do {
      return try provedLongPeriod()
    } catch is MemoryExhausted {
      return nil
    }
  }

  private func provedLongPeriod() throws -> FoundCycle? {
    let here = try evolution.snapshot()
    var search = try LongPeriodSearch(
      here, rule: rule, longest: limits.generations, options: limits.engine)
    search?.onGeneration = limits.onGeneration
    guard let found = try search?.run() else { return nil }
    let whole = try LongPeriodSearch(
      pattern, rule: rule, longest: limits.generations, options: limits.engine)
    return FoundCycle(
      period: found.generations, displacement: found.displacement,
      start: try whole?.firstGeneration(upTo: generation, having: found) ?? generation)
  }

  /// What is known so far.
  var findings: Findings {
    var findings = Findings(
      generation: generation, population: evolution.population,
      width: evolution.box?.width ?? 0, height: evolution.box?.height ?? 0)
    if let growth = PopulationGrowth(populations), growth.isUniform, growth.perPeriod != 0 {
      findings.growth = .linear(period: growth.period, cells: growth.perPeriod)
    } else if let growth = QuadraticGrowth(populations) {
      findings.growth = .quadratic(period: growth.period)
    }
    return findings
  }

  /// A pattern that has become copies of itself, and is proved to do so for ever.
  private mutating func replicator() throws -> Identification? {
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

  /// Compares with the first generation and with the mark.
  private func recurrence() throws -> FoundCycle? {
    for earlier in [first, mark] {
      guard let earlier, let offset = try earlier.displacement(to: evolution) else { continue }
      // Away from the plane a displaced pattern need not evolve in the same way.
      guard pattern.universe.isUnbounded || offset == .zero else { continue }
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

  /// Tries to separate the first generation into objects, such as those of a collection whose
  /// common period is too long to be seen.
  private mutating func separatedAtStart() throws -> Outcome? {
    guard generation >= nextSeparationAtStart, pattern.universe.isUnbounded, pattern.tree == nil,
      rule.interval == 1
    else { return nil }
    nextSeparationAtStart =
      Self.hasSeveralClusters(pattern.cells, rule: rule) ? 4 * generation : .max
    guard !isGrowing else { return nil }
    let window = min(generation, 1 << 10)
    guard nextSeparationAtStart <= 1 << 17, populations[0] <= Self.mostVisits / (1 << 4) / window
    else { return nil }
    let separation = Separation(rule: rule, limits: limits)
    // Following a large part takes as long as following the pattern itself, which goes on anyway.
    let longest = populations[0] <= Self.manyCells ? 4 * generation : generation
    let objects: [TrackedObject]?
    switch try separation.sampledObjects(
      pattern.cells, at: 0, window: window, longest: longest)
    {
    case .settled(let found): objects = found
    case .unsettled where populations[0] > Self.manyCells: objects = nil
    case .undecided, .unsettled:
      objects = try separation.settledObjects(
        pattern.cells, at: 0, window: window, longest: longest)
    }
    guard let objects else { return try separatedNow(separation, window: window, longest: longest) }
    let parts = try Identification.EqualObjects.counted(objects, rule: rule, limits: limits)
    if var common = FoundCycle(commonTo: objects) {
      if objects.count > 1 { common.parts = parts }
      return .cycle(common)
    }
    var result = Identification(.constellation)
    result.finalPopulation = populations[0]
    result.parts = parts
    return .separated(result)
  }

  /// Tries to separate the present generation, because a cell that dies in the first generation is
  /// enough to keep a collection from being objects from the start.
  private func separatedNow(
    _ separation: Separation, window: Int, longest: Int
  ) throws -> Outcome? {
    // For a large pattern, it takes longer than everything else.
    guard evolution.population <= Self.mostVisits / (1 << 6) / window else { return nil }
    let cells = try evolution.cells()
    let objects: [TrackedObject]?
    switch try separation.sampledObjects(
      cells, at: generation, window: window, longest: longest)
    {
    case .settled(let found): objects = found
    case .undecided:
      objects = try separation.settledObjects(
        cells, at: generation, window: window, longest: longest)
    case .unsettled: objects = nil
    }
    return try objects.map { try outcome(of: $0) }
  }

  /// Whether all recent populations are larger than all early ones. Those of objects that recur are
  /// so only for a short time.
  private var isGrowing: Bool {
    let count = populations.count / 4
    guard let late = populations.suffix(count).min(), let early = populations.prefix(count).max()
    else { return false }
    return late > early
  }

  private static func hasSeveralClusters(_ cells: Cells, rule: AnalysisRule) -> Bool {
    Clusters.split(cells, reach: 2 * rule.rule.range).count > 1
  }

  /// Tries to separate the pattern into objects, when the population says that it may have settled.
  private mutating func separated() throws -> Outcome? {
    guard generation >= nextSeparation, pattern.universe.isUnbounded, rule.interval == 1 else {
      return nil
    }
    nextSeparation = generation + max(Self.separationInterval, generation / 16)
    let growth = PopulationGrowth(populations)
    let separation = Separation(rule: rule, limits: limits)
    let growing = growth.flatMap { $0.perPeriod > 0 ? $0.period : nil }
    if growth == nil || growing != nil,
      let period = PopulationGrowth.shortestPeriod(in: populations) ?? growing
    {
      guard let box = evolution.box, MovingBox(box).isExact else { return nil }
      if let found = try self.growing(period, exact: growing, separation: separation) {
        return .separated(found)
      }
      return isGivenUp ? .undecided("its growth is not proved") : nil
    }
    guard let growth, growth.perPeriod == 0 else {
      return hasQuadraticGrowth() ? .undecided("its growth is not proved") : nil
    }
    let window = max(growth.period, Self.separationWindow)
    guard
      let objects = try separation.settledObjects(
        evolution.cells(), at: generation, window: window)
    else { return nil }
    return try outcome(of: objects)
  }

  /// What the pattern is whose present generation consists of some objects.
  private func outcome(of objects: [TrackedObject]) throws -> Outcome {
    let result = try Settling(pattern, rule: rule, limits: limits, objects: objects)
      .identification(at: generation, populations: populations)
    if result.lifespan == 0, var common = FoundCycle(commonTo: objects) {
      if objects.count > 1 { common.parts = result.parts }
      return .cycle(common)
    }
    return .separated(result)
  }

  /// Tries to prove that the pattern grows for ever.
  ///
  /// The proof by objects says more than the proof by a strip, but it takes long: it is tried again
  /// only when the population has grown regularly for twice as long, and at last no more.
  ///
  /// - Parameters:
  ///   - period: the shortest one that the core may have.
  ///   - exact: the period of the growth of the population, if it has repeated.
  private mutating func growing(
    _ period: Int, exact: Int?, separation: Separation
  ) throws -> Identification? {
    let cells = try evolution.cells()
    var attempts = growthAttempts ?? GrowthAttempts(period: 0, since: generation)
    if period != attempts.period || !hasGrownEvenly(in: exact, since: attempts.since) {
      attempts = GrowthAttempts(period: period, since: generation, after: attempts)
    }
    defer { growthAttempts = attempts }
    if generation >= attempts.next, generation <= attempts.lastByObjects {
      attempts.next = generation + max(Self.separationInterval, generation - attempts.since)
      attempts.count += 1
      let periods = attempts.affordable(
        attempts.periods(exact: exact), population: cells.population,
        visited: populations.reduce(0, +))
      guard !periods.isEmpty else {
        // Later, when the pattern has been followed for longer.
        attempts.next = generation
        attempts.count -= 1
        return nil
      }
      let proof = GrowthProof(
        separation: separation, cells: cells, generation: generation, known: known)
      if let found = try proof.growth(periods: periods) {
        return try found.measured(evolution, populations: populations)
      }
    }
    guard attempts.allowStretching else { return nil }
    let stretch = StretchProof(separation: separation, cells: cells)
    for factor in GrowthAttempts.factors {
      guard let found = try stretch.growth((exact ?? period) * factor) else { continue }
      var result = Identification(.linearGrowth)
      result.period = found.period
      result.displacement = found.displacement
      let growth = ProvedGrowth(identification: result, objectPeriod: found.period)
      return try growth.measured(evolution, populations: populations)
    }
    return nil
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
  private var isGivenUp: Bool {
    guard let attempts = growthAttempts, generation > attempts.last else { return false }
    return limits.generations - generation > Self.mostVisits / 2 / max(1, evolution.population)
  }

  /// Whether the population has grown quadratically for so long that no proof of anything else can
  /// be expected.
  private mutating func hasQuadraticGrowth() -> Bool {
    guard evolution.population >= Self.manyCells, let growth = QuadraticGrowth(populations) else {
      return false
    }
    guard let before = quadratic, before.growth.period == growth.period else {
      quadratic = (growth, generation)
      return false
    }
    return generation - before.since >= max(Self.separationInterval, 2 * growth.period)
  }

  private static let separationWindow = 32
  /// An odd number, so that attempts are in different phases of cores of even periods: in some
  /// phases debris is too close to a core to be told from it.
  private static let separationInterval = 67

  /// The first generation without live cells, which may be inside the last interval.
  private func deathGeneration() throws -> Int {
    guard rule.interval > 1 else { return generation }
    var again = try Evolution(pattern, rule: rule, options: limits.engine)
    try again.advance(by: generation - rule.interval)
    while !again.isEmpty { try again.advance(by: 1) }
    return again.generation
  }
}
