package import LifeCore
internal import LifeKernels

/// Rows of packed words, every cell stepped every generation: for dense patterns and for tori.
///
/// A bounded universe is a board of its size. On the unbounded plane the board is the pattern with
/// a margin; as nothing moves faster than a cell a generation, it is stepped as many generations as
/// the margin is wide, and then made anew around what lives.
package final class BitmapStepper: Stepper {
  private let pattern: Pattern
  private let rule: Rule
  /// What stored cells obey at even and at odd generations.
  private let laws: [LifeLike]
  private let universe: Universe
  private let options: EngineOptions
  private var bands: Bands
  /// Whether the current cells are on the first of the two boards.
  private var isOnFirst = true
  private var recurrence = Recurrence()
  /// After how many generations the board is the same again, once that is known.
  private var period: BigInt?
  /// The absolute position of the board's north-western cell.
  private var origin: Position
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, _ options: EngineOptions) throws {
    guard let laws = pattern.rule.countingPhases else {
      throw UnsupportedPattern(engine: "bitmap", reason: "its boards know only B/S rules")
    }
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.pattern = pattern
    self.laws = laws
    self.options = options
    rule = pattern.rule
    universe = pattern.universe
    generation = pattern.generation
    guard universe.isUnbounded || universe.isBounded else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "a universe without end in one direction has no board")
    }
    guard universe.isStraight else {
      throw UnsupportedPattern(engine: "bitmap", reason: "its boards have straight edges")
    }
    let frame = Self.frame(of: pattern, margin: Self.firstMargin)
    origin = frame.origin
    bands = try Self.bands(
      width: frame.window.width, height: frame.window.height, universe, options)
    try load(pattern.cells, from: frame.window)
    bands.mend()
  }

  /// The board that a pattern needs: its place among the pattern's own columns and rows, and its
  /// corner in the universe.
  private static func frame(
    of pattern: Pattern, margin: Int
  ) -> (window: Window, origin: Position) {
    let corner = pattern.origin
    let universe = pattern.universe
    if universe.isBounded {
      // A pattern beyond the edges is cut; one that is far beyond them has no cell inside.
      let x = (BigInt(universe.left) - corner.x).int ?? 1 << 61
      let y = (BigInt(universe.top) - corner.y).int ?? 1 << 61
      return (
        Window(x: x, y: y, width: universe.width, height: universe.height),
        Position(x: BigInt(universe.left), y: BigInt(universe.top))
      )
    }
    let live = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    let window = roomy(live, margin: margin)
    return (window, corner.offset(byX: window.x, y: window.y))
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
    width: Int, height: Int, _ universe: Universe, _ options: EngineOptions
  ) throws -> Bands {
    let limit = options.memoryLimit / 2
    return try Bands(
      Board(width: width, height: height, limit: limit),
      Board(width: width, height: height, limit: limit),
      universe: universe, kernels: Kernels(options.cpu), threads: options.threads)
  }

  private var board: Board { isOnFirst ? bands.boards.0 : bands.boards.1 }

  /// Puts the part of the cells that lies in `window` on the board.
  private func load(_ cells: Cells, from window: Window) throws {
    let board = board
    var words = [UInt64](repeating: 0, count: board.stride)
    var current: Int?
    func flush() {
      guard let y = current else { return }
      board.setRow(y - window.y, to: words.span)
      for index in words.indices { words[index] = 0 }
    }
    cells.forEachPiece(inRows: window.y..<window.endY) { y, x, piece in
      if y != current {
        flush()
        current = y
      }
      words.merge(piece, from: x - window.x, width: window.width)
    }
    flush()
  }
}

extension [UInt64] {
  /// Sets the bits of `piece`, whose first bit belongs at `position`, as far as they are inside the
  /// first `width` bits.
  fileprivate mutating func merge(_ piece: Span<UInt64>, from position: Int, width: Int) {
    for index in piece.indices {
      let at = position + index * 64
      guard at > -64, at < width else { continue }
      var word = piece[index]
      if at < 0 { word >>= UInt64(-at) }
      let place = Swift.max(at, 0)
      if width - place < 64 { word &= WordMask.bits(from: 0, to: width - place) }
      let shift = UInt64(place & 63)
      self[place >> 6] |= word << shift
      if shift > 0, place >> 6 + 1 < count { self[place >> 6 + 1] |= word >> (64 - shift) }
    }
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
      step(done)
      if generation < end { skipPeriods(upTo: end) }
    }
  }

  /// Leaves out whole periods, if the board is known to repeat.
  private func skipPeriods(upTo end: BigInt) {
    if period == nil, let found = recurrence.period(board, at: generation) {
      // The same cells mean something else at the other parity.
      period = rule.dependsOnParity && found.isOdd ? found * 2 : found
    }
    guard let period else { return }
    generation = end - (end - generation).quotientAndRemainder(dividingBy: period).1
  }

  /// After so many generations the board is looked at, whether it has been the same before.
  private static let mostAtOnce = 1024

  private static func stepsAtOnce(_ count: BigInt) -> Int {
    guard let small = count.int else { return mostAtOnce }
    return min(small, mostAtOnce)
  }

  private func step(_ count: Int) {
    let isOdd = generation.isOdd
    isOnFirst = bands.advance(
      count, from: isOnFirst, laws: (laws[isOdd ? 1 : 0], laws[isOdd ? 0 : 1]))
    generation += BigInt(count)
  }

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
    bands = try Self.bands(width: window.width, height: window.height, universe, options)
    isOnFirst = true
    recurrence.restart()
    period = nil
    origin = origin.offset(byX: window.x, y: window.y)
    try load(cells, from: window)
  }
}

extension BitmapStepper {
  package var planes: Int { 1 }

  package var population: BigInt { BigInt(board.population) }

  package var bounds: Bounds? { board.liveWindow.map { Bounds($0, from: origin) } }

  package func snapshot() throws -> Pattern {
    var result = pattern
    result.cells = try cells()
    result.position = origin
    result.generation = generation
    return result
  }

  private func cells() throws -> Cells {
    let builder = Cells.Builder(limit: options.memoryLimit)
    let board = board
    var words = [UInt64](repeating: 0, count: board.stride)
    for y in 0..<board.height {
      var row = words.mutableSpan
      board.copyRow(y, to: &row)
      try builder.append(y: y, x: 0, words: words.span)
    }
    return builder.finish()
  }

  package func forEachRow(
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let board = board
    guard let left = (window.corner.x - origin.x).int, let top = (window.corner.y - origin.y).int,
      abs(left) < 1 << 61, abs(top) < 1 << 61
    else { return }
    let first = max(0, -top)
    let last = min(window.height, board.height - top)
    guard first < last else { return }
    var words = [UInt64](repeating: 0, count: board.stride)
    for y in first..<last {
      var row = words.mutableSpan
      board.copyRow(y + top, to: &row)
      var cut = [UInt64](repeating: 0, count: (window.width + 63) / 64)
      cut.merge(words.span, from: -left, width: window.width)
      try body(y, 0, cut.span)
    }
  }
}
