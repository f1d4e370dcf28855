package import LifeCore
package import LifeEngines

/// Finds a long period of a pattern on the plane in long steps of a quadtree, without visiting each
/// generation.
///
/// Three searches propose periods:
///
/// - Powers of two: compare the pattern with itself after 1, 2, 4, 8, … generations.
/// - Leaps: compare some hundred generations with each other, one power of two apart. The pattern
///   may settle first. For example, 138 leaps show the period 565 248 of seven million cells that
///   simulate a small oscillator.
/// - Baby steps and giant steps: keep the hashes of the first *B* generations, then look at every
///   *B*-th generation. If generation *i B* has the hash of generation *j* < *B*, then *p* = *i B*
///   − *j* may be the period. A period of 2 000 000 takes 2 048 baby steps and some thousand giant
///   steps.
///
/// Cells decide: canonical trees in one store are equal if their roots are. A period *p* is
/// smallest if the pattern does not return after *p* / *q* generations for any prime divisor *q* of
/// *p*, because any smaller period would divide one of these.
///
/// - SeeAlso: D. Shanks, "Class number, a theory of factorization, and genera" (1971).
package struct LongPeriodSearch {
  private let stepper: HashLifeStepper
  private var start: Pattern
  private var first: Quadtree
  /// The number of generations from the given pattern to ``start``, which has the period.
  package private(set) var delay = 0
  private let maxPeriod: Int
  /// Called with the number of each reached generation.
  var onGeneration: (@Sendable (Int) -> Void)?
  private var hash: ShapeHash

  /// The searches in order. Each number of baby steps finds periods up to a bound.
  private static let stages: [(babySteps: Int, maxPeriod: Int)] = [
    (1 << 8, 1 << 16), (1 << 11, 1 << 21), (1 << 14, 1 << 28), (1 << 17, 1 << 34),
    (1 << 20, 1 << 40),
  ]

  /// Returns `nil` if the universe, the rule or the cells don't suit a quadtree.
  ///
  /// - Throws: `MemoryExhausted`.
  package init?(
    _ pattern: Pattern, rule: AnalysisRule, maxPeriod: Int, options: EngineOptions
  ) throws {
    guard pattern.universe.isUnbounded, rule.interval == 1,
      rule.rule.allowsMoves(by: Offset(x: 1, y: 0))
    else { return nil }
    do {
      stepper = try HashLifeStepper(pattern, options: options)
    } catch is UnsupportedPattern {
      return nil
    }
    start = try stepper.snapshot()
    first = try stepper.tree.store.copy(of: stepper.tree)
    hash = ShapeHash(first.store)
    self.maxPeriod = maxPeriod
  }

  /// The population of ``start``.
  var population: Int { first.population.int ?? .max }

  /// The smallest period, and the displacement in it. `nil` if none is found.
  ///
  /// - Throws: `MemoryExhausted`, `Stopped`.
  package mutating func run() throws -> Velocity? {
    if let found = try powerOfTwo() { return found }
    if let candidate = try leaps() { return try smallest(candidate) }
    guard let candidate = try babyAndGiantSteps() else { return nil }
    return try smallest(candidate)
  }

  private func powerOfTwo() throws -> Velocity? {
    var generations = 1
    stepper.rewind(to: start)
    while generations <= maxPeriod {
      try stepper.advance(by: BigInt(generations) - elapsed)
      if stepper.population == 0 { return nil }
      if let offset = try displacement() {
        return Velocity(offset, period: generations)
      }
      generations *= 2
    }
    return nil
  }

  /// The binary logarithms of leaps, in this order, and the number of leaps for each.
  private static let leapExponents = [12, 9, 15]
  private static let maxLeaps = 256

  /// A period from a later start on, not always the smallest. `nil` if none is found.
  private mutating func leaps() throws -> Int? {
    let beginning = start
    for exponent in Self.leapExponents {
      stepper.rewind(to: beginning)
      var generations: [UInt64: Int] = [:]
      for count in 0..<Self.maxLeaps {
        let now = count << exponent
        guard now <= maxPeriod else { break }
        if stepper.population == 0 { return nil }
        if let value = currentHash() {
          if let earlier = generations[value] {
            stepper.rewind(to: beginning)
            try stepper.advance(by: BigInt(earlier))
            try restart(delay: earlier)
            if try displacement(after: now - earlier) != nil { return now - earlier }
            stepper.rewind(to: beginning)
            try restart(delay: 0)
            try stepper.advance(by: BigInt(now))
          }
          generations[value] = now
        }
        try stepper.advance(by: BigInt(1 << exponent))
        onGeneration?(now)
      }
    }
    return nil
  }

  /// Makes the present generation the first one.
  private mutating func restart(delay: Int) throws {
    start = try stepper.snapshot()
    first = try stepper.tree.store.copy(of: stepper.tree)
    self.delay = delay
  }

  /// A period, not always the smallest. `nil` if none is found.
  private mutating func babyAndGiantSteps() throws -> Int? {
    // The generation of each hash, for the first `known` generations.
    var babies: [UInt64: Int] = [:]
    var known = 0
    // Periods up to this number are excluded.
    var covered = 0
    for stage in Self.stages where covered < maxPeriod {
      stepper.rewind(to: start)
      try stepper.advance(by: BigInt(known))
      while known < stage.babySteps {
        if let value = currentHash() { babies[value] = known }
        try stepper.advance(by: 1)
        known += 1
      }
      // Start at a multiple of the step, so all long steps are aligned.
      var now = max(1, covered / stage.babySteps) * stage.babySteps
      stepper.rewind(to: start)
      try stepper.advance(by: BigInt(now))
      while now <= min(stage.maxPeriod, maxPeriod) + stage.babySteps {
        if let value = currentHash(), let baby = babies[value], now > baby {
          let period = now - baby
          let here = try stepper.snapshot()
          stepper.rewind(to: start)
          try stepper.advance(by: BigInt(period))
          if period <= maxPeriod, try displacement() != nil { return period }
          stepper.rewind(to: here)
        }
        try stepper.advance(by: BigInt(stage.babySteps))
        now += stage.babySteps
        onGeneration?(now)
      }
      covered = stage.maxPeriod
    }
    return nil
  }

  /// The smallest period, given any period.
  private func smallest(_ period: Int) throws -> Velocity? {
    var period = period
    for prime in period.primeFactors {
      while period.isMultiple(of: prime), try displacement(after: period / prime) != nil {
        period /= prime
      }
    }
    return try displacement(after: period).map { Velocity($0, period: period) }
  }

  private var elapsed: BigInt { stepper.generation - start.generation }

  private mutating func currentHash() -> UInt64? { hash.hash(stepper.tree) }

  /// The displacement after some generations. `nil` unless the cells return.
  func displacement(after generations: Int) throws -> Offset? {
    stepper.rewind(to: start)
    try stepper.advance(by: BigInt(generations))
    return try displacement()
  }

  private func displacement() throws -> Offset? {
    try first.displacement(to: stepper.tree)
  }
}

extension LongPeriodSearch {
  /// The first generation up to `last` from which on the pattern has a period and displacement. All
  /// later generations have them too, so bisection works.
  ///
  /// - Throws: `MemoryExhausted`, `Stopped`.
  package func firstGeneration(upTo last: Int, having velocity: Velocity) throws -> Int {
    try (0..<last).partitioningIndex { try has(velocity, from: $0) }
  }

  private func has(_ velocity: Velocity, from generation: Int) throws -> Bool {
    stepper.rewind(to: start)
    try stepper.advance(by: BigInt(generation))
    let earlier = try stepper.tree.store.copy(of: stepper.tree)
    try stepper.advance(by: BigInt(velocity.period))
    return try earlier.displacement(to: stepper.tree) == velocity.displacement
  }
}

extension Quadtree {
  /// The displacement to a later tree of the same store. `nil` unless both have the same cells.
  fileprivate func displacement(to later: Quadtree) throws -> Offset? {
    guard let here = bounds, let there = later.bounds, here.width == there.width,
      here.height == there.height, population == later.population
    else { return nil }
    let x = there.x - here.x
    let y = there.y - here.y
    let moved = try store.copy(of: store.translated(later, by: Position(x: -x, y: -y)))
    guard moved.root == root, moved.level == level, let dx = x.int, let dy = y.int else {
      return nil
    }
    return Offset(x: dx, y: dy)
  }
}
