internal import LifeCore

extension AutoStepper {
  /// The engine for the plane that steps what changes, every generation.
  var planeEngine: Engine { stepper.planes == 1 ? .tiles : .bytes }

  /// Lets another engine try, if it is time and may be worth it.
  func consider(_ goal: BigInt) throws {
    let near = (goal - generation).double
    let left = (max(end ?? goal, goal) - generation).double
    guard contest.isLong(left, within: near) else { return }
    let maySwap = engine == .hashlife ? contest.isWithoutPace : canSwap
    if maySwap, contest.isTimeToSwap {
      try trySwap(near, left)
    } else if engine == .hashlife, contest.wasBetterBefore(left) {
      // Regular after all, or not: the pace is known from before.
      _ = try change(to: planeEngine, "squares no longer come back")
      contest.postpone()
    } else if engine != .hashlife, canHaveTree, contest.isTimeForTree {
      try tryTree(goal, left)
    }
  }

  /// Goes on with another engine from here, whatever the clock says; false if it cannot take the
  /// pattern.
  package func change(to engine: Engine, _ why: String) throws -> Bool {
    do {
      let (_, next) = try Self.start(stepper.snapshot(), [engine], options)
      enter(engine, next, why)
      return true
    } catch is MemoryExhausted {
    } catch is UnsupportedPattern {
    }
    return false
  }
}

// MARK: - A tree beside

extension AutoStepper {
  private func tryTree(_ goal: BigInt, _ left: Double) throws {
    let budget = contest.budget(left, for: rival)
    guard budget > (rival == nil ? costOfTree : 0) else { return contest.goOn() }
    do {
      let tree = try rival ?? makeRival()
      rival = tree
      let verdict = try tree.run(
        for: max(budget - (tree.leaps.count == 0 ? tree.spent : 0), 0), from: generation,
        to: goal, left, against: contest.pace)
      switch verdict {
      case .open: return contest.goOn()
      case .hopeless: break
      case .ahead:
        rival = nil
        tree.stepper.memoryLimit = options.memoryLimit
        enter(.hashlife, tree.stepper, "squares come back: it will be done sooner")
        return contest.leap(tree.leaps)
      }
    } catch is MemoryExhausted {
    } catch is UnsupportedPattern {
      canHaveTree = false
    }
    rival = nil
    contest.postpone()
  }

  private func makeRival() throws -> Rival {
    defer { beginning = nil }
    return try Rival(beginning ?? stepper.snapshot(), options)
  }

  /// What it takes about to make a tree and its first leaps, in seconds: measured, a soup of 1024²
  /// takes 4 ms and 8.
  private var costOfTree: Double {
    guard beginning?.tree == nil else { return 0 }
    let cells = beginning?.population ?? stepper.population
    return cells.double * Double(stepper.planes) * 4e-8
  }
}

// MARK: - Bytes or a board

extension AutoStepper {
  /// Lets a board try where a pattern fills its box, or bytes where that may no longer be so, or
  /// where the run began with a tree.
  ///
  /// Boards and tiles of two states do not change places: a soup on the plane is sooner done in
  /// tiles from its first generations on (2048², 200 generations: 21 ms against 33), because boards
  /// must be made anew as they grow.
  private func trySwap(_ near: Double, _ left: Double) throws {
    contest.postponeSwap()
    let other = engine == planeEngine ? Engine.bitmap : planeEngine
    let limit = 0.8 * contest.secondsPerGeneration(left)
    guard near >= Double(2 * Self.trial), left >= Double(20 * Self.trial),
      mayBeSooner(other, than: limit)
    else { return }
    do {
      let (_, next) = try Self.start(stepper.snapshot(), [other], options)
      guard try pace(of: next) < limit else { return }
      enter(other, next, other == .bitmap ? "it fills its box" : "it changes in few places")
    } catch is MemoryExhausted {
    } catch is UnsupportedPattern {
      canSwap = false
    }
  }

  /// Generations that a trial takes twice: in the first ones everything is new.
  private static let trial = 24

  /// The seconds that a stepper takes for a generation, once it is in its stride.
  private func pace(of stepper: some Stepper) throws -> Double {
    var stepper = stepper
    var seconds = 0.0
    for _ in 0..<2 { seconds = try Clock.seconds { try stepper.advance(by: BigInt(Self.trial)) } }
    return seconds / Double(Self.trial)
  }

  /// Whether it is worth while to try an engine. Measured: a cell of a board takes 40 ps a plane in
  /// a generation, a living one of bytes in a soup 3 ns, and one in tiles less than 60 ps.
  private func mayBeSooner(_ other: Engine, than limit: Double) -> Bool {
    let planes = Double(stepper.planes)
    guard other == .bitmap else {
      return stepper.population.double * (planes == 1 ? 6e-11 : 3e-9) < limit
    }
    guard let box = stepper.bounds else { return false }
    let area = (box.width.double + 64) * (box.height.double + 64)
    return area * planes * 4e-11 < limit
  }
}
