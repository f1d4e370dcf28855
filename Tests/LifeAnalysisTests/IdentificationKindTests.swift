import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// The kinds of patterns that settle, die or are not identified.
@Suite struct IdentificationKindTests {
  let life = Identifier(AnalysisRule(.life))

  @Test(arguments: [
    ("2o$o!", Identification.Kind.stillLife, 1, 1), ("2o!", .dying, 1, 0),
    ("4o!", .stillLife, 2, 1), ("2o$2o$2b2o$2b2o!", .oscillator, 0, 2),
    ("3o$bo!", .collection, 9, 2),
  ])
  func `a pattern that settles soon has the kind of what it becomes`(
    rle: String, kind: Identification.Kind, lifespan: Int, period: Int
  ) throws {
    let result = try life.identify(read("x = 0, y = 0, rule = B3/S23\n\(rle)\n"))
    #expect(result.kind == kind, "\(result.kind)")
    #expect(result.lifespan == lifespan && (result.period ?? 0) == period, "\(result)")
  }

  /// All cells are dead in even generations from the fourth on, and alive in odd ones.
  @Test func `a torus that blinks under a rule with B0 does not die`() throws {
    let pattern = try read("x = 3, y = 1, rule = B03/S23:T6,6\n3o!\n")
    let result = try Identifier(AnalysisRule(pattern.rule)).identify(pattern)
    #expect(result.kind == .unknown, "\(result.kind)")
    #expect(result.reason?.contains("generation 4 on") == true, "\(result.reason ?? "")")
  }

  @Test func `a large pattern that settles late is a collection of its objects`() throws {
    let seed = Pattern(cells: soup(7, width: 16, height: 16))
    let result = try life.identify(seed)
    #expect(result.lifespan > 0)
    #expect([.collection, .dying].contains(result.kind), "\(result.kind)")
  }

  /// The common period of the oscillators is 840. The single cell dies in generation 1.
  @Test func `a collection is recognized beside a cell that dies`() throws {
    var runs: [CellRun] = [CellRun(y: 0, x: -40, length: 1)]
    // A pulsar, a pentadecathlon, a figure eight and a tumbler.
    let oscillators = [
      "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401", "xp15_4r4z4r4", "xp8_gk2gb3z11",
      "xp14_j9d0d9j",
    ]
    for (index, code) in oscillators.enumerated() {
      try read(code).cells.forEachRun { run in
        runs.append(CellRun(y: run.y, x: run.x + 40 * index, length: run.length))
      }
    }
    let limits = AnalysisLimits(generations: 500)
    let identifier = Identifier(AnalysisRule(.life), limits: limits)
    let result = try identifier.identify(Pattern(cells: Cells(runs)))
    #expect(result.kind == .collection && result.lifespan == 1, "\(result)")
    #expect(Set(result.parts.map(\.period)) == [3, 8, 14, 15])
  }

  @Test(arguments: ["LifeHistory", "LifeSuper"], [("glider", ".A$2.AB$A2C!"), ("", "3A2B!")])
  func `marks do not change what is found`(rule: String, shape: (name: String, rle: String)) throws
  {
    let marked = try read("x = 0, y = 0, rule = \(rule)\n\(shape.rle)\n")
    #expect(marked.rule != .life)
    let identifier = Identifier(AnalysisRule(marked.rule))
    #expect(identifier.markedRule == marked.rule)
    let alive = marked.cells.states.filter { !$0.value.isMultiple(of: 2) }.keys
    let plain = Pattern(cells: Cells(alive: alive))
    let found = try identifier.identify(marked)
    let expected = try life.identify(plain)
    #expect(found.kind == expected.kind && found.period == expected.period)
    #expect(found.lifespan == expected.lifespan && found.code == expected.code)
    #expect(try identifier.code(of: marked) == life.code(of: plain))
    #expect(
      try identifier.end(of: marked, when: .stable) == life.end(of: plain, when: .stable))
  }

  @Test func `quadratic growth is reported, but not as proved`() throws {
    var filler = try named("spacefiller")
    filler.statedPosition = .origin
    // The growth will reach the block some day.
    let block = try read("x = 2, y = 2, rule = B3/S23\n2o$2o!", at: Position(x: 20, y: 20_000))
    let result = try life.identify(filler.pasting(block, limit: .max))
    #expect(result.kind == .unknown && result.code == nil && result.codeOfPattern == .pathological)
    guard case .quadratic(let period?)? = result.findings?.growth else {
      Issue.record("\(result)")
      return
    }
    #expect(period > 0 && period.isMultiple(of: 2))
  }

  /// Their cells recur after 64 and 60 generations.
  @Test(.needsOptimization, arguments: [("breeder", 64), ("rake-breeder", 60)])
  func `the growth of a breeder is measured`(name: String, period: Int) throws {
    let result = try life.identify(vector(name))
    #expect(result.kind == .unknown && result.reason == Identification.unprovedGrowth)
    let findings = try #require(result.findings)
    guard case .quadratic(let found?)? = findings.growth else {
      Issue.record("\(result)")
      return
    }
    #expect(found.isMultiple(of: period) && findings.generation >= 6 * found)
    let end = try life.end(of: vector(name), when: .stable)
    #expect(!end.isMet && "\(end)".hasSuffix(": the pattern seems to grow forever"))
  }

  /// The proof of a condition takes more generations than it holds after.
  @Test(arguments: [(1_102, 1_102, false), (1_103, 1_103, true), (1_200, 1_103, true)])
  func `a pattern is stable within a limit if it is after one`(
    limit: Int, generation: Int, isMet: Bool
  ) throws {
    var limits = AnalysisLimits()
    limits.generations = limit
    let identifier = Identifier(AnalysisRule(.life), limits: limits)
    let end = try identifier.end(of: named("r-pentomino"), when: .stable)
    #expect(end.generations == generation && end.isMet == isMet)
  }

  @Test func `a pattern that is not identified in time is described as far as it was seen`() throws
  {
    let blom = try named("blom")
    let interrupt = Interrupt()
    var limits = AnalysisLimits()
    limits.engine.interrupt = interrupt
    limits.onGeneration = { if $0 >= 5_000 { interrupt.raise() } }
    let result = try Identifier(AnalysisRule(.life), limits: limits).identify(blom)
    #expect(result.kind == .unknown)
    let findings = try #require(result.findings)
    var evolution = try Evolution(blom, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: findings.generation)
    #expect(evolution.exactPopulation == findings.population)
    #expect(evolution.size == (findings.width, findings.height))
  }

  /// Only the search for the code can notice the interrupt: a small board checks it every 256
  /// generations.
  @Test func `an interrupt ends the search for the code of an object`() throws {
    let interrupt = Interrupt()
    var limits = AnalysisLimits()
    limits.engine.interrupt = interrupt
    limits.onGeneration = { if $0 == 144 { interrupt.raise() } }
    let identifier = Identifier(AnalysisRule(.life), limits: limits)
    let result = try identifier.identify(named("achims-p144"))
    #expect(result.kind == .unknown && result.findings?.period == 144)
  }
}
