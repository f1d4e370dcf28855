import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeAnalysis

/// The small board against the reference engine, and its limits.
@Suite struct SmallBoardTests {
  @Test(
    arguments: [
      "B3/S23", "B36/S23", "B2/S", "B1357/S02468", "B2-a/S12", "B3/S23V", "B2/S34H", "B0/S8",
      "B0123/S01", "B02/S3", "W30", "/2/3", "345/2/4", "3457/357/5", "B2-a/S12/G6", "12/34/21",
      "23/3/3V",
    ], 0..<6)
  func `phases are those of the reference engine`(rulestring: String, seed: Int) throws {
    let rule = try Rule(parsing: rulestring)
    let pattern = try Pattern(
      onPlane: soup(seed, width: 3 + seed, height: 8 - seed, states: rule.states), rule: rule)
    var evolution = try Evolution(pattern, rule: AnalysisRule(rule), options: EngineOptions())
    var stepper = try ReferenceStepper(pattern, options: EngineOptions())
    // After 25 generations, some of the patterns are too large for the board.
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
    let pattern = try read("xq4_153", at: Position(x: 5, y: -7))
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: 4_000)
    let box = try #require(evolution.box)
    // Coordinates are relative to the position of the pattern.
    #expect(abs(box.x) == 1_000 && abs(box.y) == 1_000)
  }

  @Test func `patterns beyond the limits of a small board are refused`() {
    #expect(SmallBoard(Cells([CellRun(y: 0, x: 0, length: 62)])) != nil)
    #expect(SmallBoard(Cells([CellRun(y: 0, x: 0, length: 63)])) == nil)
    let dying = Cells([CellRun(y: 0, x: 0, length: 1, state: 2)])
    #expect(SmallBoard(dying) == nil)
    #expect(SmallBoard(dying, planes: 2) != nil)
  }

  @Test(arguments: [
    "xq1_03_3", "xq1_114_228", "xq1_0906_906", "xq2_19i4_2i48", "xq2_20ga043_4ka043",
    "xq4_064924o_20924o", "xq1_4i1124_842248z01",
  ])
  func `a small cycle of three states is that of the reference engine`(code: String) throws {
    let rule = try Rule(parsing: "/2/3")
    let pattern = try read(code, rule: rule, at: .origin)
    let analysis = AnalysisRule(rule)
    let cycle = try #require(analysis.smallCycle(of: Phase(pattern.cells), maxPeriod: 100))
    var stepper = try ReferenceStepper(pattern, options: EngineOptions())
    for index in 1...2 * cycle.period {
      try stepper.advance(by: 1)
      let turns = index / cycle.period
      let expected = cycle.phases[index % cycle.period].moved(
        by: Offset(x: turns * cycle.displacement.x, y: turns * cycle.displacement.y))
      let snapshot = try stepper.snapshot()
      #expect(expected.cells == snapshot.cells && snapshot.origin == .origin)
    }
    #expect(cycle.period == Int(code.dropFirst(2).prefix { $0 != "_" }))
    #expect(ObjectCode(cycle, under: analysis).description == code)
    // No earlier phase has the shape of the first one.
    let first = cycle.phases[0].bitmap
    #expect(cycle.phases.dropFirst().allSatisfy { $0.bitmap != first })
    #expect(analysis.smallCycle(of: cycle.phases[0], maxPeriod: cycle.period - 1) == nil)
  }

  @Test(arguments: ["B3/S23", "B36/S23", "B2-a/S12", "/2/3", "345/2/4"])
  func `what is not periodic on a small board does not recur elsewhere`(
    rulestring: String
  ) throws {
    let rule = try Rule(parsing: rulestring)
    let analysis = AnalysisRule(rule)
    var refused = 0
    for seed in 0..<40 {
      let cells = soup(seed, width: 3 + seed % 3, height: 4, states: rule.states)
      guard
        case .isNotPeriodic = analysis.searchSmallCycle(of: Phase(cells), maxPeriod: 30)
      else { continue }
      refused += 1
      var stepper = try ReferenceStepper(
        Pattern(onPlane: cells, rule: rule), options: EngineOptions())
      for _ in 0..<30 {
        try stepper.advance(by: 1)
        #expect(Bitmap(try stepper.snapshot().cells) != Bitmap(cells), "seed \(seed)")
      }
    }
    #expect(refused > 3)
  }

  @Test(arguments: [
    ("B3/S23", 8), ("B2-a/S12", 8), ("B3/S23V", 8), ("B2/S34H", 12), ("W30", 1), ("W90", 2),
    ("345/2/4", 8), ("R5,C0,M1,S34..58,B34..45,NM", 8), ("R3,C0,M1,S5..9,B5..7,NH", 12),
  ])
  func `a rule has the symmetries of its neighborhood`(rulestring: String, count: Int) throws {
    let rule = try Rule(parsing: rulestring)
    let maps = rule.symmetries
    #expect(maps.count == count && maps.first == .identity && Set(maps).count == count)
  }
}
