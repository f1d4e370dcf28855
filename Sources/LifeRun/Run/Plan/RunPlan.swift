package import LifeAnalysis
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
  private let survey: RunSurvey
  package let engine: EngineSelection
  /// Existing files to compare with the result: the run fails unless the bytes are equal.
  package let filesToMatch: [Path]
  /// For each output, the view of its images; `nil` for other outputs.
  package private(set) var views: [PlannedView?]

  /// The plan of a surveyed run.
  package init(_ survey: RunSurvey) {
    self.survey = survey
    engine = survey.outputs.engine
    filesToMatch = survey.outputs.filesToMatch
    views = survey.views
    frames = zip(survey.outputs.all, survey.views).map { $1?.frames(of: $0) }
  }

  /// Gives the images another size. They show the same cells, or more around them.
  mutating func resizeViews(to size: PixelSize, _ appearance: Appearance) throws {
    for index in views.indices { try views[index]?.resize(to: size, appearance) }
  }

  private var request: RunRequest { survey.outputs.request }

  /// The pattern at the start of the run.
  package var input: PlannedInput { survey.outputs.input }
  /// All generations with a sample of some output.
  package var schedule: Schedule { survey.outputs.schedule }
  /// The generations at which the engine stops: those with samples, or all if an image needs them.
  package var steps: Schedule {
    let steps = survey.outputs.steps
    let appearance = request.view.appearance
    guard schedule.every == nil, steps.every == 1, limits.time == nil, !appearance.theme.marksPast,
      !views.contains(where: { $0?.planner.subject == .following })
    else { return steps }
    // A single image needs only the generations that its ages and trails can count.
    let first = schedule.end - BigInt(Palette.maxColors)
    return Schedule(
      start: steps.start, end: steps.end, every: 1, samplingStart: max(steps.start, first))
  }
  /// The end of a run with a condition.
  package var conditionEnd: ConditionEnd? { survey.conditionEnd }
  /// Notes for the user about the search for the end, and about too small universes.
  package var notes: [String] { survey.notes }
  /// The results, then the plot; empty if only a summary is wanted.
  package var outputs: [OutputPlan] { survey.outputs.all }
  package var checkpoint: CheckpointRequest? { request.checkpoint }
  package var limits: RunLimits { request.limits }
  package var isVerified: Bool { request.isVerified }
  package var hasDigest: Bool { request.output.hasDigest }
  /// For each output, its expected frames; `nil` for other outputs.
  package internal(set) var frames: [WrittenFrames?]
  /// The columns of a table.
  package var table: TableOptions { request.output.tableOptions }
  /// The columns as typed, which a plot shows; `nil` for all of its own.
  var columns: [TableColumn]? { request.output.columns }
  /// Whether the run starts from a pattern, not from a checkpoint.
  var isNew: Bool { survey.outputs.isNew }
  /// The setting that makes the run draw far more generations than it writes, for seconds or
  /// longer; `nil` if there is none.
  package var causeOfDrawing: Message? {
    steps.first > schedule.start ? nil : survey.outputs.causeOfDrawing(views)
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
    let text = String(decoding: note?.text ?? loaded.stem.bytes, as: UTF8.self)
    // "Rule 30" under another rule: the option has replaced the rule that is the name.
    let named = text.hasPrefix("Rule ") ? RuleLibrary.oneDimensional(text) : nil
    patternName = named == nil || named == rule.canonical ? text : rule.canonical
  }

  /// Whether the run stores the complement of the true cells in a generation.
  package func storesComplement(at generation: BigInt) -> Bool {
    rule.storesComplement(at: generation, in: universe)
  }
}
