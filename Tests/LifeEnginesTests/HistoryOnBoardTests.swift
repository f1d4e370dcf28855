import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// History rules on boards, whose planes hold marks.
@Suite struct HistoryOnBoardTests {
  static let rules = [
    "LifeHistory", "B36/S23History", "B2/S34HHistory", "B13/S012VHistory", "B0/S8History",
  ]

  private static func pattern(
    _ seed: Int, rule: String, universe: Universe, width: Int, height: Int
  ) -> Pattern {
    let rule = CircuitTests.rule(rule)
    var pattern = Pattern(
      cells: GenerationsOnBoardTests.soup(seed, states: 7, width: width, height: height))
    // Without walls in every third pattern.
    if seed % 3 == 0 { pattern.cells = pattern.cells.withoutWalls }
    pattern.statedRule = rule
    pattern.universe = universe
    pattern.declaredSize = (width, height)
    return pattern
  }

  @Test(arguments: CircuitTests.universes)
  func `boards of History rules equal the reference`(universe: Universe) throws {
    let counts = [0, 1, 1, 4]
    for (seed, text) in Self.rules.enumerated() {
      let (width, height) =
        universe.isUnbounded ? (19, 11) : (universe.width, universe.height)
      let pattern = Self.pattern(
        seed, rule: text, universe: universe, width: width, height: height)
      let reference = try ReferenceRun(of: pattern.packedForRule(), inStepsOf: counts)
      for level in CPULevel.supported {
        let stepper = try Engine.bitmap.makeStepper(
          for: pattern, options: EngineLaws.options(level, threads: 1 + seed % 2))
        try reference.expectSame(
          from: stepper, comment: "\(level) \(pattern.rulestring) \(seed)")
      }
    }
  }

  @Test(arguments: CPULevel.supported)
  func `passes of several generations with walls equal those of bytes`(level: CPULevel) throws {
    for (width, height) in [(300, 133), (1100, 70)] {
      let pattern = Self.pattern(
        7, rule: "LifeHistory", universe: Universe(.torus, width: width, height: height),
        width: width, height: height)
      var board = try Engine.bitmap.makeStepper(
        for: pattern, options: EngineLaws.options(level, threads: 2))
      var bytes = try Engine.bytes.makeStepper(for: pattern, options: EngineLaws.options(level))
      for count in [13, 40] {
        try board.advance(by: BigInt(count))
        try bytes.advance(by: BigInt(count))
        try EngineLaws.expectSame(board, as: bytes, comment: "\(level) \(width)")
      }
    }
  }
}

extension Cells {
  fileprivate var withoutWalls: Cells {
    var runs: [CellRun] = []
    forEachRun { run in if run.state != 6 { runs.append(run) } }
    return Cells(runs)
  }
}
