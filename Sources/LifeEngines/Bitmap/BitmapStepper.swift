package import LifeCore
internal import LifeKernels

/// Rows of packed words, every cell stepped every generation: for dense patterns and for tori.
///
/// A bounded universe is a board of its size. On the unbounded plane the board is the pattern with
/// a margin; as nothing moves faster than a cell a generation, it is stepped as many generations as
/// the margin is wide, and then made anew around what lives.
package final class BitmapStepper: Stepper {
  /// All that is to be said of the pattern but its cells.
  let pattern: Pattern
  let law: BoardRule
  private let universe: Universe
  let options: EngineOptions
  private var bands: Bands
  /// Whether the current cells are on the first of the two boards.
  private var isOnFirst = true
  private var recurrence: Recurrence
  /// After how many generations the board is the same again, once that is known.
  private var period: BigInt?
  /// The absolute position of the board's north-western cell.
  private(set) var origin: Position
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, _ options: EngineOptions) throws {
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.pattern = pattern.withoutCells
    self.options = options
    law = try BoardRule(pattern.rule)
    universe = pattern.universe
    generation = pattern.generation
    recurrence = Recurrence(dependsOnParity: pattern.rule.dependsOnParity)
    guard universe.isUnbounded || universe.isBounded else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "a universe without end in one direction has no board")
    }
    let frame = Self.frame(of: pattern, margin: Self.firstMargin)
    origin = frame.origin
    bands = try Self.bands(for: frame.window, law, universe, options)
    load(pattern.cells, from: frame.window)
    bands.mend()
  }

  /// The board that a pattern needs: its place among the pattern's own columns and rows, and its
  /// corner in the universe.
  private static func frame(
    of pattern: Pattern, margin: Int
  ) -> (window: Window, origin: Position) {
    let universe = pattern.universe
    if universe.isBounded, let inside = universe.window(seenFrom: pattern.origin) {
      // A pattern beyond the edges is cut.
      let border = universe.isStraight ? 0 : 1
      return (
        Window(
          x: inside.x - border, y: inside.y - border, width: inside.width + 2 * border,
          height: inside.height + 2 * border),
        Position(x: BigInt(universe.left - border), y: BigInt(universe.top - border))
      )
    }
    let live = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    let window = roomy(live, margin: margin)
    return (window, pattern.origin.offset(byX: window.x, y: window.y))
  }

  /// The margin of the first board.
  private static let firstMargin = 32

  /// A window with at least `margin` cells around `live`, its width a whole number of vectors.
  private static func roomy(_ live: Window, margin: Int) -> Window {
    let width = (live.width + 2 * margin + 511) & ~511
    return Window(
      x: live.x - (width - live.width) / 2, y: live.y - margin,
      width: width, height: live.height + 2 * margin)
  }

  private static func bands(
    for window: Window, _ law: BoardRule, _ universe: Universe, _ options: EngineOptions
  ) throws -> Bands {
    let board = {
      try Board(
        width: window.width, height: window.height, planes: law.planes,
        limit: options.memoryLimit / 2)
    }
    return try Bands(
      board(), board(), states: law.states, universe: universe, kernels: Kernels(options.cpu),
      threads: options.threads)
  }

  var board: Board { isOnFirst ? bands.boards.0 : bands.boards.1 }
}

extension Pattern {
  /// The same with nothing alive.
  fileprivate var withoutCells: Pattern {
    var result = self
    result.cells = .none
    return result
  }
}

extension BitmapStepper {
  package func advance(by count: BigInt) throws {
    let end = generation + count
    if period != nil { skipPeriods(upTo: end) }
    while generation < end {
      let wanted = Self.stepsAtOnce(end - generation)
      guard let done = universe.isBounded ? wanted : try roomForGrowth(wanted) else {
        // What is dead stays dead.
        generation = end
        return
      }
      try step(done)
      if generation < end { skipPeriods(upTo: end) }
    }
  }

  /// Leaves out whole periods, if the board is known to repeat.
  private func skipPeriods(upTo end: BigInt) {
    if period == nil { period = recurrence.period(board, at: generation) }
    guard let period else { return }
    generation = end - (end - generation).quotientAndRemainder(dividingBy: period).1
  }

  /// After so many generations the board is looked at, whether it has been the same before.
  private static let mostAtOnce = 1024

  private static func stepsAtOnce(_ count: BigInt) -> Int {
    guard let small = count.int else { return mostAtOnce }
    return min(small, mostAtOnce)
  }

  private func step(_ count: Int) throws {
    var left = count
    while left > 0 {
      try options.stopIfAsked()
      let piece = min(left, patience)
      isOnFirst = bands.advance(
        piece, from: isOnFirst, generation.isOdd ? law.circuit.swapped : law.circuit)
      generation += BigInt(piece)
      left -= piece
    }
  }

  /// Generations between looks at whether to stop: whole passes over memory, and on a large board a
  /// few tenths of a second.
  private var patience: Int {
    max(1, Self.cellsBetweenLooks / max(1, board.width * board.height) / 24) * 24
  }

  private static let cellsBetweenLooks = 1 << 34

  /// How many generations the board has room for, at most `wanted`; makes a new board if none.
  /// Nil if nothing lives.
  private func roomForGrowth(_ wanted: Int) throws -> Int? {
    guard let live = board.liveWindow else { return nil }
    let board = board
    let room = min(
      live.x, live.y, board.width - live.endX, board.height - live.endY)
    if room >= min(wanted, Self.firstMargin / 2) { return min(wanted, room) }
    try move(to: live, margin: max(Self.firstMargin, live.width / 4, live.height / 4))
    return try roomForGrowth(wanted)
  }

  /// Makes a new board around what lives.
  private func move(to live: Window, margin: Int) throws {
    let cells = try cells()
    let window = Self.roomy(live, margin: margin)
    bands = try Self.bands(for: window, law, universe, options)
    isOnFirst = true
    recurrence.restart()
    period = nil
    origin = origin.offset(byX: window.x, y: window.y)
    load(cells, from: window)
  }
}
