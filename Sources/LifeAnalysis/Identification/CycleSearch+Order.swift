// The order of a search: when, how often and for how much work it tries to tell what a pattern is
// before it recurs.
internal import LifeCore

extension CycleSearch {
  /// A way to follow a pattern.
  struct Stage: Sendable {
    var condition: @Sendable (CycleSearch) -> Bool
    var run: @Sendable (inout CycleSearch) throws -> Outcome?
  }

  /// In this order, until one of them tells what the pattern is.
  static let stages = [
    // Generation by generation, unless the pattern is so large that this would take minutes.
    Stage(
      condition: { $0.evolution.population <= mostVisitedCells },
      run: { try $0.visitFromStart() }),
    // Each time twice as far, for what settles after millions of generations.
    Stage(
      condition: { $0.isWithinLimit && $0.canLeap },
      run: { try $0.followByDoubling() }),
    // By long steps of a quadtree.
    Stage(
      condition: { $0.isWithinLimit && $0.isWorthLongSteps },
      run: { try $0.longPeriod().map { .cycle($0) } }),
    // Generation by generation, for as long as the limit allows.
    Stage(
      condition: { $0.isWithinLimit && $0.first != nil && $0.end == nil },
      run: { try $0.visit(upTo: $0.limits.generations) }),
  ]

  /// A way to tell what a pattern is before it recurs.
  struct Attempt: Sendable {
    /// The generation of the first attempt. An attempt that is due at `last` or later is the last.
    var first: @Sendable (CycleSearch) -> Int
    var last = Int.max
    /// The generation after one at which the attempt was due.
    var next: @Sendable (Int) -> Int
    /// The work in cells times generations, and the most that is done.
    var cost: @Sendable (CycleSearch) -> Int = { _ in 0 }
    var maxCost = Int.max
    /// Whether the attempt may succeed, as far as is quick to see.
    var condition: @Sendable (CycleSearch) throws -> Bool = { _ in true }
    /// How often it is made at most.
    var maxCount = Int.max
    var run: @Sendable (inout CycleSearch) throws -> Outcome?
  }

  /// While a pattern is visited, in this order: what is quick comes first.
  static let attempts = [
    Attempt(
      first: { _ in 0 }, last: 1 << 10, next: { $0 + 1 },
      condition: { try $0.copies?.offsets(in: $0.evolution) != nil }, maxCount: 4,
      run: { try $0.proveReplicator() }),
    Attempt(
      first: \.firstSeparation, last: 1 << 15, next: { 4 * $0 },
      cost: { $0.populations[0] * $0.windowFromStart }, maxCost: maxWorkAtStart,
      condition: { $0.mayBeSeparated },
      run: { try $0.separateFirstGeneration() }),
    Attempt(
      first: { _ in earliestSeparation }, next: { $0 + max(shortestInterval, $0 / 16) },
      condition: { $0.settledPeriod != nil },
      run: { try $0.separateSettled() }),
    // Each attempt that GrowthAttempts allows is one of the growth steps.
    Attempt(
      first: { _ in earliestSeparation }, next: { $0 + max(shortestInterval, $0 / 16) },
      condition: { $0.settledPeriod == nil },
      run: { try $0.proveGrowth() }),
  ]

  /// The factors of the periods with which a proof of growth is tried, in this order; the last ones
  /// again and again. They multiply the shortest period that the core may have, and if the second
  /// value is true also the period after which the growth repeats.
  ///
  /// A core may recur after a multiple of the period of the population, such as one whose debris is
  /// mirrored in each half of its period. In some phases debris is too close to a core to be told
  /// from it, so multiples are tried only after the period itself has failed, and the larger ones,
  /// which cost most, only in two attempts.
  static let growthSteps: [(factors: ClosedRange<Int>, triesRepeats: Bool)] = [
    (1...1, false), (2...2, false), (1...2, true), (1...4, true),
    (1...4, true), (1...2, true),
  ]

  /// The generations between attempts at least; odd, so that attempts are in different phases of
  /// cores of even periods.
  static let shortestInterval = 67
  /// The largest pattern that is visited generation by generation.
  private static let mostVisitedCells = 1 << 24
  /// The largest box of a pattern whose copies are recognized.
  static let largestTemplate = 1 << 12
  /// A pattern that seems to grow quadratically is followed until it has this many cells.
  static let manyCells = 1 << 12
  static let earliestSeparation = 64
  /// The largest number of cells times generations for which the first generation is separated.
  static let maxWorkAtStart = 1 << 26

  private var isWithinLimit: Bool { generation < limits.generations }
}
