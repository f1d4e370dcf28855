internal import LifeCore

/// Caches whether a small part recurs on its own: the same debris turns up again and again, in many
/// places and generations.
final class KnownShapes {
  /// Parts that may be objects.
  let objects = KnownCycles()
  /// Single clusters that may be spaceships.
  let ships = KnownCycles()
  /// Groups of clusters that may be spaceships, see ``WideShips``.
  let wideShips = KnownCycles()

  /// The same as ``Separation/object(_:at:maxPeriod:givesUpGrowth:)``, cached.
  func object(
    _ cells: Cells, at generation: Int, maxPeriod: Int, separation: Separation
  ) throws -> TrackedObject? {
    let cycle = try objects.cycle(of: cells, maxPeriod: maxPeriod, under: separation.rule) {
      try separation.object(cells, at: generation, maxPeriod: maxPeriod)?.cycle
    }
    return cycle.map { TrackedObject(cycle: $0, generation: generation) }
  }
}

/// The cycles of shapes, for one kind of search.
final class KnownCycles {
  private var cycles: [Phase: ObjectCycle] = [:]
  /// For shapes without a known cycle, the maximum period tried so far.
  private var failures: [Phase: Int] = [:]

  private static let maxSide = 256
  private static let maxShapes = 1 << 14

  /// The cycle of cells with a period of at most `maxPeriod`.
  ///
  /// - Parameter find: searches for the cycle of an unknown shape.
  func cycle(
    of cells: Cells, maxPeriod: Int, under rule: AnalysisRule, find: () throws -> ObjectCycle?
  ) rethrows -> ObjectCycle? {
    guard let box = cells.bounds, max(box.width, box.height) <= Self.maxSide else {
      return try find()
    }
    let phase = Phase(cells)
    var shape = phase
    // Under rules that depend on parity, a shape has several cycles.
    let isSameEverywhere = rule.rule.allowsMoves(by: Offset(x: 1, y: 0))
    shape.x = isSameEverywhere ? 0 : phase.x & 1
    shape.y = isSameEverywhere ? 0 : phase.y & 1
    if let cycle = cycles[shape] {
      return cycle.period <= maxPeriod ? cycle.moved(to: phase) : nil
    }
    if let failure = failures[shape], failure >= maxPeriod { return nil }
    if cycles.count + failures.count >= Self.maxShapes {
      cycles = [:]
      failures = [:]
    }
    guard let found = try find() else {
      failures[shape] = maxPeriod
      return nil
    }
    cycles[shape] = found
    return found
  }
}

extension ObjectCycle {
  /// The same cycle, moved so that its first phase lies at `phase`.
  func moved(to phase: Phase) -> ObjectCycle {
    guard let first = phases.first else { return self }
    return moved(by: Offset(x: phase.x - first.x, y: phase.y - first.y))
  }

  func moved(by offset: Offset) -> ObjectCycle {
    ObjectCycle(
      period: period, displacement: displacement, phases: phases.map { $0.moved(by: offset) })
  }
}
