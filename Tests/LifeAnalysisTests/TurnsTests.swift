import LifeCore
import LifeEngines
import Synchronization
import TestSupport
import Testing

@testable import LifeAnalysis

/// Objects and growth under rules whose generations or places differ.
@Suite struct TurnsTests {
  private func identifier(
    _ rule: String, generations: Int = 5_000
  ) throws -> (rule: AnalysisRule, identifier: Identifier) {
    let rule = AnalysisRule(try Rule(parsing: rule))
    return (rule, Identifier(rule, limits: AnalysisLimits(generations: generations)))
  }

  @Test func `billiard balls that have met fly apart as a collection`() throws {
    let pattern = try read("x = 8, y = 8, rule = BBM\no7$7bo!\n")
    let result = try identifier("BBM").identifier.identify(pattern)
    #expect(result.kind == .collection && result.lifespan == 4, "\(result)")
    #expect(result.parts.map(\.period) == [2, 2])
    let moves = result.parts.map { [$0.displacement.x, $0.displacement.y] }
    #expect(Set(moves) == [[2, -2], [-2, 2]])
  }

  @Test func `a ball that leaves a mirror was apart from it at the start`() throws {
    let pattern = try read("x = 7, y = 9, rule = BBM\nb2o$b2o7$6bo!\n")
    let result = try identifier("BBM").identifier.identify(pattern)
    #expect(result.kind == .collection && result.lifespan == 0, "\(result)")
    #expect(Set(result.parts.map(\.period)) == [1, 2])
  }

  @Test(arguments: [0, 1, 2], [0, 1, 2])
  func `an object of triangles is the same at each place`(x: Int, y: Int) throws {
    let (rule, identifier) = try identifier("B4/S456L")
    var glider = try read("x = 6, y = 4, rule = B4/S456L\n3b2o$2o2bo$2b4o$3bo!\n")
    glider.statedPosition = glider.origin.moved(byX: x, y: y)
    let result = try identifier.identify(glider)
    // At another place, it becomes the glider after three generations.
    let isGlider = (x + y).isMultiple(of: 2)
    #expect(result.lifespan == (isGlider ? 0 : 3), "\(result)")
    let code = ObjectCode("xq3_2373")
    let aligned = try rule.aligned(glider, limit: .max)
    let seen = try identifier.recognizedObjects(of: aligned.cells).map(\.code)
    #expect((seen == [code]) == isGlider, "\(seen)")
    let settled = try identifier.settledObjects(of: glider, identifiedAs: result)
    #expect(settled?.objects.map(\.code) == [code] && result.parts.allSatisfy { $0.code == code })
  }

  @Test(arguments: [0, 1])
  func `objects are found in the first phase of rules that take turns`(generation: Int) throws {
    let (_, identifier) = try identifier("B3/S23|B38/S23")
    var pattern = try read("x = 20, y = 2, rule = B3/S23|B38/S23\n2o15b3o$2o!\n")
    pattern.generation = BigInt(generation)
    let found = try identifier.settledObjects(
      of: pattern, identifiedAs: identifier.identify(pattern))
    #expect(found?.generation == generation)
    #expect(Set(found?.objects.map(\.code.description) ?? []) == ["xs4_33", "xp2_7"])
  }

  @Test(arguments: ["B3/S23|B38/S23", "B38/S23|B3/S23"])
  func `a gun is proved under rules that take turns`(rule: String) throws {
    let gun = try named("gosper-gun").cells
    let (analyzed, identifier) = try identifier(rule)
    let result = try identifier.identify(Pattern(onPlane: gun, rule: analyzed.rule))
    #expect(result.kind == .gun && result.period == 30, "\(result)")
    #expect(result.emitted.map(\.count) == [1] && result.growth?.period == 30)
    #expect(result.growth?.perPeriod == 5 && result.gun != nil, "\(result)")
  }

  @Test func `measured growth is in generations`() throws {
    let (analyzed, identifier) = try identifier("B3/S23|B38/S23", generations: 600)
    let gun = try named("gosper-gun").cells
    // In an odd generation the gun is measured, not proved.
    var pattern = try Pattern(onPlane: gun, rule: analyzed.rule)
    pattern.generation = 1
    let result = try identifier.identify(pattern)
    #expect(result.findings?.growth == .linear(period: 30, cells: 5), "\(result)")
  }

  static let rules = ["B3/S23|B36/S23", "B3/S23|B38/S23|B36/S23", "BBM", "B4/S456L", "B3/S23L"]

  /// The definition: each object alone, and all of them together.
  @Test(arguments: rules)
  func `separated objects together evolve as each does alone`(name: String) async throws {
    let (rule, _) = try identifier(name)
    let separation = Separation(rule: rule, limits: AnalysisLimits())
    try await forEachCase(of: Effort.cases(8, long: 100)) { seed in
      let cells = Soup.cells(seed, width: 9, height: 9, density: name == "BBM" ? 16 : 96)
      var evolution = try separation.evolution(of: cells)
      try evolution.advance(by: 240)
      let objects = try separation.settledObjects(
        evolution.cells(), at: 240, span: 48, maxPeriod: 300)
      for _ in 0..<(objects == nil ? 0 : 60) {
        let generation = evolution.generation
        #expect(try Cells(objects!.runs(at: generation)) == evolution.cells(), "\(generation)")
        try evolution.advance(by: rule.interval)
      }
    }
  }

  @Test(arguments: ["B4/S456L", "B3/S23L", "B45/S34L", "B3/S12LE", "Critters", "BBM"])
  func `a proved period repeats`(name: String) async throws {
    let (rule, identifier) = try identifier(name, generations: 400)
    let proved = Atomic(0)
    try await forEachCase(of: Effort.cases(40, long: 400, brief: 19)) { seed in
      let side = seed % 4 == 0 ? 2 : 4
      let pattern = try Pattern(
        onPlane: Soup.cells(seed, width: side, height: side), rule: rule.rule)
      let result = try identifier.identify(pattern)
      guard let period = result.period, result.cycle != nil else { return }
      proved.add(1, ordering: .relaxed)
      var evolution = try Evolution(pattern, rule: rule, options: EngineOptions())
      try evolution.advance(by: result.lifespan)
      let start = try evolution.cells()
      for turn in 1...3 {
        try evolution.advance(by: period)
        let offset = result.displacement * turn
        #expect(try evolution.cells().isSame(as: start, shiftedBy: offset), "\(result)")
      }
    }
    #expect(proved.load(ordering: .relaxed) > 0)
  }

  @Test(arguments: ["B3/S23L", "B45/S34L", "Critters", "BBM"])
  func `a code is read as the same object of blocks or triangles`(name: String) async throws {
    let (rule, identifier) = try identifier(name, generations: 400)
    let coded = Atomic(0)
    try await forEachCase(of: Effort.cases(20, long: 400, brief: 7)) { seed in
      let side = seed % 4 == 0 ? 2 : 4
      var pattern = try Pattern(
        onPlane: Soup.cells(seed, width: side, height: side), rule: rule.rule)
      pattern.statedPosition = Position(x: BigInt(seed & 1), y: BigInt(seed >> 1 & 1))
      let result = try identifier.identify(pattern)
      guard result.cycle != nil else { return }
      var evolution = try Evolution(pattern, rule: rule, options: EngineOptions())
      try evolution.advance(by: rule.wholeIntervals(result.lifespan))
      let object = try identifier.identify(evolution.snapshot())
      guard let code = object.code, code.hasCells else { return }
      coded.add(1, ordering: .relaxed)
      let again = try identifier.identify(
        Pattern(onPlane: read("\(code)", rule: rule.rule).cells, rule: rule.rule))
      #expect(again.code == code && again.period == object.period, "\(object)")
    }
    #expect(coded.load(ordering: .relaxed) > 0)
  }
}
