package import LifeCore
import LifeEngines
package import LifeFormats
package import LifeIO
package import LifeRender

/// Everything that one run will do, decided before any file is created.
///
///     options (what was typed) → RunRequest → RunPlan → RunExecution
///
/// A plan is immutable. Its initializer refuses every combination that cannot be carried out; only
/// failures of the work itself, such as a full disk, remain for ``RunExecution``. ``description``
/// and ``json`` print it.
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
  /// The result, then the plot; empty if only a summary is wanted.
  package let outputs: [OutputPlan]
  package let checkpoint: CheckpointRequest?
  package let limits: RunLimits
  package let isVerified: Bool
  package let hasDigest: Bool
  /// What the images of the run show; nil without an image.
  package private(set) var view: PlannedView?
  /// The columns of a table.
  package let table: TableOptions
  /// What a signal does while the run works.
  package let signalPolicy: Interruption.Policy
  /// Whether the run starts from a pattern, and not from a checkpoint.
  let isNew: Bool
  /// The outputs that the run completes at its end, that exist, and that it replaces only by the
  /// same bytes.
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
    let pattern = loaded.pattern
    let start = checkpoint?.start ?? pattern.generation
    let resolved = try ResolvedRequest(request, loaded: loaded, from: start, checkpoint: checkpoint)
    let request = resolved.request
    let end = resolved.end
    guard end >= start else {
      throw RunFailure(.usage, "--until \(end) is before the pattern's own generation \(start)")
    }
    conditionEnd = resolved.conditionEnd
    notes = resolved.notes
    input = PlannedInput(loaded)
    isNew = checkpoint == nil
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
    existingFiles = outputs.map(\.target).filter {
      $0.replacement == .bySameBytes && !$0.isNumbered && isRegularFile($0.template)
    }.map(\.template)
    // An output of every K-th generation also samples the generations of an output of the last.
    let schedule = outputs.reduce(requested) { $0.every == nil ? $1.schedule : $0 }
    self.schedule = schedule
    steps = outputs.contains(where: \.seesEveryGeneration) ? schedule.ofWholeRun : schedule
    engine = request.engine.sharing(outputs)
    signalPolicy = Self.signalPolicy(request, schedule: schedule)
    try check(request)
    view = try PlannedView(self, of: pattern, resuming: checkpoint)
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
}

/// One output of a run: its content, its file, its schedule and its appearance.
package struct OutputPlan {
  package enum Content: Hashable {
    case result(OutputFormat)
    case plot(Plot.Format)
  }

  package let content: Content
  /// The option that asks for it.
  package let option: String
  package let target: OutputTarget
  /// The generations of its samples.
  package let schedule: Schedule
  package let view: ViewOptions
  /// The page of several patterns that the result is a part of.
  let page: RecordingPage?

  /// Whether its colors or its view depend on the generations between its samples.
  var seesEveryGeneration: Bool {
    guard case .result(.image(let format)) = content, format != .html,
      schedule.every != 1 || schedule.firstSample > schedule.start
    else { return false }
    return isOnce && view.view == .auto || Coloring(view.appearance).hasMemory
  }

  var isImage: Bool { if case .result(.image) = content { true } else { false } }

  /// Whether it takes only the last generation.
  var isOnce: Bool { schedule.every == nil }
}

extension OutputPlan {
  /// The outputs of a request, each with the generations of its samples.
  ///
  /// - Parameter requested: samples every K-th generation if `--every K` is given, else the last.
  static func all(
    for request: RunRequest, _ input: PlannedInput, requested: Schedule
  ) -> [OutputPlan] {
    let hasCheckpoint = request.checkpoint != nil
    let every = Schedule(
      start: requested.start, end: requested.end, every: requested.every ?? 1,
      firstSample: requested.firstSample)
    var plans: [OutputPlan] = []
    if let format = request.resultFormat {
      var target = request.output.target(for: input.stem, format)
      let schedule = format.isForEveryGeneration || target.isNumbered ? every : requested
      target.checkpoint = request.checkpoint?.file
      if hasCheckpoint {
        target.durability = schedule.every == nil ? .synced : .resumable
      } else {
        target.durability = .ordinary
      }
      plans.append(
        OutputPlan(
          content: .result(format), option: request.output.folder == nil ? "-o" : "--out-dir",
          target: target, schedule: schedule, view: request.view, page: request.page))
    }
    if let file = request.plot, let kind = Plot.Format(named: file) {
      let target = OutputTarget(
        template: file, replacement: request.output.replacement, isLiteral: true,
        durability: hasCheckpoint ? .synced : .ordinary)
      plans.append(
        OutputPlan(
          content: .plot(kind), option: "--plot", target: target, schedule: every,
          view: request.view, page: nil))
    }
    return plans
  }
}

extension RunRequest {
  /// The format of the result; nil if there is none.
  fileprivate var resultFormat: OutputFormat? {
    plot != nil && output.isSummaryOnly ? nil : output.resultFormat
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
  /// What a signal does: a single result is given up, an animation or table is completed. A pipe
  /// or a device, and numbered files, of which each is complete by itself, are only given a second.
  private static func signalPolicy(
    _ request: RunRequest, schedule: Schedule
  ) -> Interruption.Policy {
    if request.checkpoint != nil { return .finish }
    guard schedule.every != nil else { return .giveUp }
    let isOneOfMany = request.output.folder != nil || request.output.isNumbered
    return request.output.isReadByOthers || isOneOfMany ? .finishBriefly : .finish
  }

  private func check(_ request: RunRequest) throws {
    try FrameCount(self, request: request).check()
    for output in outputs { try output.check(resumable: checkpoint != nil) }
    if let checkpoint { try Checkpointer.check(checkpoint.file, isNew: isNew) }
    try OutputConflicts(self).check()
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

extension OutputPlan {
  /// Refuses a checkpoint if the output is appended to sample by sample and cannot be truncated to
  /// the length that the checkpoint records.
  fileprivate func check(resumable: Bool) throws(RunFailure) {
    guard resumable, case .result(let format) = content, !isOnce, !target.isNumbered else { return }
    let path = target.template
    let reason: String? =
      switch format {
      case .image(let format) where format.usesFFmpeg:
        "video that ffmpeg encodes cannot be resumed; write y4m, apng or gif"
      case _ where path.isStandardStream || isSpecialFile(path):
        "output to a pipe or a device cannot be resumed; write to a file"
      case _ where path.isGzipName:
        "a compressed animation or table cannot be resumed; leave out .gz"
      default: nil
      }
    guard let reason else { return }
    throw RunFailure(.usage, "--checkpoint: \(reason)")
  }
}
