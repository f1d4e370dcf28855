import Testing

@testable import LifeAnalysis

/// The number of attempts to prove growth.
@Suite struct GrowthAttemptsTests {
  /// The population of a pattern with growth that seems to begin again and again.
  private let population = 7_000
  /// The number of generations for which so large a pattern must grow before the first attempt.
  private let evidence = 350

  @Test func `a period that failed is tried again only when the pattern was followed for longer`() {
    var attempts = GrowthAttempts(period: 90, since: 0)
    func periods(_ period: Int, since: Int, visited: Int) -> [Int] {
      attempts = GrowthAttempts(period: period, since: since, after: attempts)
      return attempts.takePeriods(
        at: since + evidence, growthPeriod: period, population: population, visited: visited)
    }
    let soon = 100 * population
    #expect(periods(90, since: 100, visited: soon) == [90])
    #expect(periods(90, since: 200, visited: soon) == [90])
    #expect(periods(90, since: 300, visited: soon) == [])
    #expect(periods(90, since: 400, visited: soon) == [])
    // A different period has not failed yet.
    #expect(periods(96, since: 500, visited: soon) == [96])
    #expect(periods(90, since: 600, visited: soon) == [])
    #expect(periods(90, since: 10_000, visited: 10_000 * population) == [90])
  }

  @Test func `a large pattern must grow for a while, if a proof costs more than following it`() {
    func periods(after age: Int, population: Int = 7_000, visited: Int = 0) -> [Int] {
      var attempts = GrowthAttempts(period: 90, since: 1_000)
      return attempts.takePeriods(
        at: 1_000 + age, growthPeriod: 90, population: population, visited: visited)
    }
    #expect(periods(after: evidence - 1) == [])
    #expect(periods(after: evidence) == [90])
    #expect(periods(after: 0, visited: 10_000 * population) == [90])
    #expect(periods(after: 0, population: 1_000) == [90])
  }

  @Test func `the attempt after the one of the period itself tries twice the period alone`() {
    var attempts = GrowthAttempts(period: 90, since: 1_000)
    func periods(at generation: Int) -> [Int] {
      attempts.takePeriods(at: generation, growthPeriod: 90, population: 100, visited: 1_000_000)
    }
    #expect(periods(at: 1_000) == [90])
    #expect(periods(at: 1_066) == [])
    #expect(periods(at: 1_067) == [180])
    #expect(periods(at: 1_200) == [90, 180])
    #expect(periods(at: 1_399) == [])
    #expect(periods(at: 1_400) == [90, 180, 270, 360])
  }

  @Test func `growth like that of an area is quadratic without a period, too`() {
    let generations = 0..<6_000
    func isQuadratic(_ population: (Int) -> Int) -> Bool {
      QuadraticGrowth(generations.map { population($0) + $0 * $0 % 97 }) != nil
    }
    #expect(isQuadratic { 9_000 + $0 * $0 / 900 })
    #expect(!isQuadratic { 9_000 + 3 * $0 })
    // A distant part starts to grow late.
    for start in [700, 1_200, 2_800, 4_000] {
      #expect(!isQuadratic { 100 + 3 * max(0, $0 - start) })
    }
  }
}
