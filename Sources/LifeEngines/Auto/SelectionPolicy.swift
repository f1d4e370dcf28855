internal import LifeCore

/// Decides when ``AutoStepper`` tries another engine, and for how long.
///
/// It reads no clock and calls no engine: each decision is a function of the recorded times. Times
/// are CPU seconds of one thread.
///
///     direct (bitmap, tiles, bytes) ── a trial of HashLife is forecast to end sooner ──→ HashLife
///        ↑ └─ a trial of another direct engine was faster                                  │
///        └──────────── the direct engine is forecast to need less time ────────────────────┘
///
/// A trial of HashLife runs in turns, each after the time spent so far has doubled. It gets a part
/// of the forecast time of the whole run, so the loss is bounded in any case.
struct SelectionPolicy {
  /// The generations left: to the end of the run, and to the return of `advance(by:)`.
  struct Remaining {
    var toEnd: Double
    var toReturn: Double
  }

  enum Action: Equatable {
    case keep
    case tryTree
    case tryDirect
    case returnToDirect
  }

  /// Shorter advances cannot measure an engine.
  static let minAdvance = 32.0
  /// With fewer generations left, no other engine is tried.
  private static let minGenerations = 64.0
  /// Generations in each half of a direct trial: the first warms up caches, the second is measured.
  static let directTrialGenerations = 24
  /// Shorter runs, in seconds, are not worth a trial.
  private static let minRunSeconds = 0.002
  /// The minimum seconds for a trial of HashLife: its first nodes pay off later.
  private static let minTrialBudget = 0.0035

  /// Seconds per generation of the present direct engine, or of the last one before HashLife. The
  /// lower of the last two pieces counts, because one may include one-time work, for example a
  /// table that grows.
  private(set) var secondsPerGeneration = 0.0
  private var lastRate = 0.0
  /// The population for which `secondsPerGeneration` holds, while HashLife is the present engine.
  private var measuredPopulation = 0.0
  private var pieces = 0
  /// The times of HashLife, while it is the present engine and may be left.
  private var steps: StepTimings?
  private var engine = Engine.tiles
  /// Seconds since the present engine began, and since the first one did.
  private var spent = 0.0
  private var spentInAll = 0.0
  /// The values of `spent` from which trials may begin.
  private var nextTreeTrial = 0.0005
  private var nextDirectTrial = 0.002
  /// The generations of each `advance(by:)`: 100 in a run with a sample every 100 generations.
  var maxStep = Double.infinity {
    didSet { steps?.maxStep = maxStep }
  }
  /// The generations in the next piece of an advance.
  private var nextPiece = 1
}

// MARK: - Recording

extension SelectionPolicy {
  /// Makes an engine the present one.
  mutating func begin(_ engine: Engine) {
    self.engine = engine
    if engine != .hashlife {
      secondsPerGeneration = 0
      lastRate = 0
    }
    pieces = 0
    steps = nil
    spent = 0
    nextDirectTrial = max(0.002, spentInAll)
    // One generation of many states may take long.
    nextPiece = engine == .bytes ? 1 : 24
  }

  /// Measures HashLife, now the present engine, so that it can be replaced again if it is slow.
  ///
  /// - Parameters:
  ///   - steps: its times so far.
  ///   - population: the population when the direct engine was measured, if it was.
  mutating func measureSteps(from steps: StepTimings, population: Double = 0) {
    self.steps = steps
    measuredPopulation = population
    self.steps?.maxStep = maxStep
    spent = 0
  }

  /// Adapts the time of the direct engine to a population that has grown since it was measured, as
  /// that of a gun does. Returns false if it has hardly grown.
  mutating func adaptDirect(to population: Double) -> Bool {
    guard measuredPopulation > 0, population > 1.2 * measuredPopulation else { return false }
    secondsPerGeneration *= population / measuredPopulation
    measuredPopulation = population
    return true
  }

  /// The next piece of `left` generations. A decision may follow.
  func piece(of left: BigInt) -> BigInt {
    if engine == .hashlife { return steps?.next(left) ?? left }
    return min(left, BigInt(nextPiece))
  }

  /// Records the time of a piece.
  mutating func record(_ generations: BigInt, seconds: Double) {
    spent += seconds
    spentInAll += seconds
    pieces += 1
    if steps != nil {
      steps?.record(generations, seconds: seconds)
      return
    }
    guard generations > 0 else { return }
    let rate = seconds / generations.double
    secondsPerGeneration = lastRate > 0 ? min(rate, lastRate) : rate
    lastRate = rate
    // A piece that the goal cut short says nothing about longer ones.
    let isWhole = generations >= BigInt(nextPiece)
    if isWhole, seconds < max(nextTreeTrial - spent, spent, 0.0002) / 4 {
      nextPiece = min(nextPiece * 2, 1 << 50)
    } else if seconds > 0.5 {
      // Shorter pieces, to show progress.
      shortenPieces()
    }
  }

  mutating func shortenPieces() { nextPiece = max(1, nextPiece / 2) }

  /// Gives the trial of HashLife another turn when the time spent so far has doubled.
  mutating func continueTreeTrialLater() { nextTreeTrial = 2 * spent }

  /// Allows no trial of HashLife for a long time, after a failure.
  mutating func postponeTreeTrial() { nextTreeTrial = max(10 * spent, 3 * spentInAll) }

  mutating func postponeDirectTrial() { nextDirectTrial = 2 * spent }
}

// MARK: - Decisions

extension SelectionPolicy {
  func action(remaining: Remaining, hasTree: Bool, hasDirect: Bool) -> Action {
    guard maxStep >= Self.minAdvance, remaining.toEnd >= Self.minGenerations else { return .keep }
    let direct = directSeconds(remaining)
    if let steps {
      // Beside HashLife, a direct engine is tried only if none has been measured yet.
      guard direct > 0 else { return spent >= nextDirectTrial ? .tryDirect : .keep }
      let isSlower =
        spent > 0.4 * direct + Self.minRunSeconds
        && steps.seconds(for: remaining.toEnd) > 1.5 * direct
      return isSlower ? .returnToDirect : .keep
    }
    guard engine != .hashlife, pieces > 1, direct > Self.minRunSeconds else { return .keep }
    if hasDirect, spent >= nextDirectTrial { return .tryDirect }
    return hasTree && spent >= nextTreeTrial ? .tryTree : .keep
  }

  /// The seconds that the direct engine needs for the rest of the run.
  private func directSeconds(_ remaining: Remaining) -> Double {
    min(remaining.toEnd, 1e100) * secondsPerGeneration
  }

  /// The seconds for the next turn of a trial of HashLife: a fifth of the seconds of the run if the
  /// times of its steps double with the step, and more if they grow less.
  ///
  /// - Parameter trial: the trial so far, if any.
  func treeTrialBudget(remaining: Remaining, trial: TreeTrial?) -> Double {
    let share = max(0.2, 0.7 - 0.25 * (trial?.steps.growth ?? 2))
    // A soup settles, so its first generations say little about all of them.
    let atMost = max(Self.minTrialBudget, 4 * spent)
    let budget = min(share * (spent + directSeconds(remaining)), atMost)
    return max(budget - (trial?.spent ?? 0), 0)
  }

  /// The seconds per generation below which a direct engine on trial replaces the present one.
  /// Returns `nil` if too few generations are left for a trial.
  func directTrialLimit(_ remaining: Remaining) -> Double? {
    let generations = Double(Self.directTrialGenerations)
    guard remaining.toReturn >= 2 * generations, remaining.toEnd >= 20 * generations else {
      return nil
    }
    let present = steps.map { $0.seconds(for: remaining.toEnd) / remaining.toEnd }
    return 0.8 * (present ?? secondsPerGeneration)
  }
}

/// The times of HashLife beside a direct engine, and the forecast of the faster one.
struct TreeTrial {
  enum Decision {
    /// Make the next step.
    case step
    /// HashLife becomes the present engine.
    case adopt
    /// Continue in another turn.
    case pause
    /// HashLife is too slow.
    case giveUp
  }

  var steps = StepTimings()
  /// Seconds so far, including the building of the tree.
  private(set) var spent = 0.0
  /// Seconds of the present step before it was interrupted.
  private var unfinished = 0.0

  mutating func recordStart(seconds: Double) { spent += seconds }

  mutating func recordInterruption(seconds: Double) {
    spent += seconds
    unfinished += seconds
  }

  mutating func record(_ step: BigInt, seconds: Double) {
    spent += seconds
    steps.record(step, seconds: unfinished + seconds)
    unfinished = 0
  }

  /// What to do before a step.
  ///
  /// - Parameters:
  ///   - end: the value of ``spent`` at which this turn ends.
  ///   - isBehind: whether HashLife has not reached the present engine's generation.
  ///   - left: the generations left to HashLife.
  ///   - present: the seconds of the present engine for each generation and for all.
  func decision(
    before step: BigInt, end: Double, isBehind: Bool, left: Double,
    present: (perGeneration: Double, inAll: Double)
  ) -> Decision {
    // A step cannot be cut: it is begun if half of it is in the budget.
    let isLate = spent + 0.5 * steps.seconds(ofStep: step) > end
    // Fewer than three steps don't show how times grow.
    guard steps.count > 2 else { return isLate ? .pause : .step }
    let rate = steps.secondsPerGeneration
    // The less the times of steps grow, the safer is the forecast. A regular pattern takes twice as
    // long for twice the generations until a step is as long as its period.
    var allowedShare = 0.0
    if isLate, steps.growth < 1.9 { allowedShare = 0.7 }
    if steps.growth < 1.5 { allowedShare = max(allowedShare, 0.5) }
    if rate < present.perGeneration { allowedShare = 0.8 }
    if steps.seconds(for: left) < allowedShare * present.inAll { return isBehind ? .step : .adopt }
    if rate > 30 * present.perGeneration { return .giveUp }
    return isLate ? .pause : .step
  }
}
