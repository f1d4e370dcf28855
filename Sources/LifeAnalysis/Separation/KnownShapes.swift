internal import LifeCore

/// Remembers which small parts of one pattern recur alone, because equal debris is in many places
/// and is looked at in many generations, and most of a core is the same in each try to divide it.
final class KnownShapes {
  /// Parts that are looked for by ``Separation/object(_:at:longest:)``.
  let objects = KnownCycles()
  /// Clusters that are spaceships.
  let ships = KnownCycles()
  /// Groups of clusters that are one spaceship, see ``WideShips``.
  let wideShips = KnownCycles()

  /// A part that recurs alone within `longest` generations, see
  /// ``Separation/object(_:at:longest:)``.
  func object(
    _ cells: Cells, at generation: Int, longest: Int, separation: Separation
  ) throws -> TrackedObject? {
    let cycle = try objects.cycle(of: cells, longest: longest) {
      try separation.object(cells, at: generation, longest: longest)?.cycle
    }
    return cycle.map { TrackedObject(cycle: $0, generation: generation) }
  }
}

/// The cycles of shapes that were looked for in one way.
final class KnownCycles {
  private var cycles: [Bitmap: ObjectCycle] = [:]
  /// The largest period up to which a shape is known not to recur.
  private var failures: [Bitmap: Int] = [:]

  private static let largestSide = 256
  private static let mostShapes = 1 << 14

  /// The cycle of cells that recur alone within `longest` generations.
  ///
  /// - Parameter find: looks for it, if the shape is not known.
  func cycle(
    of cells: Cells, longest: Int, find: () throws -> ObjectCycle?
  ) rethrows -> ObjectCycle? {
    guard let box = cells.bounds, max(box.width, box.height) <= Self.largestSide else {
      return try find()
    }
    let phase = Phase(cells)
    if let cycle = cycles[phase.bitmap] {
      return cycle.period <= longest ? cycle.moved(to: phase) : nil
    }
    if let failure = failures[phase.bitmap], failure >= longest { return nil }
    if cycles.count + failures.count >= Self.mostShapes {
      cycles = [:]
      failures = [:]
    }
    guard let found = try find() else {
      failures[phase.bitmap] = longest
      return nil
    }
    cycles[phase.bitmap] = found
    return found
  }
}

extension ObjectCycle {
  /// The same cycle, whose first phase is at the place of `phase`.
  func moved(to phase: Phase) -> ObjectCycle {
    guard let first = phases.first else { return self }
    let offset = Offset(x: phase.x - first.x, y: phase.y - first.y)
    return ObjectCycle(
      period: period, displacement: displacement, phases: phases.map { $0.moved(by: offset) })
  }
}
