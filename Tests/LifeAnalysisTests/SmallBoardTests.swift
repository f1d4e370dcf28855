import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// The small board against the reference engine, and its limits.
@Suite struct SmallBoardTests {
  @Test(
    arguments: [
      "B3/S23", "B36/S23", "B2/S", "B1357/S02468", "B2-a/S12", "B3/S23V", "B2/S34H", "B0/S8",
      "B0123/S01", "B02/S3", "W30",
    ], 0..<6)
  func `phases are those of the reference engine`(rulestring: String, seed: Int) throws {
    let rule = try RuleAndUniverse(parsing: Array(rulestring.utf8)).rule
    var pattern = Pattern(cells: soup(seed, width: 3 + seed, height: 8 - seed))
    pattern.statedRule = rule
    pattern.position = .origin
    var evolution = try Evolution(pattern, rule: AnalysisRule(rule), options: EngineOptions())
    var stepper = try ReferenceStepper(pattern, options: EngineOptions())
    // Beyond 25 generations some of the patterns are too large for the board.
    for _ in 0..<40 {
      try evolution.advance(by: 1)
      try stepper.advance(by: 1)
      let expected = try stepper.snapshot()
      #expect(BigInt(evolution.population) == expected.population)
      #expect(Bitmap(try evolution.cells()) == Bitmap(expected.cells))
      #expect(evolution.box.map { Bounds($0, from: .origin) } == expected.bounds)
    }
  }

  @Test func `a spaceship travels far on a small board`() throws {
    var pattern = try read("xq4_153")
    pattern.position = Position(x: 5, y: -7)
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: 4_000)
    let box = try #require(evolution.box)
    // Relative to the position of the pattern.
    #expect(abs(box.x) == 1_000 && abs(box.y) == 1_000)
  }

  @Test func `patterns beyond the limits of a small board are refused`() {
    #expect(SmallBoard(Cells([CellRun(y: 0, x: 0, length: 62)])) != nil)
    #expect(SmallBoard(Cells([CellRun(y: 0, x: 0, length: 63)])) == nil)
    #expect(SmallBoard(Cells([CellRun(y: 0, x: 0, length: 1, state: 2)])) == nil)
  }

  @Test(arguments: [
    ("B3/S23", 8), ("B2-a/S12", 8), ("B3/S23V", 8), ("B2/S34H", 12), ("W30", 1), ("W90", 2),
    ("345/2/4", 8), ("R5,C0,M1,S34..58,B34..45,NM", 8), ("R3,C0,M1,S5..9,B5..7,NH", 12),
  ])
  func `a rule has the symmetries of its neighborhood`(rulestring: String, count: Int) throws {
    let rule = try RuleAndUniverse(parsing: Array(rulestring.utf8)).rule
    let maps = rule.symmetries
    #expect(maps.count == count && maps.first == .identity && Set(maps).count == count)
  }
}
