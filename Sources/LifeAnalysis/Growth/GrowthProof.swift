internal import LifeCore
internal import LifeEngines

/// Proves that a core recurs and emits objects that never come back.
///
/// The core is all cells that belong to no free object; objects that it would meet are not free. It
/// runs alone for one period. It must then be the same core, displaced, plus free objects. It runs
/// on for *m* periods, until the objects of the first period are out of reach. From then on each
/// period repeats an earlier one forever. The complete pattern runs as well, to check that the
/// other free objects don't disturb the core.
///
/// The period must be the smallest: after each smaller divisor, the cells in a box around the core
/// differ. Otherwise the smallest divisor after which they are the same is tried instead.
///
///      generation   g          g + p              g + 2p                    g + (m + 1) p
///      cells        core       core + d, E₁       core + 2d, E₁, E₂   …     E₁ is out of reach
struct GrowthProof {
  /// The complete pattern in the generation of the core.
  let splitCells: SplitCells
  private var separation: Separation { splitCells.separation }
  private var known: KnownShapes { splitCells.known }
  private var generation: Int { splitCells.generation }

  /// Emitted objects must be out of reach after this number of periods, or of generations if that
  /// is longer. For example, a rake of period 8 may need 500 periods to leave an oscillator behind.
  private static let maxPeriods = 64
  private static let maxGenerations = 1 << 13

  /// A core that recurs.
  struct Recurrence {
    /// The core, including objects that have not left it.
    var core: Cells
    /// The objects that were free from the start.
    var free: [TrackedObject]
    var period: Int
    var displacement: Offset
    /// The objects emitted in the first period.
    var emitted: [TrackedObject]
    /// A moving box around the core and its emitted objects for one period. Time 0 is its start.
    var box: MovingBox
    /// The common period of all emitted and free objects.
    var objectPeriod: Int
    /// The ``box``, moved back to the first generation of the pattern; set last.
    var firstBox: Window?
    /// The divisors of the period, except itself, after which the cells around the core are the
    /// same; ascending.
    var smallerPeriods: [Int] = []
  }

  /// The core of a growing pattern, with its smallest period. `nil` if nothing is proved.
  ///
  /// - Parameter periods: the periods to try, in this order.
  func recurrence(periods: [Int]) throws -> Recurrence? {
    for period in periods {
      guard let found = try recurrence(period, maxObjectPeriod: period) else { continue }
      // Without smaller periods, the core differs after each divisor: the period is the smallest.
      guard let divisor = found.smallerPeriods.first else { return found }
      if let shorter = try recurrence(divisor, maxObjectPeriod: period),
        shorter.smallerPeriods.isEmpty
      {
        return shorter
      }
    }
    return nil
  }

  /// The result of a test of a core.
  private enum Outcome<Proof> {
    case recurs(Proof)
    /// The core recurs alone, with its emitted objects, but not next to the other objects.
    case isDisturbed
    case fails
  }

  /// The core with this period, by the first method that finds it.
  ///
  /// - Parameter maxObjectPeriod: the maximum period of a free object.
  private func recurrence(_ period: Int, maxObjectPeriod: Int) throws -> Recurrence? {
    var evolution = try separation.evolution(of: splitCells.cells)
    try evolution.advance(by: period)
    let later = try SplitCells(
      evolution.cells(), at: generation + period, known: known, separation: separation)
    var isDisturbed = false
    for method in CoreDivision.Method.allCases where method != .bySurvival || isDisturbed {
      let division = CoreDivision(
        separation, known: known, method: method, period: period, maxObjectPeriod: maxObjectPeriod)
      switch try outcome(of: division, later: later) {
      case .recurs(let found): return found
      case .isDisturbed: isDisturbed = true
      case .fails: break
      }
    }
    return nil
  }
}

// MARK: - The proof

extension GrowthProof {
  /// Tests one division. The core may also have a smaller period than the one tested.
  ///
  /// - Parameter later: the complete pattern a period later.
  private func outcome(
    of division: CoreDivision, later: SplitCells
  ) throws -> Outcome<Recurrence> {
    let period = division.period
    guard let start = try core(division, later: later) else { return .fails }
    let core = start.parts.core
    var alone = try separation.evolution(of: core)
    try alone.advance(by: period)
    let emitted = try emitted(
      in: alone.cells(), by: core, movedBy: start.displacement, division: division)
    guard let emitted, !emitted.isEmpty,
      let box = try box(of: core, movedBy: start.displacement, in: period)
    else { return .fails }
    let objects = emitted + start.parts.free
    var found = Recurrence(
      core: core, free: start.parts.free, period: period,
      displacement: start.displacement, emitted: emitted, box: box,
      objectPeriod: Set(objects.map(\.cycle.period)).reduce(1, leastCommonMultiple))
    let streams = Streams(found: found, start: generation, reach: separation.reach)
    switch try steadiness(streams, found: found, start: start.parts, alone: alone) {
    case .recurs(let steady):
      found.firstBox = streams.source(after: -generation)
      found.smallerPeriods = try smallerPeriods(found, streams: streams, steady: steady)
      return .recurs(found)
    case .isDisturbed: return .isDisturbed
    case .fails: return .fails
    }
  }

  /// The core of the complete pattern, and its displacement after a period. `nil` if the core
  /// differs then: a far cheaper test than running the core alone.
  private func core(
    _ division: CoreDivision, later: SplitCells
  ) throws -> (parts: DividedCells, displacement: Offset)? {
    let parts = try division.divided(splitCells)
    guard !parts.core.isEmpty else { return nil }
    let laterParts = try division.divided(later)
    let moves = displacement(from: parts.core, to: laterParts.core)
    // If a cluster's shape alone decides whether it is an object, fail at once: cores that are
    // equal with the objects joined to them are equal without these, too.
    if moves == nil, division.isByShape { return nil }
    var guess = moves ?? .zero
    // The velocity decides which objects meet the core. If the guess was wrong, try the one found.
    for _ in 0..<2 {
      let start = try division.joined(parts, guess: guess)
      let end = try division.joined(laterParts, guess: guess)
      guard let offset = displacement(from: start.core, to: end.core) else { return nil }
      if offset == guess { return (start, offset) }
      guess = offset
    }
    return nil
  }

  /// The box of a core on its own, with its emitted objects, over one period. `nil` if the core
  /// dies.
  ///
  /// The box of every generation costs ten times as much as stepping the core. It is computed only
  /// for a core that returns after the period.
  private func box(of core: Cells, movedBy offset: Offset, in period: Int) throws -> MovingBox? {
    guard let first = core.bounds else { return nil }
    var alone = try separation.evolution(of: core)
    var windows = [first]
    for _ in 0..<period {
      try alone.advance(by: 1)
      guard let box = alone.box else { return nil }
      windows.append(box)
    }
    return MovingBox(windows, velocity: Velocity(offset, period: period))
  }

  /// The objects emitted by a core after one period. `nil` unless all other cells are the displaced
  /// core. Removing the core first is faster than searching for it in a new division of all cells.
  private func emitted(
    in later: Cells, by core: Cells, movedBy offset: Offset, division: CoreDivision
  ) throws -> [TrackedObject]? {
    let limit = separation.limits.engine.memoryLimit
    let moved = try core.moved(by: offset, limit: limit)
    guard let rest = later.removing(moved) else { return nil }
    let parts = try division.divided(
      SplitCells(rest, at: generation + division.period, known: known, separation: separation))
    return parts.core.isEmpty ? parts.free : nil
  }

  /// The displacement of equal cells. `nil` if they differ.
  private func displacement(from cells: Cells, to later: Cells) -> Offset? {
    guard let from = cells.bounds, let to = later.bounds else { return nil }
    let offset = Offset(x: to.x - from.x, y: to.y - from.y)
    let isSame =
      separation.rule.rule.allowsMoves(by: offset) && later.isSame(as: cells, shiftedBy: offset)
    return isSame ? offset : nil
  }

  /// The divisors of a period after which the cells are the same in the box of the core and its
  /// emitted objects. After any other divisor, the core differs.
  ///
  /// - Parameter steady: the core, run alone until its first emitted objects are out of reach.
  private func smallerPeriods(
    _ found: Recurrence, streams: Streams, steady: Evolution
  ) throws -> [Int] {
    var later = steady
    let limit = separation.limits.engine.memoryLimit
    let box = streams.source(after: steady.generation)
    let first = try steady.cells().clipped(to: box)
    var periods: [Int] = []
    let rule = separation.rule
    for divisor in found.period.divisors.dropLast() where divisor.isMultiple(of: rule.interval) {
      try later.advance(by: divisor - (later.generation - steady.generation))
      let product = found.displacement * divisor
      let offset = Offset(x: product.x / found.period, y: product.y / found.period)
      guard offset * found.period == product, rule.rule.allowsMoves(by: offset) else { continue }
      let cells = try later.cells().clipped(to: box.moved(byX: offset.x, y: offset.y))
      if try cells.moved(by: offset * -1, limit: limit) == first { periods.append(divisor) }
    }
    return periods
  }

  /// Whether the core repeats its first period forever. The proof is the core, run alone until its
  /// first emitted objects are out of reach.
  ///
  /// Runs the core alone, and the complete pattern, until the first emitted objects and the free
  /// objects are out of reach.
  ///
  /// Boxes decide about reach. Cells are compared after the second period, to fail early, and after
  /// the last two. Objects of all ages that can be within reach exist by then, so each later period
  /// repeats the last.
  ///
  /// - Parameter alone: the core after one period.
  private func steadiness(
    _ streams: Streams, found: Recurrence, start: DividedCells, alone: Evolution
  ) throws -> Outcome<Evolution> {
    var alone = alone
    var complete = try separation.evolution(of: splitCells.cells)
    try complete.advance(by: found.period)
    var periods = 0
    /// `nil` if `alone` and `complete` have the expected cells, `count` periods after the first.
    func difference(after count: Int) throws -> Outcome<Evolution>? {
      let generations = (count - periods) * found.period
      try alone.advance(by: generations)
      try complete.advance(by: generations)
      periods = count
      let now = generation + (count + 1) * found.period
      let offset = Offset(
        x: (count + 1) * found.displacement.x, y: (count + 1) * found.displacement.y)
      var runs = try start.core.moved(by: offset).runs
      for index in 0...count { runs += streams.emitted(index).runs(at: now) }
      guard try Cells(runs) == alone.cells() else { return .fails }
      runs += start.free.runs(at: now)
      return try Cells(runs) == complete.cells() ? nil : .isDisturbed
    }
    if let difference = try difference(after: 1) { return difference }
    guard let last = try periodsToLeave(streams, of: found, free: start.free) else {
      return .fails
    }
    for count in [last - 1, last] where count > 1 {
      if let difference = try difference(after: count) { return difference }
    }
    return .recurs(alone)
  }

  /// The periods until the first emitted and the free objects are out of reach. `nil` if too many.
  private func periodsToLeave(
    _ streams: Streams, of found: Recurrence, free: [TrackedObject]
  ) throws -> Int? {
    func areOutOfReach(after count: Int) throws -> Bool {
      let interrupt = separation.limits.engine.interrupt
      return try streams.areApart(after: count, interrupt: interrupt)
        && streams.avoid(free, after: count, interrupt: interrupt)
    }
    let most = max(Self.maxPeriods, Self.maxGenerations / found.period)
    var low = 0
    var high = 1
    while try !areOutOfReach(after: high) {
      low = high
      high *= 2
      if high > most { return nil }
    }
    // Objects out of reach stay out of reach, so a binary search works.
    return try (low + 1..<high).partitioningIndex(where: areOutOfReach)
  }
}

extension Cells {
  /// These cells without `others`. `nil` unless all others are among them, in the same states.
  func removing(_ others: Cells) -> Cells? {
    let removed = others.runs
    var rest: [CellRun] = []
    var next = 0
    forEachRun { run in
      var left = run
      while next < removed.count, let (before, after) = left.parts(around: removed[next]) {
        if before.length > 0 { rest.append(before) }
        left = after
        next += 1
      }
      if left.length > 0 { rest.append(left) }
    }
    return next == removed.count ? Cells(rest) : nil
  }
}

extension CellRun {
  /// The two ends of a run around a part of it. `nil` if the other run is not a part.
  fileprivate func parts(around part: CellRun) -> (before: CellRun, after: CellRun)? {
    let start = part.x - x
    let end = start + part.length
    guard part.y == y, part.state == state, start >= 0, end <= length else { return nil }
    let before = CellRun(y: y, x: x, length: start, state: state)
    return (before, CellRun(y: y, x: x + end, length: length - end, state: state))
  }
}
