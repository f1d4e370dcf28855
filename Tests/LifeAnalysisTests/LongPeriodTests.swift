import Foundation
import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Long steps of a quadtree find the same periods as visiting each generation.
@Suite(.needsOptimization) struct LongPeriodTests {
  private func period(
    _ pattern: Pattern, maxPeriod: Int = 1 << 20, _ rule: AnalysisRule = AnalysisRule(.life)
  ) throws -> Velocity? {
    var search = try LongPeriodSearch(
      pattern, rule: rule, maxPeriod: maxPeriod, options: EngineOptions())
    return try search?.run()
  }

  @Test func `long steps find the periods of small objects`() async throws {
    try await forEachCase(of: CodeVector.all.filter { $0.population < 60 }) { vector in
      let pattern = Pattern(cells: try read(vector.code).cells)
      let visited = try Identifier(AnalysisRule(.life)).identify(pattern)
      let found = try #require(try period(pattern, maxPeriod: 1 << 10))
      #expect(found.period == visited.period)
      #expect(found.displacement == visited.displacement)
    }
  }

  /// Oscillators of the periods 3, 5, 7, 9, 16 and 30 side by side.
  @Test func `the period of several oscillators is the least common multiple`() throws {
    var all = Pattern(cells: Cells([]), at: .origin)
    let names = [
      "pulsar", "octagon", "burloaferimeter", "worker-bee", "achims-p16", "queen-bee-shuttle",
    ]
    for (index, name) in names.enumerated() {
      var pattern = try named(name)
      pattern.statedPosition = Position(x: BigInt(100 * index), y: BigInt(-7 * index))
      all = try all.pasting(pattern, limit: .max)
    }
    let found = try #require(try period(all, maxPeriod: 1 << 15))
    #expect(found == Velocity(.zero, period: 5_040))
    // Separation finds the same period without any long step.
    let result = try Identifier(AnalysisRule(.life)).identify(all)
    #expect(result.kind == .oscillator && result.period == 5_040 && result.lifespan == 0)
    #expect(try period(all, maxPeriod: 2_000) == nil)
  }

  @Test func `a pattern that grows or dies has no period`() throws {
    #expect(try period(read("bob$2o$b2o!"), maxPeriod: 3_000) == nil)
    #expect(try period(named("gosper-gun"), maxPeriod: 3_000) == nil)
    #expect(try period(Pattern(cells: Cells([CellRun(y: 0, x: 0, length: 2)]))) == nil)
  }

  @Test func `the first generation of a cycle is found by bisection`() throws {
    // Becomes a traffic light, four blinkers, after some generations.
    let pattern = Pattern(
      cells: Cells([CellRun(y: 0, x: 0, length: 3), CellRun(y: 1, x: 1, length: 1)]))
    let visited = try Identifier(AnalysisRule(.life)).identify(pattern)
    #expect(visited.period == 2 && visited.lifespan > 0)
    let search = try #require(
      try LongPeriodSearch(
        pattern, rule: AnalysisRule(.life), maxPeriod: 100, options: EngineOptions()))
    let cycle = Velocity(.zero, period: 2)
    #expect(try search.firstGeneration(upTo: 100, having: cycle) == visited.lifespan)
    var leaping = try #require(
      try LongPeriodSearch(
        pattern, rule: AnalysisRule(.life), maxPeriod: 1 << 16, options: EngineOptions()))
    #expect(try leaping.run() == cycle)
    #expect(leaping.delay >= visited.lifespan)
    // Four blinkers.
    #expect(try period(read("3bo$bobo$2bobo$o$o2bo!"), maxPeriod: 3_000) == cycle)
  }

  @Test(arguments: [1, 2, 12, 97, 2_310, 33_699_586, 1 << 40])
  func `the prime factors of a period are its prime divisors`(number: Int) {
    let factors = number.primeFactors
    #expect(factors.allSatisfy { $0.divisors.count == 2 && number.isMultiple(of: $0) })
    var rest = number
    for factor in factors { while rest.isMultiple(of: factor) { rest /= factor } }
    #expect(rest == 1)
  }
}

/// Growth and other kinds of patterns with several objects.
@Suite struct KindTests {
  private let life = Identifier(AnalysisRule(.life))

  @Test(arguments: [
    ("block-laying-switch-engine", "yl144_1_16_afb5f3db909e60548f086e22ee3353ac"),
    ("glider-producing-switch-engine", "yl384_1_59_7aeb1999980c43b4945fb7fcdb023326"),
  ])
  func `linear growth has the code of its differences`(name: String, code: String) throws {
    #expect(try life.identify(named(name)).code?.description == code)
  }

  @Test func `the growth of a wick is measured`() throws {
    let brief = Identifier(AnalysisRule(.life), limits: AnalysisLimits(generations: 1_200))
    let result = try brief.identify(named("wickstretcher"))
    #expect(result.kind == .unknown)
    guard case .linear(let period, let cells)? = result.findings?.growth else {
      Issue.record("\(result)")
      return
    }
    #expect(cells * 20 == period * 8)
  }

  @Test func `spaceships of different velocities are a collection`() throws {
    let glider = try read("xq4_153").cells
    let pair = try Cells(glider.runs + glider.moved(by: Offset(x: 90, y: 50)).runs)
    let same = try life.identify(Pattern(cells: pair))
    #expect(same.kind == .spaceship && same.period == 4)
    let moves = try life.identify(read("xq4_153")).displacement
    let turned = Bitmap(glider).mapped(by: LatticeMap(xx: -1, xy: 0, yx: 0, yy: -1))
      .cells(x: -50 * moves.x, y: -50 * moves.y)
    let apart = try life.identify(Pattern(cells: Cells(glider.runs + turned.runs)))
    #expect(apart.kind == .collection && apart.lifespan == 0)
    #expect(apart.parts.reduce(0) { $0 + $1.count } == 2)
  }

  /// Each cell of a mutant differs, so its code differs.
  @Test(.needsOptimization) func `a mutant of one cell has another code`() async throws {
    try await forEachCase(of: CodeVector.all.filter { $0.population < 14 }) { vector in
      let brief = Identifier(AnalysisRule(.life), limits: AnalysisLimits(generations: 120))
      let bitmap = Bitmap(try read(vector.code).cells)
      for y in -1...bitmap.height {
        for x in -1...bitmap.width {
          var states = bitmap.cells().states
          let cell = Cell(x: x, y: y)
          states[cell] = states[cell] == nil ? 1 : nil
          let cells = Cells(alive: states.keys)
          #expect(try brief.code(of: Pattern(cells: cells)).description != vector.code)
        }
      }
    }
  }
}
