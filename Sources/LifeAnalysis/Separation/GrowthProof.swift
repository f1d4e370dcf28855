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
  let known: KnownShapes

  /// The most periods until emitted objects are out of reach.
  private static let mostPeriods = 64

  /// A core may recur after a multiple of the period of the population, such as one whose debris is
  /// mirrored in each half of its period.
  static let factors = 1...4

  /// How cells are divided into parts that recur alone and the core. All are only proposals.
  private enum Division: CaseIterable {
    /// Spaceships that have left, and the core, which is everything else. The quickest to find, and
    /// right for guns and for rakes that leave nothing behind.
    case byShips
    /// The same, but a spaceship is also free between the clusters of the core, in which it may be
    /// for many periods.
    case byShipsBetweenClusters
    /// By the clusters of all cells that live within a period, which keeps the pieces of an
    /// oscillator together.
    case byEnvelope
    /// By the clusters of one generation, which keeps debris apart that a core lays close together.
    case byCluster
    /// Spaceships that have left, also those of several clusters, and the core. Such spaceships may
    /// be parts of a core that moves, so this comes last.
    case byWideShips
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
    let parts = try divided(cells, at: generation, period, division)
    guard !parts.core.isEmpty else { return nil }
    var run = try coreRun(of: parts.core, period)
    var next = try divided(run.cells, at: generation + period, period, division)
    let moved = Self.displacement(from: parts.core, to: next.core)
    let guess = try moved ?? velocity(parts.core, period, division)
    let start = joined(parts, at: generation, period, guess, division)
    if start.core != parts.core {
      run = try coreRun(of: start.core, period)
      next = try divided(run.cells, at: generation + period, period, division)
    }
    next = joined(next, at: generation + period, period, guess, division)
    guard !run.windows.isEmpty, !next.free.isEmpty,
      let offset = Self.displacement(from: start.core, to: next.core)
    else { return nil }
    var found = Recurrence(period: period, displacement: offset, emitted: next.free)
    let streams = Streams(found, run.windows, from: generation, reach: separation.reach)
    guard let steady = try leave(streams, found, start, run.evolution) else { return nil }
    found.smallerPeriods = try smallerPeriods(found, streams, steady)
    return found
  }

  /// A core that is run alone for one period.
  private struct CoreRun {
    var evolution: Evolution
    /// The cells after one period.
    var cells: Cells
    /// The boxes of all generations; none if the core dies.
    var windows: [Window]
  }

  private func coreRun(of core: Cells, _ period: Int) throws -> CoreRun {
    var alone = try separation.evolution(of: core)
    var windows = [core.bounds].compactMap { $0 }
    for _ in 0..<period {
      try alone.advance(by: 1)
      guard let box = alone.box else {
        return CoreRun(evolution: alone, cells: Cells([]), windows: [])
      }
      windows.append(box)
    }
    return CoreRun(evolution: alone, cells: try alone.cells(), windows: windows)
  }

  /// How far equal cells have moved; nil if they are not equal.
  private static func displacement(from cells: Cells, to later: Cells) -> Offset? {
    guard let from = cells.bounds, let to = later.bounds else { return nil }
    let offset = Offset(x: to.x - from.x, y: to.y - from.y)
    return later.isSame(as: cells, shiftedBy: (offset.x, offset.y)) ? offset : nil
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
  /// What is out of reach is decided by boxes. Then the cells are compared at the ends of the
  /// first period, to end early, and of the last two: the last period has objects of all ages that
  /// are not out of reach, and each later one repeats it.
  ///
  /// - Parameter alone: the core after one period.
  /// - Returns: the core alone at that generation; nil if the cells are not as expected.
  private func leave(
    _ streams: Streams, _ found: Recurrence, _ start: State, _ alone: Evolution
  ) throws -> Evolution? {
    var alone = alone
    var complete = try separation.evolution(of: cells)
    try complete.advance(by: found.period)
    var periods = 0
    func areAsExpected(after count: Int) throws -> Bool {
      let generations = (count - periods) * found.period
      try alone.advance(by: generations)
      try complete.advance(by: generations)
      periods = count
      let now = generation + (count + 1) * found.period
      let (dx, dy) = ((count + 1) * found.displacement.x, (count + 1) * found.displacement.y)
      var runs: [Run] = []
      start.core.forEachRun { run in
        runs.append(Run(y: run.y + dy, x: run.x + dx, length: run.length, state: run.state))
      }
      for index in 0...count { runs += Self.runs(streams.emitted(index), at: now) }
      guard try Cells(runs) == alone.cells() else { return false }
      runs += Self.runs(start.free, at: now)
      return try Cells(runs) == complete.cells()
    }
    guard try areAsExpected(after: 1), let last = try periodsToLeave(streams, start.free) else {
      return nil
    }
    for count in [last - 1, last] where count > 1 {
      guard try areAsExpected(after: count) else { return nil }
    }
    return alone
  }

  /// The number of periods after which all that has been emitted is out of reach.
  private func periodsToLeave(_ streams: Streams, _ free: [TrackedObject]) throws -> Int? {
    func areOutOfReach(after count: Int) throws -> Bool {
      try separation.limits.engine.interrupt?.check()
      return streams.areApart(after: count) && streams.avoid(free, after: count)
    }
    var (low, high) = (0, 1)
    while try !areOutOfReach(after: high) {
      low = high
      high *= 2
      if high > Self.mostPeriods { return nil }
    }
    // What is out of reach stays out of reach.
    while high - low > 1 {
      let middle = (low + high) / 2
      if try areOutOfReach(after: middle) { high = middle } else { low = middle }
    }
    return high
  }

  private static func runs(_ objects: [TrackedObject], at generation: Int) -> [Run] {
    var runs: [Run] = []
    for object in objects {
      object.phase(at: generation).cells.forEachRun { runs.append($0) }
    }
    return runs
  }

  /// A guess of how far the core moves in a period, from the complete pattern.
  private func velocity(_ core: Cells, _ period: Int, _ division: Division) throws -> Offset {
    var later = try separation.evolution(of: cells)
    try later.advance(by: period)
    let next = try divided(later.cells(), at: generation + period, period, division).core
    return Self.displacement(from: core, to: next) ?? .zero
  }

  /// The boxes around the clusters of a core that are kept free.
  private static let clusterMargin = 8
  private static let mostClusters = 1_000

  /// The boxes that a core is taken for: the bounding box, or those of its clusters.
  private func boxes(of core: Cells, _ division: Division) -> [Window] {
    let bounds = [core.bounds].compactMap { $0 }
    guard division == .byShipsBetweenClusters else { return bounds }
    let clusters = Clusters.split(core, reach: separation.reach)
    guard clusters.count <= Self.mostClusters else { return bounds }
    return clusters.compactMap { runs in
      Cells(runs).bounds.map { box in
        Window(
          x: box.x - Self.clusterMargin, y: box.y - Self.clusterMargin,
          width: box.width + 2 * Self.clusterMargin, height: box.height + 2 * Self.clusterMargin)
      }
    }
  }

  /// Joins objects to the core that would meet it if it were its boxes, moving by `guess` in a
  /// period.
  private func joined(
    _ parts: State, at generation: Int, _ period: Int, _ guess: Offset, _ division: Division
  ) -> State {
    var core = parts.core
    var free = parts.free.map { (object: $0, path: $0.path(from: generation)) }
    let (vx, vy) = (Double(guess.x) / Double(period), Double(guess.y) / Double(period))
    while !core.isEmpty {
      let paths = boxes(of: core, division).map { Path($0, vx: vx, vy: vy) }
      let isNear = free.map { ship in
        paths.contains { ship.path.meets($0, within: separation.reach) }
      }
      guard isNear.contains(true) else { break }
      let near = free.indices.filter { isNear[$0] }.map { free[$0] }
      free = free.indices.filter { !isNear[$0] }.map { free[$0] }
      var runs = Self.runs(near.map(\.object), at: generation)
      core.forEachRun { runs.append($0) }
      core = Cells(runs)
    }
    return State(core: core, free: free.map(\.object))
  }

  /// Cells that do not recur alone, and objects that do.
  private func divided(
    _ cells: Cells, at generation: Int, _ period: Int, _ division: Division
  ) throws -> State {
    if division == .byWideShips {
      let (free, rest) = try separation.splitWithWideShips(cells, at: generation)
      return State(core: rest, free: free)
    }
    var (free, rest) = separation.split(cells, at: generation)
    let parts: [Cells]
    switch division {
    case .byShips, .byShipsBetweenClusters, .byWideShips:
      return State(core: rest, free: free)
    case .byEnvelope: parts = try separation.parts(of: rest, window: period)
    case .byCluster:
      parts = Clusters.split(rest, reach: separation.reach).map { Cells($0) }
    }
    var core: [Run] = []
    for part in parts {
      let object = try known.object(part, at: generation, longest: 2 * period + 60, separation)
      if let object {
        free.append(object)
      } else {
        part.forEachRun { core.append($0) }
      }
    }
    return State(core: Cells(core), free: free)
  }
}
