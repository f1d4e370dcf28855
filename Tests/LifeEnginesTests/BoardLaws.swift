import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// Boards under rules of every family: circuits, ages of dying cells, and marks.
@Suite struct BoardLaws {
  static let rules = [
    "/2/3", "345/2/4", "23/3/2", "12/2-a/5", "2/13/6", "345/3/8", "/2/9", "3/2/10H", "24/13/17V",
    "245/368/255", "345/2/256", "LifeHistory", "B36/S23History", "B2/S34HHistory",
    "B13/S012VHistory", "B0/S8History",
  ].map { Soup.rule($0) }

  /// A soup of all states. Every third pattern has no walls.
  private static func pattern(
    _ seed: Int, rule: Rule, universe: Universe, width: Int, height: Int
  ) throws -> Pattern {
    var runs: [CellRun] = []
    Soup.cells(seed, width: width, height: height, states: rule.states).forEachRun { run in
      if seed % 3 > 0 || run.state != 6 { runs.append(run) }
    }
    var pattern = Pattern(cells: Cells(runs), rule: rule, in: universe)
    pattern.declaredSize = (width, height)
    pattern.generation = BigInt(seed % 3)
    return try pattern.packedForRule()
  }

  @Test(arguments: CircuitTests.universes)
  func `boards equal the reference`(universe: Universe) throws {
    let random = Effort.cases(1, long: 20).flatMap { seed in
      CircuitTests.maps(seed, b0: seed % 2 == 0).map(CircuitTests.rule)
    }
    let (width, height) = universe.isUnbounded ? (19, 11) : (universe.width, universe.height)
    for (seed, rule) in ([.life] + random + CircuitTests.named + Self.rules).enumerated() {
      let pattern = try Self.pattern(
        seed, rule: rule, universe: universe, width: width, height: height)
      let reference = try ReferenceRun(of: pattern, inStepsOf: [0, 1, 1, 4])
      for level in CPULevel.supported.suffix(Effort.count(3, brief: 1)) {
        let stepper = try Engine.bitmap.makeStepper(
          for: pattern, options: EngineLaws.options(level, threads: 1 + seed % 2))
        try reference.expectSame(
          from: stepper, comment: "\(level) \(pattern.rulestring) \(seed)")
      }
    }
  }

  @Test(arguments: CPULevel.supported, [(300, 133), (1100, 70)])
  func `passes of several generations equal those of bytes`(
    level: CPULevel, size: (width: Int, height: Int)
  ) throws {
    for text in ["/2/3", "345/2/4", "12/2-a/9", "LifeHistory"] {
      let universe = Universe(.torus, width: size.width, height: size.height)
      let pattern = try Self.pattern(
        7, rule: Rule(parsing: text), universe: universe, width: size.width,
        height: size.height)
      try EngineLaws.expectSame(
        Engine.bitmap.makeStepper(for: pattern, options: EngineLaws.options(level, threads: 2)),
        as: Engine.bytes.makeStepper(for: pattern, options: EngineLaws.options(level)),
        inStepsOf: [13, 40], comment: "\(level) \(text) \(size.width)")
    }
  }
}
