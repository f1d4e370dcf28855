import LifeCore
import LifeEngines
import LifeIO
import LifeKernels

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Which engine runs a pattern, and with what.
struct EngineRoom {
  var choice = EngineChoice.automatic
  var threads: Int?
  var memory: ByteCount?

  static var options: [Option<EngineRoom>] {
    [
      .value(
        "-e", "--engine", metavar: "ENGINE", group: "Engine",
        help: "Step with this engine (default auto).", sets: \.choice),
      .value(
        "-t", "--threads", metavar: "T", group: "Engine",
        help: "Use so many threads (default: all cores).", sets: \.threads),
      .value(
        "--max-memory", metavar: "BYTES", group: "Engine",
        help: "Let the cells take so much memory: 300M, 2G (default: 3/4 of all).",
        sets: \.memory),
    ]
  }

  func validate() throws(UsageError) {
    if let threads, !(1...1024).contains(threads) {
      throw UsageError("--threads: expected a number from 1 to 1024, found \(threads)")
    }
    _ = try Self.forcedLevel()
  }

  /// The CPU level that `LIFE_CPU` asks for.
  private static func forcedLevel() throws(UsageError) -> CPULevel? {
    guard let word = Console.ofProcess.environment("LIFE_CPU"), !word.isEmpty else { return nil }
    let words = CPULevel.supported.map(\.rawValue)
    guard let level = CPULevel(rawValue: word), CPULevel.supported.contains(level) else {
      throw UsageError(
        "LIFE_CPU: expected \(words.listed(with: "or")) on this machine, found '\(word)'")
    }
    return level
  }

  func engineOptions() throws(UsageError) -> EngineOptions {
    var options = EngineOptions()
    options.threads = threads ?? Self.cores
    if let level = try Self.forcedLevel() { options.cpu = level }
    options.interrupt = Interruption.wish
    let said = try EnvironmentLimits.ofProcess().memory
    options.memoryLimit = (memory ?? said)?.bytes ?? Self.usualMemory
    return options
  }

  /// The cores that this process may use, which may be fewer than the machine has.
  static var cores: Int {
    CPULevel.coresAllowed ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Three quarters of what the machine has, or of what this process may take, but no more than
  /// `LIFE_LIMITS` says.
  static var usualMemory: Int {
    let said = (try? EnvironmentLimits.ofProcess())?.memory?.bytes ?? .max
    let machine = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    var limit = rlimit()
    #if canImport(Darwin)
      let known = unsafe getrlimit(RLIMIT_AS, &limit) == 0
    #else
      let known = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    #endif
    let own = known && limit.rlim_cur < UInt64(Int.max) ? Int(limit.rlim_cur) : .max
    return min(said, min(machine, own, ControlGroups.memory ?? .max) / 4 * 3)
  }

  /// The stepper for a pattern and for how long it is to run.
  func start(_ pattern: Pattern, generations: BigInt) throws -> any Stepper {
    try choice.makeStepper(pattern, engineOptions(), generations: generations)
  }

  /// Which engines have stepped, and why.
  func stints(of stepper: any Stepper, since start: BigInt) -> [AutoStepper.Stint] {
    if let auto = stepper as? AutoStepper { return auto.stints }
    guard let engine = choice.engine else { return [] }
    return [AutoStepper.Stint(engine: engine, generation: start, why: "as --engine says")]
  }
}
