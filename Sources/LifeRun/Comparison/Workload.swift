package import LifeCore
package import LifeEngines
package import LifeKernels
import LifeSystem

/// One soup on one engine: a measurement of `life bench`.
package struct Workload {
  package var engine: Engine
  package var size: Int
  package var rule = Rule.life
  package var level = CPULevel.best
  package var threads = 1

  /// The instructions that the engine uses.
  package var cpu: String { level.rawValue }

  package var name: String {
    let text = rule.canonical
    let short = text.count > 20 ? text.prefix(8) + "…" : text[...]
    return "torus \(size) × \(size)" + (rule == .life ? "" : ", \(short)")
  }

  /// One rule for each circuit of the kernels, a pair that takes turns, two Generations rules, one
  /// with marks, two of particles, and Larger than Life rules with a square, a circular and a
  /// diamond neighborhood.
  private static let bitmapRules = rules(
    "B357/S1358", "B2/S34H", "B13/S24V", "W110", "B2-a/S12", asymmetricRule, "B3/S23|B36/S23",
    "/2/3", "345/2/4", "LifeHistory", "BBM", "PCA_2", "R5,C0,M1,S34..58,B34..45,NM",
    "R5,C0,M1,S27..46,B27..36,NC", "R5,C0,M1,S17..29,B17..22,NN")

  /// Rules stepped by table lookup.
  private static let tableRules = rules("LifeSuper")

  /// A rule without any symmetry.
  private static let asymmetricRule =
    "MAPBk3oW0nR9cYxZ2pQf7LsJ4vTg1HaUw8EoKi5MdNyXb6CrVqOzPuGtFhSlDe+jWmAk3BnR/cYxZ2pQf7LsJtEwA"

  private static func rules(_ texts: String...) -> [Rule] {
    texts.compactMap { try? RuleAndUniverse(parsing: $0.utf8).rule }
  }

  package static func all(threads: Int) -> [Workload] {
    var all = [Workload(engine: .reference, size: 256)]
    all += CPULevel.supported.map { Workload(engine: .bitmap, size: 2048, level: $0) }
    all += bitmapRules.map { Workload(engine: .bitmap, size: 2048, rule: $0) }
    all += tableRules.map { Workload(engine: .bytes, size: 512, rule: $0) }
    all.append(Workload(engine: .bitmap, size: 2000))
    if threads > 1 { all.append(Workload(engine: .bitmap, size: 2048, threads: threads)) }
    all += CPULevel.supported.map { Workload(engine: .bitmap, size: 16384, level: $0) }
    if threads > 1 { all.append(Workload(engine: .bitmap, size: 16384, threads: threads)) }
    return all
  }

  /// The work of one run, in cells times generations: some hundredths of a second.
  private var work: Double {
    if engine == .bytes { return 1e8 }
    return rule.largerThanLife == nil ? 4e9 : 2e8
  }

  /// The best rate of several runs, in billions of cells per second.
  package func gigacells(within time: Duration) throws -> Double {
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
    return try bestRate(of: cells * Double(steps) / 1e9, within: time, threads: threads) {
      try stepper.advance(by: BigInt(steps))
    }
  }
}

extension Workload {
  /// The rate of a plain scalar loop on the torus of 2048 × 2048 cells.
  package static func scalarGigacells(within time: Duration) -> Double {
    let words = 2048 / 64
    let height = 2048
    var board = (0..<words * height).map { UInt64($0) &* 0x9e37_79b9_7f4a_7c15 }
    var next = [UInt64](repeating: 0, count: words * height)
    let steps = 32
    return bestRate(of: Double(steps * words * 64 * height) / 1e9, within: time) {
      for _ in 0..<steps {
        var target = next.mutableSpan
        advanceScalarTorus(board.span, to: &target, words: words, height: height)
        swap(&board, &next)
      }
    }
  }
}

/// The maximum number of runs of a measurement.
private let maxRuns = 7

/// The best rate of up to seven runs, in units of work per second. A single thread is measured in
/// CPU time, which other processes affect less.
///
/// - Parameters:
///   - count: the units of work in one run.
///   - time: runs begin at most this long after the first one.
private func bestRate(
  of count: Double, within time: Duration, threads: Int = 1, _ work: () throws -> Void
) rethrows -> Double {
  let wall = ContinuousClock()
  let end = wall.now + time
  var best = 0.0
  var runs = 0
  repeat {
    let ticks = clock()
    let elapsed = try wall.measure(work).inSeconds
    let used = Double(clock() - ticks) / Double(CLOCKS_PER_SEC)
    best = max(best, count / max(threads == 1 ? used : elapsed, 1e-9))
    runs += 1
  } while runs < maxRuns && wall.now < end
  return best
}
