internal import LifeCore

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
  var mayHaveLongPeriod: Bool { first == nil || !isHuge || hasStayedInside }

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
}
