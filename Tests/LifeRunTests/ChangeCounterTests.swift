import LifeAnalysis
import LifeCore
import LifeEngines
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// Births and deaths per generation, for plots.
@Suite struct ChangeCounterTests {
  @Test(arguments: Orientation.all)
  func `two births and two deaths in every orientation of a glider`(orientation: Orientation) throws
  {
    try expectTwoOfEach(
      Art.pattern(".O.\n..O\nOOO").oriented(orientation, limit: .max), generations: 1200)
  }

  @Test(arguments: [(1 << 40, 3), (-5, 1 << 40), (-1 << 40, -1 << 40)])
  func `a glider has two births and two deaths at any distance`(x: Int, y: Int) throws {
    let glider = Art.pattern(".O.\n..O\nOOO", at: Position(x: BigInt(x), y: BigInt(y)))
    try expectTwoOfEach(glider, generations: 100)
  }

  private func expectTwoOfEach(_ glider: Pattern, generations: Int) throws {
    var stepper = try Engine.tiles.makeStepper(for: glider, options: EngineOptions())
    var counter = ChangeCounter(.life)
    #expect(try counter.count(stepper) == nil)
    for generation in 1...generations {
      try stepper.advance(by: 1)
      let changes = try counter.count(stepper)
      #expect(changes?.births == 2 && changes?.deaths == 2, "generation \(generation)")
    }
  }

  @Test func `changes are counted however far apart the cells are`() throws {
    let far = Pattern(
      cells: Cells([
        CellRun(y: 0, x: 0, length: 3, state: 1), CellRun(y: 0, x: 1 << 40, length: 3, state: 1),
      ]))
    let stepper = try Engine.tiles.makeStepper(for: far, options: EngineOptions())
    var counter = ChangeCounter(.life)
    #expect(try counter.count(stepper) == nil)
    let changes = try counter.count(stepper)
    #expect(changes?.births == 0 && changes?.deaths == 0)
  }

  /// The empty box between two gliders grows as they fly apart.
  @Test func `changes of far objects are those of each alone`() throws {
    let glider = Art.pattern(".O.\n..O\nOOO").cells
    var runs: [CellRun] = []
    for map in [LatticeMap.identity, LatticeMap(xx: -1, xy: 0, yx: 0, yy: -1)] {
      let distance = map == .identity ? 100_000 : -100_000
      runs += Bitmap(glider).mapped(by: map).cells(x: distance, y: distance).runs
    }
    var stepper = try Engine.tiles.makeStepper(
      for: Pattern(cells: Cells(runs)), options: EngineOptions())
    var counter = ChangeCounter(.life)
    _ = try counter.count(stepper)
    for _ in 1...100 {
      try stepper.advance(by: 1)
      let changes = try counter.count(stepper)
      #expect(changes?.births == 4 && changes?.deaths == 4)
    }
  }

  /// Compares the counts with sets of live cells, of two states and of three.
  @Test func `births and deaths are differences of sets`() async throws {
    try await forEachCase(of: Effort.cases(40, long: 1_000)) { seed in
      var random = Seeded(seed)
      let isLife = seed % 2 == 0
      let rule = isLife ? Rule.life : try Rule(parsing: "/2/3")
      var runs: [CellRun] = []
      for y in 0..<1 + seed % 90 {
        for x in 0..<1 + seed * 7 % 150 where Bool.random(using: &random) {
          let state = State.random(in: 1..<State(rule.states), using: &random)
          runs.append(CellRun(y: y, x: x, length: 1, state: state))
        }
      }
      var pattern = Pattern(cells: Cells(runs), rule: rule)
      pattern.statedPosition = Position(x: BigInt(seed * 37 - 500), y: BigInt(-seed))
      let engine: Engine = isLife ? .tiles : .bytes
      var stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
      var counter = ChangeCounter(rule)
      var before: Set<Position>?
      for _ in 0..<12 {
        let now = Set(try stepper.snapshot().states().keys)
        let changes = try counter.count(stepper)
        if let before {
          #expect(changes?.births == now.subtracting(before).count)
          #expect(changes?.deaths == before.subtracting(now).count)
        } else {
          #expect(changes == nil)
        }
        before = now
        try stepper.advance(by: 1 + BigInt(seed % 3))
      }
    }
  }

  @Test func `no births are counted where the whole plane is born`() throws {
    let pattern = try Art.pattern(".O.\n..O\nOOO", under: "B03/S23")
    var stepper = try Engine.tiles.makeStepper(for: pattern, options: EngineOptions())
    var counter = ChangeCounter(pattern.rule)
    for _ in 0..<4 {
      #expect(try counter.count(stepper) == nil)
      try stepper.advance(by: 1)
    }
    counter = ChangeCounter(pattern.rule)
    _ = try counter.count(stepper)
    try stepper.advance(by: 2)
    #expect(try counter.count(stepper) != nil)
  }
}
