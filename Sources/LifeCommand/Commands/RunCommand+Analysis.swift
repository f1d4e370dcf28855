import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeRun

/// Runs whose length is found by identifying the pattern.
extension RunCommand {
  /// Finds the generation at which a condition holds, and runs a pattern until then.
  func run(
    _ request: RunRequest, _ loaded: LoadedPattern, until condition: StopCondition
  ) throws -> ExitCode {
    let limits = analysisLimits(request)
    let identifier = Identifier(AnalysisRule(loaded.pattern.rule), limits)
    identifier.noteIgnoredMarks(output.diagnostics)
    let found = try Interruption.withPolicy(.exit) {
      do {
        return try identifier.generations(until: condition, loaded.pattern)
      } catch is Stopped {
        throw RunFailure(.overLimit, "--until \(condition): --max-time reached")
      }
    }
    var request = request
    request.length = .generations(BigInt(found ?? limits.generations))
    let title = "\(loaded.title)"
    let code = try run(request, loaded)
    guard !isDryRun else { return code }
    guard let found else {
      // Another limit ended the run first, and was reported.
      if code == .limit { return code }
      Console.ofProcess.complain(
        "life: \(title): \(condition.negation) within \(limits.generations) generations; the "
          + "output is valid\n")
      return code == .ok ? .limit : code
    }
    output.diagnostics.note("\(title): \(condition) after \(found) generations")
    return code
  }

  private func analysisLimits(_ request: RunRequest) -> AnalysisLimits {
    var limits = AnalysisLimits()
    limits.generations = maxGenerations?.value.int ?? limits.generations
    var selection = request.engine
    selection.threads = selection.threads ?? 1
    limits.engine = selection.options
    Interruption.raiseInterrupt(at: request.limits.deadline)
    return limits
  }

  func validateLoop() throws(UsageError) {
    guard isLoop else { return }
    guard case .image(let format)? = output.request.resultFormat, !format.isStill else {
      throw UsageError("--loop requires an animation", hint: "add -o x.gif")
    }
    if checkpoint.file != nil { throw UsageError("--checkpoint cannot be combined with --loop") }
  }

  /// Runs an oscillator or a spaceship until the frame after the last one would be the first.
  func runLoop(_ request: RunRequest, _ loaded: LoadedPattern) throws -> ExitCode {
    let identifier = Identifier(AnalysisRule(loaded.pattern.rule), analysisLimits(request))
    identifier.noteIgnoredMarks(output.diagnostics)
    let result = try Interruption.withPolicy(.exit) { try identifier.identify(loaded.pattern) }
    guard result.cycle != nil, result.lifespan == 0, let period = result.period else {
      throw RunFailure(
        .invalidData,
        "\(loaded.title): --loop requires a pattern that recurs; this is \(result.kind.phrase)")
    }
    var request = request
    guard let every = (request.interval ?? 1).int else {
      throw RunFailure(.usage, "--every: expected at most \(Int.max) with --loop")
    }
    // The last frame is at the last multiple of the interval before one that the period divides.
    let turns = every / greatestCommonDivisor(every, period)
    request.length = .generations(BigInt(period) * BigInt(turns) - BigInt(every))
    if view.chosenRate == nil { request.view.rate = .ofLoop(frames: period * turns / every) }
    if result.displacement != .zero, request.view.view == nil, request.view.track == nil {
      request.view.track = .velocity(
        Velocity(x: result.displacement.x, y: result.displacement.y, generations: period))
    }
    return try run(request, loaded)
  }
}

extension FrameRate {
  /// Short loops at eight frames a second, on which the eye can rest, long ones at the usual rate.
  fileprivate static func ofLoop(frames: Int) -> FrameRate {
    FrameRate(min(usual.numerator, max(8, frames / 2)), 1)
  }
}
