package import LifeCore
internal import LifeEngines

/// Finds every way for two objects to meet for the first time, up to the symmetries of the rule.
///
/// The first object keeps its orientation. The second one takes all orientations, phases and places
/// from which it comes near. They meet in the last generation before their common evolution differs
/// from their cycles. Two meetings are the same if their cells are equal after a rotation or
/// reflection.
///
///      places of the second object, if it comes two cells nearer in each common period:
///
///      . . . . . 1 2                 a column for each of these cells, 1 and 2; in each column,
///      . . . . . 1 2    A            all rows in which its path meets that of A, the first object
///      . . . . . 1 2
///
/// - Complexity: O(orientations × phases × places), each some dozens of generations of both.
package struct Collisions {
  /// One way to meet.
  package struct Collision: Sendable {
    /// The cells of both objects, some generations before they meet.
    package let cells: Cells
    /// The generations from ``cells`` to the last one in which both still follow their own cycles.
    package let delay: Int
  }

  /// The rule of both objects.
  package let rule: AnalysisRule
  private let limits: AnalysisLimits
  private let first: TrackedObject
  private let second: ObjectCycle
  private let startDistance: Int
  /// The number of generations until both objects are in the same phases again.
  private let period: Int
  /// The maximum distance, in columns or rows, of two cells with a common neighbor.
  private let reach: Int

  /// The maximum common period of two objects.
  package static let maxPeriod = 1 << 12
  /// The maximum period of an object.
  package static let maxObjectPeriod = 1 << 10

  /// - Parameter startDistance: the maximum number of columns or rows between the boxes of the
  ///   objects in the first generation of a collision. If they are farther apart one generation
  ///   before they meet, the collision starts when they meet.
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

  /// Whether objects are the same at all places and in all generations, and few cells apart.
  package static func supports(_ rule: AnalysisRule) -> Bool {
    rule.interval == 1 && rule.rule.range == 1 && rule.rule.allowsMoves(by: Offset(x: 1, y: 0))
  }

  /// The cycle of an object. `nil` if the pattern does not recur within ``maxObjectPeriod``.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package static func cycle(
    of cells: Cells, rule: AnalysisRule, limits: AnalysisLimits = AnalysisLimits()
  ) throws -> ObjectCycle? {
    try Separation(rule: rule, limits: limits)
      .object(cells, at: 0, maxPeriod: maxObjectPeriod)?.cycle
  }

  /// Whether the common period is short enough for ``all(onApproach:)``.
  package var hasShortPeriod: Bool { period <= Self.maxPeriod }

  /// The number of orientations and phases of the second object.
  package var approachCount: Int { rule.symmetries.count * second.period }

  /// All collisions. Their order depends only on the objects.
  ///
  /// - Parameter onApproach: takes the number of finished orientations and phases.
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
          guard known.insert(bitmap.canonicalImage(under: rule.symmetries)).inserted else { return }
          let start = start(before: meeting, of: other)
          found.append(Collision(cells: union(other, at: start), delay: meeting - start))
        }
        count += 1
        onApproach(count)
      }
    }
    return found
  }

  /// Visits the second object at all places from which it comes near the first one. If it reaches
  /// such a place from another one, in the same phases, only one of the two is visited.
  private func forEachApproach(
    of other: TrackedObject, _ body: (TrackedObject) throws -> Void
  ) throws {
    // `other` moves by (dx, dy) relative to `first` in a common period.
    let turns = period / first.cycle.period
    let otherTurns = period / second.period
    let dx = otherTurns * other.cycle.displacement.x - turns * first.cycle.displacement.x
    let dy = otherTurns * other.cycle.displacement.y - turns * first.cycle.displacement.y
    guard dx != 0 || dy != 0 else { return }
    // Places are tried along the axis of the faster motion.
    let isWide = abs(dx) >= abs(dy)
    let motion = isWide ? dx : dy
    let path = first.path(from: 0)
    let otherPath = other.path(from: 0)
    let gap = Double(reach + 1)
    let nearest =
      if isWide {
        dx > 0 ? path.left - otherPath.right - gap : path.right - otherPath.left + gap
      } else {
        dy > 0 ? path.top - otherPath.bottom - gap : path.bottom - otherPath.top + gap
      }
    let edge = Int(nearest.rounded(motion > 0 ? .down : .up))
    // On lanes beyond all these distances, the paths certainly do not meet.
    let sizes = [path, otherPath].map { Int(max($0.right - $0.left, $0.bottom - $0.top)) }
    let farthest = abs(edge) + abs(motion)
    let distance = abs(Int(otherPath.left)) + abs(Int(otherPath.top))
    let lanes = 2 * (farthest + sizes[0] + sizes[1] + distance + reach)
    for step in 0..<abs(motion) {
      try limits.engine.interrupt?.check()
      let along = motion > 0 ? edge - step : edge + step
      for lane in -lanes...lanes {
        let offset = isWide ? Offset(x: along, y: lane) : Offset(x: lane, y: along)
        let moved = other.repeated(after: 0, movedBy: offset)
        if path.meets(moved.path(from: 0), within: reach) { try body(moved) }
      }
    }
  }

  /// The last generation before the objects change each other. `nil` if they never do.
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

  /// The first generation from which on the objects stay near each other until they meet.
  private func start(before meeting: Int, of other: TrackedObject) -> Int {
    var start = meeting
    while true {
      let box = first.phase(at: start - 1).window
      let otherBox = other.phase(at: start - 1).window
      guard box.gap(to: otherBox) <= startDistance else { return start }
      start -= 1
    }
  }

  /// The cells of both objects if each follows its own cycle.
  private func union(_ other: TrackedObject, at generation: Int) -> Cells {
    Cells([first, other].runs(at: generation))
  }
}

extension ObjectCycle {
  /// The cycle with all phases mapped.
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
  /// The first image in an arbitrary order: equal for patterns that differ by one of the maps.
  fileprivate func canonicalImage(under maps: [LatticeMap]) -> Bitmap {
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
