package import LifeCore
internal import LifeEngines

/// One object of a settled pattern.
package struct FoundObject: Sendable {
  package let code: ObjectCode
  package let cycle: ObjectCycle

  /// The cells at the generation of the separation.
  package var phase: Phase { cycle.phases[0] }

  /// The same object some generations earlier.
  fileprivate func earlier(by generations: Int) -> Self {
    let object = TrackedObject(cycle: cycle, generation: generations)
    return Self(
      code: code,
      cycle: ObjectCycle(
        period: cycle.period, displacement: cycle.displacement,
        phases: cycle.phases.indices.map {
          object.phase(at: $0 * cycle.period / cycle.phases.count)
        }))
  }
}

extension Identifier {
  /// The objects of a settled pattern from north to south and west to east: still lifes,
  /// oscillators and spaceships that never meet. Pseudo-objects are split. `nil` if this is not
  /// proved.
  ///
  /// - Parameters:
  ///   - cells: the live cells on the plane, in a generation of the rule's first phase.
  ///   - common: the cycle of all cells, if it is known.
  ///   - maxSpan: the maximum number of generations for separating the cells.
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func objects(
    of cells: Cells, common: ObjectCycle? = nil, maxSpan: Int = 1 << 12
  ) throws -> [FoundObject]? {
    let cells = try unmarked(cells)
    let pseudoObjects = PseudoObjects(rule)
    var span = 16
    while span <= maxSpan {
      if let objects = try separation.settledObjects(
        cells, at: 0, span: span, maxPeriod: 16 * span, common: common)
      {
        return try objects.flatMap { object in
          try limits.engine.interrupt?.check()
          return pseudoObjects.parts(of: object.cycle)
        }
        .map { FoundObject(code: try code(of: $0), cycle: $0) }
        .sorted { ($0.phase.y, $0.phase.x) < ($1.phase.y, $1.phase.x) }
      }
      // With a short common period, more generations do not separate parts better.
      if let common, common.isMoving, span >= common.period { break }
      span *= 4
    }
    return nil
  }

  /// The objects in the first settled generation in which the rule is in its first phase, with
  /// positions relative to `origin`. `nil` if the pattern is not known to settle or cannot be
  /// divided.
  ///
  /// - Parameter result: the pattern's identification.
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func settledObjects(
    of pattern: Pattern, identifiedAs result: Identification
  ) throws -> (generation: Int, origin: Position, objects: [FoundObject])? {
    guard pattern.universe.isUnbounded, result.isSettled else { return nil }
    let pattern = try rule.aligned(unmarked(pattern), limit: limits.engine.memoryLimit)
    let phase = rule.rule.phase(at: pattern.generation)
    let start = rule.wholeIntervals(phase + result.lifespan) - phase
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    try evolution.advance(by: start)
    let settled = try evolution.cells()
    if let objects = try objects(of: settled, common: result.cycle, maxSpan: 64) {
      return (start, pattern.origin, objects)
    }
    // Objects with different velocities may visit the same cells soon after they settle, but hardly
    // from `delay` to 2 `delay` generations later. The delays differ modulo 4, to see different
    // phases: in some, for example, a spaceship of a Generations rule leaves dying cells behind,
    // which look like a part that does not recur.
    for delay in [65, 258, 1_027].map(rule.wholeIntervals) {
      try evolution.advance(by: start + delay - evolution.generation)
      guard let found = try objects(of: evolution.cells(), common: result.cycle, maxSpan: delay)
      else { continue }
      let objects = found.map { $0.earlier(by: delay) }
        .sorted { ($0.phase.y, $0.phase.x) < ($1.phase.y, $1.phase.x) }
      return (start, pattern.origin, objects)
    }
    return try objects(of: settled, common: result.cycle).map { (start, pattern.origin, $0) }
  }
}

/// An object in a generation of a pattern, settled or not; or a cluster that is not an object.
package struct RecognizedObject: Sendable {
  /// `PATHOLOGICAL` for cells that do not recur alone.
  package let code: ObjectCode
  /// The bounding box in this generation.
  package let window: Window
  /// The number of generations from the phase written in the code to this one, if it recurs.
  package let phaseNumber: Int?
}

extension Identifier {
  /// The parts of the cells that recur alone, and the other clusters, from north to south and west
  /// to east. They may meet later.
  ///
  /// - Parameter cells: the live cells of a pattern that is ``AnalysisRule/aligned(_:limit:)``.
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func recognizedObjects(of cells: Cells) throws -> [RecognizedObject] {
    let cells = try unmarked(cells)
    let pseudoObjects = PseudoObjects(rule)
    let (ships, rest) = try separation.splitShips(from: cells, at: 0)
    var cycles = ships.map(\.cycle)
    var found: [RecognizedObject] = []
    for part in try separation.parts(of: rest, span: Self.shortSpan) {
      if let object = try separation.object(part, at: 0, maxPeriod: Self.maxPartPeriod) {
        cycles.append(object.cycle)
      } else if let objects = try departingObjects(part) {
        cycles += objects.map(\.cycle)
      } else if let box = part.bounds {
        found.append(RecognizedObject(code: .pathological, window: box, phaseNumber: nil))
      }
    }
    found += try cycles.flatMap { pseudoObjects.parts(of: $0) }.map { cycle in
      RecognizedObject(
        code: try code(of: cycle), window: cycle.phases[0].window,
        phaseNumber: ObjectCode.phaseNumber(of: cycle, under: rule))
    }
    return found.sorted { ($0.window.y, $0.window.x) < ($1.window.y, $1.window.x) }
  }

  /// Splits a cluster of separate objects that are merely close, for example a spaceship leaving a
  /// block. They are separated some generations later. `nil` unless their earlier phases together
  /// are the cluster.
  private func departingObjects(_ cluster: Cells) throws -> [FoundObject]? {
    let pattern = try Pattern(onPlane: cluster, rule: rule.rule)
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    let departure = rule.wholeIntervals(Self.departure)
    try evolution.advance(by: departure)
    let cells = try evolution.cells()
    // Most other clusters are chaotic. For these, looking for spaceships first is quicker than a
    // separation.
    let (ships, _) = try separation.splitShips(from: cells, at: 0)
    guard !ships.isEmpty, let later = try objects(of: cells, maxSpan: Self.shortSpan) else {
      return nil
    }
    let objects = later.map { $0.earlier(by: departure) }
    guard objects.reduce(0, { $0 + $1.phase.bitmap.population }) == cluster.population else {
      return nil
    }
    let union = Cells(objects.flatMap(\.phase.runs))
    return union.isSame(as: cluster, shiftedBy: .zero) ? objects : nil
  }

  private static let shortSpan = 16
  private static let maxPartPeriod = 240
  /// The number of generations to wait for objects to depart. It is odd because some spaceships
  /// leave dying cells behind in some phases.
  private static let departure = 65
}
