internal import LifeCore

// The separation of a pattern into objects: when it starts and how it works.
extension CycleSearch {
  /// The generation of the first attempt to separate the first generation. Separating many cells
  /// takes as long as following them for hundreds of generations.
  var firstSeparation: Int {
    let population = max(1, evolution.population)
    let affordable = max(Self.earliestSeparation, Self.maxWorkAtStart / population)
    var latest = Self.earliestSeparation
    if population > Self.manyCells { latest = Self.maxSpan / 4 }
    if population > Self.veryManyCells { latest = Self.maxSpan }
    return min(latest, affordable, limits.generations)
  }

  /// The number of generations whose cells separate the first generation into objects.
  var spanFromStart: Int { min(generation, Self.maxSpan) }

  /// Whether the first generation may consist of several objects without growth, and separating
  /// them costs little enough.
  var mayBeSeparated: Bool {
    populations[0] * spanFromStart <= Self.maxWorkAtStart && pattern.tree == nil && !isGrowing
      && Clusters.split(pattern.cells, reach: 2 * rule.rule.range).count > 1
  }

  /// Tries to separate the first generation into objects. For example, the common period of a
  /// collection may be too long to wait for.
  func separateFirstGeneration() throws -> Outcome? {
    let isSmall = populations[0] <= Self.manyCells
    // Following a large part takes as long as following the whole pattern, which continues anyway.
    let maxPeriod = isSmall ? 4 * generation : generation
    let found = try objects(
      pattern.cells, at: 0, span: spanFromStart, maxPeriod: maxPeriod, triesUnsettled: isSmall)
    guard let found, found.start <= generation else { return nil }
    let objects = found.objects
    if found.start > 0 { return try outcome(of: objects) }
    let parts = try Identification.EqualObjects.counted(objects, by: separation)
    if var common = FoundCycle(commonTo: objects) {
      if objects.count > 1 { common.parts = parts }
      return .cycle(common)
    }
    var result = Identification(.collection)
    result.finalPopulation = populations[0]
    result.parts = parts
    return .identified(result)
  }

  /// The objects of some cells, by sampled generations if these suffice. `nil` if the objects are
  /// not proved.
  ///
  /// - Parameters:
  ///   - span: cells connected within this number of generations are one part.
  ///   - triesUnsettled: whether to read all generations of the span even if, by the samples,
  ///     much of the pattern does not recur.
  private func objects(
    _ cells: Cells, at generation: Int, span: Int, maxPeriod: Int, triesUnsettled: Bool
  ) throws -> Separation.SettledObjects? {
    switch try separation.sampledObjects(
      cells, at: generation, span: span, maxPeriod: maxPeriod)
    {
    case .settled(let objects):
      return Separation.SettledObjects(objects: objects, start: generation)
    case .unsettled where !triesUnsettled: return nil
    case .undecided, .unsettled:
      return try separation.interactingObjects(
        cells, at: generation, span: span, maxPeriod: maxPeriod)
    }
  }

  /// The period of the population, if the pattern may have settled.
  var settledPeriod: Int? {
    guard let growth = PopulationGrowth(populations), growth.perPeriod == 0 else { return nil }
    return growth.period * rule.interval
  }

  /// Tries to separate the present generation, if its population has a period.
  mutating func separateSettled() throws -> Outcome? {
    guard let period = settledPeriod else { return nil }
    // The population of a large rake seems to settle again and again.
    if let last = settledSnapshot, evolution.population > Self.manyCells,
      generation < last.generation + last.generation / 4
    {
      return nil
    }
    let span = max(period, Self.minSpan)
    let interactionSpan = max(
      span, min(generation / 2, Self.maxInteractionWork / evolution.population))
    let objects = try separation.settledObjects(
      evolution.cells(), at: generation, span: span, interactionSpan: interactionSpan)
    guard let objects else {
      settledSnapshot = try Snapshot(evolution)
      return nil
    }
    return try outcome(of: objects)
  }

  /// Identifies a pattern by the objects of its present generation.
  ///
  /// - Parameter later: the generation of the objects, if it is not the present one.
  func outcome(of objects: [TrackedObject], at later: Int? = nil) throws -> Outcome {
    let settling = Settling(pattern: pattern, objects: objects, separation: separation)
    let result = try settling.identification(at: later ?? generation, populations: populations)
    guard var common = FoundCycle(commonTo: objects) else { return .identified(result) }
    if result.lifespan > 0 {
      common.start = result.lifespan
      common.phases = try settling.phases(period: common.period, from: result.lifespan)
      common.finalPopulation = result.finalPopulation
    }
    if result.lifespan > 0 || objects.count > 1 { common.parts = result.parts }
    return .cycle(common)
  }

  private static let veryManyCells = 1 << 14
  /// The maximum number of generations for separating an unsettled pattern.
  private static let maxSpan = 1 << 10
  /// The maximum number of cells × generations for finding interactions in a settled generation.
  private static let maxInteractionWork = 1 << 24
  /// The minimum number of generations for separating a pattern that may have settled.
  static let minSpan = 32
}
