import LifeAnalysis
import LifeCore
import LifeIO
import LifeRender

/// The facts needed before a run: its last generation and the view of its images.
///
///     options (what was typed) → RunRequest → RunSurvey → RunPlan → RunExecution
///
/// The survey runs the pattern only if the request requires it: until a condition holds, for one
/// period, or for the bounds of all cells.
package struct RunSurvey {
  /// The outputs up to the end of the run, checked to be possible.
  let outputs: RunOutputs
  /// The end of a run with a condition.
  let conditionEnd: ConditionEnd?
  /// Notes for the user about the search for the end, and about too small universes.
  let notes: [String]
  /// For each output, the view of its images; `nil` for other outputs.
  let views: [PlannedView?]

  /// Surveys the run of one pattern.
  ///
  /// - Parameters:
  ///   - request: the options.
  ///   - loaded: the pattern; it keeps its cells.
  ///   - checkpoint: the checkpoint to resume from, if any, with the results of the first survey.
  /// - Throws: ``RunFailure``, ``FileFailure``, ``InvalidSavedState``, ``MemoryExhausted``.
  package init(
    _ request: RunRequest, of loaded: LoadedPattern, resuming checkpoint: Checkpoint? = nil
  ) throws {
    try request.check()
    let start = checkpoint?.start ?? loaded.pattern.generation
    let input = PlannedInput(loaded)
    if checkpoint == nil, request.length.isSearched {
      // Impossible outputs are refused before the search, which may take minutes.
      var early = request
      early.firstSample = nil
      try RunOutputs(early, of: input, from: start, to: start, isNew: true).check()
    }
    let resolved = try ResolvedRequest(request, loaded: loaded, from: start, checkpoint: checkpoint)
    conditionEnd = resolved.conditionEnd
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
    let surprises = [
      loaded.pattern.noteOfRows(until: resolved.end), request.view.note(in: input.universe),
      views.compactMap { $0?.noteOfLeaving }.first,
    ]
    notes = resolved.notes + surprises.compactMap { $0 }
  }
}

extension Pattern {
  /// A note if the generations of a one-dimensional rule, one row each, have no room in the
  /// universe. `nil` if they have.
  fileprivate func noteOfRows(until end: BigInt) -> String? {
    guard case .wolfram? = rule.base?.spelling, universe.height > 0, let bounds else { return nil }
    let room = universe.box.y + universe.height - (bounds.y + bounds.height)
    guard end - generation > room else { return nil }
    let open = Universe(universe.topology, width: universe.width, height: 0)
    return "\(universe) has room for only \(room.counted("row")) below the pattern; each "
      + "generation of \(rule.canonical) needs one: \(open) has no last row"
  }
}

extension ViewOptions {
  /// A note if a chosen rectangle is partly outside of a bounded universe. `nil` if it is inside.
  fileprivate func note(in universe: Universe) -> String? {
    guard case .window(let window)? = view else { return nil }
    let inside = universe.part(of: window)
    if universe.isUnbounded || inside == window { return nil }
    return "\(inside == nil ? "all" : "a part") of the view \(window.asView) is outside of the "
      + "universe \(universe)" + (universe.isBounded ? ", which is \(universe.box.asView)" : "")
  }
}

extension Bounds {
  /// As for `--view`: `-32,-32,64x64`.
  fileprivate var asView: String { "\(x),\(y),\(width)x\(height)" }
}

/// A request with a known length.
private struct ResolvedRequest {
  var request: RunRequest
  var end: BigInt
  var conditionEnd: ConditionEnd?
  /// Notes for the user about the search for the end.
  var notes: [String] = []
}

extension ResolvedRequest {
  /// - Parameters:
  ///   - start: the first generation of the run.
  ///   - checkpoint: the checkpoint to resume from, if any, with the results of the first survey.
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
        guard let known = checkpoint.end else { throw InvalidSavedState() }
        found = ConditionEnd(
          condition: condition, generations: known.generations, isMet: known.isMet)
      } else {
        let search = EndSearch(loaded.pattern, engine: request.engine, maxGenerations: most)
        notes = [search.note].compactMap { $0 }
        found = try request.limited(what: "\(.until) \(condition)") {
          try search.end(when: condition)
        }
      }
      conditionEnd = found
      end += BigInt(found.generations)
    case .loop:
      self.request = try EndSearch.loops(request, of: [loaded])[0]
      if case .generations(let count) = self.request.length { end += count }
    }
    // Several patterns that loop together were searched before.
    if self.request.loopLength != nil {
      notes = [EndSearch(loaded.pattern, engine: request.engine).note].compactMap { $0 }
    }
  }
}

extension RunRequest {
  /// Runs a search within the time limit of the run. A stopped search has no result.
  func limited<Result>(what: Message, _ search: () throws -> Result) throws -> Result {
    Interruption.raiseStop(at: limits.deadline)
    defer { Interruption.raiseStop(at: nil) }
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
