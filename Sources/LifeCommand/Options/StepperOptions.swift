import LifeArguments
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

  /// The engine and its resources, by the options, the environment and the machine.
  func selection() throws(UsageError) -> EngineSelection {
    var selection = EngineSelection(engine: choice.engine)
    selection.threads = threads
    selection.memoryLimit = try MemoryBudget.namedBytes(option: memory)
    if let level = try Self.forcedLevel() { selection.cpu = level }
    return selection
  }

  /// The CPU level that `LIFE_CPU` names.
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
