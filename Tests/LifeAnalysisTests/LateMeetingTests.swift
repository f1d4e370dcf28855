import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// A gun with a stream that meets an object late or never. A long simulation is the judge.
@Suite struct LateMeetingTests {
  @Test(.needsOptimization, arguments: [("short-keys", 3), ("p43-snark-loop", 43), ("block", 1)])
  func `a stream that hits an object late is never told to go on`(
    name: String, period: Int
  ) throws {
    var hits = 0
    for seed in Effort.cases(6, long: 60) {
      var random = Seeded(seed)
      let distance = Int.random(in: 200...900, using: &random)
      let aside = Int.random(in: -12...12, using: &random)
      let gun = try pattern("gosper-gun")
      var object = try pattern(name)
      object.statedPosition = Position(x: BigInt(distance + 24 + aside), y: BigInt(distance + 8))
      let both = try gun.pasting(object, limit: .max)
      // Debris of the first gliders may live for thousands of generations.
      let late = 8 * distance + 8_000
      let result = try Identifier(AnalysisRule(.life)).identify(both)
      let hasMet =
        try populations(of: both, from: late, every: 50)
        != zip(
          populations(of: gun, from: late, every: 50),
          populations(of: object, from: late, every: 50)
        ).map(+)
      if hasMet { hits += 1 }
      if result.kind == .gun, result.period == 30 {
        let counts = try populations(of: both, from: late, every: 30 * period)
        #expect(
          zip(counts, counts.dropFirst()).allSatisfy { $1 == $0 + 5 * period },
          "\(name) at \(distance), \(aside)")
      }
      if !hasMet, period == 1 { #expect(result.kind == .gun && result.period == 30) }
    }
    #expect(hits > 0)
  }

  /// Two gliders flying towards each other come two cells closer in four generations.
  @Test(.needsOptimization, arguments: [(0, 0), (1, 0), (2, 1), (3, 2)])
  func `gliders that meet after 10^8 generations settle as those that meet soon`(
    column: Int, row: Int
  ) throws {
    func lifespan(_ distance: Int) throws -> Int? {
      var gliders = try read("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!", at: .origin)
      let other = try read(
        "x = 3, y = 3, rule = B3/S23\n3o$o$bo!",
        at: Position(x: BigInt(distance + column), y: BigInt(distance + row)))
      gliders = try gliders.pasting(other, limit: .max)
      let limits = AnalysisLimits(generations: 1_000_000_000)
      let identifier = Identifier(AnalysisRule(.life), limits: limits)
      let end = try identifier.end(of: gliders, when: .stable)
      return end.isMet ? end.generations : nil
    }
    let near = try #require(try lifespan(100))
    #expect(try lifespan(100_000_100) == near + 200_000_000)
  }

  private func pattern(_ name: String) throws -> Pattern {
    var pattern = try named(name)
    pattern.statedPosition = .origin
    return pattern
  }

  /// Ten populations at regular times.
  private func populations(
    of pattern: Pattern, from start: Int, every interval: Int
  ) throws -> [Int] {
    var evolution = try Evolution(
      pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: start)
    return try (0..<10).map { _ in
      try evolution.advance(by: interval)
      return evolution.population
    }
  }
}
