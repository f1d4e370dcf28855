package import LifeCore
package import LifeFormats
package import LifeIO
package import LifeRender

/// Everything that one run will do, decided before any file is created.
///
///     options (what was typed) → RunRequest → RunSurvey → RunPlan → RunExecution
///
/// A plan is immutable and feasible: the survey refuses impossible combinations. Only failures of
/// the work itself, such as a full disk, remain for ``RunExecution``.
package struct RunPlan {
  /// The pattern at the start of the run.
  package let input: PlannedInput
  /// All generations with a sample of some output.
  package let schedule: Schedule
  /// The generations at which the engine stops: those with samples, or all if an image needs them.
  package let steps: Schedule
  /// The end of a run with a condition.
  package let conditionEnd: ConditionEnd?
  /// Notes for the user about the search for the end.
  package let notes: [String]
  package let engine: EngineSelection
  /// The results, then the plot; empty if only a summary is wanted.
  package let outputs: [OutputPlan]
  package let checkpoint: CheckpointRequest?
  package let limits: RunLimits
  package let isVerified: Bool
  package let hasDigest: Bool
  /// For each output, the view of its images; `nil` for other outputs.
  package let views: [PlannedView?]
  /// The columns of a table.
  package let table: TableOptions
  /// Whether the run starts from a pattern, not from a checkpoint.
  let isNew: Bool
  /// Existing files to compare with the result: the run fails unless the bytes are equal.
  package let filesToMatch: [Path]
  /// The setting that makes the run draw far more generations than it writes; `nil` if there is
  /// none.
  package let causeOfDrawing: Message?

  /// The plan of a surveyed run.
  package init(_ survey: RunSurvey) {
    let outputs = survey.outputs
    let request = outputs.request
    input = outputs.input
    schedule = outputs.schedule
    steps = outputs.steps
    conditionEnd = survey.conditionEnd
    notes = survey.notes
    engine = outputs.engine
    self.outputs = outputs.all
    checkpoint = request.checkpoint
    limits = request.limits
    isVerified = request.isVerified
    hasDigest = request.output.hasDigest
    views = survey.views
    table = request.output.tableOptions
    isNew = outputs.isNew
    filesToMatch = outputs.filesToMatch
    causeOfDrawing = outputs.causeOfDrawing
  }

  /// The view of the first output with images; `nil` without images.
  package var view: PlannedView? { views.lazy.compactMap(\.self).first }

  /// Whether a signal leaves no output: a single result is given up, an animation or a table is
  /// completed with its samples so far.
  package var isGivenUpAtSignal: Bool { checkpoint == nil && schedule.every == nil }

  /// Checks that no other process writes one of the outputs, before a long run.
  ///
  /// Planning can't check this, because it would have to take a lock.
  func checkNoWriters() throws {
    // A shared table is already open since the first pattern.
    for output in outputs
    where !output.target.isNumbered && isNew && !(output.shared is TableFile) {
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
  /// The name in the pattern's file, else the name of the file.
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

  /// Whether the run stores the complement of the true cells in a generation.
  package func storesComplement(at generation: BigInt) -> Bool {
    rule.storesComplement(at: generation, in: universe)
  }
}
