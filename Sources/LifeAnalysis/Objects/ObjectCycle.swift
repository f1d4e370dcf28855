package import LifeCore

/// One complete period of an object that evolves alone.
package struct ObjectCycle: Sendable {
  /// The smallest number of generations, at least 1, until the same cells return, displaced by
  /// ``displacement``.
  package let period: Int
  package let displacement: Offset
  /// The phases in order, one every ``AnalysisRule/interval`` generations. Empty if they are too
  /// large to be collected.
  package let phases: [Phase]

  package var isMoving: Bool { displacement != .zero }

  /// Whether both objects have the same velocity.
  func hasVelocity(of other: ObjectCycle) -> Bool {
    displacement.x * other.period == other.displacement.x * period
      && displacement.y * other.period == other.displacement.y * period
  }

  /// The union of the bounding boxes of all phases. `nil` if they were not collected.
  package var box: Window? {
    phases.first.map { first in phases.reduce(first.window) { $0.union($1.window) } }
  }
}

extension ObjectCycle {
  /// The maximum number of collected phases.
  static let maxPhases = 1 << 20

  /// The cycle of an evolution, starting at its present generation. The evolution advances by one
  /// period. The phases are left out if they have too many cells.
  init(
    period: Int, displacement: Offset, from evolution: inout Evolution, rule: AnalysisRule,
    limits: AnalysisLimits
  ) throws {
    let count = max(1, period / rule.interval)
    var isStill = count == 1 && displacement == .zero && rule.mayRestWithinInterval
    var phases: [Phase] = []
    while phases.count < count, count <= Self.maxPhases {
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
