package import LifeAnalysis
package import LifeCore
import LifeIO
import LifeRender

/// The end of a run that goes on until a condition holds.
package struct ConditionEnd: Hashable, Sendable, CustomStringConvertible {
  package let condition: StopCondition
  /// Generations from the start of the run: until the condition holds, or as many as were searched.
  package let generations: Int
  /// Whether the condition was found to hold.
  package let isMet: Bool

  /// `stable after 5206 generations`
  package var description: String {
    isMet
      ? "\(condition) after \(generations) generations"
      : "\(condition.negation) within \(generations) generations"
  }
}

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
    let found = try identifier.generations(until: condition, pattern)
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
    guard result.cycle != nil, result.lifespan == 0, let period = result.period else {
      throw RunFailure(
        .invalidData,
        "\(title): --loop requires a pattern that recurs; this is \(result.kind.phrase)")
    }
    guard let every = (request.interval ?? 1).int else {
      throw RunFailure(.usage, "--every: expected at most \(Int.max) with --loop")
    }
    var request = request
    // The last frame is at the last multiple of the interval before one that the period divides.
    let turns = every / greatestCommonDivisor(every, period)
    request.length = .generations(BigInt(period) * BigInt(turns) - BigInt(every))
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

// MARK: - The length of a planned run

/// A request whose length is a number.
struct ResolvedRequest {
  var request: RunRequest
  /// The last generation of the run.
  var end: BigInt
  var conditionEnd: ConditionEnd?
  /// What a user should know about how the end was found.
  var notes: [String] = []

  /// - Parameters:
  ///   - start: the first generation of the run.
  ///   - checkpoint: if a run is resumed, what its first process has found.
  /// - Throws: ``RunFailure``, ``InvalidSavedState``.
  init(
    _ request: RunRequest, loaded: LoadedPattern, from start: BigInt, checkpoint: Checkpoint?
  ) throws {
    self.request = request
    end = start
    switch request.length {
    case .generations(let count): end += count
    case .until(let last): end = last
    case .condition(let condition, let most):
      let found: ConditionEnd
      if let checkpoint {
        guard let known = checkpoint.end(for: condition) else { throw InvalidSavedState() }
        found = known
      } else {
        let search = EndSearch(loaded.pattern, engine: request.engine, mostGenerations: most)
        notes = [search.note].compactMap { $0 }
        found = try Self.limited(request, option: "--until \(condition)") {
          try search.end(when: condition)
        }
      }
      conditionEnd = found
      end += BigInt(found.generations)
    case .loop:
      let search = EndSearch(loaded.pattern, engine: request.engine)
      notes = [search.note].compactMap { $0 }
      self.request = try Self.limited(request, option: "--loop") {
        try search.loop(request, title: loaded.title)
      }
      if case .generations(let count) = self.request.length { end += count }
    }
  }

  /// Searches until the time limit of a run; there is no result before the search ends.
  private static func limited<Result>(
    _ request: RunRequest, option: String, _ search: () throws -> Result
  ) throws -> Result {
    Interruption.raiseInterrupt(at: request.limits.deadline)
    return try Interruption.withPolicy(.exit) {
      do {
        return try search()
      } catch is Stopped {
        throw RunFailure(.overLimit, "\(option): --max-time reached")
      }
    }
  }
}
