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
