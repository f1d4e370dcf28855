import Testing

@testable import LifeAnalysis

/// How often proofs of growth are tried.
@Suite struct GrowthAttemptsTests {
  /// The population of a pattern whose growth seems to begin again and again.
  private let population = 7_000

  @Test func `a period that failed is tried again only when the pattern was followed for longer`() {
    var attempts = GrowthAttempts(period: 90, since: 0)
    func periods(_ period: Int, since: Int, visited: Int) -> [Int] {
      attempts = GrowthAttempts(period: period, since: since, after: attempts)
      return attempts.takeAffordablePeriods(exact: period, population: population, visited: visited)
    }
    let soon = 100 * population
    #expect(periods(90, since: 100, visited: soon) == [90])
    #expect(periods(90, since: 200, visited: soon) == [90])
    #expect(periods(90, since: 300, visited: soon) == [])
    #expect(periods(90, since: 400, visited: soon) == [])
    // Another period is not one that has failed.
    #expect(periods(96, since: 500, visited: soon) == [96])
    #expect(periods(90, since: 600, visited: soon) == [])
    #expect(periods(90, since: 10_000, visited: 10_000 * population) == [90])
  }

  @Test func `the attempt after the one of the period itself tries twice the period alone`() {
    var attempts = GrowthAttempts(period: 90, since: 0)
    func nextPeriods() -> [Int] {
      defer { attempts.count += 1 }
      return attempts.takeAffordablePeriods(exact: 90, population: 100, visited: 1_000_000)
    }
    #expect(nextPeriods() == [90])
    #expect(nextPeriods() == [180])
    #expect(nextPeriods() == [90, 180])
    #expect(nextPeriods() == [90, 180, 270, 360])
  }

  @Test func `many cells must have grown regularly for longer before a proof is tried`() {
    func begin(_ population: Int, visited: Int) -> Int {
      GrowthAttempts(period: 4, since: 1_000, population: population, visited: visited).firstAttempt
    }
    #expect(begin(20, visited: 2_000) == 1_000)
    #expect(begin(6_400, visited: 6_400_000) == 1_200)
    #expect(begin(100_000, visited: 100_000_000) == 1_512)
    // They have been followed for long.
    #expect(begin(6_400, visited: 64_000_000) == 1_000)
  }

  @Test func `a strip that is not proved is looked for again later`() {
    var attempts = GrowthAttempts(period: 90, since: 100)
    #expect(!attempts.allowsStretching(at: 500))
    attempts.count = 5
    #expect(attempts.allowsStretching(at: 500))
    attempts.stretchingFailed(at: 500)
    #expect(!attempts.allowsStretching(at: 699) && attempts.allowsStretching(at: 700))
  }

  /// Only such growth is taken for that of a fan at once.
  @Test func `quadratic growth accelerates, linear growth and a stream that ends do not`() {
    let generations = 0..<1_600
    #expect(PopulationGrowth.isAccelerating(generations.map { 400 + $0 / 4 + $0 * $0 / 9_000 }))
    #expect(!PopulationGrowth.isAccelerating(generations.map { 400 + $0 / 4 + $0 % 30 }))
    #expect(!PopulationGrowth.isAccelerating(generations.map { 400 + min($0, 900) }))
    #expect(!PopulationGrowth.isAccelerating([]))
  }
}
