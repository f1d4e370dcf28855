import LifeCore
import LifeEngines
import LifeIO

/// One period of a gun in a view that does not move, from when its streams cross all of the view.
struct GunLoop {
  private let pattern: Pattern
  private let period: Int
  /// The generation, after that of the pattern, from which the gun repeats.
  private let settled: Int

  init(_ pattern: Pattern, period: Int, from settled: Int) {
    self.pattern = pattern
    self.period = period
    self.settled = settled
  }

  /// Sets the view and the first sample of a request, and adds the generations before that to its
  /// length, which is that of the loop.
  func complete(_ request: inout RunRequest) throws {
    let window = try window(for: request)
    let first = BigInt(try firstRepetition(in: window, request))
    request.view.view = .window(window)
    request.firstSample = pattern.generation + first
    if case .generations(let count) = request.length {
      request.length = .generations(first + count)
    }
  }

  /// The cells around the gun.
  private static let margin = 2

  /// The rectangle that the user chose; else that of all cells but the spaceships that leave.
  private func window(for request: RunRequest) throws -> AbsoluteWindow {
    switch request.view.view {
    case .window(let window)?: return window
    case nil where request.view.track == nil, .core? where request.view.track == nil:
      let end = pattern.generation + BigInt(settled + 2 * period)
      var scan = ViewScan(
        pattern: pattern, schedule: Schedule(start: pattern.generation, end: end, every: 1),
        selection: request.engine, deadline: request.limits.deadline)
      let core = try scan.bounds(ofCore: true)
      guard let width = core.width.int, let height = core.height.int else { break }
      let margin = BigInt(Self.margin)
      return AbsoluteWindow(
        corner: Position(x: core.x - margin, y: core.y - margin), width: width + 2 * Self.margin,
        height: height + 2 * Self.margin)
    default: break
    }
    throw RunFailure(
      .usage, "--loop of a gun requires a view that does not move",
      hint: "leave out --view and --track, or name a rectangle with --view X,Y,WxH")
  }

  /// The generations after which the cells in the window are those of one period later.
  private func firstRepetition(in window: AbsoluteWindow, _ request: RunRequest) throws -> Int {
    let box = Bounds(window)
    let limit = request.engine.memory.forCopy
    var stepper: any Stepper = try request.engine.makeStepper(pattern)
    var generations = 0
    var earlier: Pattern?
    // Spaceships that need more than eight generations for a cell are not emitted by known guns.
    while generations < settled + 8 * (window.width + window.height) + 4 * period {
      if request.limits.isTimeUp { throw Stopped() }
      let now = try stepper.part(in: box, limit: limit)
      if let earlier, try earlier.hasSameCells(as: now) { return generations - period }
      if generations >= settled { earlier = now }
      try stepper.advance(by: BigInt(period))
      generations += period
    }
    throw RunFailure(
      .invalidData, "--loop: the cells in the view did not repeat within \(generations) generations"
    )
  }
}
