package import LifeAnalysis
package import LifeCore
import LifeIO
import LifeRender

/// Finds the end of a run by identifying its pattern.
package struct EndSearch {
  private let identifier: Identifier
  private let pattern: Pattern

  /// - Parameter maxGenerations: the limit of the search; `nil` for the default.
  package init(
    _ pattern: Pattern, engine: EngineSelection, maxGenerations: Int? = nil,
    maxPopulation: Int = .max
  ) {
    var limits = AnalysisLimits(engine)
    limits.generations = maxGenerations ?? limits.generations
    limits.population = maxPopulation
    identifier = Identifier(AnalysisRule(pattern.rule), limits: limits.reporting)
    self.pattern = pattern
  }

  /// The generation at which a condition holds, or the end of the search.
  ///
  /// - Throws: ``RunFailure`` if the pattern has walls: the search would ignore them, the run
  ///   doesn't; ``UnsupportedPattern``, ``MemoryExhausted``, ``Stopped``.
  package func end(when condition: StopCondition) throws -> ConditionEnd {
    try refuseWalls()
    return try identifier.end(of: pattern, when: condition)
  }

  private func refuseWalls() throws(RunFailure) {
    guard let rule = identifier.markedRule else { return }
    var hasWalls = false
    pattern.cells.forEachRun { hasWalls = hasWalls || $0.state == HistoryRule.wall }
    guard hasWalls else { return }
    throw RunFailure(
      .invalidData,
      "a search for the end of a run ignores walls of \(rule.canonical), which stop its cells",
      hint: "\(advice: .removeWalls(convertingTo: identifier.rule.rule.canonical))")
  }

  /// A note that the search ignores marks; `nil` if the rule has none.
  var note: String? { identifier.noteOfIgnoredMarks }

  /// The request of each pattern for an animation without a seam: the frame after the last one
  /// equals the first. Several patterns loop after a common multiple of their periods.
  ///
  /// - Throws: ``RunFailure`` if a pattern has walls or does not recur, or if they recur together
  ///   only after very many frames.
  static func loops(_ request: RunRequest, of patterns: [LoadedPattern]) throws -> [RunRequest] {
    try request.limited(what: "\(.loop)") {
      let searches = patterns.map { loaded in
        let largest = max(maxLoopPopulation, (loaded.pattern.population * 8).int ?? .max)
        let canGrow = loaded.pattern.universe.isUnbounded
        return EndSearch(
          loaded.pattern, engine: request.engine, maxPopulation: canGrow ? largest : .max)
      }
      let results = try zip(searches, patterns).map { try $0.recurrence(title: $1.title) }
      let period = results.compactMap(\.period).reduce(1, leastCommonMultiple)
      return try zip(searches, results).map { search, result in
        var request = try search.loop(request, result, period: period)
        // In a moving view, every tenth line of the plane would not return to its place.
        if case .velocity(let velocity)? = request.view.track, velocity.displacement != .zero {
          request.view.appearance.hasMajorLines = false
        }
        return request
      }
    }
  }

  /// A smaller pattern that grows beyond this is given up: guns, puffers and rakes are proved long
  /// before.
  private static let maxLoopPopulation = 1 << 17

  /// Identifies a pattern that can loop: it recurs, or it is a gun, a puffer or a rake. What comes
  /// to rest after some generations has nothing to repeat.
  private func recurrence(title: Path) throws -> Identification {
    try refuseWalls()
    let result = try identifier.identifyCompletely(pattern)
    let comesToRest = result.lifespan > 0 && result.period == 1
    let recurs =
      result.cycle != nil && (result.lifespan == 0 || result.velocity == nil) && !comesToRest
    guard recurs || GrowthLoop(of: pattern, result) != nil, result.period != nil else {
      throw RunFailure(
        .invalidData,
        "\(title): \(.loop) requires a pattern that recurs, a gun or a puffer; this is "
          + "\(result.kind.phrase)"
          + (comesToRest ? " after \(result.lifespan.counted("generation"))" : "")
          + (result.reason.map { ": \($0)" } ?? ""),
        hint: "\(advice: .numberOfGenerations(of: title.quotedForShell))")
    }
    return result
  }

  /// The maximum number of frames after which several patterns recur together.
  private static let maxCommonFrames = 10_000

  private func loop(
    _ request: RunRequest, _ result: Identification, period: Int
  ) throws -> RunRequest {
    guard let every = (request.interval ?? 1).int else {
      throw RunFailure(.usage, "\(.interval): expected at most \(Int.max) with \(.loop)")
    }
    var request = request
    // The generations until the first frame repeats. The last frame is one sample earlier.
    let divisor = greatestCommonDivisor(every, period)
    let loopPeriod = BigInt(period) * BigInt(every / divisor)
    let frames = period / divisor
    guard frames <= Self.maxCommonFrames || period == result.period else {
      throw RunFailure(
        .invalidData,
        "\(.loop): the patterns recur together only after more than \(Self.maxCommonFrames) frames",
        hint: "write a file each: \(.outputFolder) DIR \(.format) \(request.output.imageFormats[0])"
      )
    }
    if request.view.chosenRate == nil { request.view.rate = .ofLoop(frames: frames) }
    request.view.hold = request.view.hold ?? .zero
    let length = loopPeriod * request.repetitions(ofFrames: frames) - BigInt(every)
    request.repetition = nil
    request.length = .generations(length)
    request.loopLength = loopPeriod - BigInt(every)
    let countsFrames = request.output.imageFormats == [.html] && every > 1
    let colorMemory = countsFrames ? 0 : request.view.colorMemory
    if let growth = GrowthLoop(of: pattern, result) {
      try growth.complete(&request, colorMemory: colorMemory)
      return request
    }
    try request.view.follow(result)
    var memory = colorMemory
    if !countsFrames, Coloring(request.view.appearance).marksPast {
      memory = max(memory, period, try timeToLeaveView(request, of: result))
    }
    if memory + result.lifespan > 0 {
      // Starts later: when the pattern recurs, and the ages, trails and marks are complete.
      let first = BigInt(result.lifespan + (memory + period - 1) / period * period)
      request.firstSample = pattern.generation + first
      request.length = .generations(first + length)
    }
    return request
  }

  /// An upper bound for the generations in which the view of a spaceship leaves all cells that it
  /// shows. 0 for a view at rest.
  private func timeToLeaveView(_ request: RunRequest, of result: Identification) throws -> Int {
    guard let velocity = result.velocity, let bounds = pattern.bounds else { return 0 }
    var request = request
    if request.view.view == nil {
      // The usual view is not larger: the cells of all phases, and a quarter of them or 8 around.
      let margin = velocity.period + max(8, max(bounds.columns, bounds.rows) / 4)
      request.view.view = .window(bounds.widened(by: margin))
    }
    return try request.timeToLeave(request.shownCells(of: pattern), at: velocity)
  }

  /// The refusal of a view in which the frames of a loop would not repeat.
  static func viewRefused(for kind: Identification.Kind) -> RunFailure {
    RunFailure(
      .usage, "\(.loop): this view cannot follow the \(kind.rawValue)",
      hint: "leave out \(.view) and \(.track), or give \(.view) X,Y,WxH")
  }
}

extension RunRequest {
  /// An upper bound for the generations after which a moving view shows other cells only.
  ///
  /// - Throws: ``RunFailure`` if they are too many to draw.
  func timeToLeave(_ shown: Bounds, at velocity: Velocity) throws(RunFailure) -> Int {
    func time(toCross length: Int, by distance: Int) -> Int {
      if distance == 0 { return .max }
      let periods = length / abs(distance) + 1
      let (time, overflow) = periods.multipliedReportingOverflow(by: velocity.period)
      return overflow ? .max : time
    }
    let time = min(
      time(toCross: shown.columns, by: velocity.displacement.x),
      time(toCross: shown.rows, by: velocity.displacement.y))
    guard time <= 1 << 24 else {
      throw RunFailure(
        .invalidData, "\(.loop): the marks of the past need \(time) generations to fill the view",
        hint: "give a smaller \(.view), or another \(.theme)")
    }
    return time
  }

  /// All cells in the first images of a view with a chosen rectangle: it and what is beside it.
  func shownCells(of pattern: Pattern) throws -> Bounds {
    var cells: Bounds?
    for format in output.imageFormats {
      let planner = ViewPlanner(
        still: view, kind: format, rule: pattern.rule, universe: pattern.universe,
        generation: pattern.generation)
      guard let shown = try planner.viewport().window else { continue }
      cells = cells?.union(shown) ?? shown
    }
    return cells ?? .oneCell
  }
}

extension FrameRate {
  /// Eight frames a second for short loops, up to the usual rate for long ones.
  fileprivate static func ofLoop(frames: Int) -> FrameRate {
    FrameRate(min(usual.numerator, max(8, frames / 2)), denominator: 1)
  }
}

extension ViewOptions {
  /// The number of past generations that determine the color of a cell.
  fileprivate var colorMemory: Int { Coloring(appearance).memory }

  /// Moves the view with a spaceship, so that the frames of a loop repeat.
  ///
  /// - Throws: ``RunFailure`` if the view moves otherwise.
  fileprivate mutating func follow(_ result: Identification) throws(RunFailure) {
    let velocity = result.velocity ?? .zero
    if case .velocity(let chosen)? = track,
      chosen.displacement * velocity.period != velocity.displacement * chosen.period
    {
      throw EndSearch.viewRefused(for: result.kind)
    }
    if velocity == .zero { return }
    switch view {
    case nil, .window?: track = .velocity(velocity)
    case .core?, .fit?, .auto?: throw EndSearch.viewRefused(for: result.kind)
    }
  }
}

extension Identifier {
  /// A note that marks and walls are ignored; `nil` if the rule has none.
  package var noteOfIgnoredMarks: String? {
    markedRule.map {
      "the marks and walls of \($0.canonical) are ignored; only its live cells count, under "
        + rule.rule.canonical
    }
  }
}
