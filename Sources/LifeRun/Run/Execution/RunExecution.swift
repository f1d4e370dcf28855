import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Carries out a ``RunPlan``: advances the stepper to each generation of the schedule and writes
/// the samples, until the last generation, a limit or a signal.
package struct RunExecution {
  let plan: RunPlan
  private(set) var stepper: any Stepper
  private let control: WritingControl
  private var check: EngineComparison?
  private var writers: SampleWriters
  private var checkpointer: Checkpointer?
  private var done = Checkpoint.Progress()
  /// The number of samples written before the run was resumed.
  private var samplesBefore = 0
  /// Whether the last sample was not compared with the second engine.
  private var isUnverified = false
  /// Whether a signal ended the writing of a sample.
  private var isCutShort = false
  private let began = Interruption.clock.now

  /// Prepares a run from the start, or from a checkpoint of one.
  ///
  /// - Parameters:
  ///   - loaded: loses its pattern, so that only the engine holds the cells.
  ///   - rules: the rule files that the pattern needs, for checkpoints.
  ///   - control: shows the progress; `nil` for a quiet one.
  /// - Throws: ``RunFailure``, ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(
    _ plan: RunPlan, loaded: LoadedPattern, resuming checkpoint: Checkpoint? = nil,
    rules: [RuleSource] = [], control: WritingControl? = nil
  ) throws {
    self.plan = plan
    self.control = control ?? plan.control(isQuiet: true)
    try plan.checkNoWriters()
    let schedule = plan.schedule
    let pattern = loaded.takePattern()
    stepper = try plan.engine.forRun.makeStepper(
      pattern, generations: schedule.end - schedule.start)
    done = checkpoint?.progress ?? done
    samplesBefore = done.samples
    writers = try SampleWriters(plan, continuing: done)
    if let request = plan.checkpoint {
      let first = checkpoint ?? Checkpoint(plan, request: request, rules: rules)
      checkpointer = try Checkpointer(request, first: first, isNew: plan.isNew)
    }
    if plan.isVerified { check = try Self.secondEngine(plan, pattern: pattern, besides: engine) }
    watchProgress()
  }

  private static func secondEngine(
    _ plan: RunPlan, pattern: Pattern, besides first: Engine
  ) throws -> EngineComparison {
    let other = try Engine.allCases.first {
      try $0 != first && $0.canRun(pattern, options: plan.engine.options)
    }
    guard let other else {
      try Engine.throwIfMemoryIsShort(for: pattern, plan.engine.options)
      throw RunFailure(.invalidData, "\(.verify): no second engine can run this pattern")
    }
    var selection = plan.engine.forRun
    selection.engine = other
    return try EngineComparison(
      [selection], pattern: pattern, generations: plan.schedule.end - plan.schedule.start)
  }

  private var spans: [EngineSpan] {
    plan.engine.spans(of: stepper, since: plan.schedule.start)
  }

  /// The engine that steps now.
  private var engine: Engine { spans.last?.engine ?? .reference }
}

// MARK: - The loop

extension RunExecution {
  /// Runs to the last generation, a limit or a signal, and completes the outputs.
  ///
  /// - Throws: ``RunFailure`` and the errors of the layers below.
  package mutating func run() throws -> RunResult {
    do {
      return try Interruption.finishing {
        try Activity.yieldingStatusLine {
          try writeCheckpoint()
          return try advanceToEnd()
        }
      }
    } catch {
      if hasDoneNothing, !(error is LifeFormats.WriteError), !(error is RunFailure) {
        // The checkpoint has no progress to resume. The writers remove the files of outputs.
        checkpointer?.remove()
      }
      guard let exhausted = error as? MemoryExhausted,
        var failure = RunFailure(describing: exhausted)
      else { throw error }
      // A step that runs out of memory ends the run; only writing gets here.
      failure.message =
        "\(plan.input.title): generation \(stepper.generation) was not written: \(failure.message)"
      throw failure
    }
  }

  /// Whether the run is at its start and has written nothing.
  private var hasDoneNothing: Bool {
    plan.isNew && done.samples == 0 && stepper.generation == plan.schedule.start
  }

  private mutating func advanceToEnd() throws -> RunResult {
    var stop: StopReason?
    setAlarm()
    let schedule = plan.steps
    var next = done.lastSeen.map { schedule.next(after: $0) } ?? schedule.first
    while let generation = next, stop == nil {
      let isSample = plan.schedule.contains(generation)
      isUnverified = check != nil && isSample
      stop = try advance(to: generation) ?? verify()
      if let stop, !writesSample(after: stop) { break }
      if stop == nil, isSample, stepper.generation != schedule.end,
        plan.limits.isReached(bySamples: done.samples - samplesBefore + 1)
      {
        stop = .samples
      }
      // Not `stop.map`, which would copy the execution for each sample.
      let isLast =
        if let stop { writesSample(after: stop) } else { stepper.generation == schedule.end }
      // An output may be refused, because its file exists with other bytes. With this checkpoint,
      // `life resume --overwrite` goes on here.
      if isLast, !plan.filesToMatch.isEmpty { try writeCheckpoint() }
      let signal = try isSample || isLast ? writeSample(isLast: isLast) : observe()
      if let signal {
        stop = signal
        break
      }
      next = schedule.next(after: generation)
    }
    return try complete(stop)
  }

  /// Completes the outputs. If the run stopped and has a checkpoint, it keeps them unfinished
  /// instead.
  private mutating func complete(_ stop: StopReason?) throws -> RunResult {
    if let stop, isGivenUp(stop) { return result(stop) }
    if stop != nil, checkpointer != nil {
      try writeCheckpoint()
    } else {
      try writers.finish()
      if stop == nil { checkpointer?.remove() }
    }
    let outputs = stop != nil && checkpointer != nil ? [] : writers.written
    var stop = stop
    let digest = try plan.hasDigest ? digest(&stop) : nil
    return result(stop, digest: digest, outputs: outputs)
  }

  func result(
    _ stop: StopReason?, digest: String? = nil, outputs: [WrittenOutput] = []
  ) -> RunResult {
    let endsInSample = if let stop { writesSample(after: stop) } else { false }
    return RunResult(
      sample: Sample(stepper), lastWritten: done.samples == 0 ? nil : done.lastSeen,
      stopReason: stop, spans: spans, seconds: done.seconds, outputs: outputs,
      wholeSeconds: (Interruption.clock.now - began).inSeconds, digest: digest,
      isCutShort: isCutShort, isUnverified: isUnverified && endsInSample)
  }

  /// Whether the outputs are given up: a signal ended the run before its only sample, or its time
  /// was up before its first step.
  private func isGivenUp(_ stop: StopReason) -> Bool {
    switch stop {
    case .signal: plan.isGivenUpAtSignal
    case .time: checkpointer == nil && hasDoneNothing
    default: false
    }
  }

  /// Whether a stopped run writes its present generation as the last sample.
  private func writesSample(after stop: StopReason) -> Bool {
    // A run with a checkpoint writes no extra sample, so that the resumed run has the samples of an
    // uninterrupted one. A signal keeps the samples written so far.
    if case .signal = stop { return false }
    return checkpointer == nil && !isGivenUp(stop)
  }

  /// The digest of the cells; nil if a signal ends its computation.
  private func digest(_ stop: inout StopReason?) throws -> String? {
    do {
      return try stepper.snapshot().digest(limit: plan.engine.options.memoryLimit) {
        try control.check { "computing the digest" }
      }
    } catch let stopped as Stopped {
      stop = try stop ?? reason(of: stopped)
      return nil
    }
  }

  private mutating func writeCheckpoint() throws {
    try checkpointer?.write(stepper, writers: &writers, progress: done)
  }

  /// Lets images see a generation between two samples.
  ///
  /// - Returns: the reason for an earlier end; `nil` if there is none.
  private mutating func observe() throws -> StopReason? {
    do {
      try writers.observe(stepper, control: control)
    } catch let stopped as Stopped {
      return try reason(of: stopped)
    }
    done.lastSeen = stepper.generation
    return nil
  }

  /// The signal or time limit that stops the process. Throws `stopped` if there is none.
  private func reason(of stopped: Stopped) throws(Stopped) -> StopReason {
    guard let reason = Interruption.stopReason else { throw stopped }
    return reason
  }

  /// - Returns: the reason for an end before the sample was written; `nil` if it was written.
  private mutating func writeSample(isLast: Bool) throws -> StopReason? {
    do {
      try writers.write(stepper, isLast: isLast, control: control)
    } catch let stopped as Stopped {
      isCutShort = true
      return try reason(of: stopped)
    } catch let error as LifeFormats.WriteError {
      guard let checkpointer else { throw error }
      // Another format may be able to hold the cells.
      try writeCheckpoint()
      throw RunFailure(
        .invalidData,
        "\(error.message); the cells are in the checkpoint: "
          + "\(advice: .convertCheckpoint("\(checkpointer.file.path)"))")
    }
    noteSample()
    return nil
  }

  /// Counts the sample of the present generation as written.
  mutating func noteSample() {
    done.samples += 1
    done.lastSeen = stepper.generation
  }

  /// Compares with the second engine, unless a limit or a signal ends the run first.
  private mutating func verify() throws -> StopReason? {
    while isUnverified {
      do {
        let stepper = stepper
        let name = engine.rawValue
        if let difference = try check?.difference(from: stepper, named: name) {
          throw RunFailure(.difference, "\(difference)")
        }
        isUnverified = false
      } catch is Stopped {
        if let stop = try look(isVerifying: true) { return stop }
      } catch let exhausted as MemoryExhausted {
        return .memory(exhausted)
      }
    }
    return nil
  }

  /// Advances in one call, or in steps of at most about a second while progress is displayed.
  ///
  /// - Returns: why the run ends before `generation`; nil if it was reached.
  mutating func advance(to generation: BigInt) throws -> StopReason? {
    let start = Interruption.clock.now
    defer { done.seconds += (Interruption.clock.now - start).inSeconds }
    let showsProgress = control.showsProgress
    let isOneCall = !showsProgress || stepper is any BulkStepper
    var left = generation - stepper.generation
    var count: BigInt = isOneCall ? left : 64
    var began = start
    while left > 0 {
      do {
        try stepper.advance(by: min(count, left))
      } catch is Stopped {
      } catch let exhausted as MemoryExhausted {
        return .memory(exhausted)
      }
      if let stop = try look() { return stop }
      left = generation - stepper.generation
      guard showsProgress else { continue }
      let now = Interruption.clock.now
      if now - began < .milliseconds(500) { count *= 2 }
      began = now
      control.report { status }
    }
    return try look()
  }

  /// Checks for status requests, due checkpoints and reasons to end the run.
  private mutating func look(isVerifying: Bool = false) throws -> StopReason? {
    guard let interrupt = plan.engine.forRun.interrupt, interrupt.isRaised else { return nil }
    // Callers of the library have interrupts of their own: their task was cancelled.
    guard interrupt === Interruption.look else { throw Stopped() }
    interrupt.lower()
    control.report { status }
    if let signal = Interruption.signal { return .signal(signal) }
    if plan.limits.isTimeUp, stepper.generation < plan.schedule.end || isVerifying { return .time }
    if let checkpointer, Interruption.clock.now >= checkpointer.due { try writeCheckpoint() }
    setAlarm()
    return nil
  }

  /// Sets the timer for the deadline or the next checkpoint, whichever comes first.
  private func setAlarm() {
    guard plan.engine.interrupt === Interruption.stop else { return }
    let times = [plan.limits.deadline, checkpointer?.due].compactMap { $0 }
    Interruption.raiseLook(at: times.min())
  }
}

// MARK: - Progress

extension RunExecution {
  private var status: String { plan.status(of: stepper, engine: engine, since: began) }

  /// Lets a stepper report its progress during a long call.
  private func watchProgress() {
    guard control.showsProgress, let reporting = stepper as? AutoStepper else { return }
    let (plan, control, began) = (plan, control, began)
    reporting.onProgress = { stepper, engine in
      control.report { plan.status(of: stepper, engine: engine, since: began) }
    }
  }
}

extension RunPlan {
  /// The control of the run, with its deadline for writing.
  package func control(isQuiet: Bool) -> WritingControl {
    WritingControl(isQuiet: isQuiet, title: "\(input.title)", deadline: limits.writingDeadline)
  }

  /// The generation, the speed and the remaining time.
  fileprivate func status(
    of stepper: any Stepper, engine: Engine, since began: ContinuousClock.Instant
  ) -> String {
    let generation = stepper.generation
    let elapsed = (Interruption.clock.now - began).inSeconds
    let done = (generation - schedule.start).double
    let left = elapsed * ((schedule.end - schedule.start).double - done) / max(done, 1)
    let rate = min(done / elapsed, 1e15).threeDigits
    let percent = ((generation - schedule.start) * 100).quotientAndRemainder(
      dividingBy: max(schedule.end - schedule.start, 1)
    ).quotient
    return "generation \(generation) of \(schedule.end) (\(percent) %)\(Activity.left(left)), "
      + "\(rate) generations/s, \(engine.rawValue), population \(stepper.population)"
  }
}
