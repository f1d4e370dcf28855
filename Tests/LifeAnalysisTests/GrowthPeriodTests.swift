import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Growth periods are the smallest ones. The cells around the core are the judge.
@Suite struct GrowthPeriodTests {
  @Test(arguments: [
    "gosper-gun", "bi-gun", "simkin-gun", "p22-gun", "p24-gun", "p36-gun", "p44-gun", "p46-gun",
    "p60-gun", "p90-gun", "p144-gun",
  ])
  func `no divisor of the period of a gun is a period`(name: String) throws {
    let entry = try CatalogueEntry.named(name)
    let pattern = try entry.pattern()
    let result = try Identifier(AnalysisRule(pattern.rule)).identify(pattern)
    let period = try #require(result.period)
    #expect(result.kind == .gun && result.displacement == .zero)
    #expect(period == entry.number("period"))
    let window = try #require(pattern.cells.bounds)
    var evolution = try Evolution(
      pattern, rule: AnalysisRule(pattern.rule), options: EngineOptions())
    // Late enough for all gliders of a period to have passed the box.
    try evolution.advance(by: 20 * period)
    let first = try evolution.cells().clipped(to: window)
    for generation in 1...period {
      try evolution.advance(by: 1)
      guard period.isMultiple(of: generation) else { continue }
      let isSame = try evolution.cells().clipped(to: window) == first
      #expect(isSame == (generation == period), "\(generation)")
    }
  }

  @Test func `two guns have the period of both together`() throws {
    let gun = try named("gosper-gun")
    for delay in [0, 15] {
      var evolution = try Evolution(gun, rule: AnalysisRule(.life), options: EngineOptions())
      try evolution.advance(by: delay)
      var both = gun
      both.statedPosition = .origin
      var other = Pattern(cells: try evolution.cells())
      // To the north-east: both guns emit to the south-east.
      other.statedPosition = Position(x: 200, y: -60)
      both = try both.pasting(other, limit: .max)
      let result = try Identifier(AnalysisRule(.life)).identify(both)
      #expect(result.kind == .gun && result.period == 30)
      #expect(result.emitted.map(\.count) == [2])
    }
  }
}

/// Collections with common periods too long to wait for.
@Suite struct CollectionTests {
  @Test func `a Cordership is one object beside a block`() throws {
    var all = try named("2-engine-cordership")
    all.statedPosition = .origin
    var block = try read("x = 2, y = 2, rule = B3/S23\n2o$2o!")
    // Next to the path of the Cordership. Its two engines have no common neighbor.
    block.statedPosition = Position(x: 300, y: 20)
    all = try all.pasting(block, limit: .max)
    let result = try Identifier(AnalysisRule(.life)).identify(all)
    #expect(result.kind == .collection && result.lifespan == 0)
    #expect(result.parts.map(\.count) == [1, 1])
    #expect(Set(result.parts.map(\.period)) == [1, 96])
  }

  @Test func `spaceships close beside each other are separate objects`() throws {
    // The sweeps of the boxes overlap, but not the cells of any generation.
    let ship = try read("xq4_6frc")
    let identifier = Identifier(AnalysisRule(.life))
    let moves = try identifier.identify(ship).displacement
    for gap in 8...20 {
      var runs: [CellRun] = []
      ship.cells.forEachRun { run in
        runs.append(run)
        let (x, y) = moves.x == 0 ? (0, gap) : (gap, 0)
        runs.append(CellRun(y: run.y + y, x: run.x + x, length: run.length))
      }
      let pair = Pattern(cells: Cells(runs))
      let objects = try identifier.settledObjects(
        of: pair, identifiedAs: identifier.identify(pair))?.objects
      #expect(objects?.map(\.code.description) == ["xq4_6frc", "xq4_6frc"], "\(gap)")
    }
  }
}
