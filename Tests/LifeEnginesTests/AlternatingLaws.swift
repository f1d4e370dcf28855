import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Alternating rules, on every engine.
@Suite struct AlternatingLaws {
  /// Random alternating rules of two states; every third one with B0.
  static func rule(_ seed: Int) throws -> Rule {
    let count = 2 + seed % 15
    let rules = (0..<count).map { index in
      Soup.rule(1000 * seed + index, b0: seed % 3 == 0 && index % 2 == seed / 3 % 2).canonical
    }
    return try Rule(parsing: rules.joined(separator: "|"))
  }

  /// Of more states, of arrangements, of hexagons, with marks, and with sums.
  static let named = [
    "23/3/4|23/36/4", "/2/3|345/2/3|6/246/3", "B2-a/S12|B36k/S23", "B2/S34H|B3/S2H",
    "B2o/S34H|B3/S23|B1/S1V", "B3/S23History|B36/S23History", "B3/S23Super|B36/S23Super",
    "R2,C2,S4-7,B5-6|R2,C2,S3-6,B5-7", "R1,C2,S2-3,B3|R1,C2,S2-3,B0,3", "B4/S34L|B45/S34L",
    "NW5,NN2,NE5,WW2,ME0,EE2,SW5,SS2,SE5,HI0,RS10,RB7|B3/S23",
  ]

  private func law(_ rule: Rule, in universe: Universe, seed: Int) throws {
    var pattern = EngineLaws.pattern(seed: seed, rule: rule, universe: universe)
    pattern.generation = BigInt(seed % 37)
    for count in [1, 4, 21] as [BigInt] {
      var reference = try ReferenceStepper(pattern, options: EngineOptions())
      try reference.advance(by: count)
      for engine in Engine.allCases where engine != .reference {
        do {
          var stepper = try engine.initializer(for: rule)(pattern, EngineOptions())
          try stepper.advance(by: count)
          try EngineLaws.expectSame(
            stepper, as: reference, comment: "\(engine) \(pattern.rulestring) \(seed) \(count)")
        } catch is UnsupportedPattern {
          continue
        }
      }
    }
  }

  @Test func `every engine takes the turns of the reference`() async throws {
    let universes = [
      Universe.plane, Universe(.torus, width: 65, height: 9),
      Universe(.plane, width: 24, height: 10),
    ]
    try await forEachCase(of: Effort.cases(45, long: 2_000)) { seed in
      try law(Self.rule(seed), in: universes[seed / 15 % 3], seed: seed)
    }
  }

  @Test(arguments: named)
  func `every engine takes the turns of rules of other families`(text: String) throws {
    let rule = try Rule(parsing: text)
    try law(rule, in: .plane, seed: 11)
    try law(rule, in: Universe(.torus, width: 24, height: 18), seed: 12)
  }

  /// A torus has no outside, so the true cells can be stepped directly.
  @Test func `stored cells on a torus are the true ones, or their complement`() async throws {
    let torus = Universe(.torus, width: 13, height: 11)
    try await forEachCase(of: Effort.cases(30, long: 1_000)) { seed in
      let rule = try Self.rule(3 * seed)
      let rules = try #require(rule.alternating)
      var pattern = EngineLaws.pattern(seed: seed, rule: rule, universe: torus)
      pattern.generation = 0
      var truth = PlainGrid(width: 13, height: 11, isTorus: true)
      truth.load(pattern.cells, x: 0, y: 0)
      if rule.storesComplement(at: 0) { truth.complement() }
      var stepper = try ReferenceStepper(pattern, options: EngineOptions())
      for generation in 0..<40 {
        truth.step(try #require(rules[generation % rules.count].lifeLike))
        try stepper.advance(by: 1)
        var stored = truth
        if rule.storesComplement(at: stepper.generation) { stored.complement() }
        let expected = Pattern(cells: stored.pattern(x: torus.left, y: torus.top), at: .origin)
        #expect(try expected.hasSameCells(as: stepper.snapshot()), "\(rule.canonical)")
      }
    }
  }

  /// Steps of HashLife are powers of two of whole cycles. The halves of short steps begin with
  /// different rules.
  @Test(arguments: 2...16)
  func `long steps of hashlife are those of single generations`(count: Int) throws {
    let rules = (0..<count).map { ["B3/S23", "B36/S23", "B38/S23"][$0 * $0 % 3] }
    let rule = try Rule(parsing: rules.joined(separator: "|"))
    var pattern = Pattern(cells: Soup.cells(7, width: 20, height: 20), rule: rule)
    pattern.generation = 5
    try EngineLaws.expectSame(
      Engine.hashlife.makeStepper(for: pattern, options: EngineOptions()),
      as: Engine.bitmap.makeStepper(for: pattern, options: EngineOptions()),
      inStepsOf: [16 * count, 517, 64 * count], comment: "\(rule.canonical)")
  }
}
