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
  let separation: Separation
  let cells: Cells
  let generation: Int

  /// The most periods until emitted objects are out of reach.
  private static let mostPeriods = 64

  /// A core may recur after a multiple of the period of the population, such as one whose debris is
  /// mirrored in each half of its period.
  static let factors = 1...4

  /// How cells are divided into parts that recur alone and the core. Both are only proposals.
  private enum Division: CaseIterable {
    /// By the clusters of all cells that live within a period, which keeps the pieces of an
    /// oscillator together.
    case byEnvelope
    /// By the clusters of one generation, which keeps debris apart that a core lays close together.
    case byCluster
  }

  /// A core that recurs.
  struct Recurrence {
    var period: Int
    var displacement: Offset
    var emitted: [TrackedObject]
    /// The divisors of the period, smaller than it, after which the cells around the core are the
    /// same; ascending.
    var smallerPeriods: [Int] = []
  }

  private struct State {
    var core: Cells
    var free: [TrackedObject]
  }

  /// The identification of a growing pattern; nil if nothing is proved.
  ///
  /// - Parameter factors: the multiples of the population's period to try.
  func identification(
    _ growth: PopulationGrowth, factors: ClosedRange<Int>
  ) throws -> Identification? {
    for factor in factors {
      guard let found = try recurrence(growth.period * factor) else { continue }
      // Smaller divisors are disproved.
      guard let divisor = found.smallerPeriods.first else {
        return try Self.identification(found, separation)
      }
      if let shorter = try recurrence(divisor), shorter.smallerPeriods.isEmpty {
        return try Self.identification(shorter, separation)
      }
    }
    return nil
  }

  /// The core with a period, if one of the divisions has one.
  private func recurrence(_ period: Int) throws -> Recurrence? {
    for division in Division.allCases {
      if let found = try recurrence(period, division) { return found }
    }
    return nil
  }

  private static func identification(
    _ found: Recurrence, _ separation: Separation
  ) throws -> Identification {
    let leavesDebris = found.emitted.contains { !$0.cycle.isMoving }
    let moves = found.displacement != .zero
    var result = Identification(
      moves ? (leavesDebris ? .puffer : .rake) : leavesDebris ? .linearGrowth : .gun)
    result.period = found.period
    result.displacement = found.displacement
    result.emitted = try Identification.Part.counted(
      found.emitted, separation.rule, separation.limits)
    return result
  }
}

// MARK: - The proof

extension GrowthProof {
  /// The core with a period, if it has this one; not necessarily the smallest.
  private func recurrence(_ period: Int, _ division: Division) throws -> Recurrence? {
    let guess = try velocity(period, division)
    let start = try state(cells, at: generation, period, guess, division)
    guard let corner = start.core.bounds else { return nil }
    var alone = try separation.evolution(of: start.core)
    var windows = [corner]
    for _ in 0..<period {
      try alone.advance(by: 1)
      guard let box = alone.box else { return nil }
      windows.append(box)
    }
    let next = try state(alone.cells(), at: generation + period, period, guess, division)
    guard let box = next.core.bounds, !next.free.isEmpty else { return nil }
    let offset = Offset(x: box.x - corner.x, y: box.y - corner.y)
    guard next.core.isSame(as: start.core, shiftedBy: (offset.x, offset.y)) else { return nil }
    var found = Recurrence(period: period, displacement: offset, emitted: next.free)
    let streams = Streams(found, windows, from: generation, reach: separation.reach)
    guard let steady = try leave(streams, found, start, alone) else { return nil }
    found.smallerPeriods = try smallerPeriods(found, streams, steady)
    return found
  }

  /// The divisors of a period after which the cells in the box of the core, and of what it emits in
  /// one period, are the same. After any other divisor the core cannot be the same.
  ///
  /// - Parameter steady: the core after some periods, when all objects that are not yet out of
  ///   reach have been emitted.
  private func smallerPeriods(
    _ found: Recurrence, _ streams: Streams, _ steady: Evolution
  ) throws -> [Int] {
    var later = steady
    let (limit, box) = (
      separation.limits.engine.memoryLimit, streams.source(after: steady.generation)
    )
    let first = try steady.cells().clipped(to: box)
    var periods: [Int] = []
    for divisor in found.period.divisors.dropLast() {
      try later.advance(by: divisor - (later.generation - steady.generation))
      let (x, y) = (found.displacement.x * divisor, found.displacement.y * divisor)
      guard x.isMultiple(of: found.period), y.isMultiple(of: found.period) else { continue }
      let (dx, dy) = (x / found.period, y / found.period)
      let window = Window(x: box.x + dx, y: box.y + dy, width: box.width, height: box.height)
      let cells = try later.cells().clipped(to: window)
      if try cells.moved(byX: -dx, y: -dy, limit: limit) == first { periods.append(divisor) }
    }
    return periods
  }

  /// Runs the core alone, and the complete pattern, until everything else is out of reach.
  ///
  /// - Parameter alone: the core after one period.
  /// - Returns: the core alone at that generation; nil if the cells are not as expected.
  private func leave(
    _ streams: Streams, _ found: Recurrence, _ start: State, _ alone: Evolution
  ) throws -> Evolution? {
    var alone = alone
    var complete = try separation.evolution(of: cells)
    try complete.advance(by: found.period)
    for periods in 1...Self.mostPeriods {
      try alone.advance(by: found.period)
      try complete.advance(by: found.period)
      let now = generation + (periods + 1) * found.period
      let (dx, dy) = (
        (periods + 1) * found.displacement.x, (periods + 1) * found.displacement.y
      )
      var runs: [Run] = []
      start.core.forEachRun { run in
        runs.append(Run(y: run.y + dy, x: run.x + dx, length: run.length, state: run.state))
      }
      for index in 0...periods { runs += Self.runs(streams.emitted(index), at: now) }
      guard try Cells(runs) == alone.cells() else { return nil }
      runs += Self.runs(start.free, at: now)
      guard try Cells(runs) == complete.cells() else { return nil }
      if streams.areApart(after: periods), streams.avoid(start.free, after: periods) {
        return alone
      }
    }
    return nil
  }

  private static func runs(_ objects: [TrackedObject], at generation: Int) -> [Run] {
    var runs: [Run] = []
    for object in objects {
      object.phase(at: generation).cells.forEachRun { runs.append($0) }
    }
    return runs
  }

  /// A guess of how far the core moves in a period.
  private func velocity(_ period: Int, _ division: Division) throws -> Offset {
    var later = try separation.evolution(of: cells)
    try later.advance(by: period)
    let cores = try [cells, later.cells()].map { cells in
      try coreParts(separation.split(cells, at: 0).rest, at: 0, period, division).core
    }
    guard let from = cores[0].bounds, let to = cores[1].bounds else { return .zero }
    let offset = Offset(x: to.x - from.x, y: to.y - from.y)
    return cores[1].isSame(as: cores[0], shiftedBy: (offset.x, offset.y)) ? offset : .zero
  }

  /// Splits cells into a core and objects that would never meet it if it were its bounding box,
  /// moving by `guess` in a period.
  private func state(
    _ cells: Cells, at generation: Int, _ period: Int, _ guess: Offset,
    _ division: Division
  ) throws -> State {
    let (ships, rest) = separation.split(cells, at: generation)
    var (core, free) = try coreParts(rest, at: generation, period, division)
    free += ships
    let (vx, vy) = (Double(guess.x) / Double(period), Double(guess.y) / Double(period))
    var hasChanged = true
    while hasChanged, let box = core.bounds {
      let path = Path(box, vx: vx, vy: vy)
      let near = free.filter { $0.path(from: generation).meets(path, within: separation.reach) }
      free.removeAll { $0.path(from: generation).meets(path, within: separation.reach) }
      var runs = Self.runs(near, at: generation)
      core.forEachRun { runs.append($0) }
      core = Cells(runs)
      hasChanged = !near.isEmpty
    }
    return State(core: core, free: free)
  }

  /// The parts of cells that do not recur alone, and those that do.
  private func coreParts(
    _ cells: Cells, at generation: Int, _ period: Int, _ division: Division
  ) throws -> (core: Cells, objects: [TrackedObject]) {
    var core: [Run] = []
    var objects: [TrackedObject] = []
    let parts =
      division == .byEnvelope
      ? try separation.parts(of: cells, window: period)
      : Clusters.split(cells, reach: separation.reach).map { Cells($0) }
    for part in parts {
      if let object = try separation.object(part, at: generation, longest: 2 * period + 60) {
        objects.append(object)
      } else {
        part.forEachRun { core.append($0) }
      }
    }
    return (Cells(core), objects)
  }
}
