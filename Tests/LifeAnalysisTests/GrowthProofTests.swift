import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Growth of patterns with several cores, or with another period than the population's.
@Suite(.needsOptimization) struct GrowthProofTests {
  private let life = Identifier(AnalysisRule(.life))

  @Test func `a puffer has the period of its core and not of the population`() throws {
    let result = try life.identify(named("puffer-2"))
    #expect(result.kind == .puffer && result.period == 140)
    #expect(result.displacement == Offset(x: 0, y: -70))
  }

  @Test func `a rake of period 185 emits one glider`() throws {
    let result = try life.identify(vector("rake-p185"))
    #expect(result.kind == .rake && result.period == 185)
    #expect(result.velocity?.reduced == "2c/5")
    #expect(result.emitted.map(\.count) == [1])
  }

  @Test func `a puffer of a period of thousands is proved`() throws {
    let result = try life.identify(vector("puffer-2c5"))
    #expect(result.kind == .puffer && result.period == 10_150)
    #expect(result.growth?.perPeriod == 706)
  }

  /// Gliders fly back into the debris of the previous period.
  @Test func `a puffer that disturbs its own debris is proved`() throws {
    let result = try life.identify(vector("puffer-c4-diagonal"))
    #expect(result.kind == .puffer && result.period == 4_284)
    #expect(result.displacement == Offset(x: -1_071, y: -1_071))
    #expect(result.growth?.perPeriod == 900)
  }

  /// The first gliders destroy the oscillator. After 13 000 generations, a glider from its debris
  /// crosses the stream of all later gliders.
  @Test func `a rake is told when a glider has crossed its stream at last`() throws {
    func entry(_ name: String, x: Int, y: Int) throws -> Pattern {
      var pattern = try named(name)
      pattern.statedPosition = Position(x: BigInt(x), y: BigInt(y))
      return pattern
    }
    let pattern = try entry("backward-space-rake", x: 0, y: 0)
      .pasting(entry("rats", x: -103, y: 195), limit: .max)
    let result = try life.identify(pattern)
    #expect(result.kind == .rake && result.period == 20)
  }

  @Test func `several rakes beside each other whose streams cross are one rake`() throws {
    let result = try life.identify(vector("several-rakes"))
    #expect(result.kind == .rake && result.period == 240)
    let gliders = result.emitted.filter { $0.code.description == "xq4_153" }
    #expect(gliders == result.emitted)
    // The population grows as identified in 20 consecutive periods.
    let pattern = try vector("several-rakes")
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: 4_800)
    for _ in 0..<20 {
      let before = evolution.population
      try evolution.advance(by: 240)
      #expect(evolution.population == before + 5 * gliders.reduce(0) { $0 + $1.count })
    }
  }

  /// The number of cells and the code are compared with 20 later periods.
  @Test(arguments: [
    "gosper-gun", "p45-gun", "p184-gun", "puffer-1", "puffer-2", "glider-train", "space-rake",
    "glider-producing-switch-engine", "backrake-2",
  ])
  func `growth continues as identification reports it`(name: String) throws {
    let pattern = try named(name)
    let result = try life.identify(pattern)
    let growth = try #require(result.growth)
    let period = try #require(result.period)
    #expect(growth.period.isMultiple(of: period))
    #expect(result.code == growth.code)
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: growth.start)
    var populations: [Int] = []
    for _ in 0..<20 * growth.period {
      populations.append(evolution.population)
      try evolution.advance(by: 1)
    }
    let isKept = populations.indices.dropFirst(growth.period).allSatisfy {
      populations[$0] - populations[$0 - growth.period] == growth.perPeriod
    }
    #expect(isKept)
  }

  @Test func `growth that depends on the phase has no code`() throws {
    // A lightweight spaceship has nine cells in two of its phases and twelve in the others. Each
    // one emitted here is in the same phase 90 generations later, or two phases further. So the
    // population grows by 18 or by 24 cells in 180 generations.
    let result = try life.identify(vector("forward-lwss-rake"))
    #expect(result.kind == .rake && result.period == 90)
    #expect(result.emitted.map(\.count) == [1])
    #expect(result.growth == nil && result.code == nil)
  }

  @Test(arguments: [0.05, 0.3])
  func `a proof of growth ends soon after an interrupt`(seconds: Double) throws {
    let pattern = try named("puffer-2")
    let limits = AnalysisLimits(interruptedAfter: seconds)
    let start = ContinuousClock.now
    _ = try Identifier(AnalysisRule(.life), limits: limits).identify(pattern)
    // Other tests run at the same time.
    #expect(ContinuousClock.now - start < .seconds(seconds + 3))
  }
}
