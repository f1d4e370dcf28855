import LifeCore
import LifeEngines

/// What is found out about a run before it is filmed, by running it.
struct FirstPass {
  let pattern: Pattern
  let schedule: Schedule
  let room: EngineRoom
  let limits: RunLimits

  /// More than this is not run twice unless it was asked for: so many cells in so many generations.
  private static let usualCost = 1e9

  /// Whether a run is short enough that nobody minds.
  var isCheap: Bool {
    let generations = (schedule.end - schedule.start).double
    return generations <= 20_000 && generations * pattern.population.double <= Self.usualCost
  }

  /// The box of all that lives at any time that is shown.
  func bounds() throws -> Bounds {
    var stepper = try room.start(pattern, generations: schedule.end - schedule.start)
    var all: Bounds?
    var next: BigInt? = schedule.first
    while let generation = next {
      do {
        guard try advance(&stepper, to: generation) else { break }
      } catch is MemoryExhausted { break }
      if let bounds = stepper.bounds { all = all.map { $0.union(bounds) } ?? bounds }
      next = schedule.next(after: generation)
    }
    return all ?? Bounds(x: 0, y: 0, width: 1, height: 1)
  }

  /// Spaceships that take longer than this are rare.
  private static let longestPeriod = 4096

  /// How the pattern moves until it is the same again somewhere else.
  ///
  /// - Throws: ``Failed`` if it is no spaceship.
  func velocity() throws -> Velocity {
    var stepper = try room.start(pattern, generations: BigInt(Self.longestPeriod))
    guard let first = stepper.bounds else { throw Self.noSpaceship }
    let population = stepper.population
    for period in 1...Self.longestPeriod {
      guard try advance(&stepper, to: stepper.generation + 1) else { throw Self.timeUp }
      guard stepper.population == population, let bounds = stepper.bounds,
        bounds.width == first.width, bounds.height == first.height,
        let x = (bounds.x - first.x).int, let y = (bounds.y - first.y).int
      else { continue }
      var shifted = try stepper.snapshot().inRows()
      shifted.position = shifted.origin.offset(byX: -x, y: -y)
      if shifted.hasSameCells(as: try pattern.inRows()) {
        guard x != 0 || y != 0 else { break }
        return Velocity(x: x, y: y, generations: period)
      }
    }
    throw Self.noSpaceship
  }

  /// - Returns: false if the time is up before.
  private func advance(_ stepper: inout any Stepper, to generation: BigInt) throws -> Bool {
    while stepper.generation < generation {
      do {
        try stepper.advance(by: generation - stepper.generation)
      } catch is Stopped {
        Interruption.wish.lower()
        if limits.isTimeUp { return false }
      }
    }
    return true
  }

  static let timeUp = Failed(
    .limit, "life run: the time of --max-time was up before the film's view was known; give --view")

  private static let noSpaceship = Failed(
    .data,
    "life: --track auto: the pattern is not the same again somewhere else within "
      + "\(longestPeriod) generations; use --view auto, or --track DX,DY/N")
}

extension Bounds {
  /// The smallest box that holds both.
  func union(_ other: Bounds) -> Bounds {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Bounds(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
