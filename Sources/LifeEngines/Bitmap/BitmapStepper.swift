package import LifeCore
internal import LifeKernels

/// Steps every cell in every generation, in rows of packed words: for dense patterns and bounded
/// universes.
///
/// A bounded universe is a board of its size. On the unbounded plane the board is the pattern with
/// a margin. Live cells spread by at most one cell per generation, so the board is stepped for as
/// many generations as the margin is wide, and then replaced by one around the live cells.
package final class BitmapStepper: Stepper {
  /// The pattern without its cells.
  let pattern: Pattern
  let boardRule: BoardRule
  let universe: Universe
  let options: EngineOptions
  var pair: BoardPair
  /// Whether the current cells are on the first of the two boards.
  private var isOnFirst = true
  private(set) var recurrence: RecurrenceDetector<Board>
  /// Stepped generations, for the detector.
  private var steps = 0
  /// The absolute position of the board's north-western cell.
  private(set) var origin: Position
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, options: EngineOptions) throws {
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.pattern = pattern.withoutCells
    self.options = options
    boardRule = try BoardRule(pattern.rule)
    universe = pattern.universe
    generation = pattern.generation
    recurrence = RecurrenceDetector(phases: pattern.rule.phaseCount)
    guard universe.isUnbounded || universe.isBounded else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "the universe is unbounded in one direction")
    }
    let frame = Self.frame(of: pattern)
    origin = frame.origin
    pair = try Self.pair(
      for: frame.window, boardRule: boardRule, universe: universe, options: options)
    load(pattern.cells, from: frame.window)
    pair.mend()
    try findWalls(with: wallPair())
    checkInDebugBuilds()
  }

  /// Traps unless the boards are valid and the current one is at its place in the universe.
  package func checkInvariants() {
    pair.checkInvariants(isOnFirst: isOnFirst)
    recurrence.checkInvariants()
    guard universe.isBounded else { return }
    let border = universe.isStraight ? 0 : 1
    precondition(board.width == universe.width + 2 * border, "width of the board")
    precondition(board.height == universe.height + 2 * border, "height of the board")
    precondition(
      origin == universe.box.widened(by: border).corner, "corner of the board")
  }

  /// The place of the board for a pattern, in the pattern's own columns and rows, and the board's
  /// corner in the universe.
  private static func frame(of pattern: Pattern) -> (window: Window, origin: Position) {
    let universe = pattern.universe
    if universe.isBounded, let inside = universe.window(seenFrom: pattern.origin) {
      // The pattern is clipped to the universe.
      let border = universe.isStraight ? 0 : 1
      return (inside.widened(by: border), universe.box.widened(by: border).corner)
    }
    let live = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    let window = Self.window(around: live, margin: minMargin)
    return (window, pattern.origin.moved(byX: window.x, y: window.y))
  }

  /// The margin of the first board, and the minimum margin of later ones.
  private static let minMargin = 32

  /// A window with at least `margin` cells around `live`, its width a whole number of vectors.
  private static func window(around live: Window, margin: Int) -> Window {
    let width = (live.width + 2 * margin + 511) & ~511
    return Window(
      x: live.x - (width - live.width) / 2, y: live.y - margin,
      width: width, height: live.height + 2 * margin)
  }

  private static func pair(
    for window: Window, boardRule: BoardRule, universe: Universe, options: EngineOptions
  ) throws -> BoardPair {
    try BoardPair(
      width: window.width, height: window.height, planes: boardRule.planes,
      limit: boardRule.hasMarks ? options.memoryLimit / 8 * 3 : options.memoryLimit / 2,
      states: boardRule.hasAges ? boardRule.states : 0,
      countedPlanes: boardRule.particles == nil ? 1 : 4, universe: universe,
      kernels: Kernels(options.cpu), threads: options.threads)
  }

  var board: Board { pair.current(isOnFirst: isOnFirst) }
}

extension BitmapStepper {
  package func advance(by count: BigInt) throws {
    defer { checkInDebugBuilds() }
    let end = generation + count
    recurrence.skipPeriods(from: &generation, upTo: end)
    while generation < end {
      let wanted = min((end - generation).int ?? maxAtOnce, maxAtOnce)
      guard let count = universe.isBounded ? wanted : try stepsWithinMargin(wanted) else {
        // A dead universe stays dead.
        generation = end
        return
      }
      try makeSteps(count)
      if generation < end, try recurrence.observe(board, at: steps) != nil {
        recurrence.skipPeriods(from: &generation, upTo: end)
      }
    }
  }

  /// Generations between observations of the board. A recurrence is found at a common multiple of
  /// this number and the period, so small boards are observed more often. An observation costs as
  /// much as three generations.
  private var maxAtOnce: Int { board.width * board.height <= 1 << 18 ? 128 : 1024 }

  private func makeSteps(_ count: Int) throws {
    var left = count
    while left > 0 {
      try options.interrupt?.check()
      let piece = min(left, interruptInterval)
      if let circuit = boardRule.circuit {
        isOnFirst = pair.advance(
          by: piece, startsOnFirst: isOnFirst,
          circuit: circuit.advanced(by: pattern.rule.phase(at: generation)))
      } else if let particles = boardRule.particles {
        isOnFirst = pair.advance(
          by: piece, startsOnFirst: isOnFirst, particles: particles,
          phase: pattern.rule.phase(at: generation))
      }
      generation += BigInt(piece)
      steps += piece
      left -= piece
    }
  }

  /// Generations between checks for an interrupt: whole passes over memory, and on a large board a
  /// few tenths of a second.
  private var interruptInterval: Int {
    let passes =
      Self.cellsBetweenChecks / max(1, board.width * board.height) / Circuit.maxGenerations
    return max(1, passes) * Circuit.maxGenerations
  }

  private static let cellsBetweenChecks = 1 << 34

  /// The number of generations within the margin, at most `wanted`. Replaces the board if its
  /// margin is too narrow. Returns `nil` if no cell is alive.
  private func stepsWithinMargin(_ wanted: Int) throws -> Int? {
    guard let live = board.liveWindow else { return nil }
    let board = board
    let margin = min(
      live.x, live.y, board.width - live.endX, board.height - live.endY)
    if margin >= min(wanted, Self.minMargin / 2) { return min(wanted, margin) }
    try move(to: live, margin: max(Self.minMargin, live.width / 4, live.height / 4))
    return try stepsWithinMargin(wanted)
  }

  /// Replaces the board by one around `live`, a window of the present board.
  private func move(to live: Window, margin: Int) throws {
    let cells = try cells()
    let window = Self.window(around: live, margin: margin)
    pair = try Self.pair(for: window, boardRule: boardRule, universe: universe, options: options)
    isOnFirst = true
    recurrence.restart()
    origin = origin.moved(byX: window.x, y: window.y)
    load(cells, from: window)
    pair.mend()
    try findWalls(with: wallPair())
  }
}

// MARK: - Editing

extension BitmapStepper {
  package func set(_ cells: CellStates) throws -> CellStates {
    let cells = try cells.inside(universe)
    try makeRoom(for: cells)
    recurrence.restart()
    guard let offset = cells.offset(from: origin), let window = cells.window else { return cells }
    let board = board
    // Made first: after the edit nothing may fail.
    let walls = try wallPair()
    let former = try cells.exchanged { x, y, state in
      let x = x + offset.x
      let y = y + offset.y
      guard x >= 0, x < board.width, y >= 0, y < board.height else { return nil }
      return boardRule.state(of: board.exchange(boardRule.bits(of: state), x: x, y: y))
    }
    findWalls(with: walls)
    let top = max(0, window.y + offset.y)
    pair.mend(rows: top..<max(top, min(board.height, window.endY + offset.y)), isOnFirst: isOnFirst)
    checkInDebugBuilds()
    return former
  }

  /// Replaces the board of an unbounded universe if it has no room for `cells`.
  private func makeRoom(for cells: CellStates) throws {
    guard !universe.isBounded, let window = try cells.boardWindow(from: origin) else { return }
    let whole = Window(x: 0, y: 0, width: board.width, height: board.height)
    guard whole.union(window) != whole else { return }
    try move(to: board.liveWindow.map { $0.union(window) } ?? window, margin: Self.minMargin)
  }
}

/// Boards are large, so a copy is kept only after a repeated digest.
extension Board: RecurrenceSubject {
  var signature: UInt64 { digest }

  func snapshot() -> Board? { try? copy() }

  func displacement(since earlier: Board) -> Position? {
    hasSameCells(as: earlier) ? .origin : nil
  }
}
