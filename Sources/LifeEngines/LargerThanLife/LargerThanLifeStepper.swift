package import LifeCore
internal import LifeKernels

/// Rows of packed states, stepped by adding up weights: for rules that count far.
///
/// A bounded universe is a board of its size. On the unbounded plane the board is the pattern with
/// room around it, and is made anew when what lives comes too near to its edges.
package final class LargerThanLifeStepper: Stepper {
  private let pattern: Pattern
  private let rule: LargerThanLife
  private let plan: SumPlan
  private let universe: Universe
  private let options: EngineOptions
  private var bands: SumBands
  private var recurrence: Recurrence
  private var movingRecurrence: MovingRecurrence
  /// After how many generations the same cells live again, and where, once that is known.
  private var period: MovingRecurrence.Period?
  /// The absolute position of the board's north-western cell.
  private var origin: Position
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, _ options: EngineOptions) throws {
    guard let rule = pattern.rule.largerThanLife else {
      throw UnsupportedPattern(engine: "bitmap", reason: "its sums are for Larger than Life")
    }
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    universe = pattern.universe
    guard universe.isUnbounded || universe.isBounded, universe.isStraight else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "a rule of this range has a plane or a whole torus")
    }
    self.pattern = pattern
    self.rule = rule
    self.options = options
    generation = pattern.generation
    plan = SumPlan(rule)
    recurrence = Recurrence(dependsOnParity: rule.dependsOnParity)
    movingRecurrence = MovingRecurrence(dependsOnParity: rule.dependsOnParity)
    let live = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    let corner = pattern.origin
    if universe.isBounded {
      origin = Position(x: BigInt(universe.left), y: BigInt(universe.top))
      bands = try Self.bands(
        plan, width: universe.width, height: universe.height, universe, origin, options)
      if let window = universe.window(seenFrom: corner) { load(pattern.cells, from: window) }
    } else {
      (bands, origin) = try Self.room(
        around: live, corner, plan, options, margin: Self.margin(plan, live))
      load(
        pattern.cells,
        from: Window(
          x: (origin.x - corner.x).int ?? 0, y: (origin.y - corner.y).int ?? 0,
          width: bands.width, height: bands.height))
    }
  }

  /// Cells around what lives on a new board: enough for some generations, and for more if the
  /// pattern is large.
  private static func margin(_ plan: SumPlan, _ live: Window) -> Int {
    max(32, 4 * max(plan.reach, plan.range), live.width / 4, live.height / 4)
  }

  private static func bands(
    _ plan: SumPlan, width: Int, height: Int, _ universe: Universe, _ origin: Position,
    _ options: EngineOptions
  ) throws -> SumBands {
    try SumBands(
      plan, width: width, height: height, isTorus: universe.topology == .torus,
      oddCorner: universe.isUnbounded && (origin.x + origin.y).isOdd, options: options)
  }

  /// A dead board with room around some cells, whose coordinates count from `corner`, and its own
  /// corner, a multiple of 64 columns from there. Where memory is short, the room is just enough.
  private static func room(
    around live: Window, _ corner: Position, _ plan: SumPlan, _ options: EngineOptions,
    margin: Int
  ) throws -> (SumBands, Position) {
    let left = (live.x - margin) & ~63
    let right = (live.endX + margin + 63) & ~63
    let origin = corner.offset(byX: left, y: live.y - margin)
    do {
      let bands = try bands(
        plan, width: right - left, height: live.height + 2 * margin, .plane, origin, options)
      return (bands, origin)
    } catch is MemoryExhausted where margin > max(plan.reach, plan.range) {
      return try room(
        around: live, corner, plan, options, margin: max(plan.reach, plan.range))
    }
  }

  /// Puts the part of the cells that lies in `window` on the board.
  private func load(_ cells: Cells, from window: Window) {
    var row = PackedRow(width: window.width, planes: bands.planes)
    var current: Int?
    func flush() {
      guard let y = current else { return }
      bands.setRow(y - window.y, to: row.words.span)
      row.clear()
    }
    cells.forEachPiece(inRows: window.y..<window.endY) { y, x, piece in
      if y != current {
        flush()
        current = y
      }
      row.merge(piece, from: x - window.x)
    }
    flush()
    bands.measure()
  }
}

extension LargerThanLifeStepper {
  package func advance(by count: BigInt) throws {
    let end = generation + count
    while generation < end {
      skipPeriods(upTo: end)
      let left = end - generation
      try step(min(left.int ?? Self.mostAtOnce, Self.mostAtOnce))
      // What is dead stays dead.
      if bands.live == nil { generation = end }
      if universe.isBounded, period == nil, generation < end {
        period = recurrence.period(bands.board, at: generation).map {
          MovingRecurrence.Period(generations: $0, shift: (0, 0))
        }
      }
    }
  }

  /// After so many generations a board with edges is looked at, whether it has been so before.
  private static let mostAtOnce = 64

  /// Fewer steps if a period is found.
  private func step(_ count: Int) throws {
    let first = generation
    for done in 0..<count where bands.live != nil {
      try options.stopIfAsked()
      if !universe.isBounded { try makeRoom() }
      bands.step(atOdd: generation.isOdd)
      generation = first + BigInt(done + 1)
      if !universe.isBounded, period == nil {
        period = try findMovingPeriod()
        if period != nil { return }
      }
    }
  }

  private func findMovingPeriod() throws -> MovingRecurrence.Period? {
    guard let live = bands.live else { return nil }
    return try movingRecurrence.period(live, population: bands.population) {
      MovingRecurrence.Sight(
        generation: generation, origin: origin, box: live, population: bands.population,
        cells: try cells())
    }
  }

  /// Leaves out whole periods, if the cells are known to repeat.
  private func skipPeriods(upTo end: BigInt) {
    guard let period else { return }
    let (times, rest) = (end - generation).quotientAndRemainder(dividingBy: period.generations)
    generation = end - rest
    origin.x += times * period.shift.x
    origin.y += times * period.shift.y
  }

  /// Makes a new board if what lives may reach beyond this one in a generation.
  private func makeRoom() throws {
    guard let live = bands.live, let room = bands.room,
      room.columns < plan.reach || room.rows < plan.range
    else { return }
    let corner = origin
    let cells = try cells()
    (bands, origin) = try Self.room(
      around: live, corner, plan, options, margin: Self.margin(plan, live))
    load(
      cells,
      from: Window(
        x: (origin.x - corner.x).int ?? 0, y: (origin.y - corner.y).int ?? 0,
        width: bands.width, height: bands.height))
  }
}

extension LargerThanLifeStepper {
  package var planes: Int { bands.planes }

  package var population: BigInt { BigInt(bands.population) }

  package var bounds: Bounds? { bands.live.map { Bounds($0, from: origin) } }

  package func snapshot() throws -> Pattern {
    pattern.later(generation, try cells(), from: origin)
  }

  private func cells() throws -> Cells {
    let bands = bands
    let builder = Cells.Builder(planes: planes, limit: options.memoryLimit)
    guard let live = bands.live else { return builder.finish() }
    for y in live.y..<live.endY { try builder.append(y: y, x: 0, words: bands.row(y)) }
    return builder.finish()
  }

  package func forEachRow(
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let bands = bands
    guard let live = bands.live, let left = (window.corner.x - origin.x).int,
      let top = (window.corner.y - origin.y).int, left.isWithin(1 << 61),
      top.isWithin(1 << 61)
    else { return }
    let first = max(0, live.y - top)
    let last = min(window.height, live.endY - top)
    guard first < last else { return }
    var row = PackedRow(width: window.width, planes: planes)
    for y in first..<last {
      row.clear()
      row.merge(bands.row(y + top), from: -left)
      try body(y, 0, row.words.span)
    }
  }
}
