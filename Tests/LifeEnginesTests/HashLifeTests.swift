import Foundation
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct HashLifeTests {
  static func named(_ name: String) throws -> Pattern {
    try CatalogueTests.pattern(CatalogueEntry.named(name))
  }

  @Test func `hashlife refuses bounded universes`() throws {
    var pattern = try Self.named("glider")
    pattern.universe = Universe(.torus, width: 10, height: 10)
    #expect(throws: UnsupportedPattern.self) {
      try HashLifeStepper(pattern, options: EngineOptions())
    }
  }

  @Test func `hashlife stops before a step that is too much work, and goes on with more`() throws {
    let start = try Self.named("acorn")
    let limited = try HashLifeStepper(start, options: EngineOptions())
    let free = try HashLifeStepper(start, options: EngineOptions())
    limited.limitWork(to: 1_000)
    #expect(throws: WorkLimitExceeded.self) { try limited.advance(by: 4_096) }
    #expect(limited.generation == 0)
    limited.limitWork(to: 1 << 24)
    try limited.advance(by: 4_096)
    try free.advance(by: 4_096)
    #expect(limited.population == free.population)
    #expect(limited.bounds == free.bounds)
  }

  @Test func `hashlife has the same cells under a memory limit`() throws {
    let start = try Self.named("acorn")
    let options = EngineLaws.options(memory: 1 << 20)
    let small = try HashLifeStepper(start, options: options)
    let large = try HashLifeStepper(start, options: EngineOptions())
    for _ in 0..<12 {
      try small.advance(by: 431)
      try large.advance(by: 431)
      #expect(small.bytesUsed <= options.memoryLimit)
      small.checkInvariants()
      #expect(try small.snapshot().hasSameCells(as: large.snapshot()))
    }
    #expect(large.bytesUsed > options.memoryLimit)
    large.checkInvariants()
  }

  @Test func `hashlife stops at a complete generation when memory is exhausted`() throws {
    let pattern = Pattern(cells: Soup.cells(3, width: 600, height: 600), at: .origin)
    let options = EngineLaws.options(memory: 400 << 10)
    let stepper = try HashLifeStepper(pattern, options: options)
    #expect(throws: MemoryExhausted.self) { try stepper.advance(by: 1023) }
    #expect(stepper.generation < 1023)
    let other = try BitmapStepper(pattern, options: EngineOptions())
    try other.advance(by: stepper.generation)
    #expect(try stepper.snapshot().hasSameCells(as: other.snapshot()))
    #expect(stepper.population == other.population)
  }

  /// The short form of `Tests/Soak/memory-caps.py`.
  @Test(arguments: [384, 512, 768, 1024, 2048, 8192])
  func `hashlife has the same cells under any limit, or stops at a generation to resume from`(
    kilobytes: Int
  )
    throws
  {
    let start = try Self.named("switch-engine-breeder")
    let generations: BigInt = 12_345
    let free = try HashLifeStepper(start, options: EngineOptions())
    try free.advance(by: generations)
    let options = EngineLaws.options(memory: kilobytes << 10)
    let capped = try HashLifeStepper(start, options: options)
    do {
      try capped.advance(by: generations)
    } catch is MemoryExhausted {
      #expect(capped.generation < generations)
    }
    #expect(capped.bytesUsed <= options.memoryLimit)
    let after = try HashLifeStepper(capped.snapshot().inRows(), options: EngineOptions())
    try after.advance(by: generations - capped.generation)
    #expect(try after.snapshot().hasSameCells(as: free.snapshot()))
  }

  @Test func `later steps of hashlife do not change snapshots`() throws {
    let start = try Self.named("acorn")
    let options = EngineLaws.options(memory: 1 << 20)
    let stepper = try HashLifeStepper(start, options: options)
    try stepper.advance(by: 300)
    let early = try stepper.snapshot()
    let cells = try early.inRows().cells
    try stepper.advance(by: 4000)
    #expect(try early.inRows().cells == cells)
    let again = try HashLifeStepper(early, options: EngineOptions())
    try again.advance(by: 4000)
    #expect(try again.snapshot().hasSameCells(as: stepper.snapshot()))
  }

  @Test(arguments: [1, 3, 16, 20, 100])
  func `hashlife counts the cells of each square of a grid`(side: Int) throws {
    let pattern = Pattern(cells: Soup.cells(9, width: 130, height: 70))
    let tree = try #require(try pattern.inTree(center: Macrocell.center).tree)
    let columns = 150 / side + 1
    let rows = 90 / side + 1
    let counts = tree.density(
      from: Position(x: -5, y: -8), side: side, columns: columns, rows: rows, check: {})
    var expected = [UInt64](repeating: 0, count: columns * rows)
    pattern.cells.forEachRun { run in
      for x in run.x..<run.x + run.length {
        let column = (x + 5) / side
        let row = (run.y - 1 + 8) / side
        if column < columns, row < rows { expected[row * columns + column] += 1 }
      }
    }
    #expect(counts == expected)
  }

  @Test func `hashlife refuses more generations than a tree can have levels`() throws {
    let stepper = try HashLifeStepper(try Self.named("glider"), options: EngineOptions())
    try stepper.advance(by: BigInt.powerOfTwo(4000))
    #expect(stepper.population == 5)
    let error = #expect(throws: UnsupportedPattern.self) {
      try stepper.advance(by: BigInt.powerOfTwo(4000) + 1)
    }
    #expect(error?.reason.contains("2^4000") == true)
    #expect(stepper.generation == BigInt.powerOfTwo(4000))
  }
}
