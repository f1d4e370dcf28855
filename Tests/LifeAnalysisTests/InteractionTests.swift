import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeAnalysis

/// Objects separated by their effects on each other instead of the cells they visit.
@Suite struct InteractionTests {
  private let separation = Separation(rule: AnalysisRule(.life), limits: AnalysisLimits())

  /// For example under a rule with B0, with nearly all cells alive in odd generations.
  @Test func `an object with a phase every two generations is followed`() throws {
    let glider = Phase(try read("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!").cells)
    let found = try #require(AnalysisRule(.life).smallCycle(of: glider, maxPeriod: 4))
    let cycle = ObjectCycle(
      period: 2 * found.period, displacement: found.displacement, phases: found.phases)
    #expect(cycle.isMoving && cycle.phases.count == cycle.period / 2)
    let object = TrackedObject(cycle: cycle, generation: 0)
    let path = object.path(from: 0)
    for generation in stride(from: 0, through: 40, by: 2) {
      let phase = object.phase(at: generation)
      let turns = generation / cycle.period
      let first = cycle.phases[generation % cycle.period / 2]
      #expect(phase.bitmap == first.bitmap)
      #expect(phase.x == first.x + turns * cycle.displacement.x)
      let box = path.after(Double(generation))
      #expect(box.left <= Double(phase.x) + 1e-6 && box.top <= Double(phase.y) + 1e-6)
      #expect(box.right >= Double(phase.window.endX - 1) - 1e-6)
    }
    #expect(path.right - path.left < 4)
  }

  /// Gliders, lightweight spaceships and still lifes at random places. Following each found object
  /// on its own cycle must give all cells together.
  @Test func `the objects that are found are all cells for a long time`() throws {
    let shapes = ["xq4_153", "xq4_6frc", "xs4_33", "xp2_7", "xp15_4r4z4r4"]
    var found = 0
    for seed in Effort.cases(60, long: 2_000) {
      var random = Seeded(seed)
      var runs: [CellRun] = []
      for _ in 0..<6 {
        let shape = shapes.randomElement(using: &random) ?? "xs4_33"
        let x = Int.random(in: 0..<120, using: &random)
        let y = Int.random(in: 0..<120, using: &random)
        runs += try read(shape).cells.moved(by: Offset(x: x, y: y)).runs
      }
      let cells = Cells(runs)
      guard
        let settled = try separation.interactingObjects(
          cells, at: 0, span: 40, maxPeriod: 100)
      else { continue }
      found += 1
      var evolution = try separation.evolution(of: cells)
      try evolution.advance(by: settled.start)
      for generation in settled.start..<settled.start + 300 {
        let expected = Cells(settled.objects.runs(at: generation)).set
        #expect(
          try evolution.cells().set == expected, "seed \(seed) at \(generation)")
        try evolution.advance(by: 1)
      }
    }
    #expect(found > Effort.count(5, brief: 0))
  }

  /// The spaceship is complete: it passes behind the other one.
  @Test func `a spaceship that crosses the track of another one is an object`() throws {
    let glider = try read("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!").cells
    let ship = try read("x = 5, y = 4, rule = B3/S23\nbo2bo$o$o3bo$4o!").cells
    let cells = try Cells(glider.runs + ship.moved(by: Offset(x: 20, y: 14)).runs)
    let settled = try #require(
      try separation.interactingObjects(cells, at: 0, span: 64, maxPeriod: 100))
    #expect(settled.objects.count == 2 && settled.start == 0)
    let result = try Identifier(AnalysisRule(.life)).identify(Pattern(cells: cells))
    #expect(result.kind == .collection && result.parts.count == 2)
  }

  /// Three objects together may change each other even if every two don't.
  @Test func `two spaceships that pass a third object at the same time are refused`() throws {
    let block = try read("x = 2, y = 2, rule = B3/S23\n2o$2o!").cells
    let southeast = try read("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!").cells
    let northwest = try read("x = 3, y = 3, rule = B3/S23\n3o$o$bo!").cells
    func object(_ cells: Cells, x: Int, y: Int) throws -> TrackedObject {
      try #require(
        try separation.object(cells.moved(by: Offset(x: x, y: y)), at: 0, maxPeriod: 4))
    }
    let middle = try object(block, x: 0, y: 0)
    // Both are next to the block from generation 21 to 26, on opposite sides.
    let first = try object(southeast, x: -3, y: -10)
    let other = try object(northwest, x: 2, y: 9)
    for pair in [[middle, first], [middle, other], [first, other]] {
      #expect(try separation.neverMeet(pair, from: 0))
    }
    #expect(try !separation.neverMeet([middle, first, other], from: 0))
    let later = try object(northwest, x: 22, y: 29)
    #expect(try separation.neverMeet([middle, first, later], from: 0))
  }
}
