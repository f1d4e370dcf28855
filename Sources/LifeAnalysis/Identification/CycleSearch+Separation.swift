internal import LifeCore

// When and how a search separates a pattern into objects.
extension CycleSearch {
  /// The generation at which the first one is separated first: to separate many cells takes as long
  /// as to follow them for hundreds of generations.
  var firstSeparation: Int {
    let population = max(1, evolution.population)
    let affordable = max(Self.earliestSeparation, Self.maxWorkAtStart / population)
    var latest = Self.earliestSeparation
    if population > Self.manyCells { latest = Self.longestWindow / 4 }
    if population > Self.veryManyCells { latest = Self.longestWindow }
    return min(latest, affordable, limits.generations)
  }

  /// The generations whose cells separate the first one into objects.
  var windowFromStart: Int { min(generation, Self.longestWindow) }

  /// Whether the first generation may be of several objects that do not grow.
  var mayBeSeparated: Bool {
    pattern.tree == nil && !isGrowing
      && Clusters.split(pattern.cells, reach: 2 * rule.rule.range).count > 1
  }

  /// Tries to separate the first generation into objects, such as those of a collection whose
  /// common period is too long to be seen.
  func separateFirstGeneration() throws -> Outcome? {
    let isSmall = populations[0] <= Self.manyCells
    // Following a large part takes as long as following the pattern itself, which goes on anyway.
    let longest = isSmall ? 4 * generation : generation
    let found = try objects(
      pattern.cells, at: 0, window: windowFromStart, longest: longest, triesUnsettled: isSmall)
    guard let found, found.start <= generation else { return nil }
    let objects = found.objects
    if found.start > 0 { return try outcome(of: objects) }
    let parts = try Identification.EqualObjects.counted(objects, rule: rule, limits: limits)
    if var common = FoundCycle(commonTo: objects) {
      if objects.count > 1 { common.parts = parts }
      return .cycle(common)
    }
    var result = Identification(.constellation)
    result.finalPopulation = populations[0]
    result.parts = parts
    return .identified(result)
  }

  /// The objects of some cells, by samples if they suffice; nil if they are not proved.
  ///
  /// - Parameters:
  ///   - window: see ``Separation/settledObjects(_:at:window:longest:moving:)``.
  ///   - triesUnsettled: whether all generations of the window are looked at even if the samples
  ///     say that much of the pattern does not recur.
  private func objects(
    _ cells: Cells, at generation: Int, window: Int, longest: Int, triesUnsettled: Bool
  ) throws -> Separation.SettledObjects? {
    let separation = Separation(rule: rule, limits: limits)
    switch try separation.sampledObjects(
      cells, at: generation, window: window, longest: longest)
    {
    case .settled(let objects):
      return Separation.SettledObjects(objects: objects, start: generation)
    case .unsettled where !triesUnsettled: return nil
    case .undecided, .unsettled:
      return try separation.interactingObjects(
        cells, at: generation, window: window, longest: longest)
    }
  }

  /// The period of the population, if it says that the pattern may have settled.
  var settledPeriod: Int? {
    guard let growth = PopulationGrowth(populations), growth.perPeriod == 0 else { return nil }
    return growth.period
  }

  /// Tries to separate the present generation, whose population has a period.
  mutating func separateSettled() throws -> Outcome? {
    guard let period = settledPeriod else { return nil }
    // The population of a large rake seems to have settled again and again.
    if let mark = settledMark, evolution.population > Self.manyCells,
      generation < mark.generation + mark.generation / 4
    {
      return nil
    }
    let window = max(period, Self.shortestWindow)
    let longest = max(window, min(generation / 2, Self.maxInteractionWork / evolution.population))
    let objects = try Separation(rule: rule, limits: limits).settledObjects(
      evolution.cells(), at: generation, window: window, interactionWindow: longest)
    guard let objects else {
      settledMark = try Snapshot(evolution)
      return nil
    }
    return try outcome(of: objects)
  }

  /// What the pattern is whose present generation consists of some objects.
  ///
  /// - Parameter later: the generation, if it is not the present one.
  func outcome(of objects: [TrackedObject], at later: Int? = nil) throws -> Outcome {
    var result = try Settling(of: pattern, into: objects, rule: rule, limits: limits)
      .identification(at: later ?? generation, populations: populations)
    guard var common = FoundCycle(commonTo: objects) else { return .identified(result) }
    if result.lifespan == 0 {
      if objects.count > 1 { common.parts = result.parts }
      return .cycle(common)
    }
    if result.kind == .constellation {
      result.period = common.period
      result.displacement = common.displacement
    }
    return .identified(result)
  }

  private static let veryManyCells = 1 << 14
  /// The generations whose cells separate the parts of a pattern that has not settled.
  private static let longestWindow = 1 << 10
  /// The most cells × generations in which a settled generation is searched for interactions.
  private static let maxInteractionWork = 1 << 24
  /// The generations at least whose cells separate the parts of a pattern that may have settled.
  static let shortestWindow = 32
}
