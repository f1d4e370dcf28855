package import LifeCore

/// One complete period of an object that evolves alone.
package struct ObjectCycle: Sendable {
  /// The smallest number of generations, at least 1, after which the same cells are alive again,
  /// displaced by ``displacement``.
  package let period: Int
  package let displacement: Offset
  /// The phases in order, one every ``AnalysisRule/interval`` generations; empty if they were not
  /// collected because they are too large.
  package let phases: [Phase]

  package init(period: Int, displacement: Offset, phases: [Phase]) {
    self.period = period
    self.displacement = displacement
    self.phases = phases
  }

  package var isMoving: Bool { displacement != .zero }

  /// Whether two objects have the same displacement in each common period.
  func hasVelocity(of other: ObjectCycle) -> Bool {
    displacement.x * other.period == other.displacement.x * period
      && displacement.y * other.period == other.displacement.y * period
  }

  /// The union of the bounding boxes of all phases; nil if they were not collected.
  package var box: Window? {
    phases.first.map { first in phases.reduce(first.window) { $0.union($1.window) } }
  }
}

extension ObjectCycle {
  /// The most phases that are collected.
  private static let mostPhases = 1 << 20

  /// The cycle from the present generation of an evolution on, which is advanced by one period;
  /// without phases if they have too many cells to keep.
  init(
    period: Int, displacement: Offset, from evolution: inout Evolution, rule: AnalysisRule,
    limits: AnalysisLimits
  ) throws {
    let count = period / rule.interval
    var isStill = count == 1 && displacement == .zero && rule.hasStillLives
    var phases: [Phase] = []
    while phases.count < count, count <= Self.mostPhases {
      guard let phase = try evolution.phase(limit: limits.collectedCells / count) else {
        phases = []
        break
      }
      phases.append(phase)
      for _ in 0..<rule.interval {
        try evolution.advance(by: 1)
        if isStill { isStill = try evolution.phase(limit: limits.collectedCells) == phase }
      }
    }
    self.init(period: isStill ? 1 : period, displacement: displacement, phases: phases)
  }
}
