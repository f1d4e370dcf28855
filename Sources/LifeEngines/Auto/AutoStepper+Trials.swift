internal import LifeCore

extension AutoStepper {
  /// The direct engine for the unbounded plane.
  var planeEngine: Engine { stepper.planes == 1 ? .tiles : .bytes }

  /// Tries another engine, if it is time and may be worth it.
  func tryOtherEngines(_ goal: BigInt) throws {
    let remaining = SelectionPolicy.Remaining(
      toEnd: (max(end ?? goal, goal) - generation).double, toReturn: (goal - generation).double)
    let candidates = SelectionPolicy.Candidates(hasTree: canHaveTree, hasDirect: canChangeDirect)
    switch policy.action(remaining: remaining, candidates: candidates) {
    case .keep: break
    case .tryTree: try tryTree(to: goal, remaining: remaining)
    case .tryDirect: try tryDirect(remaining)
    case .returnToDirect:
      _ = try change(to: planeEngine, because: "stepping every generation will end sooner")
      policy.postponeTreeTrial()
    }
  }

  /// Replaces the present engine by another one at once, without measuring it; false if that one
  /// cannot run the pattern.
  package func change(to engine: Engine, because reason: String) throws -> Bool {
    do {
      let (_, next) = try Self.start(stepper.snapshot(), engines: [engine], options: options)
      enter(engine, stepper: next, reason: reason)
      return true
    } catch is MemoryExhausted {
      return false
    } catch is UnsupportedPattern {
      return false
    }
  }
}

// MARK: - HashLife

extension AutoStepper {
  private func tryTree(to goal: BigInt, remaining: SelectionPolicy.Remaining) throws {
    let budget = policy.treeTrialBudget(remaining: remaining, trial: trial?.trial)
    guard budget > (trial == nil ? costOfTree : 0) else {
      return policy.continueTreeTrialLater()
    }
    do {
      let tree = try trial ?? makeTrial()
      trial = tree
      // The first turn pays for building the tree.
      let started = tree.trial.steps.count == 0 ? tree.trial.spent : 0
      let outcome = try tree.run(
        for: max(budget - started, 0), from: generation, to: goal, toEnd: remaining.toEnd,
        against: policy.timings)
      // What fails leaves the switch, and is put off for long.
      switch outcome {
      case .pause: return policy.continueTreeTrialLater()
      case .giveUp: break
      case .adopt:
        trial = nil
        tree.stepper.memoryLimit = options.memoryLimit
        enter(.hashlife, stepper: tree.stepper, reason: "regular: hashlife will end sooner")
        return policy.measureSteps(from: tree.trial.steps)
      }
    } catch is MemoryExhausted {
      // As if it had been too slow: later there may be memory for it.
    } catch is UnsupportedPattern {
      canHaveTree = false
    }
    trial = nil
    policy.postponeTreeTrial()
  }

  private func makeTrial() throws -> TrialEngine {
    defer { initialPattern = nil }
    return try TrialEngine(
      initialPattern ?? stepper.snapshot(), options: options, model: policy.model, now: now)
  }

  /// The estimated seconds to build a tree and make its first steps.
  private var costOfTree: Double {
    guard initialPattern?.tree == nil else { return 0 }
    let planes = Double(stepper.planes)
    if let cells = initialPattern?.cells {
      return planes
        * policy.model.treeSeconds(
          cells: Double(cells.population), pieces: Double(cells.pieceCount),
          area: cells.bounds.map { Double($0.width) * Double($0.height) } ?? 0)
    }
    guard let box = stepper.bounds else { return 0 }
    let cells = stepper.population.double
    return planes
      * policy.model.treeSeconds(
        cells: cells, pieces: cells / policy.model.cellsPerPiece,
        area: box.width.double * box.height.double)
  }
}

// MARK: - Boards, bytes and tiles

extension AutoStepper {
  /// Measures a board, where the pattern may fill its bounding box, or tiles or bytes in place of a
  /// board or of a tree that the run began with.
  ///
  /// A board never replaces tiles of two states: a soup on the plane is faster in tiles from its
  /// first generations on (2048², 200 generations: 21 ms, and 33 ms on a board), because a board is
  /// built anew as the pattern grows.
  private func tryDirect(_ remaining: SelectionPolicy.Remaining) throws {
    policy.postponeDirectTrial()
    let other = engine == planeEngine ? Engine.bitmap : planeEngine
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
    let generations = policy.model.directTrialGenerations
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
    let model = policy.model
    let planes = Double(stepper.planes)
    guard other == .bitmap else {
      let perCell = planes == 1 ? model.tilesSecondsPerLiveCell : model.bytesSecondsPerLiveCell
      return stepper.population.double * perCell < limit
    }
    guard let box = stepper.bounds else { return false }
    return model.boardArea(box) * planes * model.boardSecondsPerCell < limit
  }
}
