import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// All small neighborhoods in one pattern.
enum NeighborhoodTests {
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
      var pattern = Pattern(cells: Soup.cells(5, width: 13, height: 11), rule: rule, in: Self.torus)
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
        let wanted = Pattern(cells: expected, at: .origin)
        #expect(try wanted.hasSameCells(as: stepper.snapshot()), "\(rule.canonical) \(engine)")
      }
    }
  }

  @Test(arguments: Engine.allCases.filter { $0.serves(torus) })
  func `a small torus blinks as its cells do one by one`(engine: Engine) throws {
    let pattern = Pattern(
      cells: Cells([CellRun(y: 0, x: 0, length: 3)]),
      rule: Rule(LifeLike(birth: [0, 3], survival: [2, 3])),
      in: Universe(.torus, width: 6, height: 6))
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
      try EngineLaws.expectSame(
        Engine.bitmap.makeStepper(for: pattern, options: EngineOptions()),
        as: Engine.reference.makeStepper(for: pattern, options: EngineOptions()),
        inStepsOf: [1025, 1025, 1025, 1025], comment: "\(pattern.rulestring) seed \(seed)")
    }
  }
}
