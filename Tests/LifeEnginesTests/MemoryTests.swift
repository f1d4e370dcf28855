import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Engines report exhausted memory, and can be used as before.
@Suite struct MemoryTests {
  @Test func `the reference refuses cells beyond the memory limit`() throws {
    let pattern = Art.pattern("OOO")
    #expect(throws: MemoryExhausted(purpose: "dictionary of cells", bytes: 1200)) {
      try ReferenceStepper(pattern, options: EngineLaws.options(memory: 1200))
    }
    var stepper = try ReferenceStepper(pattern, options: EngineLaws.options(memory: 1201))
    try stepper.advance(by: 1)
    #expect(stepper.population == 3)
    var growing = try ReferenceStepper(
      Art.pattern("OOO", under: "B12/S"), options: EngineLaws.options(memory: 20_000))
    #expect(throws: MemoryExhausted.self) { try growing.advance(by: 1000) }
    #expect(growing.population >= 50 && growing.generation < 40)
  }

  @Test func `sums refuse rules of the eight neighbors`() {
    #expect(throws: UnsupportedPattern.self) {
      try LargerThanLifeStepper(Art.pattern("OOO"), options: EngineOptions())
    }
  }

  /// A soup that outgrows every engine's memory, so none can take over.
  @Test func `auto stops where no engine has the memory to continue`() throws {
    let pattern = Pattern(cells: Soup.cells(3, width: 600, height: 600), at: .origin)
    let tree = try HashLifeStepper(pattern, options: EngineOptions())
    var refusals = 0
    var starts = 0
    for kilobytes in [256, 320, 384, 448, 512] {
      let auto: AutoStepper
      do {
        auto = try AutoStepper(pattern, options: EngineLaws.options(memory: kilobytes << 10))
        starts += 1
      } catch is MemoryExhausted { continue }
      do {
        try auto.advance(by: 1023)
      } catch is MemoryExhausted {
        refusals += 1
        #expect(auto.generation < 1023)
      }
      let other = try HashLifeStepper(tree.snapshot(), options: EngineOptions())
      try other.advance(by: auto.generation)
      #expect(try auto.snapshot().hasSameCells(as: other.snapshot()), "\(kilobytes) kB")
    }
    #expect(refusals > 0 && starts >= 3)
  }
}
