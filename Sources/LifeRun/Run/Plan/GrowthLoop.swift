import LifeAnalysis
import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// The loop of a gun, puffer or rake. It starts once the emitted objects have filled the view. The
/// view moves with the core.
struct GrowthLoop {
  private let pattern: Pattern
  /// The kind of the pattern, its lifespan (after which its growth is regular), and the box around
  /// its moving core.
  private let result: Identification
  private let period: Int

  /// Returns `nil` if the pattern has no core that emits objects.
  init?(of pattern: Pattern, _ result: Identification) {
    guard let period = result.period, result.kind == .gun || result.movingCore != nil else {
      return nil
    }
    self.pattern = pattern
    self.result = result
    self.period = period
  }

  /// Sets the view and the first sample of a request. Adds the generations before the first sample
  /// to the length of the request, which was the length of the loop.
  ///
  /// - Parameter colorMemory: the number of past generations that determine the color of a cell.
  func complete(_ request: inout RunRequest, colorMemory: Int) throws {
    let hasChosenWindow = if case .window? = request.view.view { true } else { false }
    request.view.view = .window(try window(for: request))
    if result.displacement != .zero {
      request.view.track = .velocity(Velocity(result.displacement, period: period))
    }
    let shown = try request.shownCells(of: pattern)
    var first = BigInt(
      try firstRepetition(
        in: shown, request, hasChosenWindow: hasChosenWindow, colorMemory: colorMemory))
    if result.displacement != .zero, Coloring(request.view.appearance).marksPast {
      let velocity = Velocity(result.displacement, period: period)
      let time = try request.timeToLeave(shown, at: velocity)
      first = max(first, BigInt((time + period - 1) / period * period))
    }
    request.firstSample = pattern.generation + first
    if case .generations(let count) = request.length {
      request.length = .generations(first + count)
    }
  }

  /// The space around the core, in cells.
  private static let margin = 2

  /// The rectangle chosen by the user; else the box of the core, at the generation of the pattern.
  /// The core of a gun is all its cells except the spaceships on their way out.
  private func window(for request: RunRequest) throws -> Bounds {
    switch request.view.view {
    case .window(let window)? where request.view.track == nil: return window
    case nil where request.view.track == nil, .core? where request.view.track == nil:
      let moving = result.movingCore.map { Bounds($0, from: pattern.origin) }
      let core = try moving ?? restingCore(request)
      guard core.width.int != nil, core.height.int != nil else { break }
      return core.widened(by: Self.margin)
    default: break
    }
    throw EndSearch.viewRefused(for: result.kind)
  }

  private func restingCore(_ request: RunRequest) throws -> Bounds {
    let end = pattern.generation + BigInt(result.lifespan + 2 * period)
    let scan = ViewScan(
      pattern: pattern, schedule: Schedule(start: pattern.generation, end: end, every: 1),
      selection: request.engine.forRun, deadline: request.limits.deadline)
    return try scan.bounds(ofCore: true)
  }

  /// The generations after which the cells in the window repeat every period, plus the memory of
  /// colors.
  ///
  /// After each comparison, skips an eighth of the generations before it: any repetition will do,
  /// and comparing large windows every period would take far longer than the run.
  private func firstRepetition(
    in window: Bounds, _ request: RunRequest, hasChosenWindow: Bool, colorMemory: Int
  ) throws -> Int {
    let remembered = (colorMemory + period - 1) / period * period
    var selection = request.engine
    // Streams of emitted objects are regular, so HashLife crosses large windows fastest.
    if selection.engine == nil, try Engine.hashlife.canRun(pattern, options: selection.options) {
      selection.engine = .hashlife
    }
    var stepper: any Stepper = try selection.makeStepper(pattern)
    var generations = 0
    func advance(by count: Int) throws {
      if request.limits.isTimeUp { throw Stopped() }
      try stepper.advance(by: BigInt(count))
      generations += count
    }
    func box() -> (bounds: Bounds, moved: Position) {
      let moved = Position(result.displacement * (generations / period))
      return (window.moved(by: moved), moved)
    }
    func cells() throws -> Pattern {
      let (bounds, moved) = box()
      var part = try stepper.part(in: bounds, limit: request.engine.memory.forCopy)
      part.statedPosition = part.origin - moved
      return part
    }
    func advanceAndCompare() throws -> Bool {
      // If the view shows all of a growing pattern, the cells can't repeat.
      if let all = stepper.bounds, box().bounds.intersection(all) == all {
        try advance(by: period)
        return false
      }
      let first = try cells()
      for _ in 0...remembered / period {
        try advance(by: period)
        guard try cells().hasSameCells(as: first) else { return false }
      }
      return true
    }
    var start = result.lifespan
    if hasChosenWindow, let cells = pattern.bounds, window.intersection(cells) != cells {
      // Before objects reach the window, one empty period repeats another.
      start += timeToCross(window.union(cells))
    }
    try advance(by: (start + period - 1) / period * period)
    // By then, all emitted objects have crossed the view.
    let most = generations + 2 * timeToCross(window) + 8 * period
    while generations <= most {
      let start = generations
      if try advanceAndCompare() { return start + remembered }
      try advance(by: start / 8 / period * period)
    }
    throw RunFailure(
      .invalidData,
      "\(.loop): the cells in the view did not repeat within \(generations) generations")
  }

  /// The generations in which the slowest object crosses the window. Known guns emit no spaceship
  /// slower than c/8. A resting object crosses a moving window at the speed of the window.
  private func timeToCross(_ window: Bounds) -> Int {
    let cells = window.columns + window.rows
    let distance = max(abs(result.displacement.x), abs(result.displacement.y))
    let pace = distance > 0 ? max(8, period / distance + 1) : 8
    let (generations, overflow) = cells.multipliedReportingOverflow(by: pace)
    return overflow ? Int.max / 8 : min(generations, Int.max / 8)
  }
}
