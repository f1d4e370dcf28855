internal import LifeCore
internal import LifeEngines

/// A proved period. The cycle may have begun before the generation that showed it.
struct FoundCycle {
  let period: Int
  let displacement: Offset
  /// The first generation of the cycle. `nil` if it is not known.
  var start: Int?
  /// The cycle cannot have begun before this generation.
  var earliest = 0
  /// The phases, if they are known; empty if they have too many cells to be kept.
  var phases: [Phase]?
  /// The objects with this common cycle, if a separation found it.
  var parts: [Identification.EqualObjects] = []
  /// The population in its first generation, if a separation found it.
  var finalPopulation: Int?

  /// The phases of the cycle, its first generation in the pattern, and the population then; `nil`
  /// if the phases have too many cells.
  func resolved(
    _ pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits
  ) throws -> (cycle: ObjectCycle, start: Int, population: Int?) {
    if let start, let phases {
      let cycle = ObjectCycle(period: period, displacement: displacement, phases: phases)
      return (cycle, start, finalPopulation ?? phases.first?.bitmap.population)
    }
    var earlier = try Evolution(pattern, rule: rule, options: limits.engine)
    if let start {
      try earlier.advance(by: start)
    } else {
      var later = try Evolution(pattern, rule: rule, options: limits.engine)
      try earlier.advance(by: earliest)
      try later.advance(by: earliest + period)
      while try !later.isSame(as: earlier, movedBy: displacement) {
        try earlier.advance(by: rule.interval)
        try later.advance(by: rule.interval)
      }
    }
    let (start, population) = try start(
      upTo: earlier.generation, of: pattern, rule: rule, limits: limits)
    let cycle = try ObjectCycle(
      period: period, displacement: displacement, from: &earlier, rule: rule, limits: limits)
    return (cycle, start, population ?? cycle.phases.first?.bitmap.population)
  }

  /// The first generation of the cycle, with its population if it is not `visited`. It may be
  /// inside the last interval before that.
  private func start(
    upTo visited: Int, of pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits
  ) throws -> (generation: Int, population: Int?) {
    guard rule.interval > 1, visited > 0 else { return (visited, nil) }
    var earlier = try Evolution(pattern, rule: rule, options: limits.engine)
    var later = try Evolution(pattern, rule: rule, options: limits.engine)
    try earlier.advance(by: visited - rule.interval + 1)
    try later.advance(by: visited - rule.interval + 1 + period)
    while earlier.generation < visited, try !later.isSame(as: earlier, movedBy: displacement) {
      try earlier.advance(by: 1)
      try later.advance(by: 1)
    }
    return (earlier.generation, earlier.generation == visited ? nil : earlier.population)
  }
}

extension FoundCycle {
  /// The maximum period that all JSON readers represent exactly.
  private static let maxCommonPeriod = 1 << 53

  /// The common cycle of several objects with the same velocity. Returns `nil` if their velocities
  /// differ. Separate objects recur together only if each of them recurs.
  init?(commonTo objects: [TrackedObject]) {
    guard let first = objects.first?.cycle else { return nil }
    var period = 1
    for object in objects {
      guard object.cycle.hasVelocity(of: first) else { return nil }
      period = leastCommonMultiple(period, object.cycle.period)
      guard period <= Self.maxCommonPeriod else { return nil }
    }
    let turns = period / first.period
    self.init(period: period, displacement: first.displacement * turns, start: 0)
  }
}
