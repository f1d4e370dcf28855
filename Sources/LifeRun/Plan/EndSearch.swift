package import LifeAnalysis
package import LifeCore
import LifeIO
import LifeRender

/// Finds the end of a run by identifying its pattern.
package struct EndSearch {
  private let identifier: Identifier
  private let pattern: Pattern

  /// - Parameter mostGenerations: how far a condition is searched for; nil for the usual limit.
  package init(_ pattern: Pattern, engine: EngineSelection, mostGenerations: Int? = nil) {
    var limits = AnalysisLimits()
    limits.generations = mostGenerations ?? limits.generations
    var selection = engine
    selection.threads = selection.threads ?? 1
    limits.engine = selection.options
    identifier = Identifier(AnalysisRule(pattern.rule), limits: limits.reporting)
    self.pattern = pattern
  }

  /// - Throws: ``Stopped`` if the search was interrupted.
  package func end(when condition: StopCondition) throws -> ConditionEnd {
    let found = try identifier.generations(of: pattern, until: condition)
    return ConditionEnd(
      condition: condition, generations: found ?? identifier.limits.generations,
      isMet: found != nil)
  }

  /// What is said of the marks that the search ignores.
  var note: String? { identifier.noteOfIgnoredMarks }

  /// The run of an animation whose frame after the last one would be the first.
  ///
  /// - Throws: ``RunFailure`` if the pattern does not recur.
  func loop(_ request: RunRequest, title: Path) throws -> RunRequest {
    let result = try identifier.identify(pattern)
    let isGun = result.kind == .gun
    guard isGun || result.cycle != nil && result.lifespan == 0, let period = result.period else {
      throw RunFailure(
        .invalidData,
        "\(title): --loop requires a gun or a pattern that recurs; this is \(result.kind.phrase)")
    }
    guard let every = (request.interval ?? 1).int else {
      throw RunFailure(.usage, "--every: expected at most \(Int.max) with --loop")
    }
    var request = request
    // The last frame is at the last multiple of the interval before one that the period divides.
    let turns = every / greatestCommonDivisor(every, period)
    request.length = .generations(BigInt(period) * BigInt(turns) - BigInt(every))
    if isGun { try GunLoop(pattern, period: period, from: result.lifespan).complete(&request) }
    if request.view.chosenRate == nil {
      request.view.rate = .ofLoop(frames: period * turns / every)
    }
    if result.displacement != .zero, request.view.view == nil, request.view.track == nil {
      request.view.track = .velocity(
        Velocity(x: result.displacement.x, y: result.displacement.y, generations: period))
    }
    return request
  }
}

extension FrameRate {
  /// Short loops at eight frames a second, on which the eye can rest, long ones at the usual rate.
  fileprivate static func ofLoop(frames: Int) -> FrameRate {
    FrameRate(min(usual.numerator, max(8, frames / 2)), denominator: 1)
  }
}

extension Identifier {
  /// Says that only the live cells are identified, if cells also have marks; else nil.
  package var noteOfIgnoredMarks: String? {
    markedRule.map {
      "the marks of \($0.canonical) are ignored; its live cells are identified under "
        + rule.rule.canonical
    }
  }
}
