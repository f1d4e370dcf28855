package import LifeCore
package import LifeEngines

/// A pattern that is stepped and compared with its earlier generations. It starts on a small board
/// if it fits, and moves to a plane of blocks or an engine when it grows.
///
/// Copies share an engine, so only one of them may be stepped.
package struct Evolution {
  private enum Backing {
    case small(SmallBoard, BlockRule)
    case plane(BlockPlane)
    case engine(any Stepper)
  }

  package let rule: AnalysisRule
  private let pattern: Pattern
  private let options: EngineOptions
  private let visitsCells: Bool
  /// The position of the local coordinates (0, 0).
  private let origin: Position
  private var backing: Backing
  /// The number of generations since the start.
  package private(set) var generation = 0

  /// - Parameters:
  ///   - options: the options and limits of the engine.
  ///   - visitsCells: whether the caller reads the cells of every generation.
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(
    _ pattern: Pattern, rule: AnalysisRule, options: EngineOptions, visitsCells: Bool = false
  ) throws {
    self.pattern = pattern
    self.rule = rule
    self.options = options
    self.visitsCells = visitsCells
    origin = pattern.origin
    if pattern.universe.isUnbounded, pattern.tree == nil, let blockRule = rule.blockRule,
      let board = SmallBoard(pattern.cells, planes: blockRule.planes)
    {
      backing = .small(board, blockRule)
    } else {
      backing = try Self.largeBacking(
        pattern, rule: rule, options: options, visitsCells: visitsCells)
    }
  }

  /// An evolution on HashLife, for regular patterns: their parts repeat in space and time.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  init(regular pattern: Pattern, rule: AnalysisRule, options: EngineOptions) throws {
    self.pattern = pattern
    self.rule = rule
    self.options = options
    visitsCells = false
    origin = pattern.origin
    backing = .engine(try HashLifeStepper(pattern, options: options))
  }

  /// Limits the number of successors computed by HashLife from now on. An advance beyond it throws
  /// ``WorkLimitExceeded``.
  func limitWork(to most: Int) {
    guard case .engine(let stepper as HashLifeStepper) = backing else { return }
    stepper.limitWork(to: most)
  }

  /// Chooses a plane or an engine for a pattern too large for a small board.
  private static func largeBacking(
    _ pattern: Pattern, rule: AnalysisRule, options: EngineOptions, visitsCells: Bool
  ) throws -> Backing {
    // With more than two states a plane of blocks is always faster: engines take six times as long.
    if pattern.universe.isUnbounded, pattern.tree == nil, let blockRule = rule.blockRule,
      visitsCells || blockRule.planes > 1,
      let plane = try BlockPlane(pattern.cells, rule: blockRule, limit: options.memoryLimit)
    {
      return .plane(plane)
    }
    return .engine(try AutoStepper(pattern, options: options, generations: nil))
  }

  /// The number of the rule's phase.
  private var rulePhase: Int {
    rule.interval == 1
      ? 0 : (pattern.generation + generation).floorDivided(by: rule.interval).remainder
  }

  /// Advances by whole generations.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package mutating func advance(by count: Int) throws {
    let end = generation + count
    try stepSmallBoard(upTo: end)
    try stepPlane(upTo: end)
    if generation < end, case .engine(var stepper) = backing {
      // A single generation may be too short for the engine to check the interrupt.
      try options.interrupt?.check()
      try stepper.advance(by: BigInt(end - generation))
      backing = .engine(stepper)
      generation = end
    }
  }

  /// Steps the pattern as long as it is on a small board.
  private mutating func stepSmallBoard(upTo end: Int) throws {
    while generation < end, case .small(var board, let blockRule) = backing {
      // Drop the second reference, so the rows are changed in place instead of copied.
      backing = .small(SmallBoard.none, blockRule)
      let fits = board.step(blockRule, rulePhase: rulePhase)
      backing = .small(board, blockRule)
      if fits {
        generation += 1
        if generation & 0xff == 0 { try options.interrupt?.check() }
      } else {
        // The pattern has outgrown its small board.
        backing = try Self.largeBacking(
          snapshot(), rule: rule, options: options, visitsCells: visitsCells)
      }
    }
  }

  /// Steps the pattern if it is on a plane of blocks.
  private mutating func stepPlane(upTo end: Int) throws {
    guard generation < end, case .plane(var plane) = backing else { return }
    backing = .small(SmallBoard.none, plane.rule)
    defer { backing = .plane(plane) }
    while generation < end {
      try options.interrupt?.check()
      try plane.step()
      generation += 1
    }
  }

  /// Advances by `count` generations.
  ///
  /// - Returns: all cells alive in the present generation, in the last one or in between.
  mutating func envelope(over count: Int) throws -> Envelope {
    var envelope = Envelope()
    try visitEnvelope(over: count) { envelope.add($2, y: $0, x: $1) }
    return envelope
  }

  /// The same as ``envelope(over:)``, as runs of cells in reading order.
  ///
  /// A plane yields its words in this order already. Going through an `Envelope` took a third of
  /// the time to divide a pattern into parts.
  mutating func envelopeRuns(over count: Int) throws -> [CellRun] {
    guard case .plane = backing else {
      return try envelope(over: count).cells(limit: options.memoryLimit).runs
    }
    var runs: [CellRun] = []
    var joiner = RunJoiner()
    try visitEnvelope(over: count) { joiner.add($2, y: $0, x: $1) { runs.append($0) } }
    joiner.finish { runs.append($0) }
    return runs
  }

  /// Advances by `count` generations and visits the words of all cells alive meanwhile, including
  /// the first and the last generation. On a plane, each word comes once and in reading order.
  private mutating func visitEnvelope(
    over count: Int, _ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void
  ) throws {
    if case .plane(var plane) = backing {
      backing = .small(SmallBoard.none, plane.rule)
      plane.beginEnvelope()
      backing = .plane(plane)
      try advance(by: count)
      guard case .plane(var plane) = backing else { return }
      plane.endEnvelope(body)
      backing = .plane(plane)
      return
    }
    forEachAliveWord(body)
    for _ in 0..<count {
      try advance(by: 1)
      forEachAliveWord(body)
    }
  }

  /// The live cells in reading order, as runs of cells with one state.
  ///
  /// - Throws: ``MemoryExhausted``.
  func runs() throws -> [CellRun] {
    guard rule.rule.planes == 1 else { return try cells().runs }
    var runs: [CellRun] = []
    var joiner = RunJoiner()
    forEachAliveWord { joiner.add($2, y: $0, x: $1) { runs.append($0) } }
    joiner.finish { runs.append($0) }
    return runs
  }

  /// The number of live cells, of any size.
  package var exactPopulation: BigInt {
    if case .engine(let stepper) = backing { return stepper.population }
    return BigInt(population)
  }

  /// The number of columns and rows of the bounding box, of any size.
  package var size: (width: BigInt, height: BigInt) {
    if case .engine(let stepper) = backing {
      let bounds = stepper.bounds
      return (bounds?.width ?? 0, bounds?.height ?? 0)
    }
    return (BigInt(box?.width ?? 0), BigInt(box?.height ?? 0))
  }

  /// The number of live cells, or `Int.max` if there are more.
  package var population: Int {
    switch backing {
    case .small(let board, _): board.population
    case .plane(let plane): plane.population
    case .engine(let stepper): stepper.population.int ?? .max
    }
  }

  package var isEmpty: Bool {
    if case .plane(let plane) = backing { return plane.isEmpty }
    return population == 0
  }

  /// The bounding box. `nil` without live cells, or if they are more than 2^60 cells away or apart.
  package var box: Window? {
    switch backing {
    case .small(let board, _):
      board.isEmpty
        ? nil : Window(x: board.minX, y: board.minY, width: board.width, height: board.height)
    case .plane(let plane): plane.box
    case .engine(let stepper):
      stepper.bounds.flatMap { Window($0, from: origin, atMost: 1 << 60, longest: 1 << 60) }
    }
  }

  /// The present cells, relative to the origin of the pattern.
  ///
  /// - Throws: ``MemoryExhausted``.
  package func cells() throws -> Cells {
    switch backing {
    case .small(let board, _): return board.phase.cells
    case .plane(let plane): return try plane.cells(limit: options.memoryLimit)
    case .engine(let stepper):
      let later = try stepper.snapshot().inRows(limit: options.memoryLimit)
      guard let offset = later.origin.offset(from: origin) else {
        throw MemoryExhausted(purpose: "pattern", bytes: .max)
      }
      return try later.cells.moved(by: offset, limit: options.memoryLimit)
    }
  }

  /// Visits the live cells, 64 of a row at a time, relative to the origin of the pattern.
  package func forEachAliveWord(_ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void) {
    switch backing {
    case .small(let board, _):
      let phase = board.phase
      for row in 0..<phase.bitmap.height {
        body(phase.y + row, phase.x, phase.bitmap.alive(inRow: row, word: 0))
      }
    case .plane(let plane): plane.forEachAliveWord(body)
    case .engine(let stepper):
      guard let box else { return }
      let planes = stepper.planes
      stepper.forEachRow(in: Bounds(box, from: origin)) { y, x, words in
        for first in stride(from: 0, to: words.count, by: planes) {
          var alive: UInt64 = 0
          for plane in 0..<planes { alive |= words[first + plane] }
          if alive != 0 { body(box.y + y, box.x + x + first / planes * 64, alive) }
        }
      }
    }
  }

  /// The present generation as a new pattern.
  package func snapshot() throws -> Pattern {
    if case .engine(let stepper) = backing { return try stepper.snapshot() }
    var later = pattern
    later.cells = try cells()
    later.statedPosition = origin
    later.generation = pattern.generation + generation
    return later
  }

  /// The present cells as a bitmap. `nil` if their box has more than `limit` cells.
  package func phase(limit: Int) throws -> Phase? {
    if case .small(let board, _) = backing { return board.phase }
    guard let box else { return isEmpty ? Phase(bitmap: .empty, x: 0, y: 0) : nil }
    let (area, overflow) = box.width.multipliedReportingOverflow(by: box.height)
    guard !overflow, area <= limit else { return nil }
    switch backing {
    case .small: return nil
    case .plane(let plane):
      return Phase(bitmap: plane.bitmap(in: box), x: box.x, y: box.y)
    case .engine(let stepper):
      return Phase(bitmap: bitmap(in: box, of: stepper), x: box.x, y: box.y)
    }
  }

  /// Whether the box of a phase holds exactly the cells of the phase.
  ///
  /// - Throws: ``MemoryExhausted``.
  func contains(_ phase: Phase) throws -> Bool {
    let box = phase.window
    switch backing {
    case .small(let board, _):
      return try board.phase.cells.clipped(to: box).isSame(as: phase.cells, shiftedBy: .zero)
    case .plane(let plane): return plane.bitmap(in: box) == phase.bitmap
    case .engine(let stepper): return bitmap(in: box, of: stepper) == phase.bitmap
    }
  }

  private func bitmap(in box: Window, of stepper: any Stepper) -> Bitmap {
    var bitmap = Bitmap(width: box.width, height: box.height, planes: stepper.planes)
    stepper.forEachRow(in: Bounds(box, from: origin)) { bitmap.merge($2, y: $0, x: $1) }
    return bitmap
  }
}

extension Evolution {
  /// Whether the cells equal those of another generation, moved by `offset`.
  func isSame(as other: Evolution, movedBy offset: Offset) throws -> Bool {
    guard population == other.population else { return false }
    return try Snapshot(other)?.displacement(to: self) == offset
  }
}
