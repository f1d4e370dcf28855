import LifeCore
import LifeIO

/// A request whose length is a number.
struct ResolvedRequest {
  var request: RunRequest
  /// The last generation of the run.
  var end: BigInt
  var conditionEnd: ConditionEnd?
  /// What a user should know about how the end was found.
  var notes: [String] = []
}

extension ResolvedRequest {
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
        found = try Self.limited(request, what: "\(.until) \(condition)") {
          try search.end(when: condition)
        }
      }
      conditionEnd = found
      end += BigInt(found.generations)
    case .loop:
      let search = EndSearch(loaded.pattern, engine: request.engine)
      notes = [search.note].compactMap { $0 }
      self.request = try Self.limited(request, what: "\(.loop)") {
        try search.loop(request, title: loaded.title)
      }
      if case .generations(let count) = self.request.length { end += count }
    }
  }

  /// Searches until the time limit of a run; there is no result before the search ends.
  private static func limited<Result>(
    _ request: RunRequest, what: Message, _ search: () throws -> Result
  ) throws -> Result {
    Interruption.stop(at: request.limits.deadline)
    defer { Interruption.stop(at: nil) }
    Activity.report(0)
    return try Interruption.finishing {
      do {
        return try search()
      } catch is Stopped {
        let reason = Interruption.stopReason ?? .time
        throw RunFailure(
          .overLimit,
          "\(what): \(reason) after \(Activity.done.counted("generation")); nothing was written")
      }
    }
  }
}
