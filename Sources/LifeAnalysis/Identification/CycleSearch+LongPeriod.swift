internal import LifeCore
internal import LifeEngines

// When and how a search looks for long periods.
extension CycleSearch {
  /// The generations that are visited before longer periods are looked for in long steps.
  var visitedGenerations: Int {
    let visits = AnalysisLimits().generations
    guard limits.generations > visits || isHuge else { return limits.generations }
    let fewest = isHuge ? Self.fewestHugeVisits : Self.fewestVisits
    let affordable = max(fewest, Self.mostVisits / max(1, evolution.population))
    return min(visits, limits.generations, affordable)
  }

  /// Whether a second is enough for some hundred generations only.
  private var isHuge: Bool { evolution.population > Self.hugePopulation }

  /// Whether the bounding box is hardly larger than at first.
  private var hasStayedInside: Bool {
    guard let first = first?.box, let box = evolution.box else { return false }
    let all = first.union(box)
    return all.width <= first.width + first.width / 64
      && all.height <= first.height + first.height / 64
  }

  /// Whether long steps are worth the time.
  var isWorthLongSteps: Bool { first == nil || !isHuge || hasStayedInside }

  private static let hugePopulation = 1 << 20
  private static let fewestHugeVisits = 64
  private static let fewestVisits = 256
  /// The largest number of generations times cells that are visited before long steps.
  private static let mostVisits = 1 << 30

  /// A period that is longer than the visited generations; nil also without memory for long steps.
  func longPeriod() throws -> FoundCycle? {
    do {
      return try periodByLongSteps()
    } catch is MemoryExhausted {
      return nil
    }
  }

  private func periodByLongSteps() throws -> FoundCycle? {
    var search = try longPeriodSearch(from: evolution.snapshot())
    search?.onGeneration = limits.onGeneration
    guard var search, let found = try search.run() else { return nil }
    let last = generation + search.delay
    let start = try longPeriodSearch(from: pattern)?.firstGeneration(upTo: last, having: found)
    var cycle = FoundCycle(
      period: found.generations, displacement: found.displacement, start: start ?? last)
    cycle.keepsPhases = search.population <= limits.collectedCells / cycle.period
    return cycle
  }

  private func longPeriodSearch(from pattern: Pattern) throws -> LongPeriodSearch? {
    try LongPeriodSearch(
      pattern, rule: rule, longest: limits.longestPeriod ?? limits.generations,
      options: limits.engine)
  }

  /// Whether the pattern was visited and may be stepped by a quadtree.
  var canLeap: Bool { generation > 0 && pattern.universe.isUnbounded && rule.interval == 1 }

  /// Looks at the pattern each time its age has doubled, until it has become objects that never
  /// meet, such as two gliders whose ash settles after millions of generations; else nil. A regular
  /// pattern is at its ``end`` then.
  mutating func followByDoubling() throws -> Outcome? {
    guard var later = try? Evolution(regular: pattern, rule: rule, options: limits.engine) else {
      return nil
    }
    later.limitWork(to: Self.mostWorkOfLeaps)
    let separation = Separation(rule: rule, limits: limits)
    do {
      while later.generation < limits.generations {
        let next = min(2 * max(generation, later.generation), limits.generations)
        try later.advance(by: next - later.generation)
        limits.onGeneration?(next)
        if later.isEmpty {
          return .died(at: try pattern.firstGeneration(upTo: next, rule, limits) { $0.isEmpty })
        }
        guard later.population <= Self.manyCells else { return nil }
        let window = Self.shortestWindow
        let longest = Self.longestPeriodAfterLeap
        if let parts = try separation.objects(
          later.cells(), at: next, window: window, longest: longest),
          let objects = try separation.joinedObjects(
            parts, at: next, window: window, longest: longest)
        {
          return try outcome(of: objects, at: next)
        }
      }
    } catch is OutOfProportion {
      return nil
    }
    end = later
    return nil
  }

  /// The longest period of an object that is looked for after each leap.
  private static let longestPeriodAfterLeap = 1 << 10
  /// The successors that HashLife computes for leaps at most; irregular patterns need more.
  private static let mostWorkOfLeaps = 1 << 20
}

extension Pattern {
  /// The first generation, at most `last`, from which on a condition holds: once it holds, it does
  /// so for ever. For regular patterns, which HashLife steps.
  func firstGeneration(
    upTo last: Int, _ rule: AnalysisRule, _ limits: AnalysisLimits,
    where holds: (Evolution) throws -> Bool
  ) throws -> Int {
    try (0..<last).partitioningIndex { generation in
      var evolution = try Evolution(regular: self, rule: rule, options: limits.engine)
      try evolution.advance(by: generation)
      return try holds(evolution)
    }
  }
}
