import LifeAnalysis
import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// `life run`: reads a pattern, runs it, and writes the result.
struct RunCommand: Command {
  static let name = "run"
  static let limitsTime = true
  static let summary = "Run a pattern and write the result."
  static let discussion = """
    Reads a pattern, advances it by N generations, and writes the last generation as a pattern, an \
    image, an animation or a table. With --every K it writes every K-th generation. Each \
    generation written is a sample: a frame, a row or a file. Without -o the result goes to \
    standard output, as RLE unless --to names another format, and a summary goes to standard \
    error. The results of several patterns follow one another on standard output, share a table, a \
    picture or a page, or get a file each with --out-dir.

    PATTERN is a file (also gzipped), - for standard input, the name of a pattern of the \
    collection, or RLE such as 'bo$2bo$3o!'. Without PATTERN, a file or a pipe on standard input \
    is read. N may be written 1000, 1,000,000, 10k, 1M, 1e6 or 2^20.

    In the name of an output, %d or {index} stands for the index of the sample, from 0, and \
    {generation} for its generation; %06d and {generation:06d} have six digits, so that names \
    sort. Each sample then has its own file; without --every there is one for every generation.
    """
  static let examples = [
    Example("life run gosper-gun -n 1000", "Write generation 1000 as RLE to standard output:"),
    Example(
      "life run gun.rle -n 1000 --every 100 -o 'snap-{generation}.rle'", "Write eleven files:"),
    Example("life run acorn -n 5206 --to csv > acorn.csv", "Write the population over time:"),
    Example("life run acorn -n 300 -o acorn.mp4", "Write a video, with ffmpeg:"),
  ]
  static var operands: Operands<Self> {
    .patterns(appends: \.patterns).orOption { $0.inputs.list != nil }
  }
  static var options: [Option<Self>] {
    var options = runOptions
    options += LimitOptions.options.inside(\.limits)
    options += CheckpointOptions.options.inside(\.checkpoint)
    options += StepperOptions.options.inside(\.engine)
    options += (InputOptions.options + [InputOptions.splitting]).inside(\.input)
    options += InputList.options.inside(\.inputs)
    options += OutputOptions.options.inside(\.output) + [BatchJobs.option(\.jobs)]
    options += InputOptions.texts.map(\.rare).inside(\.input)
    options += ViewOptions.options.inside(\.view) + [plotOption]
    return options
  }

  private static var runOptions: [Option<Self>] {
    [
      .value(
        "-n", "--generations", metavar: "N", group: "Run", help: "Run for N generations.",
        details: """
          A negative N runs backwards, under the reversible rules of blocks and particles. \
          'life rule R' tells which are reversible. A result before generation 0 gets the first \
          number from 0 on that has the same next step: 0, 1 and so on.
          """, sets: \.generations),
      .value(
        "--until", metavar: "CONDITION", group: "Run",
        help: "Run until generation N, or until a condition holds.",
        details: """
          CONDITION is a generation, or one of:

          \(RunEnd.table)

          The generation is found before the run. The search ends after -n generations, or \
          after 50000 without -n; for stable and period, earlier if the pattern seems to grow \
          forever. If it has found none by then, the run ends there with exit code 75.
          """, sets: \.until),
      .flag(
        "--loop", group: "Run", help: "Run for one period, so that an animation loops.",
        details: """
          The pattern must be an oscillator, a spaceship, a gun, a puffer or a rake. Several in \
          one picture loop after the least common multiple of their periods. The view moves along \
          with a spaceship, a puffer or a rake; to choose where it starts, give --view X,Y,WxH.

          The loop of a gun, a puffer or a rake begins once the emitted objects have filled the \
          view. With ages or trails, a loop begins once these repeat, too. On the plane, a \
          pattern that grows beyond 131072 cells is given up.
          """, sets: \.isLoop),
      .value(
        "--repeat", metavar: "N", group: "Run",
        help: "Write a --loop N times (default: at least 5 s of a video).",
        details: "Viewers of gif, apng and html repeat a loop by themselves.", sets: \.repetitions
      ).within(1...1_000_000).rare,
      .value(
        "--duration", metavar: "TIME", group: "Run",
        help: "Repeat a --loop until a video takes at least TIME, such as 10s.", sets: \.duration
      ).rare,
      .value(
        "--every", metavar: "K", group: "Run",
        help: "Write every K-th generation, and the last.", sets: \.every),
      .value(
        "--start", metavar: "N", group: "Run",
        help: "Write the first frame or row at generation N.",
        details: "A view that moves with --track has moved by then.", sets: \.firstSample
      ).rare,
      .flag(
        "--verify", group: "Run", help: "Run a second engine and compare every sample.",
        details: """
          'life check' compares engines of your choice. A resumed run compares from its checkpoint.
          """, sets: \.isVerified
      ).rare,
      .flag(
        "--dry-run", group: "Run", help: "Print what would be read, run and written.",
        sets: \.isDryRun
      ).rare,
    ]
  }

  private static var plotOption: Option<Self> {
    .value(
      "--plot", metavar: "FILE", group: "Report",
      help: "Plot population, births and deaths, and size (.svg or .png).",
      details: """
        --title replaces the heading, and --columns population draws this curve alone. A plot is \
        dark on white, and 960 pixels wide without --size. A panel with a wide range and without \
        zeros is logarithmic.

        The runs of several patterns, at most \(Plot.maxRuns), become curves in one plot, and the \
        plot is the only output.
        """, sets: \.plot
    ).rare
  }

  var words: [Argument] = []
  var patterns: [Path] = []
  var inputs = InputList()
  var generations: SignedCount?
  var until: RunEnd?
  var firstSample: Count?
  var every: Count?
  var isLoop = false
  var repetitions: Int?
  var duration: TimeSpan?
  var isVerified = false
  var isDryRun = false
  var limits = LimitOptions()
  var checkpoint = CheckpointOptions()
  var engine = StepperOptions()
  var input = InputOptions()
  var output = OutputOptions()
  var view = ViewOptions()
  var plot: Path?
  var jobs: Int?
  /// The checkpoint of a resumed run, and its pattern.
  var resumed: (checkpoint: Checkpoint, loaded: LoadedPattern)?
  /// The request of the options, made by their validation.
  var request = RunRequest(length: .generations(0))

  var memoryLimit: Int? { engine.memory?.bytes }

  mutating func validate() throws(UsageError) {
    var lengths: [String] = []
    // With a condition, -n only limits the search.
    if generations != nil, !isUntilCondition { lengths.append("-n") }
    if until != nil { lengths.append("--until") }
    if isLoop { lengths.append("--loop") }
    if lengths.isEmpty { throw missingGenerations }
    guard lengths.count == 1 else {
      throw UsageError("\(lengths[0]) cannot be combined with \(lengths[1])")
    }
    if repetitions != nil, duration != nil {
      throw UsageError("--repeat cannot be combined with --duration")
    }
    if isUntilCondition, let limit = generations?.value, limit.int == nil || limit <= 0 {
      throw UsageError("-n: expected a number from 1 to \(Int.max) with a condition of --until")
    }
    try BatchJobs.check(jobs, folder: output.request.folder)
    try checkpoint.validate()
    request = try makeRequest()
    if let last = patterns.last, isOutput(last) {
      throw UsageError(
        "'\(last)' does not exist", hint: "for an output, write '-o \(last.quotedForShell)'")
    }
    do throws(RunFailure) {
      try request.check(patterns: input.isSplit || inputs.list != nil ? .max : patterns.count)
    } catch {
      throw UsageError(error)
    }
    if checkpoint.file != nil { input.reading.ruleSources = RuleSourceList() }
  }

  private var isUntilCondition: Bool {
    if case .condition = until { true } else { false }
  }

  /// The error about a missing number of generations. An operand may be that number, or name no
  /// pattern.
  private var missingGenerations: UsageError {
    let number = patterns.first {
      !isRegularFile($0) && (try? Count(argument: Argument(bytes: $0.bytes))) != nil
    }
    do {
      if number == nil, let first = patterns.first {
        try input.loader(Diagnostics(isQuiet: true)).refuseMissing(first)
      }
    } catch {
      if let failure = RunFailure(describing: error) { return UsageError(failure) }
    }
    return UsageError(
      "the number of generations is missing",
      hint: number.map { "write '-n \($0)'" } ?? "for example '-n 1000'")
  }

  /// Whether an operand after a pattern looks like the name of an output.
  private func isOutput(_ operand: Path) -> Bool {
    let output = output.request
    return patterns.count > 1 && output.destination == nil && output.folder == nil
      && !operand.fileExtension.isEmpty && !isRegularFile(operand)
      && OutputFormat.named(by: operand) != nil
  }

  func makeRequest() throws(UsageError) -> RunRequest {
    var request = RunRequest(length: .generations(generations?.value ?? 0))
    switch until {
    case .generation(let end): request.length = .until(end.value)
    case .condition(let condition):
      request.length = .condition(condition, most: generations?.value.int)
    case nil: if isLoop { request.length = .loop }
    }
    request.repetition = repetitions.map { .count($0) } ?? duration.map { .duration($0.duration) }
    request.interval = every?.value
    request.firstSample = firstSample?.value
    request.isVerified = isVerified
    request.engine = try engine.selection()
    request.limits = try limits.limits()
    request.checkpoint = checkpoint.request(words)
    request.checkpoint?.replacesOther = output.request.replacement.overwrites
    request.output = output.request
    request.view = view
    request.view.columns = output.columns?.count
    request.plot = plot
    BatchJobs.Job.ofProcess?.limit(&request)
    return request
  }

  /// Loads each pattern, surveys and plans its run, runs it and reports.
  func run() throws -> ExitCode {
    try loadEach { loaded, request in
      let isQuiet = output.diagnostics.isQuiet
      let survey = try Activity("planning the run of \(loaded.title)").during(isQuiet: isQuiet) {
        try RunSurvey(request, of: loaded, resuming: resumed?.checkpoint)
      }
      let plan = RunPlan(survey)
      for note in plan.notes { output.diagnostics.note(note) }
      noteOutputs(of: plan, request)
      if isDryRun {
        try writeText(output.report.text(plan))
        return .ok
      }
      var execution = try Activity("preparing the run of \(loaded.title)").during(
        isQuiet: isQuiet
      ) {
        try RunExecution(
          plan, loaded: loaded, resuming: resumed?.checkpoint,
          rules: input.reading.ruleSources?.sources ?? [], control: plan.control(isQuiet: isQuiet))
      }
      let result = try execution.run()
      return try RunReport(of: result, plan).write(output.report, output.diagnostics)
    }
  }

  /// Loads each pattern of this process for `run`. Patterns in one picture run together; other
  /// processes may run some patterns of a batch.
  private func loadEach(
    _ run: (LoadedPattern, RunRequest) throws -> ExitCode
  ) throws -> ExitCode {
    if let resumed { return try run(resumed.loaded, request) }
    var request = request
    let all = try inputs.allInputs(patterns, limits: input.readingLimits())
    request.files = CommandFiles(reading: all + [inputs.list].compactMap { $0 })
    if !isDryRun { try output.refuseTerminal(all[0]) }
    let began = Interruption.clock.now
    // With these options, one pattern counts as several: its table has the column 'pattern'.
    let areSeveral = all.count > 1 || input.isSplit || inputs.list != nil || inputs.shard != nil
    if areSeveral { request.shared = try request.makeSharedOutput() }
    let own = inputs.ownInputs(
      among: all, areSplit: input.isSplit, diagnostics: output.diagnostics)
    if let time = request.limits.time { Interruption.limitTime(to: time) }
    // Only now the number of patterns in a list is known.
    try request.check(patterns: max(1, own.count), areSplit: input.isSplit)
    if let folder = output.request.folder {
      let format = output.request.resultFormat ?? .pattern(.usual)
      try request.files.check(resultsOf: all, areSplit: input.isSplit) {
        output.request.target(for: $0, format)
      }
      if !isDryRun { try makeFolder(folder) }
      let batch = isDryRun || input.isSplit ? nil : BatchJobs(own, jobs: jobs)
      if let batch { return try batch.run(isQuiet: output.diagnostics.isQuiet) }
    }
    limitReading(request.limits)
    if areSeveral, request.output.isGrid { return try runGrid(request, of: own) }
    var files = request.files
    let code = Result {
      try Batch.loadEach(
        own, shard: inputs.shard, loader: input.loader(output.diagnostics)
      ) { loaded in
        Interruption.cancelEndOfProcess()
        defer { limitReading(request.limits) }
        if output.request.folder != nil, let format = output.request.resultFormat {
          try files.addOutput(
            output.request.target(for: loaded.stem, format), as: .outputFolder, for: loaded.title)
        }
        return try run(loaded, request.goingBack(loaded, output.diagnostics))
      }
    }
    Interruption.cancelEndOfProcess()
    let known = try? code.get()
    if !isDryRun, known == .ok { try (request.shared as? TableFile)?.beginIfEmpty(request) }
    return try exitCode(verdict: { known ?? .ok }) {
      // Even after a failure, the shared file is completed, with the results so far.
      note(try request.shared?.finish(), seconds: (Interruption.clock.now - began).inSeconds)
      return try code.get()
    }
  }

  /// Ends the process at its time limit while it reads: there is no result yet, and the writer of a
  /// pipe may never write.
  private func limitReading(_ limits: RunLimits) {
    if let time = limits.time, !limits.isTimeUp { Interruption.endProcess(after: time) }
  }

  /// Notes that a file gets many patterns; most programs read only the first.
  private func noteJoinedPatterns(_ request: RunRequest) {
    guard request.interval != nil else { return }
    for result in request.output.perDestination where result.holdsSeveralSamples {
      guard case .pattern? = result.resultFormat, let file = result.destination,
        !file.isStandardOutput, !result.isNumbered
      else { continue }
      let numbered = "\(file.stem)-{generation}.\(file.fileExtension)"
      output.diagnostics.note(
        "'\(file)' gets a pattern for each sample; -o '\(numbered)' writes a file each")
    }
  }

  /// Notes surprises about outputs before a long run.
  private func noteOutputs(of plan: RunPlan, _ request: RunRequest) {
    if resumed != nil {
      for file in plan.filesToMatch {
        output.diagnostics.note(
          "'\(file)' exists; the run replaces it only by the same bytes, or with --overwrite")
      }
    }
    if request.output.imageFormats.contains(.gif), request.view.rate.isTooFastForGIF {
      output.diagnostics.note(
        "gif has at most 50 frames a second; use --fps 50, or write mp4 for --fps "
          + "\(request.view.rate)")
    }
    if let cause = plan.causeOfDrawing {
      output.diagnostics.note(
        "\(cause.withOptions) draws all generations from \(plan.schedule.start) to "
          + "\(plan.schedule.end), which takes time; leave it out, or add --max-time")
    }
    noteJoinedPatterns(request)
  }
}

extension RunCommand {
  /// Runs several patterns and draws them side by side.
  func runGrid(_ request: RunRequest, of inputs: [Path]) throws -> ExitCode {
    var patterns: [LoadedPattern] = []
    let code = try Batch.loadEach(
      inputs, shard: self.inputs.shard, loader: input.loader(output.diagnostics)
    ) { loaded in
      // For a negative -n, this replaces the pattern with the earlier one.
      _ = try request.goingBack(loaded, output.diagnostics)
      patterns.append(loaded)
      return .ok
    }
    Interruption.cancelEndOfProcess()
    // Draws nothing rather than a picture that lacks some patterns.
    guard code == .ok, !patterns.isEmpty else { return code }
    var run = try GridRun(request, patterns: patterns, isQuiet: output.diagnostics.isQuiet)
    for note in Set(run.plans.flatMap(\.notes)).sorted() { output.diagnostics.note(note) }
    if isDryRun {
      for plan in run.plans { try writeText(output.report.text(plan)) }
      return .ok
    }
    var worst = ExitCode.ok
    let results = try run.run()
    for (plan, result) in zip(run.plans, results) {
      worst.add(try RunReport(of: result, plan).write(output.report, output.diagnostics))
    }
    note(run.written, seconds: results[0].wholeSeconds)
    return worst
  }

  /// Notes the shared output of several patterns.
  private func note(_ written: WrittenOutput?, seconds: Double) {
    guard let written else { return }
    if !output.request.isJSON { written.note(after: seconds, output.diagnostics) }
    output.diagnostics.noteFrames(of: written)
  }
}
