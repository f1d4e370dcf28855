package import LifeCore
internal import LifeKernels

/// Steps tiles with a byte for each cell, and in them only blocks near changes: for every rule of
/// the eight neighbors, in every universe.
package final class ByteStepper: Stepper {
  /// The pattern without its cells.
  private let pattern: Pattern
  private let rule: Rule
  private let tiles: ByteTiles
  private let options: EngineOptions
  /// The workers of each phase of the rule.
  private var workers: [TileWorkers]
  /// Whether the workers use all threads. They begin with one.
  private var usesAllThreads = false
  private var recurrence: RecurrenceDetector<ByteTiles>
  /// Stepped generations, without the skipped ones.
  private var steps = 0
  /// The absolute position of the tiles' cell (0, 0).
  private let origin: Position
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, options: EngineOptions) throws {
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.pattern = pattern.withoutCells
    self.options = options
    rule = pattern.rule
    generation = pattern.generation
    let universe = pattern.universe
    workers = try Self.workers(for: rule, threads: 1, kernels: Kernels(options.cpu))
    recurrence = RecurrenceDetector(phases: workers.count)
    origin = Position(
      x: universe.width > 0 ? BigInt(universe.left) : pattern.origin.x,
      y: universe.height > 0 ? BigInt(universe.top) : pattern.origin.y)
    tiles = try ByteTiles(universe, memoryLimit: options.memoryForTiles)
    try load(pattern)
    tiles.activateAll()
    checkInDebugBuilds()
  }

  private static func workers(
    for rule: Rule, threads: Int, kernels: Kernels
  ) throws -> [TileWorkers] {
    let pool = WorkerPool(threads: threads)
    return try rule.phases
      .map { phase in
        guard let stateClasses = phase.rule.stateClasses else {
          throw UnsupportedPattern(
            engine: "bytes", reason: "the rule looks farther than the eight neighbors")
        }
        // Tallies are 7 to 20 times as fast as a look-up in memory for each cell, but slower on a
        // CPU level that cannot look up bytes within a register. Each thread has its own
        // transitions: counting references to a shared object took longer than the steps.
        let transitions = try (0..<pool.count).map {
          (_) throws(MemoryExhausted) -> TileTransitions in
          if kernels.level.looksUpBytes,
            let tallies = TallyTransition(phase, stateClasses: stateClasses, kernels: kernels)
          {
            return .tallied(tallies)
          }
          return .cached(try TransitionCache(phase, stateClasses: stateClasses))
        }
        return TileWorkers(transitions: transitions, pool: pool)
      }
  }

  private func load(_ pattern: Pattern) throws {
    // Cells too far from the corner for an `Int` are outside.
    guard let offset = pattern.origin.offset(from: origin),
      let window = pattern.universe.window(seenFrom: pattern.origin) ?? pattern.cells.bounds
    else { return }
    try pattern.cells.forEachRun { run in
      let from = max(run.x, window.x)
      let to = min(run.x + run.length, window.endX)
      guard from < to, run.y >= window.y, run.y < window.endY else { return }
      try tiles.set(
        CellRun(y: run.y + offset.y, x: from + offset.x, length: to - from, state: run.state))
    }
  }

  package func advance(by count: BigInt) throws {
    let end = generation + count
    defer { checkInDebugBuilds() }
    recurrence.skipPeriods(from: &generation, upTo: end)
    while generation < end {
      try options.interrupt?.check()
      if workers.count > 1 {
        // A cell stable under one of the rules may change under the next one.
        tiles.activateAll()
      } else if tiles.isStill {
        generation = end
        return
      }
      useThreads()
      try tiles.advance(workers[generation.floorDivided(by: workers.count).remainder])
      generation += 1
      steps += 1
      if try recurrence.observe(tiles, at: steps) != nil {
        recurrence.skipPeriods(from: &generation, upTo: end)
      }
    }
  }

  package func checkInvariants() {
    tiles.checkInvariants()
    recurrence.checkInvariants()
  }

  /// Uses all threads as soon as there are enough tiles for them.
  private func useThreads() {
    let threads = options.threads
    guard threads > 1, !usesAllThreads,
      tiles.activeTiles.count >= threads * TileWorkers.tilesPerThread
    else { return }
    usesAllThreads = true
    // Each worker needs its own table of transitions. If memory is short, one worker goes on alone.
    let several = try? Self.workers(for: rule, threads: threads, kernels: Kernels(options.cpu))
    workers = several ?? workers
  }
}

extension ByteStepper {
  package func set(_ cells: CellStates) throws -> CellStates {
    let cells = try cells.inside(pattern.universe)
    guard let offset = cells.offset(from: origin) else { throw MemoryExhausted.tooFar }
    recurrence.restart()
    defer { checkInDebugBuilds() }
    return try cells.exchanged { (x, y, state) throws(MemoryExhausted) in
      try tiles.exchange(state, at: Cell(x: x + offset.x, y: y + offset.y))
    }
  }
}

extension ByteStepper {
  package var planes: Int { rule.planes }

  package var period: Int? { recurrence.period?.generations }

  package var population: BigInt { BigInt(tiles.population) }

  package var bounds: Bounds? { tiles.bounds.map { Bounds($0, from: origin) } }

  package func snapshot() throws -> Pattern {
    let builder = Cells.Builder(planes: planes)
    try tiles.forEachRow(planes: planes) { y, x, words in
      try builder.append(y: y, x: x, words: words)
    }
    return pattern.later(generation: generation, cells: builder.finish(), from: origin)
  }

  package func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard let window = Window(window, from: origin) else { return }
    let rows = window.y..<window.endY
    let columns = window.x..<window.endX
    var line = LineOfWords(width: window.width, planes: planes)
    var row = window.y
    try tiles.forEachRow(planes: planes, rows: rows, columns: columns) { y, x, words in
      if y != row { try line.flush { try body(row - window.y, $0, $1) } }
      row = y
      try line.add(at: x - window.x, body: { try body(row - window.y, $0, $1) }) { words[$0] }
    }
    try line.flush { try body(row - window.y, $0, $1) }
  }
}

/// Each step adds its changes to the digest of all tiles, so the digest is known in every
/// generation. A repeating WireWorld circuit is stepped for one period to find it, and for a second
/// one to confirm it.
extension ByteTiles: RecurrenceSubject {
  var signature: UInt64 { digest }

  func snapshot() -> TileCells? { TileCells(self) }

  func displacement(since earlier: TileCells) -> Position? {
    TileCells(self) == earlier ? .origin : nil
  }
}

/// The cells of all tiles with live cells.
struct TileCells: Equatable {
  private var rows: [TilePlace: [SIMD8<UInt64>]] = [:]

  init(_ tiles: ByteTiles) {
    for number in 1..<tiles.count {
      let rows = (0..<tiles[number].rows).map { CellRow(tiles, tile: number, y: $0).eights }
      if rows.contains(where: { $0 != .zero }) { self.rows[tiles[number].place] = rows }
    }
  }
}
