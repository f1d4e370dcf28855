package import LifeCore
package import LifeFormats
package import LifeIO
package import LifeRender

/// Everything that one run will do, decided before any file is created.
///
///     options (what was typed) → RunRequest → RunPlan → RunExecution
///
/// A plan is immutable. Its initializer refuses every combination that cannot be carried out; only
/// failures of the work itself, such as a full disk, remain for ``RunExecution``.
package struct RunPlan {
  /// The pattern that the run starts from.
  package let input: PlannedInput
  /// All generations at which some output takes a sample.
  package let schedule: Schedule
  /// The generations at which the run stops: those of the samples, or all if an image needs them.
  package let steps: Schedule
  /// How the end was found, if the run goes on until a condition holds.
  package let conditionEnd: ConditionEnd?
  /// What a user should know about how the end was found.
  package let notes: [String]
  package let engine: EngineSelection
  /// The results, then the plot; empty if only a summary is wanted.
  package let outputs: [OutputPlan]
  package let checkpoint: CheckpointRequest?
  package let limits: RunLimits
  package let isVerified: Bool
  package let hasDigest: Bool
  /// For each output, what its images show; nil for other outputs.
  package private(set) var views: [PlannedView?] = []
  /// The columns of a table.
  package let table: TableOptions
  /// Whether the run starts from a pattern, and not from a checkpoint.
  let isNew: Bool
  /// The existing files that the run may replace at its end only with identical bytes.
  package let existingFiles: [Path]

  /// Plans the run of one pattern.
  ///
  /// - Parameters:
  ///   - request: what the options ask for.
  ///   - loaded: the pattern; its cells stay where they are.
  ///   - checkpoint: the checkpoint to resume from, if any.
  /// - Throws: ``RunFailure``, ``FileFailure``.
  package init(
    _ request: RunRequest, loaded: LoadedPattern, resuming checkpoint: Checkpoint? = nil
  ) throws {
    try request.check()
    let start = checkpoint?.start ?? loaded.pattern.generation
    if checkpoint == nil, request.length.isSearched {
      // The search may take minutes; outputs that cannot be written are refused before it.
      let unknown = ResolvedRequest(request: request.withoutFirstSample, end: start)
      try RunPlan(unknown, loaded: loaded, from: start, isNew: true).check(request)
    }
    let resolved = try ResolvedRequest(request, loaded: loaded, from: start, checkpoint: checkpoint)
    try self.init(resolved, loaded: loaded, from: start, isNew: checkpoint == nil)
    try check(resolved.request)
    views = try outputs.map {
      try PlannedView(self, of: loaded.pattern, for: $0, resuming: checkpoint)
    }
    if self.checkpoint != nil, view?.planner.subject == .following {
      throw RunFailure(
        .usage, "\(.checkpoint): a view that follows the cells cannot be continued",
        hint: "give \(.view) X,Y,WxH, or \(.view) fit")
    }
  }

  /// The plan of a request whose end is known, without its view.
  private init(
    _ resolved: ResolvedRequest, loaded: LoadedPattern, from start: BigInt, isNew: Bool
  ) throws {
    let request = resolved.request
    let end = resolved.end
    guard end >= start else {
      throw RunFailure(.usage, "\(.until) \(end) is before the pattern's own generation \(start)")
    }
    conditionEnd = resolved.conditionEnd
    notes = resolved.notes
    input = PlannedInput(loaded)
    self.isNew = isNew
    self.checkpoint = request.checkpoint
    limits = request.limits
    isVerified = request.isVerified
    hasDigest = request.output.hasDigest
    table = request.output.tableOptions
    try request.checkFirstSample(from: start, to: end)
    let requested = Schedule(
      start: start, end: end, every: request.interval, firstSample: request.firstSample)
    let outputs = OutputPlan.all(for: request, input, requested: requested)
    self.outputs = outputs
    let targets = outputs.map(\.target).filter { target in
      target.replacement == .bySameBytes && !target.isNumbered && isRegularFile(target.template)
    }
    existingFiles = targets.map(\.template)
    // The samples of every K-th generation include the one of an output of the last generation.
    let schedule = outputs.reduce(requested) { $0.every == nil ? $1.schedule : $0 }
    self.schedule = schedule
    steps = outputs.contains(where: \.seesEveryGeneration) ? schedule.ofWholeRun : schedule
    engine = request.engine.sharing(outputs)
  }
}

extension RunRequest {
  fileprivate var withoutFirstSample: RunRequest {
    var request = self
    request.firstSample = nil
    return request
  }
}

extension EngineSelection {
  /// The same engine with half of the threads if nearly every generation is also drawn: the other
  /// half paints and compresses frames.
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

// MARK: - Refusals that need the pattern

extension RunPlan {
  /// What the images of the first output with images show; nil without an image.
  package var view: PlannedView? { views.lazy.compactMap(\.self).first }

  /// Whether a signal leaves no output: a single result is given up, while an animation or a table
  /// is completed with the samples that it has.
  package var isGivenUpAtSignal: Bool { checkpoint == nil && schedule.every == nil }

  private func check(_ request: RunRequest) throws {
    try checkFrameCount(request)
    try checkFiles(request.files)
    if checkpoint != nil { for output in outputs { try output.checkResumable(table) } }
    try checkObjects()
    if let checkpoint { try Checkpointer.check(checkpoint, isNew: isNew) }
    for output in outputs where isNew || !output.target.isNumbered && !output.target.isKept {
      try checkCreation(of: output)
    }
  }

  /// Checks that no output replaces an input, another output or the checkpoint.
  private func checkFiles(_ inputs: CommandFiles) throws(RunFailure) {
    var files = inputs
    if isNew { files.read(input.name) }
    for output in outputs {
      let isInPlace = output.setting == .output && files.hasOneInput
      try files.write(
        output.target, as: output.setting, inPlaceOf: isInPlace ? [input.name] : [])
    }
    if let checkpoint { try files.write(checkpoint.file, as: .checkpoint) }
  }

  /// Checks that the first file of an output can be created.
  private func checkCreation(of output: OutputPlan) throws {
    let target = output.target
    if isNew, output.setting == .outputFolder, !exists(target.folder) {
      // The run creates the folder.
      return try checkOutput(Path(bytes: target.folder.bytes.dropLast()), replacement: .always)
    }
    let existing =
      target.isNumbered && target.replacement == .never
      ? existingSamples(of: target).first { _ in true } : nil
    try checkOutput(
      existing ?? target.path(index: 0, generation: output.schedule.first),
      replacement: target.replacement, isKept: target.isKept)
  }

  /// Checks that objects can be told in all generations that have samples.
  private func checkObjects() throws(RunFailure) {
    for output in outputs where output.content == .result(.objects) {
      let first = output.schedule.first
      let second = output.schedule.next(after: first) ?? first
      for generation in [first, second, output.schedule.end] {
        try ObjectsSampleWriter.check(generation, under: input.rule)
      }
    }
  }

  /// Checks that no other process writes one of the outputs, before a long run.
  ///
  /// A plan does not: it would have to take a lock.
  func checkNoWriters() throws {
    for output in outputs where !output.target.isNumbered && isNew {
      try checkNoWriter(of: output.target.template)
    }
  }
}

/// The pattern of a plan, without its cells.
package struct PlannedInput {
  package let name: Path
  package let title: Path
  package let stem: Path
  package let index: Int?
  package let format: Format
  package let rule: Rule
  package let universe: Universe
  package let population: BigInt
  /// The name that the pattern's file gives it, else the name of the file.
  let patternName: String

  init(_ loaded: LoadedPattern) {
    name = loaded.name
    title = loaded.title
    stem = loaded.stem
    index = loaded.index
    format = loaded.format
    rule = loaded.pattern.rule
    universe = loaded.pattern.universe
    population = loaded.pattern.population
    let note = loaded.pattern.notes.first { $0.kind == .name && !$0.text.isEmpty }
    patternName = String(decoding: note?.text ?? loaded.stem.bytes, as: UTF8.self)
  }

  /// Whether the run's cells at generations of this parity are the complement of the true cells.
  package func storesComplement(atOdd odd: Bool) -> Bool {
    rule.storesComplement(atOdd: odd, in: universe)
  }
}
