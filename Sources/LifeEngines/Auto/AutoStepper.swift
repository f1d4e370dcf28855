package import LifeCore
internal import LifeSystem

/// Begins with the engine expected to be fastest for the pattern, measures it, tries others now and
/// then, and changes to another one if that is forecast to end the run sooner.
///
/// A new engine begins with a snapshot of the present one, so the cells are exact in any case. A
/// pattern far from all edges of its universe is stepped without edges until it comes near them.
/// ``StartingEngines`` and ``SelectionPolicy`` decide.
package final class AutoStepper: BulkStepper, DensityStepper, RowCopyingStepper {
  /// The engines so far, the present one last; never empty.
  package private(set) var spans: [EngineSpan] = []
  /// Called several times a second during ``advance(by:)``, with this stepper and the present
  /// engine, when the universe is at a whole generation.
  package var onProgress: ((any Stepper, Engine) -> Void)?

  /// The last generation of the run, if known.
  let end: BigInt?
  let options: EngineOptions
  /// The stepper of the present span; `advance(by:)` may replace it.
  package private(set) var stepper: any Stepper
  /// The pattern's own universe.
  let universe: Universe
  private let isLargerThanLife: Bool
  /// Whether the stepper runs on the unbounded plane instead of the universe.
  private var isFarFromEdges = false
  var policy = SelectionPolicy()
  /// HashLife beside the present engine, while it is on trial.
  var tree: TreeOnTrial?
  /// The initial pattern, kept until a quadtree is built from it. The start makes a cheaper tree
  /// than the present generation, and a useful tree catches up.
  var initialPattern: Pattern?
  /// Whether HashLife can step the pattern.
  var canHaveTree: Bool
  /// Whether boards and bytes may replace each other.
  var canChangeDirect = false
  /// Reads a clock, in seconds.
  let now: () -> Double

  /// The CPU time of the calling thread, without other threads and programs.
  package static func threadSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// - Parameters:
  ///   - generations: the length of the run in generations, if known.
  ///   - now: the clock, in seconds. Tests pass their own.
  package init(
    _ pattern: Pattern, options: EngineOptions, generations: BigInt? = nil,
    now: @escaping () -> Double = AutoStepper.threadSeconds
  ) throws {
    self.options = options
    self.now = now
    universe = pattern.universe
    isLargerThanLife = pattern.rule.largerThanLife != nil
    end = generations.map { pattern.generation + $0 }
    let first = StartingEngines(for: pattern, generations: generations)
    isFarFromEdges = first.ignoresEdges
    canHaveTree = !first.isFinal
    if case .generations = pattern.rule.family { canChangeDirect = true }
    if pattern.universe.isBounded, !first.ignoresEdges, !first.isFinal { canChangeDirect = true }
    var start = pattern
    if first.ignoresEdges {
      start.statedPosition = pattern.origin
      start.universe = .plane
    }
    let engine: Engine
    (engine, stepper) = try Self.start(start, engines: first.engines, options: options)
    if engine != .hashlife, canHaveTree, !meetsEdges { initialPattern = start }
    enter(engine, reason: first.reason)
    if engine == .hashlife, first.doubtsTree { policy.measureSteps(from: StepTimings()) }
  }

  /// The present engine.
  package var engine: Engine { spans[spans.count - 1].engine }

  /// Makes a stepper for a pattern with the first engine that can run it.
  static func start(
    _ pattern: Pattern, engines: [Engine], options: EngineOptions
  ) throws -> (Engine, any Stepper) {
    var failure: any Error = UnsupportedPattern(engine: "auto", reason: "no engine can run it")
    for engine in engines {
      do {
        return (engine, try engine.makeStepper(for: pattern, options: options))
      } catch let error as MemoryExhausted {
        failure = error
      } catch let error as UnsupportedPattern {
        if !(failure is MemoryExhausted) { failure = error }
      }
    }
    throw failure
  }

  /// Begins a span with another stepper.
  func enter(_ engine: Engine, stepper: any Stepper, reason: String) {
    self.stepper = stepper
    enter(engine, reason: reason)
  }

  private func enter(_ engine: Engine, reason: String) {
    spans.append(EngineSpan(engine: engine, start: stepper.generation, reason: Message(reason)))
    policy.begin(engine)
  }
}

extension AutoStepper {
  package var generation: BigInt { stepper.generation }
  package var planes: Int { stepper.planes }
  package var population: BigInt { stepper.population }
  package var bounds: Bounds? { stepper.bounds }

  package func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    try stepper.forEachRow(in: window, body)
  }

  package func copyRows(
    in window: Bounds, to words: inout MutableSpan<UInt64>,
    marks: inout MutableSpan<UInt64>
  ) -> Bool {
    (stepper as? any RowCopyingStepper)?.copyRows(in: window, to: &words, marks: &marks) ?? false
  }

  package func density(
    from corner: Position, side: Int, columns: Int, rows: Int, check: () throws -> Void
  ) rethrows -> [UInt64]? {
    try (stepper as? any DensityStepper)?.density(
      from: corner, side: side, columns: columns, rows: rows, check: check)
  }

  package func snapshot() throws -> Pattern {
    var result: Pattern
    do {
      result = try stepper.snapshot()
    } catch let error as MemoryExhausted {
      // The memory of a trial may be enough.
      guard tree != nil else { throw error }
      tree = nil
      policy.postponeTreeTrial()
      result = try stepper.snapshot()
    }
    result.universe = universe
    return result
  }

  package func checkInvariants() { stepper.checkInvariants() }
}

// MARK: - Stepping

extension AutoStepper {
  package func advance(by count: BigInt) throws {
    let target = generation + count
    policy.maxStep = target == end ? .infinity : count.double
    while generation < target {
      // If every piece is short, for example in empty space, no engine polls the interrupt.
      try options.interrupt?.check()
      var goal = target
      if isFarFromEdges {
        let clearance = stepper.bounds.flatMap(universe.clearance) ?? Self.unlimitedClearance
        guard clearance >= BigInt(Self.minClearance) else {
          try startWithEdges()
          continue
        }
        goal = min(goal, generation + clearance)
      }
      try advance(to: goal)
    }
  }

  /// Advances by a piece, or by everything if no other engine can be faster and nobody watches the
  /// progress.
  private func advance(to goal: BigInt) throws {
    let left = goal - generation
    if left > StartingEngines.maxGenerationsOfDirectEngines, engine != .hashlife, canHaveTree,
      !meetsEdges
    {
      // The end was unknown when the run began.
      _ = try change(to: .hashlife, because: StartingEngines.tooManyGenerations)
    }
    // Too few generations for a decision. In a run with a sample of every generation, timing them
    // took a quarter of the time.
    if onProgress == nil, left.double < SelectionPolicy.minAdvance {
      return try advanceOrChange { try stepper.advance(by: left) }
    }
    let piece = piece(of: left)
    let before = generation
    let start = now()
    try advanceOrChange {
      defer { policy.record(generation - before, seconds: now() - start) }
      try stepper.advance(by: piece)
    }
    if mayChange { try tryOtherEngines(goal) }
    // Last, because it may raise the interrupt, which would end a trial.
    onProgress?(self, engine)
  }

  private func piece(of left: BigInt) -> BigInt {
    guard mayChange || onProgress != nil else { return left }
    guard let period = stepper.period, left >= BigInt(period) else { return policy.piece(of: left) }
    // Every piece that ends within a period would step up to there.
    return left - left.floorDivided(by: period).remainder
  }

  /// Replaces an engine if its memory is exhausted while it advances.
  private func advanceOrChange(_ advance: () throws -> Void) throws {
    do {
      try advance()
    } catch let error as MemoryExhausted {
      guard try changeForMemory() else { throw error }
    } catch let error as Stopped {
      // A trial follows only whole pieces, and a request of the player may be too short for them.
      policy.shortenPieces()
      throw error
    }
  }

  /// Whether another engine may be faster.
  private var mayChange: Bool { (canHaveTree && !meetsEdges) || canChangeDirect }

  /// Whether the stepper runs in a universe with edges.
  var meetsEdges: Bool { !universe.isUnbounded && !isFarFromEdges }

  /// Replaces an engine that ran out of memory, if it has completed a generation. Returns false if
  /// no other engine can replace it.
  private func changeForMemory() throws -> Bool {
    guard mayChange, generation > spans[spans.count - 1].start else { return false }
    // Freeing the trial's memory may be enough.
    tree = nil
    switch engine {
    case .bytes where meetsEdges: return false
    case .tiles, .bytes: return try change(to: .hashlife, because: "tiles exceed the memory limit")
    case .hashlife:
      return try change(to: sparseEngine, because: "the tree exceeds the memory limit")
    case .bitmap: return try change(to: sparseEngine, because: "the board exceeds the memory limit")
    case .reference: return false
    }
  }
}

// MARK: - Editing

extension AutoStepper {
  /// Edits the cells in the present engine, or changes to an engine with room for them.
  package func set(_ cells: CellStates) throws -> CellStates {
    let cells = try cells.inside(universe)
    // These two hold the pattern before the edit.
    tree = nil
    initialPattern = nil
    do {
      return try stepper.set(cells)
    } catch let error as MemoryExhausted {
      guard universe.isUnbounded || isFarFromEdges else { throw error }
      let others: [Engine] = isLargerThanLife ? [.reference] : [sparseEngine, .hashlife]
      for other in others where other != engine {
        guard try change(to: other, because: "cells far apart") else { continue }
        if let former = try? stepper.set(cells) { return former }
      }
      throw error
    }
  }
}

// MARK: - Edges

extension AutoStepper {
  /// With less clearance, the pattern is stepped with the edges.
  private static let minClearance = 8
  /// The clearance without any edge in reach: more generations than any run of tiles makes.
  private static let unlimitedClearance = BigInt.powerOfTwo(100)

  private func startWithEdges() throws {
    isFarFromEdges = false
    let engine: Engine
    let pattern = try snapshot()
    (engine, stepper) = try Self.start(
      pattern, engines: StartingEngines.engines(withEdges: pattern),
      options: options)
    tree = nil
    canChangeDirect = universe.isBounded && !isLargerThanLife
    initialPattern = nil
    enter(engine, reason: "near the edges")
  }
}
