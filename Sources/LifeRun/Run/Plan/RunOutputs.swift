import LifeCore
import LifeIO
import LifeRender

/// The outputs of a run. Impossible ones are refused before the run.
struct RunOutputs {
  let input: PlannedInput
  let all: [OutputPlan]
  /// All generations with a sample of some output.
  let schedule: Schedule
  /// Whether the run starts from a pattern, not from a checkpoint.
  let isNew: Bool
  let request: RunRequest

  /// - Throws: ``RunFailure`` if the run or its first sample would be before its start.
  init(
    _ request: RunRequest, of input: PlannedInput, from start: BigInt, to end: BigInt, isNew: Bool
  ) throws(RunFailure) {
    guard end >= start else {
      throw RunFailure(.usage, "\(.until) \(end) is before the pattern's own generation \(start)")
    }
    try request.checkFirstSample(from: start, to: end)
    self.request = request
    self.input = input
    self.isNew = isNew
    let requested = Schedule(
      start: start, end: end, every: request.interval, samplingStart: request.firstSample)
    let all = OutputPlan.all(for: request, input, requested: requested)
    self.all = all
    // Takes the first schedule with several samples that reaches the end: it also serves outputs of
    // the last generation. The schedule of a looping GIF ends earlier if a video repeats the loop.
    schedule = all.reduce(requested) {
      $0.every == nil && $1.schedule.end == end ? $1.schedule : $0
    }
  }

  /// The generations at which the engine stops: those with samples, or all if an image needs them.
  var steps: Schedule {
    all.contains(where: \.seesEveryGeneration) ? schedule.ofWholeRun : schedule
  }

  var engine: EngineSelection {
    var engine = request.engine.sharing(all)
    engine.writesCells = request.checkpoint != nil || all.contains(where: \.isPattern)
    return engine
  }

  /// Existing files to compare with the result: the run fails unless the bytes are equal.
  var filesToMatch: [Path] {
    all.map(\.target).filter { target in
      target.replacement == .bySameBytes && !target.isNumbered && isRegularFile(target.template)
    }.map(\.template)
  }
}

extension EngineSelection {
  /// The same engine with half of the threads if nearly every generation is drawn: the other half
  /// paints and compresses frames.
  fileprivate func sharing(_ outputs: [OutputPlan]) -> EngineSelection {
    let isDrawing = outputs.contains {
      if $0.seesEveryGeneration { return true }
      guard case .result(.image) = $0.content, let every = $0.schedule.every else { return false }
      return every <= 16
    }
    guard isDrawing, threads == nil else { return self }
    var shared = self
    shared.threads = max(1, SystemResources.cores / 2)
    return shared
  }
}

// MARK: - Refusals

extension RunOutputs {
  /// Refuses impossible outputs. Reads the file system, but writes nothing.
  ///
  /// - Throws: ``RunFailure``, ``FileFailure``.
  func check() throws {
    try checkFrameCount()
    try checkFiles()
    if request.checkpoint != nil {
      for output in all { try output.checkResumable(request.output.tableOptions) }
    }
    try checkObjects()
    if let checkpoint = request.checkpoint { try Checkpointer.check(checkpoint, isNew: isNew) }
    for output in all where isNew || !output.target.isNumbered && !output.target.isKept {
      try checkCreation(of: output)
    }
  }

  /// Checks that no output replaces an input, another output or the checkpoint.
  private func checkFiles() throws(RunFailure) {
    var files = request.files
    if isNew { files.addInput(input.name) }
    for output in all {
      let isInPlace = output.setting == .output && files.hasOneInput
      try files.addOutput(
        output.target, as: output.setting, inPlaceOf: isInPlace ? [input.title] : [])
    }
    if let checkpoint = request.checkpoint { try files.addOutput(checkpoint.file, as: .checkpoint) }
  }

  /// Checks that the first file of an output can be created.
  private func checkCreation(of output: OutputPlan) throws {
    let target = output.target
    if isNew, output.setting == .outputFolder, !exists(target.folder) {
      // The run creates the folder.
      return try checkOutput(Path(bytes: target.folder.bytes.dropLast()), replacement: .unprotected)
    }
    let existing =
      target.isNumbered && target.replacement == .never
      ? existingSamples(of: target).first { _ in true } : nil
    try checkOutput(
      existing ?? target.path(index: 0, generation: output.schedule.first),
      replacement: target.replacement, isKept: target.isKept)
  }

  /// Checks that objects can be separated in all generations with samples.
  private func checkObjects() throws(RunFailure) {
    for output in all where output.content == .result(.objects) {
      try input.rule.checkObjects(of: input.title, in: input.universe)
      let first = output.schedule.first
      let second = output.schedule.next(after: first) ?? first
      for generation in [first, second, output.schedule.end] {
        try ObjectsSampleWriter.check(generation, under: input.rule)
      }
    }
  }
}
