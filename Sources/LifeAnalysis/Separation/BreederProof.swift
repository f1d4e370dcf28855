internal import LifeCore
internal import LifeEngines

/// Proves that a pattern is a breeder: a mover that recurs and makes, in each period, something
/// that grows for ever itself, such as a gun or a rake.
///
/// The mover is run alone for one period; then it must be the same, displaced, and what it has made
/// must be proved to grow when it is alone. It is run further for *m* periods. Whatever was made
/// more than *m* periods ago never meets anything else: for that, the boxes of all that is ever
/// made are compared, however late. So every later period repeats the last one, for ever.
///
///      generation   g        g + p              g + 2p                     g + (m + 1) p
///      cells        mover    mover + d, E₁      mover + 2d, E₁, E₂   …     E₁ is out of reach
///
/// The pattern is the mover, what it would have made in earlier periods, and perhaps objects that
/// none of these ever meets.
struct BreederProof {
  private let separation: Separation
  private let known: KnownShapes
  /// The complete pattern.
  private let cells: Cells
  private let mover: BreederMover
  private let moverBoxes: [BoxFamily]
  private let made: GrowingObject

  /// The numbers *m* of periods after which something made shall be out of reach.
  private static let periodsToLeave = [1, 2, 4, 8, 16]
  /// The longest period that is looked for of what is made.
  private static let longestPeriod = 2_048

  /// Nil if what the mover makes is not proved to grow.
  init?(_ mover: BreederMover, of cells: Cells, known: KnownShapes, separation: Separation) throws {
    guard let period = try Self.growthPeriod(of: mover.made, separation: separation),
      let made = try GrowingObject(
        mover.made, periods: [period, 2 * period], known: known, separation: separation)
    else { return nil }
    self.made = made
    moverBoxes = try CoveringBoxes.boxes(
      of: mover.cells, motion: mover.motion, in: mover.box, separation: separation
    ).map {
      BoxFamily(
        $0, displacement: mover.motion.displacement, period: mover.motion.period, birth: 0)
    }
    self.known = known
    self.mover = mover
    self.cells = cells
    self.separation = separation
  }

  /// The period after which the population of some cells, which are alone, grows again and again;
  /// nil if it is not seen to.
  private static func growthPeriod(of cells: Cells, separation: Separation) throws -> Int? {
    var evolution = try separation.evolution(of: cells)
    var populations = [evolution.population]
    while evolution.generation < longestPeriod {
      try evolution.advance(by: 1)
      populations.append(evolution.population)
      let isPowerOfTwo = evolution.generation.nonzeroBitCount == 1
      if isPowerOfTwo, let period = PopulationGrowth.shortestPeriod(in: populations) {
        return period
      }
    }
    return nil
  }

  /// What the pattern is; nil if it is not proved to be a breeder of this smallest period.
  func breeder() throws -> Identification? {
    guard let before = try before(),
      let count = try Self.periodsToLeave.first(where: { try isOutOfReach(after: $0) }),
      try avoid(before, after: count), try areAsExpected(besides: before, after: count)
    else { return nil }
    var result = Identification(.breeder)
    result.period = mover.motion.period
    result.displacement = mover.motion.displacement
    result.made = Identification.Source(
      kind: made.recurrence.kind, period: made.recurrence.period,
      displacement: made.recurrence.displacement)
    return result
  }

  /// What was there before.
  private struct Past {
    /// The number of periods whose products are there.
    var copies = 0
    /// All other cells, and the boxes that contain them at all times.
    var others = Cells([])
    var boxes: [BoxFamily] = []
  }

  /// Nil if there are other cells that neither recur nor grow.
  private func before() throws -> Past? {
    var rest = cells.positions.subtracting(mover.cells.positions)
    var past = Past()
    var evolution = try separation.evolution(of: made.cells)
    while !rest.isEmpty {
      let copy = try evolution.cells().positions
        .moved(by: mover.motion.repeated(-past.copies - 1).displacement)
      guard copy.isSubset(of: rest) else { break }
      rest.subtract(copy)
      past.copies += 1
      try evolution.advance(by: mover.motion.period)
    }
    guard !rest.isEmpty else { return past }
    past.others = rest.cells
    if let objects = try separation.settledObjects(past.others, at: 0, window: Self.window) {
      past.boxes = objects.map { $0.boxes(from: 0) }
      return past
    }
    let growing = try GrowingObject(
      past.others, periods: [made.recurrence.period], known: known, separation: separation)
    past.boxes = growing?.boxes(from: 0) ?? []
    return growing == nil ? nil : past
  }

  /// The generations after which cells that lived together are one object.
  private static let window = 64
}

// MARK: - What is far away

extension BreederProof {
  /// The boxes of all that is ever made from some period on; the first period has number 0.
  private func madeBoxes(from first: Int) -> [BoxFamily] {
    let next = BoxFamily.Repetition(
      generations: mover.motion.period, offset: mover.motion.displacement, least: first)
    return made.boxes(from: mover.motion.period).map { $0.made(every: next) }
  }

  /// Whether something that was made at least `count` periods before never meets the mover, or
  /// anything that it makes later.
  private func isOutOfReach(after count: Int) throws -> Bool {
    let others = moverBoxes + madeBoxes(from: 1)
    return try made.boxes(from: mover.motion.period).allSatisfy {
      try avoids($0, others, from: (count + 1) * mover.motion.period)
    }
  }

  /// Whether the other cells never meet the mover, or anything that it makes or has made, after the
  /// first `count` + 1 periods.
  private func avoid(_ before: Past, after count: Int) throws -> Bool {
    let others = moverBoxes + madeBoxes(from: -before.copies)
    return try before.boxes.allSatisfy {
      try avoids($0, others, from: (count + 1) * mover.motion.period)
    }
  }

  private func avoids(_ boxes: BoxFamily, _ others: [BoxFamily], from start: Int) throws -> Bool {
    try separation.limits.engine.interrupt?.check()
    return others.allSatisfy { !boxes.mayMeet($0, from: start, within: separation.reach) }
  }
}

// MARK: - What is near

extension BreederProof {
  /// Runs the mover alone, and the complete pattern, until what was made in the first period is out
  /// of reach, and compares all cells with those of the parts alone.
  private func areAsExpected(besides before: Past, after count: Int) throws -> Bool {
    let period = mover.motion.period
    var aged: [Cells] = []
    var evolution = try separation.evolution(of: made.cells)
    for age in 0...count + before.copies + 1 {
      try evolution.advance(by: age * period - evolution.generation)
      aged.append(try evolution.cells())
    }
    var alone = try separation.evolution(of: mover.cells)
    for periods in Set([1, count, count + 1]).sorted() {
      try alone.advance(by: periods * period - alone.generation)
      guard try union(aged, after: periods, copies: 0).isEqual(to: alone.cells()) else {
        return false
      }
    }
    var complete = try separation.evolution(of: cells)
    try complete.advance(by: alone.generation)
    var expected = union(aged, after: count + 1, copies: before.copies)
    var others = try separation.evolution(of: before.others)
    try others.advance(by: complete.generation)
    expected.add(try others.cells(), movedBy: .zero)
    guard try expected.isEqual(to: complete.cells()) else { return false }
    return try !hasSmallerPeriod(from: alone)
  }

  /// The mover after some periods, and what it has made then and in `copies` periods before.
  ///
  /// - Parameter aged: what it makes in one period, after each number of periods.
  private func union(_ aged: [Cells], after periods: Int, copies: Int) -> DisjointCells {
    var cells = DisjointCells()
    cells.add(mover.cells, movedBy: mover.motion.repeated(periods).displacement)
    for birth in 1 - copies...periods {
      cells.add(aged[periods - birth], movedBy: mover.motion.repeated(birth - 1).displacement)
    }
    return cells
  }

  /// Whether the cells in the box of the mover, and of what it makes in one period, are the same
  /// after a divisor of the period. If not, the mover is not.
  private func hasSmallerPeriod(from steady: Evolution) throws -> Bool {
    let limit = separation.limits.engine.memoryLimit
    let motion = mover.motion
    let box = mover.box.after(Double(steady.generation)).window
    let first = try steady.cells().clipped(to: box)
    var later = steady
    for divisor in motion.period.divisors.dropLast() {
      try later.advance(by: divisor - (later.generation - steady.generation))
      guard let part = motion.divided(by: motion.period / divisor) else { continue }
      let dx = part.displacement.x
      let dy = part.displacement.y
      let window = Window(x: box.x + dx, y: box.y + dy, width: box.width, height: box.height)
      let cells = try later.cells().clipped(to: window)
      if try cells.moved(byX: -dx, y: -dy, limit: limit) == first { return true }
    }
    return false
  }
}

/// The cells of several parts, which must not overlap.
private struct DisjointCells {
  private var runs: [CellRun] = []
  private var population = 0

  mutating func add(_ cells: Cells, movedBy offset: Offset) {
    population += cells.population
    cells.forEachRun { run in
      runs.append(
        CellRun(y: run.y + offset.y, x: run.x + offset.x, length: run.length, state: run.state))
    }
  }

  func isEqual(to cells: Cells) -> Bool {
    population == cells.population && Cells(runs) == cells
  }
}
