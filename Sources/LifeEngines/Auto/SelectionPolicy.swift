internal import LifeCore

/// Decides when ``AutoStepper`` tries another engine, and how much time that may take.
///
/// It reads no clock and calls no engine: the times are recorded by the caller, and each decision
/// is a function of them and of the ``CostModel``. Two states, by the present engine:
///
///     direct (bitmap, tiles, bytes) ── a trial of HashLife is forecast to end sooner ──→ HashLife
///        ↑ └─ a trial of a board or of bytes was faster: another direct engine              │
///        └────────── what the direct engine would have needed is forecast to be less ───────┘
///
/// A trial of HashLife runs in turns, each when the time spent so far has doubled, and gets a part
/// of the forecast time of the whole run. So the loss is bounded, whatever the result.
struct SelectionPolicy {
  /// The generations that are left: to the end of the run, and to the return of `advance(by:)`.
  struct Remaining {
    var toEnd: Double
    var toReturn: Double
  }

  /// The engines that can step the present pattern.
  struct Candidates {
    var hasTree: Bool
    /// Whether boards and bytes, or tiles, may replace each other.
    var hasDirect: Bool
  }

  enum Action: Equatable {
    case keep
    case tryTree
    case tryDirect
    case returnToDirect
  }

  let model: CostModel
  /// Of the present direct engine, or of the last one before HashLife.
  private(set) var timings = GenerationTimings()
  /// Of HashLife, if it is the present engine and may be left.
  private var steps: StepTimings
  private var measuresSteps = false
  private var engine = Engine.tiles
  /// Seconds since the present engine began, and since the first one did.
  private var spent = 0.0
  private var spentInAll = 0.0
  /// The values of `spent` from which trials may begin.
  private var nextTreeTrial: Double
  private var nextDirectTrial: Double
  /// The generations in the next piece of an advance.
  private var nextPiece = 1
  /// Whether what took the time of the last piece is over, so that it forecasts nothing.
  private var lastPieceIsAtypical = false

  init(_ model: CostModel = .measured) {
    self.model = model
    steps = StepTimings(model)
    nextTreeTrial = model.firstTreeTrial
    nextDirectTrial = model.firstDirectTrial
  }
}

// MARK: - Recording

extension SelectionPolicy {
  /// Makes an engine the present one.
  mutating func begin(_ engine: Engine) {
    self.engine = engine
    if engine != .hashlife { timings = GenerationTimings() }
    measuresSteps = false
    steps = StepTimings(model)
    spent = 0
    nextDirectTrial = max(model.firstDirectTrial, spentInAll)
    nextPiece = engine == .bytes ? model.firstPieceOfBytes : model.firstPiece
  }

  /// Lets HashLife, now the present engine, be left again if it is slow.
  ///
  /// - Parameter steps: what is known of its times.
  mutating func measureSteps(from steps: StepTimings) {
    self.steps = steps
    measuresSteps = true
    spent = 0
  }

  /// The next piece of `left` generations, after which there may be a decision.
  func piece(of left: BigInt) -> BigInt {
    if engine == .hashlife { return measuresSteps ? steps.next(left) : left }
    return min(left, BigInt(nextPiece))
  }

  /// What the engine computes in a step before and after a piece, in units of its own; 0 if it
  /// cannot tell.
  struct Load {
    var before = 0
    var after = 0
  }

  /// Records what a piece took.
  mutating func record(_ generations: BigInt, seconds: Double, load: Load = Load()) {
    lastPieceIsAtypical = load.after * model.largestLoadDrop < load.before
    spent += seconds
    spentInAll += seconds
    if measuresSteps { return steps.record(generations, seconds: seconds) }
    timings.record(generations.double, seconds: seconds)
    let period = max(nextTreeTrial - spent, spent, model.shortestPeriod)
    if seconds < period * model.pieceShare {
      nextPiece = min(nextPiece * 2, model.mostInPiece)
    } else if seconds > model.longestPiece {
      nextPiece = max(1, nextPiece / 2)
    }
  }

  /// Records a piece that was interrupted, which may have been far too long: two gliders cost
  /// nothing until they meet.
  mutating func recordInterruption(after generations: BigInt, seconds: Double) {
    spent += seconds
    spentInAll += seconds
    nextPiece = min(nextPiece, max(model.firstPiece, (generations.int ?? .max) / 2))
  }

  /// Gives the trial of HashLife another turn when as much time has passed as until now.
  mutating func continueTreeTrialLater() { nextTreeTrial = model.nextTurn * spent }

  /// Allows no trial of HashLife for long, after one has failed.
  mutating func postponeTreeTrial() {
    nextTreeTrial = max(
      model.pauseAfterFailure * spent, model.pauseAfterFailureInAll * spentInAll)
  }

  mutating func postponeDirectTrial() { nextDirectTrial = model.nextTurn * spent }
}

// MARK: - Decisions

extension SelectionPolicy {
  func action(remaining: Remaining, candidates: Candidates) -> Action {
    guard !lastPieceIsAtypical, isWorthTrial(remaining) else { return .keep }
    let isTree = engine == .hashlife
    // While HashLife runs, another engine is tried only if none was measured before.
    let hasDirect = isTree ? lacksTimings : candidates.hasDirect
    if hasDirect, spent >= nextDirectTrial { return .tryDirect }
    if isTree { return directWasFaster(remaining.toEnd) ? .returnToDirect : .keep }
    return candidates.hasTree && spent >= nextTreeTrial ? .tryTree : .keep
  }

  private func isWorthTrial(_ remaining: Remaining) -> Bool {
    remaining.toReturn >= model.fewestGenerations
      && (measuresSteps || timings.seconds(for: remaining.toEnd, by: model) > model.shortestRun)
  }

  private var lacksTimings: Bool { measuresSteps && timings.secondsPerGeneration == 0 }

  /// Whether the direct engine before HashLife, at its last speed, would now end sooner.
  private func directWasFaster(_ toEnd: Double) -> Bool {
    guard measuresSteps, timings.secondsPerGeneration > 0 else { return false }
    let before = timings.seconds(for: toEnd, by: model)
    return spent > model.spentBeforeReturn * before + model.shortestRun
      && steps.seconds(for: toEnd) > model.returnRatio * before
  }

  /// The seconds that the next turn of a trial of HashLife may take.
  ///
  /// - Parameter trial: the trial so far, if it has begun.
  func treeTrialBudget(remaining: Remaining, trial: TreeTrial?) -> Double {
    let all = spent + timings.seconds(for: remaining.toEnd, by: model)
    let growth = trial?.steps.growth ?? model.usualGrowth
    let share = max(model.leastTrialShare, model.trialShare - model.trialSharePerGrowth * growth)
    let atMost = max(model.leastTrialBudget, model.trialBudgetPerSpent * spent)
    return max(min(share * all, atMost) - (trial?.spent ?? 0), 0)
  }

  /// The present seconds per generation, on average until the end.
  func secondsPerGeneration(_ remaining: Remaining) -> Double {
    measuresSteps
      ? steps.seconds(for: remaining.toEnd) / remaining.toEnd : timings.secondsPerGeneration
  }

  /// The seconds per generation below which a trial makes another direct engine the present one;
  /// nil if too few generations are left for a trial.
  func directTrialLimit(_ remaining: Remaining) -> Double? {
    let generations = model.directTrialGenerations
    guard remaining.toReturn >= Double(2 * generations),
      remaining.toEnd >= Double(model.directTrialWorth * generations)
    else { return nil }
    return model.directGain * secondsPerGeneration(remaining)
  }
}

/// The times of a HashLife stepper that runs beside a direct engine, and which one will end sooner.
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

  let model: CostModel
  private(set) var steps: StepTimings
  /// Seconds so far, with those for building the tree.
  private(set) var spent = 0.0

  init(_ model: CostModel) {
    self.model = model
    steps = StepTimings(model)
  }

  mutating func recordStart(seconds: Double) { spent += seconds }

  mutating func record(_ step: BigInt, seconds: Double) {
    spent += seconds
    steps.record(step, seconds: seconds)
  }

  /// What to do before a step.
  ///
  /// - Parameters:
  ///   - end: the value of ``spent`` at which this turn ends.
  ///   - isBehind: whether HashLife has not reached the present engine's generation.
  ///   - left: the generations that are left to HashLife.
  ///   - otherLeft: the generations that are left to the present engine.
  ///   - timings: the times of the present engine.
  func decision(
    before step: BigInt, end: Double, isBehind: Bool, left: Double, otherLeft: Double,
    timings: GenerationTimings
  ) -> Decision {
    let isLate = spent + model.stepShareInBudget * steps.seconds(ofStep: step) > end
    switch forecast(ownLeft: left, otherLeft: otherLeft, timings: timings, isLate: isLate) {
    case .slower: return .giveUp
    case .faster where !isBehind: return .adopt
    case .unknown where isLate: return .pause
    case .faster, .unknown: return .step
    }
  }

  private enum Forecast {
    case faster, unknown, slower
  }

  private func forecast(
    ownLeft: Double, otherLeft: Double, timings: GenerationTimings, isLate: Bool
  ) -> Forecast {
    guard steps.count >= model.fewestSteps else { return .unknown }
    let rate = steps.secondsPerGeneration
    let otherRate = timings.secondsPerGeneration
    let own = steps.seconds(for: ownLeft)
    let other = timings.seconds(for: otherLeft, by: model)
    let growth = steps.growth
    if rate < otherRate, own < model.clearGain * other { return .faster }
    if growth < model.regularGrowth, own < model.regularGain * other { return .faster }
    if rate > model.hopelessRatio * otherRate { return .slower }
    if other < model.shortRun, rate > otherRate, growth > model.doubtfulGrowth,
      steps.longest >= model.longestSoupStep
    {
      return .slower
    }
    let gains = growth < model.doubtfulGrowth && own < model.doubtfulGain * other
    return isLate && gains ? .faster : .unknown
  }
}
