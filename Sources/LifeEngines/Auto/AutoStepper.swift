package import LifeCore

/// Begins with the engine that suits most patterns of a kind, measures how it gets on, tries
/// another one now and then, and goes on with that if it will be done sooner.
///
/// Every change is a snapshot, so the cells are exact whatever it does. A pattern in a bounded
/// universe that is far from all edges is stepped as if there were none, until it comes near.
package final class AutoStepper: LeapingStepper {
  /// Which engine stepped, from when on, and why.
  package struct Stint: Sendable, Equatable {
    package var engine: Engine
    package var generation: BigInt
    package var why: String

    package init(engine: Engine, generation: BigInt, why: String) {
      self.engine = engine
      self.generation = generation
      self.why = why
    }
  }

  /// What was chosen so far, the present engine last.
  package private(set) var stints: [Stint] = []
  /// The generation at which the run will end, as far as anybody knows.
  package var end: BigInt?
  /// Called now and then while it runs.
  package var watch: (() -> Void)?

  let options: EngineOptions
  private(set) var stepper: any Stepper
  /// The pattern's own universe.
  private let universe: Universe
  /// Whether the stepper knows nothing of the universe's edges.
  private var isFarFromEdges = false
  var contest = Contest()
  /// The tree that tries to be faster.
  var rival: Rival?
  /// Where it all began, until a tree was made of it: that is sooner done than of what becomes of
  /// it, and one that is worth while catches up.
  var beginning: Pattern?
  /// Whether a tree can step what this one steps.
  var canHaveTree: Bool
  /// Whether bytes and a board can.
  var canSwap = false

  /// - Parameter generations: how many are to be run, as far as anybody knows.
  package init(_ pattern: Pattern, _ options: EngineOptions, generations: BigInt?) throws {
    self.options = options
    universe = pattern.universe
    end = generations.map { pattern.generation + $0 }
    let choice = FirstChoice(pattern, generations: generations)
    isFarFromEdges = choice.ignoresEdges
    canHaveTree = !choice.isOnlyOne
    if case .generations = pattern.rule.family { canSwap = true }
    let start = choice.ignoresEdges ? pattern.withoutEdges : pattern
    let engine: Engine
    (engine, stepper) = try Self.start(start, choice.engines, options)
    if engine != .hashlife, mayChange { beginning = start }
    enter(engine, choice.why)
    if engine == .hashlife, choice.doubtsTree { contest.leap(Leaps()) }
  }

  package convenience init(_ pattern: Pattern, _ options: EngineOptions) throws {
    try self.init(pattern, options, generations: nil)
  }

  /// The stepper that was chosen; another one after the next advance, perhaps.
  package var chosen: any Stepper { stepper }

  /// The engine that steps now.
  package var engine: Engine { stints[stints.count - 1].engine }

  /// The first of some engines that takes a pattern.
  static func start(
    _ pattern: Pattern, _ engines: [Engine], _ options: EngineOptions
  ) throws -> (Engine, any Stepper) {
    var failure: any Error = UnsupportedPattern(engine: "auto", reason: "no engine can run it")
    for engine in engines {
      do {
        return (engine, try engine.makeStepper(pattern, options))
      } catch let error as MemoryExhausted {
        failure = error
      } catch let error as UnsupportedPattern {
        if !(failure is MemoryExhausted) { failure = error }
      }
    }
    throw failure
  }

  /// Goes on with another stepper from where it is.
  func enter(_ engine: Engine, _ stepper: any Stepper, _ why: String) {
    self.stepper = stepper
    enter(engine, why)
  }

  private func enter(_ engine: Engine, _ why: String) {
    stints.append(Stint(engine: engine, generation: stepper.generation, why: why))
    contest.begin(engine)
  }
}

extension AutoStepper {
  package var generation: BigInt { stepper.generation }
  package var planes: Int { stepper.planes }
  package var population: BigInt { stepper.population }
  package var bounds: Bounds? { stepper.bounds }

  package func forEachRow(
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    try stepper.forEachRow(in: window, body)
  }

  package func snapshot() throws -> Pattern {
    var result = try stepper.snapshot()
    result.universe = universe
    return result
  }
}

// MARK: - Stepping

extension AutoStepper {
  package func advance(by count: BigInt) throws {
    let target = generation + count
    while generation < target {
      var goal = target
      if isFarFromEdges {
        let room = clearance
        guard room >= Self.leastClearance else {
          try meetEdges()
          continue
        }
        goal = min(goal, generation + room)
      }
      try advance(to: goal)
    }
  }

  /// Makes a piece of the way; all of it at once where no other engine can be better.
  private func advance(to goal: BigInt) throws {
    let left = goal - generation
    let piece = mayChange || watch != nil ? contest.piece(left, engine) : left
    let before = generation
    do {
      let seconds = try Clock.seconds { try stepper.advance(by: piece) }
      contest.note(generation - before, seconds)
    } catch let error as MemoryExhausted {
      guard try makeDo() else { throw error }
    }
    watch?()
    if mayChange { try consider(goal) }
  }

  /// Whether another engine may be better: one for what knows no edges.
  private var mayChange: Bool {
    (universe.isUnbounded || isFarFromEdges) && (canHaveTree || canSwap)
  }

  /// Goes on with another engine where memory ends, unless that is where this one began.
  private func makeDo() throws -> Bool {
    guard mayChange, generation > stints[stints.count - 1].generation else { return false }
    // What the rival holds may be all that is missing.
    rival = nil
    switch engine {
    case .tiles, .bytes: return try change(to: .hashlife, "tiles need more memory")
    case .hashlife: return try change(to: planeEngine, "a tree needs more memory")
    case .bitmap: return try change(to: planeEngine, "a board needs more memory")
    case .reference: return false
    }
  }
}

// MARK: - Edges

extension AutoStepper {
  /// Nearer to an edge than this, a pattern is stepped with it.
  private static let leastClearance = BigInt(8)

  /// For how many generations the edges surely make no difference.
  private var clearance: BigInt {
    guard let box = stepper.bounds else { return BigInt.powerOfTwo(100) }
    var room = BigInt.powerOfTwo(100)
    if universe.width > 0 {
      let west = box.x - BigInt(universe.left)
      let east = BigInt(universe.left + universe.width) - box.x - box.width
      room = min(room, min(west, east) - 1)
    }
    if universe.height > 0 {
      let north = box.y - BigInt(universe.top)
      let south = BigInt(universe.top + universe.height) - box.y - box.height
      room = min(room, min(north, south) - 1)
    }
    return room
  }

  private func meetEdges() throws {
    isFarFromEdges = false
    let engine: Engine
    (engine, stepper) = try Self.start(snapshot(), FirstChoice.engines(in: universe), options)
    (rival, beginning) = (nil, nil)
    enter(engine, "it came near the edges")
  }
}

extension Pattern {
  /// The same cells at the same place of the unbounded plane.
  fileprivate var withoutEdges: Pattern {
    var result = self
    result.position = origin
    result.universe = .plane
    return result
  }
}
