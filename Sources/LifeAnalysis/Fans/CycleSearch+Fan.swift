internal import LifeCore
internal import LifeEngines

extension CycleSearch {
  /// Tries to prove that the pattern grows for ever in a fan, if it is time to.
  mutating func proveFan() throws -> Identification? {
    guard generation >= nextFan else { return nil }
    guard isGrowing, PopulationGrowth.isAccelerating(populations) || mayGrowLinearly else {
      nextFan = generation + generation / 16
      return nil
    }
    guard boxHasGrown else {
      nextFan = generation + generation / 4
      return nil
    }
    return try growthInFan()
  }

  /// Whether a proof of linear growth in a fan is due. Proofs by objects say more, so a few of them
  /// are tried before, although they may take longer: for a puffer train, four times as long.
  private var mayGrowLinearly: Bool {
    guard generation >= Self.firstLinearGrowth else { return false }
    guard let growthAttempts, generation < Self.lastWait else { return true }
    return growthAttempts.count >= GrowthAttempts.manyAttempts
  }

  /// Tries to prove that the pattern grows for ever in a fan, and sets the generation of the next
  /// attempt: when the pattern is twice as old, or when a proof that failed may succeed.
  mutating func growthInFan() throws -> Identification? {
    nextFan = 2 * generation
    guard !isPart, pattern.universe.isUnbounded, rule.interval == 1, rule.rule.twoState != nil,
      let box = first?.box
    else { return nil }
    guard growthAttempts == nil || generation >= Self.firstLinearGrowth else { return nil }
    let range = rule.rule.range
    let center = Offset(x: box.x + box.width / 2, y: box.y + box.height / 2)
    let affordable = Self.mostCells / max(1, evolution.population) / 2
    let longest = min(
      generation < Self.firstLongPeriod ? Self.longestPeriodAtFirst : Self.longestPeriod,
      generation / 4, affordable)
    guard longest > 0 else { return nil }
    let interrupt = limits.engine.interrupt
    var cells = try Separation(rule: rule, limits: limits).evolution(
      of: evolution.cells(), visitsCells: true)
    guard
      let history = try CellHistory(
        &cells, from: generation, count: 2 * longest, around: center, range: range)
    else { return nil }
    let search = FanSearch(
      history: history, range: range, longestPeriod: longest, interrupt: interrupt)
    let proofs = try search.fans().compactMap { fan in
      var fan = fan
      try fan.improve(by: history, interrupt: interrupt)
      return try FanProof(fan, history: history, interrupt: interrupt)
    }
    guard var proof = proofs.min(by: { $0.earliest < $1.earliest }) else { return nil }
    if !proof.isProved,
      let later = try proof.later(byAtMost: longest, following: &cells, interrupt: interrupt)
    {
      proof = later
    }
    guard proof.isProved else {
      // A little later than this proof says: what differs may be more then.
      let late = Int(min(1.0625 * proof.earliest, Double(Self.latest)))
      nextFan = min(4 * generation, max(generation + generation / 4, late))
      return nil
    }
    let growth = try FanGrowth(proof, interrupt: interrupt)
    guard growth.isQuadratic || generation >= Self.firstLinearGrowth else { return nil }
    let found = try growth.identification(tellsFedSources: generation >= Self.lastWait)
    guard let found else { return nil }
    return growth.isQuadratic ? found : try measured(found, by: proof)
  }

  /// Adds the growth of the population to what grows linearly in a proved fan, if it is the same in
  /// each common period *L* of the corners.
  ///
  /// All cells that are not near a corner are between two of them, *A* and *B*. Those near *A* are
  /// the same *L* later, displaced, and so are those near *B*, so that what is added in between is
  /// as long as both have moved apart. It is the same at *L* later, because it is *L* later
  /// displaced with *A*. It is seen from the generation on at which, in each triangle of the fan, a
  /// coordinate is large enough even without *L* generations of each other corner.
  private mutating func measured(
    _ found: Identification, by proof: FanProof
  ) throws -> Identification {
    let fan = proof.fan
    guard let period = fan.commonPeriod(of: fan.corners.indices, upTo: Self.longestMeasured) else {
      return found
    }
    let start = max(proof.history.last, Int(proof.earliest) + 2 * period + 1)
    let end = start + 2 * period
    guard (end - generation) * evolution.population <= Self.mostMeasuredCells else { return found }
    do {
      while generation < end {
        try evolution.advance(by: 1)
        populations.append(evolution.population)
      }
    } catch is Stopped {
      // The growth is proved, only its numbers are not known.
      return found
    }
    // Shorter ones repeat after L generations only if the growth in L is even.
    guard
      LinearGrowth(populations, inMultiplesOf: period, upTo: period, repeating: period) != nil,
      let growth = LinearGrowth(
        populations, inMultiplesOf: found.period ?? 1, upTo: period, repeating: period)
    else { return found }
    return found.growing(by: growth)
  }

  /// The longest common period of corners for which populations are compared.
  private static let longestMeasured = 1 << 13
  /// The most cells, of all generations together, that are counted: a fraction of a second.
  private static let mostMeasuredCells = 1 << 26

  /// Whether the bounding box is not where cells have been long ago. To keep the cells of many
  /// generations takes longer than to follow them: without fans while streams fill its box, an
  /// oscillator of period 726 is told in 1.5 s instead of 3.4 s. Compared with all boxes up to the
  /// mark, and not with that of the mark, one of period 7 544 takes 1.5 s instead of 2.3 s.
  private var boxHasGrown: Bool {
    guard let before = boxBeforeMark, let box = evolution.box else { return true }
    return before.union(box) != before
  }

  /// The longest period of a corner, and that before a generation: to keep cells for longer costs
  /// most of the time of a pattern that is young and large.
  private static let longestPeriod = 1_024
  private static let longestPeriodAtFirst = 640
  private static let firstLongPeriod = 6_000
  /// The last generation at which an attempt that failed is made again.
  private static let latest = 1 << 20
  /// The first generation at which linear growth is proved in a fan.
  private static let firstLinearGrowth = 1 << 12
  /// The generation from which on a proof of linear growth waits for no others that say more.
  private static let lastWait = 2 * firstLinearGrowth
  /// The most cells, of all generations together, that are kept: 128 MB.
  private static let mostCells = 1 << 25
}
