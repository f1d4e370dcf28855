import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeRun

/// Births and deaths per generation, which plots show.
@Suite struct ChangeCounterTests {
  @Test(arguments: Orientation.all)
  func `two births and two deaths in every orientation of a glider`(orientation: Orientation) throws
  {
    try expectTwoOfEach(
      Art.pattern(".O.\n..O\nOOO").oriented(orientation, limit: .max), generations: 1200)
  }

  @Test(arguments: [(1 << 40, 3), (-5, 1 << 40), (-1 << 40, -1 << 40)])
  func `a glider has two births and two deaths at any distance`(x: Int, y: Int) throws {
    var glider = Art.pattern(".O.\n..O\nOOO")
    glider.position = Position(x: BigInt(x), y: BigInt(y))
    try expectTwoOfEach(glider, generations: 100)
  }

  private func expectTwoOfEach(_ glider: Pattern, generations: Int) throws {
    var stepper = try Engine.tiles.makeStepper(for: glider, options: EngineOptions())
    var counter = ChangeCounter()
    #expect(try counter.count(stepper) == nil)
    for generation in 1...generations {
      try stepper.advance(by: 1)
      let changes = try counter.count(stepper)
      #expect(changes?.births == 2 && changes?.deaths == 2, "generation \(generation)")
    }
  }

  @Test func `changes are not counted if the cells are too far apart`() throws {
    let far = Pattern(
      cells: Cells([
        CellRun(y: 0, x: 0, length: 3, state: 1), CellRun(y: 0, x: 1 << 40, length: 3, state: 1),
      ]))
    let stepper = try Engine.tiles.makeStepper(for: far, options: EngineOptions())
    var counter = ChangeCounter()
    #expect(try counter.count(stepper) == nil)
    #expect(try counter.count(stepper) == nil)
  }
}
