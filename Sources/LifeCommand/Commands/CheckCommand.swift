import LifeArguments
import LifeCore
import LifeEngines
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// `life check`: runs several engines and compares every cell.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Run several engines and compare every cell."
  static let discussion = """
    Runs the pattern on each engine and compares all cells of the last generation, or with --every \
    K of every K-th one, too. Exits 0 if all are equal. At the first difference, prints its \
    position and both neighborhoods, and exits 1.
    """
  static let examples = [
    Example("life check gosper-gun -n 300", "Compare the last generation of all engines:"),
    Example("life check soup.rle -n 1e4 --every 1", "Compare every generation:"),
    Example(
      "life check breeder.rle -n 1e4 --engines hashlife,auto",
      "Check the automatic engine selection:"),
  ]
  static var operands: Operands<Self> {
    .one(
      "PATTERN", help: "A file, - or the name of a pattern.", completes: .pattern,
      sets: \.pattern)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "-n", "--generations", metavar: "N", group: "Run", help: "Run for N generations.",
        sets: \.generations),
      .value(
        "--every", metavar: "K", group: "Run", help: "Compare every K-th generation, and the last.",
        sets: \.every
      ).within(1...(.max)),
      .value(
        "--engines", metavar: "LIST", group: "Engine",
        help: "Engines to compare (default: all that can run the pattern).", sets: \.engines),
      StepperOptions.threadsOption.inside(\.stepper),
    ] + InputOptions.options.inside(\.input)
      + ReportOptions.json(help: "Print the result as JSON.").inside(\.report)
      + [.quiet(\.diagnostics.isQuiet)]
  }

  var pattern = Path("")
  var generations: Count?
  var every: Count?
  var engines: EngineList?
  var stepper = StepperOptions()
  var input = InputOptions()
  var report = ReportOptions()
  var diagnostics = Diagnostics.ofProcess()

  mutating func validate() throws(UsageError) {
    guard generations != nil else {
      throw UsageError(
        "the number of generations is missing", hint: "for example 'life check glider -n 100'")
    }
    if let engines, engines.engines.count < 2 {
      throw UsageError("--engines: expected at least two engines, found one")
    }
    try stepper.validate()
  }

  func run() throws -> ExitCode {
    let pattern = try input.loader(diagnostics).load(pattern).pattern
    let engines = try selections(for: pattern)
    let names = engines.map(\.name)
    let total = generations?.value.int
    guard engines.count > 1 else {
      try Engine.throwIfMemoryIsShort(for: pattern, stepper.selection().options)
      throw RunFailure(
        .invalidData,
        "only \(names.listed(with: "and")) can run this pattern, so there is nothing to compare")
    }
    let activity = Activity("comparing \(names.listed(with: "and"))", total: total)
    return try activity.during(isQuiet: diagnostics.isQuiet) {
      try compare(pattern, engines: engines)
    }
  }

  /// Runs the first engine and compares the others with it at every sample.
  private func compare(_ pattern: Pattern, engines: [EngineSelection]) throws -> ExitCode {
    let count = generations!.value
    let names = engines.map(\.name)
    var stepper = try engines[0].makeStepper(pattern, generations: count)
    var comparison = try EngineComparison(
      Array(engines.dropFirst()), pattern: pattern, generations: count)
    let end = pattern.generation + count
    let schedule = Schedule(start: pattern.generation, end: end, every: every?.value)
    var samples = 0
    func write(_ difference: EngineDifference?) throws {
      let result = CheckReport(
        of: pattern, named: self.pattern, engines: names, schedule: schedule, samples: samples,
        difference: difference)
      try writeText(report.line(result, schema: CheckReport.schema))
    }
    var next: BigInt? = schedule.first
    while let generation = next {
      try stepper.advance(by: generation - stepper.generation)
      samples += 1
      Activity.report((generation - schedule.start).int ?? 0)
      if let difference = try comparison.difference(from: stepper, named: names[0]) {
        guard report.isJSON else { throw RunFailure(.difference, "\(difference)") }
        try write(difference)
        return .no
      }
      next = schedule.next(after: generation)
    }
    if report.isJSON { try write(nil) }
    diagnostics.note(
      "\(names.listed(with: "and")) agree up to generation \(end); "
        + "\(samples.counted("generation")) compared")
    return .ok
  }

  /// The engines of `--engines`, else all suitable engines on this machine.
  private func selections(for pattern: Pattern) throws -> [EngineSelection] {
    var usual = try stepper.selection()
    // All engines hold the cells at the same time.
    let count = engines?.engines.count ?? Engine.allCases.count
    usual.memoryLimit = usual.memory.bytes / count
    let choices =
      try engines?.engines.map(\.engine)
      ?? Engine.allCases.filter { try $0.canRun(pattern, options: usual.options) }
    return choices.map { engine in
      var selection = usual
      selection.engine = engine
      return selection
    }
  }
}
