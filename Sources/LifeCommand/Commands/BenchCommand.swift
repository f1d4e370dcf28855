import LifeArguments
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeKernels
import LifeRender
import LifeRun

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `life bench`: measures the engines on this machine, and a plain loop for comparison.
struct BenchCommand: Command {
  static let name = "bench"
  static let summary = "Measure the engines on this machine."
  static let discussion = """
    Steps soups on tori of several sizes and prints the speed in billions of cells per second \
    (Gcell/s) and its ratio to a plain scalar loop measured in the same run. Compare ratios \
    between machines, not speeds. Each figure is the best of several runs. Then writes animations \
    to a pipe that discards them and prints frames per second, including the simulation, and \
    identifies patterns, and runs the soups of a census.
    """
  static var options: [Option<Self>] {
    [
      .threads(
        help: "Measure up to T threads (default: all cores).", sets: \.engine.threads),
      .flag("--quick", help: "Skip slow measurements.", sets: \.isQuick),
      .json(sets: \.isJSON),
    ]
  }

  var engine = StepperOptions()
  var isQuick = false
  var isJSON = false

  mutating func validate() throws(UsageError) { try engine.validate() }

  func run() throws -> ExitCode {
    try reporting {
      let threads = try engine.selection().options.threads
      let workloads = Workload.all(threads: threads, isQuick: isQuick)
      let scalar = ScalarRun.gigacells()
      let rows = try workloads.map { (workload: $0, rate: try $0.gigacells()) }
      var frameSelection = try engine.selection()
      frameSelection.threads = 1
      let frameRates = try FrameBench.all.map { (name: $0.name, rate: try $0.rate(frameSelection)) }
      let identified = try IdentifyBench.all.map { (name: $0.name, rate: try $0.rate()) }
      let searches =
        try isQuick
        ? []
        : CensusBench.all(threads: threads).map {
          (search: $0, rate: try $0.rate())
        }
      if isJSON {
        try writeLine(json(rows, frameRates, identified, searches, scalar))
      } else {
        let frames = frameRates.map { [$0.name, $0.rate.threeDigits] }
        let patterns = identified.map {
          [$0.name, "\(Int($0.rate))", (1000 / $0.rate).threeDigits]
        }
        let soups = searches.map {
          [$0.search.name, "\($0.search.threads)", "\(Int($0.rate))"]
        }
        try writeText(
          table(rows, scalar).plain + "\n"
            + TextTable(header: ["animation to a pipe", "frames/s"], rows: frames).plain + "\n"
            + TextTable(header: ["identify", "patterns/s", "ms"], rows: patterns).plain
            + (soups.isEmpty
              ? "" : "\n" + TextTable(header: ["census", "threads", "soups/s"], rows: soups).plain))
      }
      return .ok
    }
  }

  private typealias Row = (workload: Workload, rate: Double)

  private func table(_ rows: [Row], _ scalar: Double) -> TextTable {
    let plain = ["scalar loop", "torus 2048 × 2048", "baseline", "1", scalar.threeDigits, "1"]
    return TextTable(
      header: ["engine", "workload", "cpu", "threads", "Gcell/s", "ratio"],
      rows: [plain]
        + rows.map { row in
          [
            row.workload.engine.rawValue, row.workload.name, row.workload.level.rawValue,
            "\(row.workload.threads)", row.rate.threeDigits, (row.rate / scalar).threeDigits,
          ]
        })
  }

  private func json(
    _ rows: [Row], _ frameRates: [(name: String, rate: Double)],
    _ identified: [(name: String, rate: Double)],
    _ searches: [(search: CensusBench, rate: Double)], _ scalar: Double
  ) -> JSONText {
    let members = rows.map { row -> JSONText in
      [
        "engine": JSONText(row.workload.engine.rawValue),
        "workload": JSONText(row.workload.name),
        "rule": JSONText(row.workload.rule.canonical),
        "cpu": JSONText(row.workload.level.rawValue),
        "threads": JSONText(row.workload.threads),
        "gigacells_per_second": JSONText(row.rate), "ratio": JSONText(row.rate / scalar),
      ]
    }
    return [
      "schema": "life.bench/1", "version": JSONText(LifeCommandLine.version),
      "scalar_gigacells_per_second": JSONText(scalar),
      "results": JSONText(array: members),
      "animations": JSONText(
        array: frameRates.map {
          ["name": JSONText($0.name), "frames_per_second": JSONText($0.rate)]
        }),
      "identification": JSONText(
        array: identified.map {
          ["name": JSONText($0.name), "patterns_per_second": JSONText($0.rate)]
        }),
      "census": JSONText(
        array: searches.map {
          [
            "rule": JSONText($0.search.rule), "symmetry": JSONText($0.search.symmetry),
            "threads": JSONText($0.search.threads), "soups_per_second": JSONText($0.rate),
          ]
        }),
    ]
  }
}

/// One soup on one engine.
struct Workload {
  var engine: Engine
  var size: Int
  var rule = Rule.life
  var level: CPULevel
  var threads: Int

  var name: String {
    let text = rule.canonical
    let short = text.count > 20 ? text.prefix(8) + "…" : text[...]
    return "torus \(size) × \(size)" + (rule == .life ? "" : ", \(short)")
  }

  /// One rule for each circuit of the kernels, and two Generations rules.
  private static let otherRules = [
    "B357/S1358", "B2/S34H", "B13/S24V", "W110", "B2-a/S12", everySquare, "/2/3", "345/2/4",
  ].compactMap { try? RuleAndUniverse(parsing: $0.utf8).rule }

  /// Larger than Life rules with a square, a circular and a diamond neighborhood.
  private static let wideRules = [
    "R5,C0,M1,S34..58,B34..45,NM", "R5,C0,M1,S27..46,B27..36,NC", "R5,C0,M1,S17..29,B17..22,NN",
  ].compactMap { try? RuleAndUniverse(parsing: $0.utf8).rule }

  /// Rules that are stepped by table lookup.
  private static let listedRules = ["LifeHistory", "LifeSuper"].compactMap {
    try? RuleAndUniverse(parsing: $0.utf8).rule
  }

  /// A rule without any symmetry.
  private static let everySquare =
    "MAPBk3oW0nR9cYxZ2pQf7LsJ4vTg1HaUw8EoKi5MdNyXb6CrVqOzPuGtFhSlDe+jWmAk3BnR/cYxZ2pQf7LsJtEwA"

  static func all(threads: Int, isQuick: Bool) -> [Workload] {
    let best = CPULevel.best
    var all = [Workload(engine: .reference, size: 256, level: best, threads: 1)]
    all += CPULevel.supported.map { Workload(engine: .bitmap, size: 2048, level: $0, threads: 1) }
    all += Self.otherRules.map {
      Workload(engine: .bitmap, size: 2048, rule: $0, level: best, threads: 1)
    }
    all += Self.wideRules.map {
      Workload(engine: .bitmap, size: 2048, rule: $0, level: best, threads: 1)
    }
    all += Self.listedRules.map {
      Workload(engine: .bytes, size: 512, rule: $0, level: best, threads: 1)
    }
    all.append(Workload(engine: .bitmap, size: 2000, level: best, threads: 1))
    if threads > 1 {
      all.append(Workload(engine: .bitmap, size: 2048, level: best, threads: threads))
    }
    if isQuick { return all }
    all += CPULevel.supported.map { Workload(engine: .bitmap, size: 16384, level: $0, threads: 1) }
    if threads > 1 {
      all.append(Workload(engine: .bitmap, size: 16384, level: best, threads: threads))
    }
    return all
  }

  /// The approximate number of cells that one run steps, so that it takes some hundredths of a
  /// second.
  private var work: Double {
    engine == .bytes ? 1e8 : rule.largerThanLife != nil ? 2e8 : 4e9
  }

  /// The best rate of several runs.
  func gigacells() throws -> Double {
    var options = EngineOptions()
    options.cpu = level
    options.threads = threads
    var pattern = Pattern(cells: try Soup.benchmark(size).cells())
    pattern.statedRule = rule
    pattern.universe = Universe(.torus, width: size, height: size)
    pattern.declaredSize = (size, size)
    var stepper = try engine.makeStepper(for: pattern.packedForRule(), options: options)
    let cells = Double(size) * Double(size)
    let steps = engine == .reference ? 4 : max(8, Int(work / cells))
    return try ScalarRun.best(cells: cells * Double(steps), threads: threads) {
      try stepper.advance(by: BigInt(steps))
    }
  }
}

/// Measures the plain loop.
enum ScalarRun {
  static func gigacells() -> Double {
    let (words, height) = (2048 / 64, 2048)
    var board = (0..<words * height).map { UInt64($0) &* 0x9e37_79b9_7f4a_7c15 }
    var next = [UInt64](repeating: 0, count: words * height)
    let steps = 32
    return best(cells: Double(steps * words * 64 * height)) {
      for _ in 0..<steps {
        var target = next.mutableSpan
        advanceScalarTorus(board.span, to: &target, words: words, height: height)
        swap(&board, &next)
      }
    }
  }

  /// Billions of cells per second in the fastest of seven runs of `work`. A single thread is
  /// measured in CPU time, so that other processes do not affect the result.
  static func best(
    cells: Double, threads: Int = 1, _ work: () throws -> Void
  ) rethrows -> Double {
    let wall = ContinuousClock()
    var best = 0.0
    for _ in 0..<7 {
      let ticks = clock()
      let time = try wall.measure(work)
      let seconds =
        threads == 1
        ? Double(clock() - ticks) / Double(CLOCKS_PER_SEC)
        : Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
      best = max(best, cells / seconds / 1e9)
    }
    return best
  }
}
