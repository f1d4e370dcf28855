import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// Exhaustive tests of small neighborhoods.
@Suite struct NeighborhoodTests {
  /// The 512 neighborhoods of 3 × 3 cells, five apart, in a grid of 32 × 16.
  static let cells: Cells = {
    var runs: [CellRun] = []
    for index in 0..<512 {
      for bit in 0..<9 where index >> bit & 1 == 1 {
        runs.append(CellRun(y: index / 32 * 5 + bit / 3, x: index % 32 * 5 + bit % 3, length: 1))
      }
    }
    return Cells(runs)
  }()

  @Test(arguments: CPULevel.supported)
  func `all 512 neighborhoods get the next state of the rule`(level: CPULevel) throws {
    let rules = Soup.knownRules + (0..<200).map { Soup.rule($0, b0: $0 % 3 == 0) }
    for rule in rules {
      for odd in [false, true] {
        var pattern = Pattern(cells: Self.cells)
        pattern.statedRule = rule
        pattern.generation = odd ? 1 : 0
        let stepper = try BitmapStepper(pattern, options: EngineLaws.options(level))
        try stepper.advance(by: 1)
        let counting = try #require(rule.phases[rule.phase(at: odd ? 1 : 0)].lifeLike)
        try expectDecided(stepper, by: counting, comment: "\(level) \(rule.canonical) odd \(odd)")
      }
    }
  }

  private func expectDecided(
    _ stepper: BitmapStepper, by rule: LifeLike, comment: Comment
  ) throws {
    let cells = try stepper.snapshot()
    let x = cells.origin.x.int ?? 0
    let y = cells.origin.y.int ?? 0
    for index in 0..<512 {
      let alive = index >> 4 & 1 == 1
      let neighbors = (index & ~16).nonzeroBitCount
      let center = Cell(x: index % 32 * 5 + 1 - x, y: index / 32 * 5 + 1 - y)
      #expect(cells.cells[center] == rule.next(alive: alive, neighbors: neighbors), comment)
    }
  }

  /// All patterns of 4 × 4 cells; in the short form, those of some rows of the table.
  @Test(arguments: CPULevel.supported)
  func `all 4 × 4 patterns equal a plain grid`(level: CPULevel) throws {
    let rows = Effort.cases(12, long: 256).map { Effort.isLong ? $0 : ($0 * 89 + 7) % 256 }
    for rule in Effort.isLong ? Soup.knownRules : [.life] {
      for row in rows {
        var runs: [CellRun] = []
        for square in 0..<256 {
          let bits = row << 8 | square
          for bit in 0..<16 where bits >> bit & 1 == 1 {
            runs.append(CellRun(y: 1 + bit / 4, x: square * 7 + 1 + bit % 4, length: 1))
          }
        }
        var pattern = Pattern(cells: Cells(runs))
        pattern.statedRule = rule
        let stepper = try BitmapStepper(pattern, options: EngineLaws.options(level))
        try stepper.advance(by: 1)
        var grid = PlainGrid(width: 256 * 7, height: 6, isTorus: false)
        grid.load(pattern.cells, x: 0, y: 0)
        grid.step(try #require(rule.phases[0].lifeLike))
        let expected = Pattern(cells: grid.pattern(x: 0, y: 0))
        #expect(try expected.hasSameCells(as: stepper.snapshot()), "\(rule.canonical) row \(row)")
      }
    }
  }
}

/// The convention for stored cells of rules with B0.
@Suite struct B0Tests {
  // A torus has no outside, so the true cells can be stepped directly.
  private static let torus = Universe(.torus, width: 13, height: 11)

  @Test(arguments: Engine.allCases.filter { $0.serves(torus) })
  func `cells of a torus are the true ones, or the complement in all generations`(engine: Engine)
    async throws
  {
    try await forEachCase(of: Soup.knownRules.filter { $0.lifeLike?.isBorn(0) == true }) { rule in
      var pattern = Pattern(cells: Soup.cells(5, width: 13, height: 11))
      pattern.statedRule = rule
      pattern.universe = Self.torus
      pattern.declaredSize = (13, 11)
      var truth = PlainGrid(width: 13, height: 11, isTorus: true)
      truth.load(pattern.cells, x: 0, y: 0)
      if rule.storesComplement(at: 0, in: Self.torus) { truth.complement() }
      var stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
      for _ in 0..<6 {
        try stepper.advance(by: 1)
        truth.step(try #require(rule.lifeLike))
        var stored = truth
        if rule.storesComplement(at: stepper.generation, in: Self.torus) {
          stored.complement()
        }
        let expected = stored.pattern(x: Self.torus.left, y: Self.torus.top)
        var wanted = Pattern(cells: expected)
        wanted.position = .origin
        #expect(try wanted.hasSameCells(as: stepper.snapshot()), "\(rule.canonical) \(engine)")
      }
    }
  }

  @Test(arguments: Engine.allCases.filter { $0.serves(torus) })
  func `a small torus blinks as its cells do one by one`(engine: Engine) throws {
    var pattern = Pattern(cells: Cells([CellRun(y: 0, x: 0, length: 3)]))
    pattern.statedRule = Rule(LifeLike(birth: [0, 3], survival: [2, 3]))
    pattern.universe = Universe(.torus, width: 6, height: 6)
    var stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
    var populations: [BigInt] = []
    for _ in 0..<7 {
      populations.append(stepper.population)
      let cells = try stepper.snapshot()
      #expect(cells.population == stepper.population && cells.bounds == stepper.bounds)
      #expect(!cells.isComplement)
      // A run continued from a file has the same cells.
      var other = try engine.makeStepper(for: cells, options: EngineOptions())
      try other.advance(by: 1)
      try stepper.advance(by: 1)
      #expect(try other.snapshot().hasSameCells(as: stepper.snapshot()))
    }
    #expect(populations == [3, 24, 6, 36, 0, 36, 0])
  }

  /// Equal stored cells mean different things at even and at odd generations.
  @Test func `only even periods of rules with B0 are skipped`() throws {
    for seed in 0..<40 {
      let universe = Universe(.torus, width: 4, height: 2 + seed % 3)
      let pattern = EngineLaws.pattern(
        seed: seed, rule: Soup.rule(seed, b0: true), universe: universe)
      var stepper = try Engine.bitmap.makeStepper(for: pattern, options: EngineOptions())
      var expected = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
      for _ in 0..<4 {
        try stepper.advance(by: 1025)
        try expected.advance(by: 1025)
        try EngineLaws.expectSame(
          stepper, as: expected, comment: "\(pattern.rulestring) seed \(seed)")
      }
    }
  }
}
