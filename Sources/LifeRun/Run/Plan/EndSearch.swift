package import LifeAnalysis
package import LifeCore
import LifeIO
import LifeRender

/// Finds the end of a run by identifying its pattern.
package struct EndSearch {
  private let identifier: Identifier
  private let pattern: Pattern

  /// - Parameter maxGenerations: the limit of the search; `nil` for the default.
  package init(_ pattern: Pattern, engine: EngineSelection, maxGenerations: Int? = nil) {
    var limits = AnalysisLimits(engine)
    limits.generations = maxGenerations ?? limits.generations
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

  /// The request for an animation without a seam: the frame after the last one equals the first.
  ///
  /// - Throws: ``RunFailure`` if the pattern has walls or does not recur; ``Stopped``.
  func loop(_ request: RunRequest, title: Path) throws -> RunRequest {
    try refuseWalls()
    let result = try identifier.identifyCompletely(pattern)
    let growth = GrowthLoop(of: pattern, result)
    let recurs = result.cycle != nil && result.lifespan == 0
    guard growth != nil || recurs, let period = result.period else {
      throw RunFailure(
        .invalidData,
        "\(title): \(.loop) requires a pattern that recurs, a gun or a puffer; this is "
          + "\(result.kind.phrase)",
        hint: "\(advice: .numberOfGenerations(of: title.quotedForShell))")
    }
    guard let every = (request.interval ?? 1).int else {
      throw RunFailure(.usage, "\(.interval): expected at most \(Int.max) with \(.loop)")
    }
    var request = request
    // The generations until the first frame repeats. The last frame is one sample earlier.
    let divisor = greatestCommonDivisor(every, period)
    let loopPeriod = BigInt(period) * BigInt(every / divisor)
    let frames = period / divisor
    if request.view.chosenRate == nil { request.view.rate = .ofLoop(frames: frames) }
    request.view.hold = request.view.hold ?? .zero
    let length = loopPeriod * request.repetitions(ofFrames: frames) - BigInt(every)
    request.length = .generations(length)
    request.loopLength = loopPeriod - BigInt(every)
    let countsFrames = request.output.imageFormats == [.html] && every > 1
    let colorMemory = countsFrames ? 0 : request.view.colorMemory
    if let growth {
      try growth.complete(&request, colorMemory: colorMemory)
      return request
    }
    try request.view.follow(result)
    if colorMemory > 0 {
      // Starts later, so that the first frame's ages and trails are complete.
      let first = BigInt((colorMemory + period - 1) / period * period)
      request.firstSample = pattern.generation + first
      request.length = .generations(first + length)
    }
    return request
  }

  /// The refusal of a view in which the frames of a loop would not repeat.
  static func viewRefused(for kind: Identification.Kind) -> RunFailure {
    RunFailure(
      .usage, "\(.loop): this view cannot follow the \(kind.rawValue)",
      hint: "leave out \(.view) and \(.track), or give \(.view) X,Y,WxH")
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
