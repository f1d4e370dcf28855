// The order of a search: when, how often and with how much work it tries to identify a pattern
// before it recurs.
internal import LifeCore

extension CycleSearch {
  /// A way to follow a pattern.
  struct Stage: Sendable {
    var condition: @Sendable (CycleSearch) -> Bool
    var run: @Sendable (inout CycleSearch) throws -> Outcome?
  }

  /// The stages in order. The first with a result ends the search.
  static let stages = [
    // Generation by generation, unless the pattern is so large that this would take minutes.
    Stage(
      condition: { $0.evolution.population <= maxVisitedCells },
      run: { try $0.visitFromStart() }),
    // Doubling the age, for patterns settling after millions of generations.
    Stage(
      condition: { $0.isWithinLimit && $0.canLeap },
      run: { try $0.followByDoubling() }),
    // Long steps of a quadtree.
    Stage(
      condition: { $0.isWithinLimit && $0.isWorthLongSteps },
      run: { try $0.longPeriod().map { .cycle($0) } }),
    // Generation by generation, as far as the limit allows.
    Stage(
      condition: { $0.isWithinLimit && $0.first != nil && $0.end == nil },
      run: { try $0.visit(upTo: $0.limits.generations) }),
  ]

  /// A way to identify a pattern before it recurs.
  struct Attempt: Sendable {
    /// The generation of the first attempt. An attempt due at `last` or later is the last one.
    var first: @Sendable (CycleSearch) -> Int
    var last = Int.max
    /// The next due generation after the given one.
    var next: @Sendable (Int) -> Int
    /// A quick test whether the attempt may succeed.
    var condition: @Sendable (CycleSearch) throws -> Bool = { _ in true }
    /// The maximum number of attempts.
    var maxCount = Int.max
    var run: @Sendable (inout CycleSearch) throws -> Outcome?
  }

  /// The attempts while a pattern is visited, quick ones first.
  static let attempts = [
    Attempt(
      first: { _ in 0 }, last: 1 << 10, next: { $0 + 1 },
      condition: { try $0.copies?.offsets(in: $0.evolution) != nil }, maxCount: 4,
      run: { try $0.proveReplicator() }),
    Attempt(
      first: \.firstSeparation, last: 1 << 15, next: { 4 * $0 },
      condition: { $0.mayBeSeparated },
      run: { try $0.separateFirstGeneration() }),
    Attempt(
      first: { _ in earliestSeparation }, next: { $0 + max(minInterval, $0 / 16) },
      condition: { $0.settledPeriod != nil },
      run: { try $0.separateSettled() }),
    // Attempts allowed by ``GrowthAttempts`` follow ``growthSteps``.
    Attempt(
      first: { _ in earliestSeparation }, next: { $0 + max(minInterval, $0 / 16) },
      condition: { $0.settledPeriod == nil },
      run: { try $0.proveGrowth() }),
  ]

  /// The periods for each attempt at a proof of growth, in this order; the last one repeats. Each
  /// factor multiplies the smallest possible period of the core. If `triesGrowthPeriod` is true, it
  /// also multiplies the period of the population's growth.
  ///
  /// A core may recur after a multiple of the population's period. For example, debris may be
  /// mirrored in each half of the core's period. In some phases, debris is too close to the core
  /// for a division, so failed periods are tried again. Multiples cost more: they are tried only
  /// after the period itself has failed, and large ones get only two attempts.
  static let growthSteps: [(factors: ClosedRange<Int>, triesGrowthPeriod: Bool)] = [
    (1...1, false), (2...2, false), (1...2, true), (1...4, true),
    (1...4, true), (1...2, true),
  ]

  /// The minimum number of generations between attempts. It is odd, so attempts see different
  /// phases of cores with even periods.
  static let minInterval = 67
  /// The maximum population to visit generation by generation.
  private static let maxVisitedCells = 1 << 24
  /// The maximum box for recognizing copies.
  static let maxTemplateArea = 1 << 12
  /// A pattern with more cells is separated less often, not followed by doubling, and given up if
  /// its growth seems quadratic.
  static let manyCells = 1 << 12
  static let earliestSeparation = 64
  /// The maximum number of cells times generations for separating the first generation.
  static let maxWorkAtStart = 1 << 26

  private var isWithinLimit: Bool { generation < limits.generations }
}
