package import LifeCore

/// One object of a settled pattern.
package struct FoundObject: Sendable {
  package let code: ObjectCode
  package let cycle: ObjectCycle

  /// The cells at the generation of the separation.
  package var phase: Phase { cycle.phases[0] }
}

extension Identifier {
  /// The objects of a pattern that is settled, from north to south and west to east: still lifes,
  /// oscillators and spaceships that never meet, without pseudo-objects; nil if that is not proved.
  ///
  /// - Parameter cells: the live cells on the plane.
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func objects(of cells: Cells) throws -> [FoundObject]? {
    guard rule.interval == 1 else { return nil }
    let separation = Separation(rule: rule, limits: limits)
    let pseudoObjects = PseudoObjects(rule)
    var window = 16
    while window <= Self.longestWindow {
      if let objects = try separation.settledObjects(cells, at: 0, window: window) {
        return objects.flatMap { pseudoObjects.parts(of: $0.cycle) }
          .map { FoundObject(code: ObjectCode($0, symmetries: rule.symmetries), cycle: $0) }
          .sorted { ($0.phase.y, $0.phase.x) < ($1.phase.y, $1.phase.x) }
      }
      window *= 4
    }
    return nil
  }

  private static let longestWindow = 1 << 12

  /// The objects at the first generation at which a pattern is settled, with positions relative to
  /// the origin of the pattern; nil if it never is within the limits.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func settledObjects(of pattern: Pattern) throws -> (generation: Int, [FoundObject])? {
    guard pattern.universe.isUnbounded, let start = try generations(until: .stable, pattern)
    else { return nil }
    var evolution = try Evolution(pattern, rule, limits.engine)
    try evolution.advance(by: start)
    return try objects(of: evolution.cells()).map { (start, $0) }
  }
}
