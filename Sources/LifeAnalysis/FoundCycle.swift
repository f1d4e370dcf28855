internal import LifeCore
internal import LifeEngines

/// A proved period; the cycle may have begun before the generation where it was found.
struct FoundCycle {
  let period: Int
  let displacement: Offset
  /// The first generation from which the pattern follows the cycle; nil if it is not known.
  var start: Int?
  /// A generation before which it cannot have begun.
  var earliest = 0
  /// The objects that it was found by, if they are several.
  var parts: [Identification.EqualObjects] = []

  /// The phases of the cycle and the first generation from which the pattern follows it.
  func resolved(
    _ pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits
  ) throws -> (cycle: ObjectCycle, start: Int) {
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
    let start = earlier.generation
    let phases = try collected(&earlier, rule: rule, limits: limits)
    return (ObjectCycle(period: period, displacement: displacement, phases: phases), start)
  }

  /// The most phases that are collected.
  private static let mostPhases = 1 << 20

  /// The phases of one period; empty if they have too many cells to keep.
  func collected(
    _ evolution: inout Evolution, rule: AnalysisRule, limits: AnalysisLimits
  ) throws -> [Phase] {
    let count = period / rule.interval
    guard count <= Self.mostPhases else { return [] }
    var phases: [Phase] = []
    while phases.count < count {
      guard let phase = try evolution.phase(limit: limits.collectedCells / count) else { return [] }
      phases.append(phase)
      try evolution.advance(by: rule.interval)
    }
    return phases
  }
}

extension FoundCycle {
  /// The longest period that programs which read JSON represent exactly.
  private static let longestCommonPeriod = 1 << 53

  /// The cycle of several objects of one velocity, which has the phases of all of them; nil if
  /// their velocities differ. Objects that are apart recur together only if each of them recurs.
  init?(commonTo objects: [TrackedObject]) {
    var period: Int = 1
    var displacement: Offset? = nil
    for cycle in objects.map(\.cycle) {
      let factor = cycle.period / greatestCommonDivisor(cycle.period, period)
      let (next, isTooLong) = factor.multipliedReportingOverflow(by: period)
      guard !isTooLong, next <= Self.longestCommonPeriod else { return nil }
      let old = next / period
      let own = next / cycle.period
      let moved = Offset(x: cycle.displacement.x * own, y: cycle.displacement.y * own)
      if let last = displacement, Offset(x: last.x * old, y: last.y * old) != moved { return nil }
      period = next
      displacement = moved
    }
    guard let displacement else { return nil }
    self.init(period: period, displacement: displacement, start: 0)
  }
}
