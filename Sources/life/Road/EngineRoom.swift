import LifeCore
import LifeEngines
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

  static var options: [Option<EngineRoom>] {
    [
      .value(
        "-e", "--engine", metavar: "ENGINE", group: "Engine",
        help: "Step with this engine (default auto).", sets: \.choice),
      .value(
        "-t", "--threads", metavar: "T", group: "Engine",
        help: "Use so many threads (default: all cores).", sets: \.threads),
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
    options.memoryLimit = Self.memory
    return options
  }

  private static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Three quarters of what the machine, or the process's own limit, has.
  private static var memory: Int {
    let machine = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    var limit = rlimit()
    #if canImport(Darwin)
      let known = unsafe getrlimit(RLIMIT_AS, &limit) == 0
    #else
      let known = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    #endif
    let own = known && limit.rlim_cur < UInt64(Int.max) ? Int(limit.rlim_cur) : .max
    return min(machine, own) / 4 * 3
  }

  /// The engine and its stepper for a pattern.
  func start(_ pattern: Pattern) throws -> (engine: Engine, stepper: any Stepper) {
    let options = try engineOptions()
    if let engine = choice.engine { return (engine, try engine.makeStepper(pattern, options)) }
    let engine = Self.suited(to: pattern)
    do {
      return (engine, try engine.makeStepper(pattern, options))
    } catch is MemoryExhausted where engine == .bitmap {
      return (.reference, try Engine.reference.makeStepper(pattern, options))
    }
  }

  /// Compares what a generation costs: some picoseconds for every cell of a board, some
  /// microseconds for every live cell of a dictionary.
  private static func suited(to pattern: Pattern) -> Engine {
    let universe = pattern.universe
    guard universe.isUnbounded || universe.isBounded else { return .reference }
    let box = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    let (width, height) =
      universe.isBounded ? (universe.width, universe.height) : (box.width, box.height)
    let board = Double(width + 512) * Double(height + 64) * 1e-11
    let dictionary = Double(pattern.cells.population) * 3e-6
    return board <= dictionary + 1e-4 ? .bitmap : .reference
  }
}
