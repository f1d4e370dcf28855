// Proofs that a pattern grows, as a replicator or by the emissions of a core.
internal import LifeCore

extension CycleSearch {
  /// Tries to prove replication, if the pattern has become copies of itself.
  func proveReplicator() throws -> Outcome? {
    guard let copies, let offsets = try copies.offsets(in: evolution) else { return nil }
    let proof = ReplicatorProof(
      separation: separation, template: copies.template.cells, offsets: offsets,
      period: generation)
    guard try proof.isProved() else { return nil }
    var result = Identification(.replicator)
    result.period = generation
    result.copies = offsets.count
    return .identified(result)
  }

  /// Tries to separate the present generation into a core and emitted objects, if the population
  /// grows.
  mutating func proveGrowth() throws -> Outcome? {
    let growth = PopulationGrowth(populations)
    let isShrinking = (growth?.perPeriod ?? 0) < 0
    guard !isShrinking,
      let period = PopulationGrowth.corePeriod(in: populations) ?? growth?.period
    else {
      let isQuadratic =
        evolution.population >= Self.manyCells && QuadraticGrowth(populations) != nil
      return isQuadratic ? Self.unproved : nil
    }
    guard let box = evolution.box, MovingBox(box).isExact else { return nil }
    if let found = try proveGrowth(period: period, growthPeriod: growth?.period) {
      return .identified(found)
    }
    return hasGivenUp() ? Self.unproved : nil
  }

  private static let unproved = Outcome.undecided(Identification.unprovedGrowth)

  /// Tries to prove that the pattern grows forever.
  ///
  /// Periods are numbers of observations.
  ///
  /// - Parameters:
  ///   - period: the smallest possible period of the core.
  ///   - growthPeriod: the period of the population's growth, if it has repeated.
  private mutating func proveGrowth(period: Int, growthPeriod: Int?) throws -> Identification? {
    let population = evolution.population
    let visited = populations.reduce(0, +)
    var attempts = growthAttempts ?? GrowthAttempts(period: 0, since: observations)
    if period != attempts.period || !hasGrownConstantly(in: growthPeriod, since: attempts.since) {
      attempts = GrowthAttempts(period: period, since: observations, after: attempts)
    }
    defer { growthAttempts = attempts }
    let periods = attempts.takePeriods(
      at: observations, growthPeriod: growthPeriod, population: population, visited: visited)
    if periods.isEmpty { return nil }
    let start = generation
    let splitCells = SplitCells(
      try evolution.cells(), at: start, known: known, separation: separation)
    let proof = GrowthProof(splitCells: splitCells)
    let generations = periods.map { $0 * rule.interval }
    guard let core = try proof.recurrence(periods: generations) else { return nil }
    var result = try Identification(core, at: start, separation: separation)
    result.growth = try LinearGrowth(of: core, &evolution, populations: populations)
    result.code = result.growth?.code
    return result
  }

  /// Whether the population has grown by the same number in each period since observation `start`.
  /// If not, the pattern has changed: for example, two streams have met. `true` without a period.
  private func hasGrownConstantly(in period: Int?, since start: Int) -> Bool {
    guard let period else { return true }
    let length = populations.count - max(start, period)
    return populations.constantGrowth(in: period, over: length) != nil
  }

  /// Whether all attempts at a proof are over and the pattern was followed for long. Small patterns
  /// are followed: a stream may meet a distant object.
  private func hasGivenUp() -> Bool {
    guard let attempts = growthAttempts, observations > attempts.lastFollowed else { return false }
    let generations = min(limits.generations, Self.maxUnprovedGenerations)
    return populations.reduce(0, +) > generations * Self.unprovedVisitsPerGeneration
  }

  /// A pattern without a proof of growth is followed for so many cells times generations, for each
  /// generation of the limit: a gun for 25 000 generations of 50 000.
  private static let unprovedVisitsPerGeneration = 1 << 10
  private static let maxUnprovedGenerations = 1_000_000
}

extension Identification {
  /// A recurring core with its emitted objects. Guns also have measures.
  ///
  /// - Parameter generation: the generation of the core.
  init(
    _ core: GrowthProof.Recurrence, at generation: Int, separation: Separation
  ) throws {
    self.init(Kind(core))
    period = core.period
    displacement = core.displacement
    if core.displacement != .zero { movingCore = core.firstBox }
    emitted = try EqualObjects.counted(core.emitted, by: separation)
    do {
      if kind == .gun { gun = try GunMeasures(of: core, from: generation, separation: separation) }
    } catch is Stopped {
      // The growth is proved. Only the measures are missing.
    }
  }
}

extension Identification.Kind {
  /// The kind of a growing pattern.
  fileprivate init(_ core: GrowthProof.Recurrence) {
    let leavesDebris = core.emitted.contains { !$0.cycle.isMoving }
    switch (moves: core.displacement != .zero, leavesDebris) {
    case (true, true): self = .puffer
    case (true, false): self = .rake
    case (false, true): self = .linearGrowth
    case (false, false): self = .gun
    }
  }
}
