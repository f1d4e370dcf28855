internal import LifeCore

/// Remembers which small parts of one pattern recur alone, because equal debris is in many places
/// and is looked at in many generations.
final class KnownShapes {
  private var cycles: [Bitmap: ObjectCycle] = [:]
  /// The largest period up to which a shape is known not to recur.
  private var failures: [Bitmap: Int] = [:]

  private static let largestSide = 256
  private static let mostShapes = 1 << 14

  /// A part that recurs alone within `longest` generations, see
  /// ``Separation/object(_:at:longest:)``.
  func object(
    _ cells: Cells, at generation: Int, longest: Int, separation: Separation
  ) throws -> TrackedObject? {
    guard let box = cells.bounds, max(box.width, box.height) <= Self.largestSide else {
      return try separation.object(cells, at: generation, longest: longest)
    }
    let phase = Phase(cells)
    if let cycle = cycles[phase.bitmap] {
      guard cycle.period <= longest else { return nil }
      return TrackedObject(cycle: cycle.moved(to: phase), generation: generation)
    }
    if let failure = failures[phase.bitmap], failure >= longest { return nil }
    if cycles.count + failures.count >= Self.mostShapes {
      cycles = [:]
      failures = [:]
    }
    guard let found = try separation.object(cells, at: generation, longest: longest) else {
      failures[phase.bitmap] = longest
      return nil
    }
    cycles[phase.bitmap] = found.cycle
    return found
  }
}

extension ObjectCycle {
  /// The same cycle, whose first phase is at the place of `phase`.
  fileprivate func moved(to phase: Phase) -> ObjectCycle {
    guard let first = phases.first else { return self }
    let offset = Offset(x: phase.x - first.x, y: phase.y - first.y)
    return ObjectCycle(
      period: period, displacement: displacement, phases: phases.map { $0.moved(by: offset) })
  }
}
