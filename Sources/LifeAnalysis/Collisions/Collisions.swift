package import LifeCore
internal import LifeEngines

/// Finds every way in which two objects meet that did not meet before, up to the symmetries of the
/// rule.
///
/// The first object keeps its orientation, and the second one takes all orientations, phases and
/// places from which it comes near. Both are followed by their own cycles until the next generation
/// of both together differs from what the two become alone: there they meet. Two ways are the same
/// if the cells of that generation are, turned or reflected.
///
///      places of the second object, relative to the first:
///
///      . . . . . 1 2                 one column for each cell by which it comes nearer in a common
///      . . . . . 1 2    A ←          period, and all lanes on which the paths meet
///      . . . . . 1 2
///
/// - Complexity: O(orientations × phases × places), each some dozens of generations of both.
package struct Collisions {
  /// One way to meet.
  package struct Collision: Sendable {
    /// The cells of both objects, some generations before they meet.
    package let cells: Cells
    /// The generations from ``cells`` to the last one in which both are as if they were alone.
    package let delay: Int
  }

  /// The rule of both objects.
  package let rule: AnalysisRule
  private let limits: AnalysisLimits
  private let first: TrackedObject
  private let second: ObjectCycle
  private let startDistance: Int
  /// The generations after which both objects have their phases again.
  private let period: Int
  /// The largest distance in columns or rows at which two cells have a common neighbor.
  private let reach: Int

  /// The longest common period of two objects.
  package static let longestPeriod = 1 << 12
  /// The longest period of an object.
  private static let longestObjectPeriod = 1 << 10

  /// - Parameters:
  ///   - startDistance: the most columns or rows between the boxes of the objects in the first
  ///     generation of a collision, unless there are more when they meet.
  package init(
    of first: ObjectCycle, with second: ObjectCycle, rule: AnalysisRule,
    limits: AnalysisLimits = AnalysisLimits(), startDistance: Int
  ) {
    self.rule = rule
    self.limits = limits
    self.first = TrackedObject(cycle: first, generation: 0)
    self.second = second
    self.startDistance = startDistance
    period = leastCommonMultiple(first.period, second.period)
    reach = 2 * rule.rule.range
  }

  /// The cycle of a pattern that is an object; nil if it does not recur soon, or is large.
  package static func cycle(of cells: Cells, rule: AnalysisRule) -> ObjectCycle? {
    guard rule.interval == 1 else { return nil }
    return rule.smallCycle(ofCells: cells, maxPeriod: longestObjectPeriod)
  }

  /// Whether the common period is short enough for ``all(onApproach:)``.
  package var hasShortPeriod: Bool { period <= Self.longestPeriod }

  /// The number of orientations and phases of the second object.
  package var approachCount: Int { rule.symmetries.count * second.period }

  /// All collisions, in an order that depends on the objects only.
  ///
  /// - Parameter onApproach: takes the number of orientations and phases that are done.
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func all(onApproach: (Int) -> Void = { _ in }) throws -> [Collision] {
    var known: Set<Bitmap> = []
    var found: [Collision] = []
    var count = 0
    for map in rule.symmetries {
      let turned = second.mapped(by: map)
      for phase in 0..<second.period {
        try forEachApproach(of: TrackedObject(cycle: turned, generation: -phase)) { other in
          guard let meeting = try meeting(with: other) else { return }
          let bitmap = Bitmap(union(other, at: meeting))
          guard known.insert(bitmap.first(of: rule.symmetries)).inserted else { return }
          let start = start(before: meeting, of: other)
          found.append(Collision(cells: union(other, at: start), delay: meeting - start))
        }
        count += 1
        onApproach(count)
      }
    }
    return found
  }

  /// Visits the second object at all places from which it comes near the first one, and at which no
  /// generation before brings it nearer.
  private func forEachApproach(
    of other: TrackedObject, _ body: (TrackedObject) throws -> Void
  ) throws {
    // How far it comes nearer in a common period.
    let turns = period / first.cycle.period
    let otherTurns = period / second.period
    let dx = otherTurns * other.cycle.displacement.x - turns * first.cycle.displacement.x
    let dy = otherTurns * other.cycle.displacement.y - turns * first.cycle.displacement.y
    guard dx != 0 || dy != 0 else { return }
    // Places are tried along the axis on which it approaches faster.
    let isWide = abs(dx) >= abs(dy)
    let approach = isWide ? dx : dy
    let path = first.path(from: 0)
    let otherPath = other.path(from: 0)
    let gap = Double(reach + 1)
    let nearest =
      if isWide {
        dx > 0 ? path.left - otherPath.right - gap : path.right - otherPath.left + gap
      } else {
        dy > 0 ? path.top - otherPath.bottom - gap : path.bottom - otherPath.top + gap
      }
    let edge = Int(nearest.rounded(approach > 0 ? .down : .up))
    // On lanes that are farther apart than all this the paths certainly do not meet.
    let sizes = [path, otherPath].map { Int(max($0.right - $0.left, $0.bottom - $0.top)) }
    let farthest = abs(edge) + abs(approach)
    let distance = abs(Int(otherPath.left)) + abs(Int(otherPath.top))
    let lanes = 2 * (farthest + sizes[0] + sizes[1] + distance + reach)
    for step in 0..<abs(approach) {
      try limits.engine.interrupt?.check()
      let along = approach > 0 ? edge - step : edge + step
      for lane in -lanes...lanes {
        let offset = isWide ? Offset(x: along, y: lane) : Offset(x: lane, y: along)
        let moved = other.repeated(after: 0, movedBy: offset)
        if path.meets(moved.path(from: 0), within: reach) { try body(moved) }
      }
    }
  }

  /// The last generation in which both objects are as if they were alone; nil if there is no end.
  private func meeting(with other: TrackedObject) throws -> Int? {
    var generation = 0
    while first.path(from: generation).meets(other.path(from: generation), within: reach) {
      let box = first.phase(at: generation).window
      if box.gap(to: other.phase(at: generation).window) < reach {
        let pattern = try Pattern(onPlane: union(other, at: generation), rule: rule.rule)
        var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
        try evolution.advance(by: 1)
        if try evolution.cells() != union(other, at: generation + 1) { return generation }
      }
      generation += 1
    }
    return nil
  }

  /// The first generation from which on the objects are near each other until they meet.
  private func start(before meeting: Int, of other: TrackedObject) -> Int {
    var start = meeting
    while true {
      let box = first.phase(at: start - 1).window
      let otherBox = other.phase(at: start - 1).window
      guard box.gap(to: otherBox) <= startDistance else { return start }
      start -= 1
    }
  }

  /// The cells of both objects as if they were alone.
  private func union(_ other: TrackedObject, at generation: Int) -> Cells {
    var runs: [CellRun] = []
    first.phase(at: generation).cells.forEachRun { runs.append($0) }
    other.phase(at: generation).cells.forEachRun { runs.append($0) }
    return Cells(runs)
  }
}

extension ObjectCycle {
  /// The image of all phases.
  fileprivate func mapped(by map: LatticeMap) -> ObjectCycle {
    let moved = map(Cell(x: displacement.x, y: displacement.y))
    let images = phases.map { phase in
      var runs: [CellRun] = []
      phase.bitmap.forEachCell { x, y, state in
        let cell = map(Cell(x: phase.x + x, y: phase.y + y))
        runs.append(CellRun(y: cell.y, x: cell.x, length: 1, state: state))
      }
      return Phase(Cells(runs))
    }
    return ObjectCycle(
      period: period, displacement: Offset(x: moved.x, y: moved.y), phases: images)
  }
}

extension Bitmap {
  /// The first of all images, so that equal ones have equal bitmaps.
  fileprivate func first(of maps: [LatticeMap]) -> Bitmap {
    var first = self
    for map in maps {
      let image = mapped(by: map)
      if image.isBefore(first) { first = image }
    }
    return first
  }

  private func isBefore(_ other: Bitmap) -> Bool {
    if width != other.width { return width < other.width }
    if height != other.height { return height < other.height }
    return words.lexicographicallyPrecedes(other.words)
  }
}
