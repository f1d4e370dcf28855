internal import LifeCore

// Tries other engines while the present one runs.

extension AutoStepper {
  /// The direct engine for few live cells.
  var sparseEngine: Engine {
    stepper.planes == 1 && !meetsEdges && !(stepper is BlockStepper) ? .tiles : .bytes
  }

  /// Tries another engine if it is time and may pay.
  func tryOtherEngines(_ goal: BigInt) throws {
    let remaining = SelectionPolicy.Remaining(
      toEnd: (max(end ?? goal, goal) - generation).double, toReturn: (goal - generation).double)
    switch policy.action(
      remaining: remaining, hasTree: canHaveTree && !meetsEdges, hasDirect: canChangeDirect)
    {
    case .keep: break
    case .tryTree: try tryTree(to: goal, remaining: remaining)
    case .tryDirect: try tryDirect(remaining)
    case .returnToDirect:
      guard !policy.adaptDirect(to: stepper.population.double) else { return }
      _ = try change(to: sparseEngine, because: "stepping every generation will end sooner")
      policy.postponeTreeTrial()
    }
  }

  /// Replaces the present engine by another one at once, without measuring it. Returns false if the
  /// other one cannot run the pattern.
  package func change(to engine: Engine, because reason: String) throws -> Bool {
    do {
      let (_, next) = try Self.start(stepper.snapshot(), engines: [engine], options: options)
      enter(engine, stepper: next, reason: reason)
      return true
    } catch is MemoryExhausted, is UnsupportedPattern {
      return false
    }
  }
}

// MARK: - HashLife

/// A HashLife stepper beside the present engine, run in turns until the forecast is clear.
///
/// It begins with the pattern at the start, because that is small, and keeps its memos between
/// turns.
struct TreeOnTrial {
  var stepper: any Stepper
  var trial = TreeTrial()
}

extension AutoStepper {
  private func tryTree(to goal: BigInt, remaining: SelectionPolicy.Remaining) throws {
    let budget = policy.treeTrialBudget(remaining: remaining, trial: tree?.trial)
    guard budget > (tree == nil ? costOfTree : 0) else { return policy.continueTreeTrialLater() }
    do {
      // The first turn pays for building the tree.
      let end = (tree?.trial.spent ?? 0) + budget
      if tree == nil { tree = try makeTree() }
      switch try runTree(until: end, to: goal, remaining: remaining) {
      case .adopt: return adoptTree()
      case .giveUp: break
      case .pause, .step: return policy.continueTreeTrialLater()
      }
    } catch is MemoryExhausted {
      // Handled like a slow trial: later there may be memory for it.
    } catch is UnsupportedPattern {
      canHaveTree = false
    }
    tree = nil
    policy.postponeTreeTrial()
  }

  private func makeTree() throws -> TreeOnTrial {
    defer { initialPattern = nil }
    let pattern = try initialPattern ?? stepper.snapshot()
    // The present engine keeps its own half of the memory.
    var options = options
    options.memoryLimit /= 2
    let start = now()
    var tree = TreeOnTrial(
      stepper: try Engine.hashlife.makeStepper(for: pattern, options: options))
    tree.trial.recordStart(seconds: now() - start)
    return tree
  }

  /// Steps towards `goal` until it is reached, the time is up, or the forecast is clear. A tree at
  /// the goal is adopted if it is ahead of the present engine, or forecast to be faster.
  private func runTree(
    until end: Double, to goal: BigInt, remaining: SelectionPolicy.Remaining
  ) throws -> TreeTrial.Decision {
    let rate = policy.secondsPerGeneration
    tree?.trial.steps.maxStep = policy.maxStep
    while let trial = tree?.trial, var own = tree?.stepper,
      own.generation < goal || own.generation == generation
    {
      let step = trial.steps.next(goal - own.generation)
      let decision = trial.decision(
        before: step, end: end, isBehind: own.generation < generation,
        left: remaining.toEnd - (own.generation - generation).double,
        present: (rate, min(remaining.toEnd, 1e100) * rate))
      guard decision == .step else { return decision }
      guard own.generation < goal else { return .pause }
      let start = now()
      do {
        try own.advance(by: step)
      } catch {
        tree?.trial.recordInterruption(seconds: now() - start)
        throw error
      }
      tree?.stepper = own
      tree?.trial.record(step, seconds: now() - start)
    }
    return .adopt
  }

  private func adoptTree() {
    guard let tree else { return }
    self.tree = nil
    let population = stepper.population.double
    (tree.stepper as? HashLifeStepper)?.memoryLimit = options.memoryLimit
    enter(.hashlife, stepper: tree.stepper, reason: "regular: hashlife will end sooner")
    policy.measureSteps(from: tree.trial.steps, population: population)
  }

  /// The estimated seconds to build a tree and make its first steps: 40 ns for each cell, and 0.2
  /// µs for each node above isolated cells.
  private var costOfTree: Double {
    guard initialPattern?.tree == nil, let box = initialPattern?.bounds ?? stepper.bounds else {
      return 0
    }
    let cells = (initialPattern?.population ?? stepper.population).double
    guard cells > 0 else { return 0 }
    // Above the level where a square holds about two cells, cells share nodes.
    let levels = (2 * box.width.double * box.height.double / cells).exponent / 2
    let nodes = cells / 2 * Double(max(0, levels - Double.Exponent(LeafShape.bits.leafLevel)))
    return Double(stepper.planes) * (cells * 4e-8 + nodes * 2e-7)
  }
}

// MARK: - Boards, bytes and tiles

extension AutoStepper {
  /// Measures the other direct engine, if it may be faster: ``sparseEngine`` if a board or an
  /// initial tree runs, a board if the sparse engine runs.
  ///
  /// No board is tried for two-state patterns on the plane: it would be rebuilt as they grow.
  private func tryDirect(_ remaining: SelectionPolicy.Remaining) throws {
    policy.postponeDirectTrial()
    let other = engine == sparseEngine ? Engine.bitmap : sparseEngine
    guard let limit = policy.directTrialLimit(remaining), mayBeFaster(other, than: limit)
    else { return }
    do {
      let (_, next) = try Self.start(stepper.snapshot(), engines: [other], options: options)
      guard try secondsPerGeneration(of: next) < limit else { return }
      enter(
        other, stepper: next,
        reason: other == .bitmap ? "dense: it fills its box" : "few cells change")
    } catch is MemoryExhausted {
      // The present engine continues; later there may be memory for another trial.
    } catch is UnsupportedPattern {
      canChangeDirect = false
    }
  }

  /// Measures twice: the first generations are slow, because caches and tables are empty.
  private func secondsPerGeneration(of stepper: some Stepper) throws -> Double {
    var stepper = stepper
    let generations = SelectionPolicy.directTrialGenerations
    var seconds = 0.0
    for _ in 0..<2 {
      let start = now()
      try stepper.advance(by: BigInt(generations))
      seconds = now() - start
    }
    return seconds / Double(generations)
  }

  /// Whether an engine's estimated seconds per generation are below a limit.
  private func mayBeFaster(_ other: Engine, than limit: Double) -> Bool {
    if other == .bitmap {
      let area = meetsEdges ? universe.area : stepper.bounds?.boardArea
      return area.map { $0 * Double(stepper.planes) * EngineSpeed.secondsPerCell < limit } ?? false
    }
    let perCell =
      other == .tiles ? EngineSpeed.secondsPerCellOfTiles : EngineSpeed.secondsPerCellOfBytes
    return stepper.population.double * perCell < limit
  }
}
