internal import LifeCore
internal import LifeEngines

/// Proves that a pattern is a core that recurs and emits objects that never come back.
///
/// The core is everything that is not an object by itself, with the objects that would meet it. It
/// is run alone for one period; then it must be the same core, displaced, and some free objects. It
/// is run further until the objects of the first period are out of reach: then every later period
/// repeats an earlier one, and the pattern does so for ever. The complete pattern is run beside it,
/// so that objects that were free before are known not to disturb it.
///
/// The period is the smallest: for each divisor, either the cells in a box around the core differ
/// after that many generations, or the divisor itself is proved to be the period.
///
///      generation   g          g + p              g + 2p                    g + (m + 1) p
///      cells        core       core + d, E₁       core + 2d, E₁, E₂   …     E₁ is out of reach
struct GrowthProof {
  private let separation: Separation
  private let cells: Cells
  private let generation: Int
  private let known: KnownShapes
  private let here: SplitCells
  /// The complete pattern some generations later.
  private let later: LaterCells

  init(separation: Separation, cells: Cells, generation: Int, known: KnownShapes) {
    self.separation = separation
    self.cells = cells
    self.generation = generation
    self.known = known
    here = SplitCells(cells, at: generation, known: known, separation: separation)
    later = LaterCells(here, separation: separation)
  }

  /// The most periods, or if these are more generations, until emitted objects are out of reach. A
  /// rake of period 8 may need 500 periods to leave an oscillator that it has flown past.
  private static let mostPeriods = 64
  private static let mostGenerations = 1 << 13

  /// A core that recurs.
  struct Recurrence {
    /// The core, with all that has not left it.
    var core: Cells
    /// The objects that were free before.
    var free: [TrackedObject]
    var period: Int
    var displacement: Offset
    /// The objects that the core emits in the first period.
    var emitted: [TrackedObject]
    /// The box of the core and of what it emits in one period, at the start of that period.
    var box: MovingBox
    /// The common period of these and of all objects that were free before.
    var objectPeriod: Int
    /// The box of the core and of what it emits in one period, as far as it has moved since the
    /// first generation; set last.
    var source: Window?
    /// The divisors of the period, smaller than it, after which the cells around the core are the
    /// same; ascending.
    var smallerPeriods: [Int] = []
  }

  /// The core of a growing pattern, with its smallest period; nil if nothing is proved.
  ///
  /// - Parameter periods: to try, in this order.
  func recurrence(periods: [Int]) throws -> Recurrence? {
    for period in periods {
      guard let found = try recurrence(period, longest: period) else { continue }
      // After all other divisors the core is known to differ.
      guard let divisor = found.smallerPeriods.first else { return found }
      if let shorter = try recurrence(divisor, longest: period), shorter.smallerPeriods.isEmpty {
        return shorter
      }
    }
    return nil
  }

  /// What comes of a division.
  private enum Outcome {
    case recurs(Recurrence)
    /// The core recurs alone, with what it emits, but not beside the other objects.
    case isDisturbed
    case fails
  }

  /// The core with a period, if one of the divisions has one.
  ///
  /// - Parameter longest: the longest period of an object that the core does not meet.
  private func recurrence(_ period: Int, longest: Int) throws -> Recurrence? {
    var isDisturbed = false
    for method in CoreDivision.Method.allCases where method != .bySurvival || isDisturbed {
      let division = CoreDivision(
        separation, known: known, method: method, period: period, longest: longest)
      switch try outcome(of: division) {
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
  /// The core with the period of a division, if it has this one; not necessarily the smallest.
  private func outcome(of division: CoreDivision) throws -> Outcome {
    let period = division.period
    guard let start = try core(division) else { return .fails }
    let core = start.division.core
    var alone = try separation.evolution(of: core)
    try alone.advance(by: period)
    let emitted = try emitted(
      in: alone.cells(), by: core, movedBy: start.displacement, division: division)
    guard let emitted, !emitted.isEmpty,
      let box = try box(of: core, movedBy: start.displacement, in: period)
    else { return .fails }
    let objects = emitted + start.division.free
    var found = Recurrence(
      core: core, free: start.division.free, period: period,
      displacement: start.displacement, emitted: emitted, box: box,
      objectPeriod: Set(objects.map(\.cycle.period)).reduce(1, leastCommonMultiple))
    let streams = Streams(found, from: generation, reach: separation.reach)
    switch try steadiness(streams, found: found, start: start.division, alone: alone) {
    case .steady(let steady):
      found.source = streams.source(after: -generation)
      found.smallerPeriods = try smallerPeriods(found, streams: streams, steady: steady)
      return .recurs(found)
    case .disturbed: return .isDisturbed
    case .unsteady: return .fails
    }
  }

  /// The core of the complete pattern, and how far it has moved a period later; nil if the core is
  /// another one then, which costs far less to see than to run the core alone.
  private func core(
    _ division: CoreDivision
  ) throws -> (division: DividedCells, displacement: Offset)? {
    let parts = try division.divided(here)
    guard !parts.core.isEmpty else { return nil }
    let laterParts = try division.divided(later.cells(after: division.period))
    let moves = Self.displacement(from: parts.core, to: laterParts.core)
    // Equal cores have equal clusters. If no other cells decide which of them join the objects, the
    // same are left when all objects are free.
    if moves == nil, division.isByShape { return nil }
    var guess = moves ?? .zero
    // With the right velocity, other objects may meet the core.
    for _ in 0..<2 {
      let start = try division.joined(parts, guess: guess)
      let end = try division.joined(laterParts, guess: guess)
      guard let offset = Self.displacement(from: start.core, to: end.core) else { return nil }
      if offset == guess { return (start, offset) }
      guess = offset
    }
    return nil
  }

  /// The box of a core and of what it emits in a period, when it is alone; nil if the core dies.
  ///
  /// To look at the box of each generation takes ten times as long as to step the core, so this
  /// is done only for a core that is there again after the period: a rake of period 16 982, four
  /// of whose divisions fail, takes 2.2 s instead of 2.7.
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

  /// What a core has emitted after one period; nil unless there are only objects that recur, and
  /// the core itself, displaced. To divide all cells anew, and look for the core among them, took a
  /// tenth of the time for a puffer of period 4 284.
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

  /// How far equal cells have moved; nil if they are not equal.
  private static func displacement(from cells: Cells, to later: Cells) -> Offset? {
    guard let from = cells.bounds, let to = later.bounds else { return nil }
    let offset = Offset(x: to.x - from.x, y: to.y - from.y)
    return later.isSame(as: cells, shiftedBy: offset) ? offset : nil
  }

  /// The divisors of a period after which the cells in the box of the core, and of what it emits in
  /// one period, are the same. After any other divisor the core cannot be the same.
  ///
  /// - Parameter steady: the core after some periods, when all objects that are not yet out of
  ///   reach have been emitted.
  private func smallerPeriods(
    _ found: Recurrence, streams: Streams, steady: Evolution
  ) throws -> [Int] {
    var later = steady
    let limit = separation.limits.engine.memoryLimit
    let box = streams.source(after: steady.generation)
    let first = try steady.cells().clipped(to: box)
    var periods: [Int] = []
    for divisor in found.period.divisors.dropLast() {
      try later.advance(by: divisor - (later.generation - steady.generation))
      let turns = found.displacement * divisor
      let offset = Offset(x: turns.x / found.period, y: turns.y / found.period)
      guard offset * found.period == turns else { continue }
      let cells = try later.cells().clipped(to: box.moved(byX: offset.x, y: offset.y))
      if try cells.moved(by: offset * -1, limit: limit) == first { periods.append(divisor) }
    }
    return periods
  }

  /// How a core goes on after its first period.
  private enum Steadiness {
    /// As in its first period, for ever; with the core alone when all else is out of reach.
    case steady(Evolution)
    /// As in its first period when it is alone, but not in the complete pattern.
    case disturbed
    case unsteady
  }

  /// Runs the core alone, and the complete pattern, until everything else is out of reach.
  ///
  /// What is out of reach is decided by boxes. Then the cells are compared at the ends of the
  /// first period, to end early, and of the last two: the last period has objects of all ages that
  /// are not out of reach, and each later one repeats it.
  ///
  /// - Parameter alone: the core after one period.
  private func steadiness(
    _ streams: Streams, found: Recurrence, start: DividedCells, alone: Evolution
  ) throws -> Steadiness {
    var alone = alone
    var complete = try separation.evolution(of: cells)
    try complete.advance(by: found.period)
    var periods = 0
    /// Nil if both are as expected.
    func difference(after count: Int) throws -> Steadiness? {
      let generations = (count - periods) * found.period
      try alone.advance(by: generations)
      try complete.advance(by: generations)
      periods = count
      let now = generation + (count + 1) * found.period
      let dx = (count + 1) * found.displacement.x
      let dy = (count + 1) * found.displacement.y
      var runs: [CellRun] = []
      start.core.forEachRun { run in
        runs.append(CellRun(y: run.y + dy, x: run.x + dx, length: run.length, state: run.state))
      }
      for index in 0...count { runs += streams.emitted(index).runs(at: now) }
      guard try Cells(runs) == alone.cells() else { return .unsteady }
      runs += start.free.runs(at: now)
      return try Cells(runs) == complete.cells() ? nil : .disturbed
    }
    if let difference = try difference(after: 1) { return difference }
    guard let last = try periodsToLeave(streams, of: found, free: start.free) else {
      return .unsteady
    }
    for count in [last - 1, last] where count > 1 {
      if let difference = try difference(after: count) { return difference }
    }
    return .steady(alone)
  }

  /// The number of periods after which all that has been emitted is out of reach.
  private func periodsToLeave(
    _ streams: Streams, of found: Recurrence, free: [TrackedObject]
  ) throws -> Int? {
    func areOutOfReach(after count: Int) throws -> Bool {
      let interrupt = separation.limits.engine.interrupt
      return try streams.areApart(after: count, interrupt: interrupt)
        && streams.avoid(free, after: count, interrupt: interrupt)
    }
    let most = max(Self.mostPeriods, Self.mostGenerations / found.period)
    var low = 0
    var high = 1
    while try !areOutOfReach(after: high) {
      low = high
      high *= 2
      if high > most { return nil }
    }
    // What is out of reach stays out of reach.
    while high - low > 1 {
      let middle = (low + high) / 2
      if try areOutOfReach(after: middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension Cells {
  /// The cells that are not among others; nil unless all of those are among these, in the same
  /// states.
  func removing(_ others: Cells) -> Cells? {
    var removed: [CellRun] = []
    others.forEachRun { removed.append($0) }
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
  /// What is left of a run on both sides of a part of it; nil if the other run is no part of it.
  fileprivate func parts(around part: CellRun) -> (before: CellRun, after: CellRun)? {
    let start = part.x - x
    let end = start + part.length
    guard part.y == y, part.state == state, start >= 0, end <= length else { return nil }
    let before = CellRun(y: y, x: x, length: start, state: state)
    return (before, CellRun(y: y, x: x + end, length: length - end, state: state))
  }
}
