package import LifeCore
internal import LifeKernels

/// Steps Larger than Life rules: rows of a byte per cell, with sums integrated from differences.
///
/// A bounded universe is a board of its size. On the unbounded plane the board is the pattern with
/// a margin, and is replaced by a larger one when live cells come too close to its edges.
package final class LargerThanLifeStepper: Stepper {
  /// The pattern without its cells.
  private let pattern: Pattern
  private let plan: SumPlan
  private let universe: Universe
  private let options: EngineOptions
  private var boards: LargerThanLifeBoards
  private var recurrence: RecurrenceDetector<MovingCells>
  /// Stepped generations, for the detector.
  private var steps = 0
  /// The absolute position of the board's north-western cell.
  private var origin: Position
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, options: EngineOptions) throws {
    guard let rule = pattern.rule.largerThanLife else {
      throw UnsupportedPattern(engine: "bitmap", reason: "the rule is not a Larger than Life rule")
    }
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    universe = pattern.universe
    guard universe.isUnbounded || universe.isBounded, universe.isStraight else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "a Larger than Life rule needs a plane or a bounded torus")
    }
    self.pattern = pattern.withoutCells
    self.options = options
    generation = pattern.generation
    plan = SumPlan(rule, phases: pattern.rule.phases.compactMap(\.largerThanLife))
    recurrence = RecurrenceDetector(phases: plan.phases.count)
    let live = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    let corner = pattern.origin
    if universe.isBounded {
      origin = universe.box.corner
      boards = try LargerThanLifeBoards(
        plan, width: universe.width, height: universe.height,
        isTorus: universe.topology == .torus,
        oddCorner: !plan.parityStartsAtCorner && (origin.x + origin.y).isOdd, options: options)
      if let window = universe.window(seenFrom: corner) { load(pattern.cells, from: window) }
    } else {
      (boards, origin) = try Self.boards(
        around: live, corner: corner, plan: plan, options: options)
      load(pattern.cells, from: window(seenFrom: corner))
    }
  }

  /// A dead board with a margin around `live`, a window counted from `corner`, and the board's
  /// absolute corner: a multiple of 64 columns from `corner`. The margin is enough for some
  /// generations, and larger for large patterns. If memory is short, it is the smallest possible.
  private static func boards(
    around live: Window, corner: Position, plan: SumPlan, options: EngineOptions
  ) throws -> (LargerThanLifeBoards, Position) {
    func boards(margin: Int) throws -> (LargerThanLifeBoards, Position) {
      let left = (live.x - margin) & ~63
      let right = (live.endX + margin + 63) & ~63
      let origin = corner.moved(byX: left, y: live.y - margin)
      let boards = try LargerThanLifeBoards(
        plan, width: right - left, height: live.height + 2 * margin, isTorus: false,
        oddCorner: (origin.x + origin.y).isOdd, options: options)
      return (boards, origin)
    }
    let least = max(plan.reach, plan.range)
    do {
      return try boards(margin: max(32, 4 * least, live.width / 4, live.height / 4))
    } catch is MemoryExhausted {
      return try boards(margin: least)
    }
  }

  /// Copies the cells inside `window` to the board.
  private func load(_ cells: Cells, from window: Window) {
    cells.forEachRun { run in
      guard (window.y..<window.endY).contains(run.y) else { return }
      let end = min(run.x + run.length, window.endX)
      for x in max(run.x, window.x)..<max(run.x, window.x, end) {
        _ = boards.current.exchange(run.state, x: x - window.x, y: run.y - window.y)
      }
    }
    boards.measure()
  }
}

extension LargerThanLifeStepper {
  /// Traps unless the boards are valid.
  package func checkInvariants() {
    boards.checkInvariants()
    recurrence.checkInvariants()
    guard universe.isBounded else { return }
    precondition(
      boards.width == universe.width && boards.height == universe.height, "size of the board")
  }

  package func advance(by count: BigInt) throws {
    defer { checkInDebugBuilds() }
    let end = generation + count
    while generation < end {
      skipPeriods(upTo: end)
      let left = end - generation
      try step(min(left.int ?? Self.maxAtOnce, Self.maxAtOnce))
      // A dead universe stays dead.
      if boards.live == nil { generation = end }
    }
  }

  /// The maximum number of generations stepped before the remaining ones are counted again.
  private static let maxAtOnce = 64

  /// Steps `count` generations, or fewer if a period is found.
  private func step(_ count: Int) throws {
    let first = generation
    for done in 0..<count {
      guard boards.live != nil else { return }
      try options.interrupt?.check()
      if !universe.isBounded { try growIfNeeded() }
      boards.step(phase: generation.floorDivided(by: plan.phases.count).remainder)
      generation = first + BigInt(done + 1)
      steps += 1
      if try findPeriod() != nil { return }
    }
  }

  private func findPeriod() throws -> Recurrence? {
    guard let live = boards.live else { return nil }
    let cells = MovingCells(
      box: live, origin: origin, population: boards.population, mayMove: !universe.isBounded,
      cells: { try self.cells() })
    return try recurrence.observe(cells, at: steps)
  }

  /// Skips whole periods, if the cells are known to repeat.
  private func skipPeriods(upTo end: BigInt) {
    let displacement = recurrence.skipPeriods(from: &generation, upTo: end)
    origin.x += displacement.x
    origin.y += displacement.y
  }

  /// Replaces the board if live cells can reach beyond it in one generation.
  private func growIfNeeded() throws {
    guard let live = boards.live, let margins = boards.margins,
      margins.columns < plan.reach || margins.rows < plan.range
    else { return }
    try move(to: live)
  }

  /// Replaces the board by one with a margin around `live`, a window of the present board.
  private func move(to live: Window) throws {
    let corner = origin
    let cells = try cells()
    (boards, origin) = try Self.boards(
      around: live, corner: corner, plan: plan, options: options)
    load(cells, from: window(seenFrom: corner))
  }

  /// The board in coordinates relative to `corner`.
  private func window(seenFrom corner: Position) -> Window {
    Window(
      x: (origin.x - corner.x).int ?? 0, y: (origin.y - corner.y).int ?? 0, width: boards.width,
      height: boards.height)
  }
}

extension LargerThanLifeStepper {
  package var planes: Int { plan.planes }

  package var period: Int? { recurrence.period?.generations }

  package var population: BigInt { BigInt(boards.population) }

  package var bounds: Bounds? { boards.live.map { Bounds($0, from: origin) } }

  package func snapshot() throws -> Pattern {
    pattern.later(generation: generation, cells: try cells(), from: origin)
  }

  private func cells() throws -> Cells {
    let boards = boards
    let builder = Cells.Builder(planes: planes, limit: options.memoryLimit)
    guard let live = boards.live else { return builder.finish() }
    var words = blankRow(width: boards.width)
    for y in live.y..<live.endY {
      boards.current.pack(y, columns: 0..<boards.width, into: &words)
      try builder.append(y: y, x: 0, words: words.span)
    }
    return builder.finish()
  }

  private func blankRow(width: Int) -> [UInt64] {
    [UInt64](repeating: 0, count: (width + 63) / 64 * planes)
  }

  package func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let boards = boards
    guard let live = boards.live, let window = Window(window, from: origin) else { return }
    let first = max(window.y, live.y)
    let last = min(window.endY, live.endY)
    guard first < last else { return }
    var words = blankRow(width: window.width)
    for y in first..<last {
      boards.current.pack(y, columns: window.x..<window.endX, into: &words)
      try body(y - window.y, 0, words.span)
    }
  }
}

// MARK: - Editing

extension LargerThanLifeStepper {
  package func set(_ cells: CellStates) throws -> CellStates {
    let cells = try cells.inside(universe)
    try makeRoom(for: cells)
    guard let offset = cells.offset(from: origin) else { return cells }
    recurrence.restart()
    let boards = boards
    let former = try cells.exchanged { x, y, state in
      let x = x + offset.x
      let y = y + offset.y
      guard x >= 0, x < boards.width, y >= 0, y < boards.height else { return nil }
      return boards.current.exchange(state, x: x, y: y)
    }
    boards.measure()
    return former
  }

  /// Replaces the board of an unbounded universe if it has no room for `cells`.
  private func makeRoom(for cells: CellStates) throws {
    guard !universe.isBounded, let window = try cells.boardWindow(from: origin) else { return }
    let whole = Window(x: 0, y: 0, width: boards.width, height: boards.height)
    guard whole.union(window) != whole else { return }
    try move(to: boards.live.map { $0.union(window) } ?? window)
  }
}

/// The cells of a generation on the plane. They may repeat elsewhere, so neither an oscillator nor
/// a spaceship needs stepping once its period is known.
private struct MovingCells: RecurrenceSubject {
  /// The bounding box, from `origin`.
  let box: Window
  let origin: Position
  let population: Int
  /// Whether displaced cells continue in the same way.
  let mayMove: Bool
  /// The cells themselves, from `origin`.
  let cells: () throws -> Cells

  typealias Snapshot = (box: Window, corner: Position, cells: Cells)

  var signature: SIMD3<Int> { SIMD3(box.width, box.height, population) }

  private var corner: Position { origin.moved(byX: box.x, y: box.y) }

  func snapshot() throws -> Snapshot? { (box, corner, try cells()) }

  /// Returns `nil` also if a displacement changes the colors of a checkerboard, as a rule may
  /// distinguish them.
  func displacement(since earlier: Snapshot) throws -> Position? {
    let moved = corner - earlier.corner
    let local = Offset(x: box.x - earlier.box.x, y: box.y - earlier.box.y)
    guard mayMove ? !(moved.x + moved.y).isOdd : moved == .origin,
      try cells().isSame(as: earlier.cells, shiftedBy: local)
    else { return nil }
    return moved
  }
}
