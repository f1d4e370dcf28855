import LifeCore
import LifeEngines
import TestSupport
import Testing

/// A raised interrupt stops an engine at a whole generation. The engine can continue from there.
@Suite struct InterruptTests {
  @Test(arguments: Engine.allCases)
  func `every engine stops at a whole generation and can continue`(engine: Engine) throws {
    let pattern = Pattern(cells: Soup.cells(9, width: 90, height: 90), at: .origin)
    let interrupt = Interrupt()
    let options = EngineLaws.options(interrupt: interrupt)
    var stepper = try engine.makeStepper(for: pattern, options: options)
    try stepper.advance(by: 9)
    interrupt.raise()
    let end = BigInt(engine == .reference ? 20 : 3000)
    #expect(throws: Stopped.self) { try stepper.advance(by: end - 9) }
    #expect(stepper.generation >= 9 && stepper.generation < end)
    // Short steps may succeed between two looks at the interrupt.
    for _ in 0..<200 where stepper.generation + 4 < end { try? stepper.advance(by: 4) }
    interrupt.lower()
    try stepper.advance(by: end - stepper.generation)
    var other = try Engine.bitmap.makeStepper(for: pattern, options: EngineOptions())
    try other.advance(by: end)
    try EngineLaws.expectSame(stepper, as: other, comment: "\(engine)")
  }

  @Test func `the automatic engine stops at a whole generation and can continue`() throws {
    let pattern = Pattern(cells: Soup.cells(3, width: 300, height: 300), at: .origin)
    let interrupt = Interrupt()
    let options = EngineLaws.options(interrupt: interrupt)
    let stepper = try AutoStepper(pattern, options: options, generations: 2000)
    interrupt.raise()
    #expect(throws: Stopped.self) { try stepper.advance(by: 2000) }
    interrupt.lower()
    try stepper.advance(by: 2000 - stepper.generation)
    var other = try Engine.tiles.makeStepper(for: pattern, options: EngineOptions())
    try other.advance(by: 2000)
    try EngineLaws.expectSame(stepper, as: other, comment: "auto")
  }

  @Test func `the automatic engine stops in empty space that it cannot leap over`() throws {
    let interrupt = Interrupt()
    let options = EngineLaws.options(memory: 1, interrupt: interrupt)
    let stepper = try AutoStepper(
      Pattern(cells: Cells([CellRun]())), options: options, generations: nil)
    interrupt.raise()
    #expect(throws: Stopped.self) { try stepper.advance(by: .powerOfTwo(1000)) }
  }
}
