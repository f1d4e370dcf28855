import LifeArguments
import LifeCore
import LifeEngines
import LifeKernels
import LifeRun

/// The engine options as typed.
struct StepperOptions {
  var choice = EngineChoice.automatic
  var threads: Int?
  var memory: ByteCount?

  static var options: [Option<StepperOptions>] {
    [
      .value(
        "-e", "--engine", metavar: "ENGINE", group: "Engine",
        help: "Step with this engine (default auto).", sets: \.choice
      ).rare,
      threadsOption,
      .memory(group: "Engine", sets: \.memory),
    ]
  }

  static var threadsOption: Option<StepperOptions> {
    .threads(
      group: "Engine", help: "Number of threads (default: all cores).", sets: \.threads)
  }

  func validate() throws(UsageError) {
    _ = try Self.forcedLevel()
  }

  /// The engine and its resources, from the options, the environment and the machine.
  func selection() throws(UsageError) -> EngineSelection {
    var selection = EngineSelection(engine: choice.engine)
    selection.threads = threads
    selection.memoryLimit = try MemoryBudget.namedBytes(option: memory)
    if let level = try Self.forcedLevel() { selection.cpu = level }
    return selection
  }

  /// The CPU level of `LIFE_CPU`.
  private static func forcedLevel() throws(UsageError) -> CPULevel? {
    guard let word = SystemResources.environment("LIFE_CPU"), !word.isEmpty else { return nil }
    let words = CPULevel.supported.map(\.rawValue)
    guard let level = CPULevel(rawValue: word), CPULevel.supported.contains(level) else {
      throw UsageError(
        "LIFE_CPU: expected \(words.listed(with: "or")) on this machine, "
          + "found '\(Argument(word))'")
    }
    return level
  }
}

/// The value of `--engine`: an engine, or `auto`.
struct EngineChoice: Hashable, ValueParsable {
  /// The engine; nil for `auto`.
  var engine: Engine?

  static let automatic = EngineChoice(engine: nil)
  private static let words = ["auto"] + Engine.allCases.map(\.rawValue)

  init(engine: Engine?) { self.engine = engine }

  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    engine = Engine(rawValue: word)
    guard engine == nil, word != "auto" else { return }
    throw ValueError(argument, isNotOneOf: Self.words)
  }

  static var completion: Completion { .choices(words) }

  var name: String { engine?.rawValue ?? "auto" }
}

/// The engines of `life check`, as typed: `reference,auto`.
struct EngineList: Hashable, ValueParsable {
  var engines: [EngineChoice]

  init(argument: Argument) throws(ValueError) {
    engines = []
    for part in argument.bytes.split(separator: UInt8(ascii: ",")) {
      let choice = try EngineChoice(argument: Argument(bytes: Array(part)))
      if engines.contains(choice) {
        throw ValueError("expected different engines, found \(choice.name) twice")
      }
      engines.append(choice)
    }
    if engines.isEmpty { throw ValueError("expected engines such as reference,bitmap") }
  }

  static var completion: Completion { EngineChoice.completion }
}
