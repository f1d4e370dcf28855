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
    options.memoryLimit = memory?.bytes ?? Self.usualMemory
    return options
  }

  static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Three quarters of what the machine, or the process's own limit, has.
  static var usualMemory: Int {
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

  /// The engine and its stepper for a pattern and for how long it is to run.
  func start(_ pattern: Pattern, generations: BigInt) throws -> (
    engine: Engine, stepper: any Stepper
  ) {
    let options = try engineOptions()
    if let engine = choice.engine { return (engine, try engine.makeStepper(pattern, options)) }
    let engine = Self.suited(to: pattern, generations)
    do {
      return (engine, try engine.makeStepper(pattern, options))
    } catch is MemoryExhausted where engine == .bitmap {
      return (.reference, try Engine.reference.makeStepper(pattern, options))
    } catch is UnsupportedPattern {
      return (.bytes, try Engine.bytes.makeStepper(pattern, options))
    }
  }

  /// Compares what a generation costs: some picoseconds for every cell of a board, some
  /// microseconds for every live cell of a dictionary.
  private static func suited(to pattern: Pattern, _ generations: BigInt) -> Engine {
    let universe = pattern.universe
    let box = pattern.bounds ?? Bounds(x: 0, y: 0, width: 1, height: 1)
    let (width, height) =
      universe.isBounded
      ? (Double(universe.width), Double(universe.height)) : (box.width.double, box.height.double)
    let population = pattern.population.double
    if pattern.rule.countingPhases == nil, let rule = pattern.rule.largerThanLife {
      // Sums cost the same at any range; a dictionary is asked for every neighbour.
      let range = Double(rule.range)
      let board = (width + 4 * range) * (height + 4 * range) * 2e-10
      let dictionary = population * (range + 1) * (range + 1) * 1e-6
      return board <= dictionary + 1e-4 ? .bitmap : .reference
    }
    if case .generations = pattern.rule.family, universe.isBounded { return .bitmap }
    guard pattern.rule.countingPhases != nil || pattern.rule.twoState != nil,
      universe.isUnbounded || universe.isBounded
    else { return .bytes }
    if universe.isUnbounded, isForTree(pattern, generations) { return .hashlife }
    let board = (width + 512) * (height + 64) * 1e-11
    let dictionary = population * 3e-6
    return board <= dictionary + 1e-4 ? .bitmap : .reference
  }

  /// Whether a pattern on the unbounded plane is large or runs long: its board may grow by a cell
  /// on every side in every generation. A dense soup has nothing that a tree could see twice.
  private static func isForTree(_ pattern: Pattern, _ generations: BigInt) -> Bool {
    if pattern.tree != nil { return true }
    guard let box = pattern.bounds else { return false }
    let (width, height, steps) = (box.width.double, box.height.double, generations.double)
    let board = (width + 512 + steps) * (height + 64 + steps) * steps * 1e-11
    let isSoup = pattern.population.double > 0.15 * width * height && width * height > 1e5
    // A board of so many cells takes longer to make than a tree of so few.
    if width * height > 1e9 && pattern.population.double < 0.02 * width * height { return true }
    return board > 0.02 && !(isSoup && steps < 1e5)
  }
}
