import LifeCore
import LifeEngines
import LifeIO

/// `life check`: engines side by side, compared cell by cell.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Run engines side by side and compare every cell."
  static let discussion = """
    Runs the pattern on each engine and compares all cells at every sample. If they are always the \
    same it exits 0; at the first difference it says where, shows both neighbourhoods, and exits 1.
    """
  static let examples = [
    Example("life check gosper-gun -n 300", "All engines that can run it, at the end:"),
    Example("life check soup.rle -n 1e4 --every 1", "At every generation:"),
    Example("life check breeder.rle -n 1e4 --engines hashlife,auto", "What auto makes of it:"),
  ]
  static var operands: Operands<Self> {
    .one("PATTERN", help: "A file, - or the name of a pattern.", sets: \.pattern)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "-n", "--generations", metavar: "N", group: "Run", help: "Run for N generations.",
        sets: \.generations),
      .value(
        "--every", metavar: "K", group: "Run", help: "Compare every K-th generation, too.",
        sets: \.every),
      .value(
        "--engines", metavar: "LIST", group: "Engine",
        help: "Compare these (default: all that can run it).", sets: \.engines),
      .value(
        "-t", "--threads", metavar: "T", group: "Engine",
        help: "Use so many threads (default: all cores).", sets: \.room.threads),
    ] + InputOptions.options.map { $0.inside(\.input) }
      + [
        .flag(
          "-q", "--quiet", group: "Report", help: "Say nothing on standard error but errors.",
          sets: \.isQuiet)
      ]
  }

  var pattern = Path("")
  var generations: Count?
  var every: Count?
  var engines: EngineList?
  var room = EngineRoom()
  var input = InputOptions()
  var isQuiet = false

  mutating func validate() throws(UsageError) {
    guard generations != nil else {
      throw UsageError(
        "the number of generations is missing", hint: "for example 'life check glider -n 100'")
    }
    if every?.value == 0 { throw UsageError("--every: expected a number of at least 1") }
    if let engines, engines.engines.count < 2 {
      throw UsageError("--engines: one engine has nothing to be compared with")
    }
    try room.validate()
  }

  func run() throws -> ExitCode {
    try reporting {
      let talk = Talk(isQuiet: isQuiet)
      let pattern = try input.load(pattern, talk).pattern
      let options = try room.engineOptions()
      let engines = try engines?.engines ?? able(pattern, options)
      let names = engines.map(\.name)
      guard engines.count > 1 else {
        throw Failed(
          .data,
          "life check: only \(names.listed(with: "and")) can run this, so "
            + "there is nothing to compare")
      }
      let count = generations!.value
      var stepper = try engines[0].makeStepper(pattern, options, generations: count)
      var comparison = try Comparison(
        Array(engines.dropFirst()), pattern, options, generations: count)
      let end = pattern.generation + count
      let schedule = Schedule(start: pattern.generation, end: end, every: every?.value)
      var samples = 0
      var next: BigInt? = schedule.first
      while let generation = next {
        try stepper.advance(by: generation - stepper.generation)
        samples += 1
        try comparison.check(stepper, named: names[0])
        next = schedule.next(after: generation)
      }
      talk.say(
        "life: \(names.listed(with: "and")) agree up to generation \(end) "
          + "(\(samples) compared)")
      return .ok
    }
  }

  /// The engines that can run a pattern on this machine.
  private func able(_ pattern: Pattern, _ options: EngineOptions) throws -> [EngineChoice] {
    try Engine.allCases.filter { try $0.canRun(pattern, options) }.map(EngineChoice.init)
  }
}

extension Engine {
  /// Whether the engine takes the pattern and has the memory for it.
  func canRun(_ pattern: Pattern, _ options: EngineOptions) throws -> Bool {
    do {
      _ = try makeStepper(pattern, options)
      return true
    } catch is UnsupportedPattern {
      return false
    } catch is MemoryExhausted {
      return false
    }
  }
}
