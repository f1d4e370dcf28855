import LifeAnalysis
import LifeCore
import LifeEngines
import LifeIO

/// Finds the view of an animation by running the pattern once before it.
///
/// With many samples the scan takes 1 to 5 % of the animation's time.
struct ViewScan {
  let pattern: Pattern
  let schedule: Schedule
  /// The engine of a run; see ``EngineSelection/forRun``.
  let selection: EngineSelection
  /// After this time, ``bounds(ofCore:)`` returns the bounds so far, and ``velocity()`` throws.
  /// `nil` for no limit.
  var deadline: ContinuousClock.Instant?
  /// The maximum number of samples; `nil` for no limit.
  var maxSamples: BigInt?
  /// The name of the pattern in errors.
  var title = "the pattern"

  private var isTimeUp: Bool { deadline.map { Interruption.clock.now >= $0 } ?? false }

  /// The smallest box around all live cells of every sample.
  ///
  /// - Parameter ofCore: whether leaving spaceships are ignored, unless nothing else remains.
  func bounds(ofCore: Bool) throws -> Bounds {
    if schedule.start == schedule.end { return pattern.bounds ?? .oneCell }
    var core = ofCore && pattern.universe.isUnbounded ? CoreScan(pattern.rule) : nil
    var stepper: any Stepper = try selection.makeStepper(
      pattern, generations: schedule.end - schedule.start)
    var all: Bounds?
    var next: BigInt? = schedule.first
    var count: BigInt = 0
    while let generation = next, maxSamples.map({ count < $0 }) ?? true {
      guard try advance(&stepper, to: generation) else { break }
      core?.add(stepper)
      if let bounds = stepper.bounds { all = all.map { $0.union(bounds) } ?? bounds }
      count += 1
      next = schedule.next(after: generation)
    }
    if let core, core.isInhabited, let box = core.box { return box }
    return all ?? .oneCell
  }

  /// The longest tried period; spaceships with longer ones are rare.
  private static let maxPeriod = 4096

  /// The velocity of the pattern, which must be a spaceship, a puffer or a rake.
  ///
  /// - Throws: ``RunFailure`` if the pattern is none of them, or reaches an edge.
  func velocity() throws -> Velocity {
    var stepper: any Stepper = try selection.makeStepper(
      pattern, generations: BigInt(Self.maxPeriod))
    guard let first = stepper.bounds else { throw noSpaceship }
    let population = stepper.population
    for period in 1...Self.maxPeriod {
      guard try advance(&stepper, to: stepper.generation + 1) else { throw Self.timeUp }
      guard stepper.population == population, let bounds = stepper.bounds,
        bounds.width == first.width, bounds.height == first.height,
        let x = (bounds.x - first.x).int, let y = (bounds.y - first.y).int
      else { continue }
      var shifted = try stepper.snapshot().inRows()
      shifted.statedPosition = shifted.origin.moved(byX: -x, y: -y)
      if try shifted.hasSameCells(as: pattern.inRows()) {
        guard x != 0 || y != 0 else { break }
        let velocity = Velocity(Offset(x: x, y: y), period: period)
        try refuseEdges(before: first, at: velocity)
        return velocity
      }
    }
    guard let velocity = try velocityOfCore() else { throw noSpaceship }
    try refuseEdges(before: first, at: velocity)
    return velocity
  }

  /// The velocity of a puffer or a rake; `nil` for other patterns.
  private func velocityOfCore() throws -> Velocity? {
    var engine = selection
    if engine.interrupt === Interruption.look { engine.interrupt = Interruption.stop }
    var limits = AnalysisLimits(engine)
    limits.population = Self.maxCorePopulation
    let result = try Identifier(AnalysisRule(pattern.rule), limits: limits)
      .identifyCompletely(pattern)
    guard result.movingCore != nil, let period = result.period else { return nil }
    return Velocity(result.displacement, period: period)
  }

  /// Puffers and rakes are proved before they have so many cells.
  private static let maxCorePopulation = 1 << 17

  /// Refuses a spaceship that reaches an edge of its universe during the run. On a torus it comes
  /// back from the opposite edge, but its view would not.
  private func refuseEdges(before first: Bounds, at velocity: Velocity) throws(RunFailure) {
    let time = schedule.end - schedule.start + (velocity.period - 1)
    let periods = time.floorDivided(by: velocity.period).quotient
    let step = velocity.displacement
    let last = first.moved(by: Position(x: periods * step.x, y: periods * step.y))
    let universe = pattern.universe
    guard universe.part(of: last) != last else { return }
    throw RunFailure(
      .invalidData,
      "\(.track) auto: \(title) reaches an edge of the universe \(universe), and the view would "
        + "leave it",
      hint: "leave out \(.track), or give \(.universe) plane")
  }

  /// - Returns: false if the time limit is reached first.
  private func advance(_ stepper: inout any Stepper, to generation: BigInt) throws -> Bool {
    while stepper.generation < generation {
      // Short steps never look at the interrupt.
      if isTimeUp { return false }
      do {
        try stepper.advance(by: generation - stepper.generation)
      } catch let stopped as Stopped {
        guard selection.interrupt === Interruption.look else { throw stopped }
        Interruption.look.lower()
        if Interruption.stop.isRaised { throw stopped }
      }
    }
    return true
  }

  static let timeUp = RunFailure(
    .overLimit, "\(.time) was reached before the view of the animation was found; add \(.view)")

  private var noSpaceship: RunFailure {
    RunFailure(
      .invalidData,
      "\(.track) auto: \(title) is not a spaceship, puffer or rake of period "
        + "\(Self.maxPeriod) or less; use "
        + "\(.view) auto, or \(.track) DX,DY/N")
  }
}
