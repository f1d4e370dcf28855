import LifeCore
import LifeIO

/// What a pattern tells before its run: where the run ends, and what its images show.
///
///     options (what was typed) → RunRequest → RunSurvey → RunPlan → RunExecution
///
/// The pattern is run for it only as far as the request requires: until a condition holds, for one
/// period of what recurs, or for the bounds of all its cells.
package struct RunSurvey {
  /// The outputs up to the end of the run; they can be written.
  let outputs: RunOutputs
  /// How the end was found, if the run goes on until a condition holds.
  let conditionEnd: ConditionEnd?
  /// What a user should know about how the end was found.
  let notes: [String]
  /// For each output, what its images show; nil for other outputs.
  let views: [PlannedView?]

  /// Surveys the run of one pattern.
  ///
  /// - Parameters:
  ///   - request: what the options ask for.
  ///   - loaded: the pattern; its cells stay where they are.
  ///   - checkpoint: the checkpoint to resume from, if any; it holds what the first process found.
  /// - Throws: ``RunFailure``, ``FileFailure``, ``InvalidSavedState``, ``MemoryExhausted``.
  package init(
    _ request: RunRequest, of loaded: LoadedPattern, resuming checkpoint: Checkpoint? = nil
  ) throws {
    try request.check()
    let start = checkpoint?.start ?? loaded.pattern.generation
    let input = PlannedInput(loaded)
    if checkpoint == nil, request.length.isSearched {
      // The search may take minutes; outputs that cannot be written are refused before it.
      try RunOutputs(
        request.withoutFirstSample, of: input, from: start, to: start, isNew: true
      ).check()
    }
    let resolved = try ResolvedRequest(request, loaded: loaded, from: start, checkpoint: checkpoint)
    conditionEnd = resolved.conditionEnd
    notes = resolved.notes
    outputs = try RunOutputs(
      resolved.request, of: input, from: start, to: resolved.end, isNew: checkpoint == nil)
    try outputs.check()
    let outputs = outputs
    views = try outputs.all.reduce(into: []) { views, output in
      views.append(
        try PlannedView(
          outputs, of: loaded.pattern, for: output, resuming: checkpoint,
          besides: views.compactMap(\.self)))
    }
  }
}

extension RunRequest {
  fileprivate var withoutFirstSample: RunRequest {
    var request = self
    request.firstSample = nil
    return request
  }
}

/// A request whose length is a number.
private struct ResolvedRequest {
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
