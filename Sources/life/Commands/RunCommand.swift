import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// `life run`: the whole road, from a pattern to what became of it.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Run a pattern and write what came out."
  static let discussion = """
    Reads a pattern, runs it for N generations after its own, and writes the last generation, or \
    with --every every K-th one, as a pattern, pictures or a table. Without -o the result goes to \
    standard output, as RLE unless --to says otherwise, and a summary to standard error.

    PATTERN is a file (also gzipped), - for standard input, or the name of a pattern that comes \
    with life. N may be written 1000, 1_000_000, 1e6 or 2^20.

    In the name of an output, %d or %06d stands for the sample's number from 0 and {generation} \
    for its generation; there is then one file for each sample.
    """
  static let examples = [
    Example("life run gosper-gun -n 1000", "Generation 1000 as RLE on standard output:"),
    Example("life run gun.rle -n 1000 --every 100 -o 'snap-{generation}.rle'", "Eleven files:"),
    Example("life run acorn -n 5206 --to csv > acorn.csv", "The population over time:"),
    Example(
      "life run acorn -n 300 --scale 8 --to ppm | ffmpeg -f image2pipe -i - a.mp4", "A film:"),
  ]
  static var operands: Operands<Self> {
    .oneOrMore("PATTERN", help: "A file, - or the name of a pattern.", appends: \.patterns)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "-n", "--generations", metavar: "N", group: "Run", help: "Run for N generations.",
        sets: \.generations),
      .value(
        "--until", metavar: "G", group: "Run", help: "Run up to generation G.", sets: \.until),
      .value(
        "--every", metavar: "K", group: "Run",
        help: "Write every K-th generation, and the last.", sets: \.every),
      .flag(
        "--verify", group: "Run", help: "Run a second engine beside and compare every sample.",
        details: """
          'life check' runs engines of your choice. A run that is gone on with compares from its \
          checkpoint on.
          """, sets: \.isVerified),
    ]
      + RunLimits.options.map { $0.inside(\.limits) }
      + CheckpointOptions.options.map { $0.inside(\.checkpoint) }
      + EngineRoom.options.map { $0.inside(\.engine) }
      + (InputOptions.options + [InputOptions.splitting]).map { $0.inside(\.input) }
      + OutputOptions.options.map { $0.inside(\.output) }
      + FilmView.options.map { $0.inside(\.film) }
      + [
        .value(
          "--plot", metavar: "FILE", group: "Report",
          help: "Draw population, births and deaths, and size as curves (.svg or .png).",
          sets: \.plot)
      ]
  }

  var patterns: [Path] = []
  var generations: Count?
  var until: Count?
  var every: Count?
  var isVerified = false
  var limits = RunLimits()
  var checkpoint = CheckpointOptions()
  var engine = EngineRoom()
  var input = InputOptions()
  var output = OutputOptions()
  var film = FilmView()
  var plot: Path?

  mutating func validate() throws(UsageError) {
    guard (generations == nil) != (until == nil) else {
      let both = generations != nil
      throw UsageError(
        both ? "-n and --until exclude each other" : "the number of generations is missing",
        hint: both ? nil : "for example 'life run glider -n 1000', or --until 2000")
    }
    if every?.value == 0 { throw UsageError("--every: expected a number of at least 1") }
    try limits.validate()
    try checkpoint.validate()
    if checkpoint.file != nil {
      guard patterns.count == 1, !input.isSplit else {
        throw UsageError("--checkpoint is for the run of one pattern")
      }
      input.ruleSources = RuleSource.Collection()
    }
    try engine.validate()
    try film.validate()
    try output.validate(inputs: input.isSplit ? .max : patterns.count)
    try output.validate(samplesEvery: every?.value)
    if let plot, Plot.Kind(named: plot) == nil || patterns.count > 1 || input.isSplit {
      throw UsageError(
        "--plot: expected one pattern and a file that ends in .svg or .png, found '\(plot)'")
    }
    if !film.isDefault, !output.isFilm {
      throw UsageError("--view, --theme and the like are for pictures", hint: "add -o x.gif")
    }
  }

  func run() throws -> ExitCode {
    try reporting {
      if let folder = output.folder {
        let pairs = try patterns.map { name in
          let product = try output.product(for: name) ?? .pattern(.rle)
          return (name, output.target(for: name.resultStem(), product).template)
        }
        try Batch.check(pairs)
        try makeFolder(folder)
      }
      var names = OutputNames(inputs: patterns)
      return try Batch.run(patterns, input, Talk(isQuiet: output.isQuiet)) { loaded in
        if output.folder != nil, let product = try output.product(for: loaded.name) {
          try names.claim(output.target(for: loaded.stem, product).template, for: loaded.title)
        }
        return try run(loaded, resuming: nil)
      }
    }
  }

  /// Runs a pattern from its start, or the pattern of a checkpoint from there.
  func run(_ loaded: LoadedPattern, resuming checkpoint: Checkpoint?) throws -> ExitCode {
    let start = checkpoint?.start ?? loaded.pattern.generation
    let end = until?.value ?? start + generations!.value
    guard end >= start else {
      throw Failed(
        .usage, "life run: --until \(end) is before the pattern's own generation \(start)")
    }
    let product = plot != nil && output.isSilent ? nil : try output.product(for: loaded.name)
    let isForAll = plot != nil || product?.isForEveryGeneration == true
    let schedule = Schedule(start: start, end: end, every: every?.value ?? (isForAll ? 1 : nil))
    try checkCanResume(product, schedule)
    if let file = self.checkpoint.file { try Checkpointer.check(file, isNew: checkpoint == nil) }
    try OutputCheck(self, loaded, schedule, product, isNew: checkpoint == nil).check()
    let room = engine.beside(product, schedule)
    var run = try Execution(loaded, schedule, room, limits, isVerified: isVerified, output)
    let maker = RecorderMaker(
      command: self, loaded: loaded, schedule: schedule, product: product,
      outlook: try checkpoint.map { $0.outlook } ?? outlook(product, loaded.pattern, schedule))
    run.recorder = try maker.make()
    if let checkpoint { try run.resume(checkpoint) }
    if let file = self.checkpoint.file {
      let first = checkpoint ?? Checkpoint(loaded, start, maker.outlook, input.ruleSources)
      run.checkpointer = Checkpointer(file, every: self.checkpoint.interval, first)
    }
    loaded.forgetCells()
    return try Interruption.patiently(patience(schedule)) { try run.finish() }
  }

  /// How long a run may go on when a signal has come: a lone result is not worth waiting for, one
  /// of many only for a moment.
  private func patience(_ schedule: Schedule) -> Interruption.Patience {
    if checkpoint.file != nil { return .long }
    guard schedule.every != nil else { return .none }
    let isOneOfMany =
      output.folder != nil || output.destination.map { Target(template: $0).isNumbered } == true
    return output.isStream || isOneOfMany ? .brief : .long
  }

  private func outlook(
    _ product: Product?, _ pattern: Pattern, _ schedule: Schedule
  ) throws -> FilmOutlook? {
    guard case .film? = product else { return nil }
    let isOnce = every == nil && product?.isForEveryGeneration == false
    let own = Schedule(
      start: schedule.start, end: schedule.end, every: isOnce ? nil : schedule.every)
    if let deadline = limits.deadline {
      Interruption.wake(after: deadline - Interruption.clock.now)
    }
    let outlook = try FilmOutlook(
      FirstPass(pattern: pattern, schedule: own, room: engine, limits: limits), film)
    // Half of what can be known would be another film than all of it.
    if checkpoint.file != nil, limits.isTimeUp { throw FirstPass.timeUp }
    return outlook
  }

  /// What is written bit by bit must be where it can be found and cut.
  private func checkCanResume(_ product: Product?, _ schedule: Schedule) throws {
    guard checkpoint.file != nil, let product, schedule.every != nil else { return }
    if plot != nil, every == nil, !product.isForEveryGeneration { return }
    let path = output.destination ?? .standardStream
    if output.folder == nil, Target(template: path).isNumbered { return }
    let reason: String? =
      switch product {
      case .film(let kind) where kind.isEncoded: "what ffmpeg makes"
      case _ where output.isStream || isSpecialFile(path): "what goes to a pipe"
      case _ where path.isGzipName: "a compressed film or table"
      default: nil
      }
    guard let reason else { return }
    throw Failed(
      .usage, "life run: --checkpoint: \(reason) cannot be gone on with; write another kind of file"
    )
  }
}

extension EngineRoom {
  /// With pictures of nearly every generation half of the cores draw and write.
  fileprivate func beside(_ product: Product?, _ schedule: Schedule) -> EngineRoom {
    guard case .film? = product, threads == nil, let every = schedule.every, every <= 16 else {
      return self
    }
    var room = self
    room.threads = max(1, Self.cores / 2)
    return room
  }
}
