internal import LifeCore
internal import LifeEngines

// The search for long periods: when it starts and how it works.
extension CycleSearch {
  /// The number of generations to visit before the search takes long steps.
  var visitedGenerations: Int {
    let visits = AnalysisLimits().generations
    guard limits.generations > visits || isHuge else { return limits.generations }
    let fewest = isHuge ? Self.minHugeVisits : Self.minVisits
    let affordable = max(fewest, Self.maxVisits / max(1, evolution.population))
    return min(visits, limits.generations, affordable)
  }

  /// Whether the cells are so many that fewer than 1 024 generations are visited before long steps.
  private var isHuge: Bool { evolution.population > Self.hugePopulation }

  /// Whether the bounding box has hardly grown since the start.
  private var hasStayedInside: Bool {
    guard let first = first?.box, let box = evolution.box else { return false }
    let all = first.union(box)
    return all.width <= first.width + first.width / 64
      && all.height <= first.height + first.height / 64
  }

  /// Whether long steps can pay off.
  var isWorthLongSteps: Bool { first == nil || !isHuge || hasStayedInside }

  private static let hugePopulation = 1 << 20
  private static let minHugeVisits = 64
  private static let minVisits = 256
  /// The maximum number of generations times cells before long steps.
  private static let maxVisits = 1 << 30

  /// A period beyond the visited generations. Also `nil` if memory is too small for long steps.
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
      period: found.period, displacement: found.displacement, start: start ?? last)
    if search.population > limits.collectedCells / cycle.period { cycle.phases = [] }
    return cycle
  }

  private func longPeriodSearch(from pattern: Pattern) throws -> LongPeriodSearch? {
    try LongPeriodSearch(
      pattern, rule: rule, maxPeriod: limits.maxPeriod ?? limits.generations,
      options: limits.engine)
  }

  /// Whether the pattern was visited and a quadtree can step it.
  var canLeap: Bool { generation > 0 && pattern.universe.isUnbounded && rule.interval == 1 }

  /// Doubles the age of the pattern until it consists of objects that never meet. For example, the
  /// ash of two gliders may settle after millions of generations. Returns `nil` otherwise, and sets
  /// ``end`` if the pattern was followed to the limit of generations.
  mutating func followByDoubling() throws -> Outcome? {
    guard var later = try? Evolution(regular: pattern, rule: rule, options: limits.engine) else {
      return nil
    }
    later.limitWork(to: Self.maxWorkOfLeaps)
    do {
      while later.generation < limits.generations {
        let next = min(2 * max(generation, later.generation), limits.generations)
        try later.advance(by: next - later.generation)
        limits.onGeneration?(next)
        if later.isEmpty {
          return .died(at: try pattern.firstGeneration(upTo: next, rule, limits) { $0.isEmpty })
        }
        guard later.population <= Self.manyCells else { return nil }
        let span = Self.minSpan
        let maxPeriod = Self.maxPeriodAfterLeap
        if let parts = try separation.objects(
          later.cells(), at: next, span: span, maxPeriod: maxPeriod),
          let objects = try separation.joinedObjects(
            parts, at: next, span: span, maxPeriod: maxPeriod)
        {
          return try outcome(of: objects, at: next)
        }
      }
    } catch is WorkLimitExceeded {
      return nil
    }
    end = later
    return nil
  }

  /// The maximum period of an object after a leap.
  private static let maxPeriodAfterLeap = 1 << 10
  /// The maximum number of successors computed by HashLife for leaps. Irregular patterns need more.
  private static let maxWorkOfLeaps = 1 << 20
}

extension Pattern {
  /// The first generation up to `last` from which on a condition holds. It must hold forever from
  /// then on. Only for regular patterns, because HashLife steps them.
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
