import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

@testable import LifeAnalysis

/// Blocks stepped one generation at a time, compared with the reference engine.
@Suite struct BlockPlaneTests {
  @Test(
    arguments: [
      "B3/S23", "B36/S23", "B2/S", "B1357/S02468", "B3678/S34678", "/2/3", "3457/357/5",
      "B2-a/S12", "B3/S23V", "B2/S34H", "W30", "B2-a/S12/G6", "12/34/21", "23/3/3V",
    ], Effort.cases(6, long: 6))
  func `cells, box and envelope are those of the reference engine`(
    rulestring: String, seed: Int
  ) throws {
    let rule = try Rule(parsing: rulestring)
    let levels = CPULevel.supported
    let blockRule = try #require(BlockRule(rule, level: levels[seed % levels.count]))
    let pattern = try Pattern(
      onPlane: soup(seed, width: 70 + 31 * seed, height: 90 - 11 * seed, states: rule.states),
      rule: rule)
    var plane = try #require(try BlockPlane(pattern.cells, rule: blockRule, limit: .max))
    var stepper = try ReferenceStepper(pattern, options: EngineOptions())
    var alive = pattern.cells.set
    plane.beginEnvelope()
    for _ in 0..<Effort.count(40, brief: 15) {
      try plane.step()
      try stepper.advance(by: 1)
      let expected = try stepper.snapshot()
      alive.formUnion(expected.cells.set)
      #expect(BigInt(plane.population) == expected.population)
      #expect(plane.isEmpty == expected.cells.isEmpty)
      #expect(try plane.cells(limit: .max) == expected.cells)
      #expect(plane.box.map { Bounds($0, from: .origin) } == expected.bounds)
      let window = Window(x: 20, y: -3, width: 77, height: 40)
      let clipped = try expected.cells.clipped(to: window)
      #expect(
        plane.bitmap(in: window).cells(x: window.x, y: window.y)
          .isSame(as: clipped, shiftedBy: .zero))
    }
    var envelope = Envelope()
    plane.endEnvelope { envelope.add($2, y: $0, x: $1) }
    #expect(try envelope.cells(limit: .max).set == alive)
  }

  @Test func `memory beyond the limit is refused at the start and in later generations`() throws {
    let blockRule = try #require(BlockRule(.life))
    let cells = soup(1, width: 200, height: 200)
    #expect(throws: MemoryExhausted.self) {
      try BlockPlane(cells, rule: blockRule, limit: 1 << 12)
    }
    // A glider makes a new block every few generations.
    let glider = try read("xq4_153").cells
    var plane = try #require(try BlockPlane(glider, rule: blockRule, limit: 1 << 16))
    var before = plane
    #expect(throws: MemoryExhausted.self) {
      for _ in 0..<20_000 { try plane.step() }
    }
    // The earlier copy is unchanged and can be stepped on its own.
    #expect(try before.cells(limit: .max) == glider)
    for _ in 0..<4 { try before.step() }
    #expect(before.population == 5)
  }

  @Test func `rules that are others in odd generations are refused`() throws {
    for rulestring in ["B02/S3", "B0123/S01"] {
      let rule = try Rule(parsing: rulestring)
      let blockRule = try #require(BlockRule(rule))
      #expect(try BlockPlane(soup(1, width: 9, height: 9), rule: blockRule, limit: .max) == nil)
    }
  }
}
