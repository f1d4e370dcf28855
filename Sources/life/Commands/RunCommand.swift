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
        sets: \.isVerified),
    ]
      + RunLimits.options.map { $0.inside(\.limits) }
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
    try engine.validate()
    try film.validate()
    try output.validate(inputs: input.isSplit ? .max : patterns.count)
    try output.validate(samplesEvery: every?.value)
    if let plot, Plot.Kind(named: plot) == nil || patterns.count > 1 {
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
      return try Batch.run(patterns, input, Talk(isQuiet: output.isQuiet), run)
    }
  }

  private func run(_ loaded: LoadedPattern) throws -> ExitCode {
    let start = loaded.pattern.generation
    let end = until?.value ?? start + generations!.value
    guard end >= start else {
      throw Failed(
        .usage, "life run: --until \(end) is before the pattern's own generation \(start)")
    }
    let product = plot != nil && output.isSilent ? nil : try output.product(for: loaded.name)
    let isForAll = plot != nil || product?.isForEveryGeneration == true
    let schedule = Schedule(start: start, end: end, every: every?.value ?? (isForAll ? 1 : nil))
    let room = engine.beside(product, schedule)
    var run = try Execution(loaded, schedule, room, limits, isVerified: isVerified, output)
    run.recorder = try makeRecorders(product, loaded, schedule)
    return try Interruption.patiently(patience(product, schedule)) { try run.finish() }
  }

  /// How long a run may go on when a signal has come: a lone result is not worth waiting for.
  private func patience(_ product: Product?, _ schedule: Schedule) -> Interruption.Patience {
    guard schedule.every != nil else { return .none }
    return output.isStream ? .brief : .long
  }

  private func makeRecorders(
    _ product: Product?, _ loaded: LoadedPattern, _ schedule: Schedule
  ) throws -> (any Recorder)? {
    guard let plot, let kind = Plot.Kind(named: plot) else {
      return try product.map { DistinctRecorder(try makeRecorder($0, loaded, schedule)) }
    }
    let curves = PlotRecorder(
      kind, Target(template: plot, isReplacing: !output.keepsExisting, isLiteral: true),
      title: "\(loaded.name.fileName), \(loaded.pattern.rule.canonical)")
    guard let product else { return DistinctRecorder(curves) }
    let isOnce = every == nil && !product.isForEveryGeneration
    let own = Schedule(start: schedule.start, end: schedule.end, every: isOnce ? nil : 1)
    let recorder = DistinctRecorder(
      try makeRecorder(product, loaded, isOnce ? own : schedule))
    let first: any Recorder = isOnce ? LastRecorder(recorder: recorder) : recorder
    return PairRecorder(first: first, second: DistinctRecorder(curves))
  }

  private func makeRecorder(
    _ product: Product, _ loaded: LoadedPattern, _ schedule: Schedule
  ) throws -> any Recorder {
    let target = output.target(for: loaded.stem, product)
    switch product {
    case .pattern(let format):
      try format.check(loaded.pattern)
      return PatternRecorder(format: format, outlet: Outlet(target))
    case .table(let kind):
      return TableRecorder(kind: kind, outlet: Outlet(target))
    case .film(let kind):
      return try FilmRecorder(filmOrder(kind, target, loaded.pattern, schedule))
    }
  }

  /// Everything about a film that the command line and the pattern say.
  private func filmOrder(
    _ kind: FilmKind, _ target: Target, _ pattern: Pattern, _ schedule: Schedule
  ) throws -> FilmOrder {
    let pass = FirstPass(pattern: pattern, schedule: schedule, room: engine)
    let isFitted = film.view == .fit || film.view == nil && film.track == nil && pass.isCheap
    let velocity: Velocity? =
      switch film.track {
      case .velocity(let velocity)?: velocity
      case .auto?: try pass.velocity()
      case nil: nil
      }
    let isStill = schedule.every == nil
    let director = Director(
      options: film, kind: kind, isStill: isStill, rule: pattern.rule, universe: pattern.universe,
      start: schedule.start, firstBounds: pattern.bounds,
      allBounds: isFitted && !isStill ? try pass.bounds() : nil, velocity: velocity)
    return FilmOrder(
      kind: kind, target: target, director: director, pictures: schedule.samples,
      threads: try engine.engineOptions().threads)
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
