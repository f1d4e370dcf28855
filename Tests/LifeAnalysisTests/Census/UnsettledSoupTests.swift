import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeAnalysis

/// Growing soups. A much longer run, cell by cell, is the judge.
@Suite(.needsOptimization) struct UnsettledSoupTests {
  private static let brain = Result { try Rule(parsing: "/2/3") }

  private static func soup(_ number: Int) throws -> Evolution {
    let soup = HashSoup(seed: Array("golden_\(number)".utf8), symmetry: .c1)
    return try evolution(soup.cells, rule: brain.get())
  }

  private static func evolution(_ cells: Cells, rule: Rule) throws -> Evolution {
    let separation = Separation(rule: AnalysisRule(rule), limits: AnalysisLimits())
    return try separation.evolution(of: cells)
  }

  /// The code and objects found for some cells.
  private static func counts(_ soup: Evolution, rule: Rule) throws -> [String: Int]? {
    try UnsettledSoup(AnalysisRule(rule), limits: .census)
      .linearlyGrowing(soup.cells(), upTo: 120)?.reduce(into: [:]) { $0["\($1.key)"] = $1.value }
  }

  /// The period and the number of added cells in a code, for example `yl8_1_6_…`.
  private static func growth(_ code: String) -> (period: Int, cells: Int)? {
    let parts = code.split(separator: "_").map(String.init)
    guard code.hasPrefix("yl"), parts.count == 4, let period = Int(parts[0].dropFirst(2)),
      let cells = Int(parts[2])
    else { return nil }
    return (period, cells)
  }

  @Test func `what is measured of soups that grow holds for thousands of generations`() throws {
    var proved = 0
    for number in 0..<(Effort.isLong ? 400 : 40) {
      var soup = try Self.soup(number)
      try soup.advance(by: 720)
      guard soup.population < 2_000,
        let counts = try Self.counts(soup, rule: Self.brain.get())
      else { continue }
      proved += 1
      let growths = counts.keys.compactMap { Self.growth($0) }
      #expect(!growths.isEmpty)
      let period = growths.reduce(1) { leastCommonMultiple($0, $1.period) }
      let added = counts.reduce(0) { sum, entry in
        sum + (Self.growth(entry.key).map { period / $0.period * $0.cells } ?? 0) * entry.value
      }
      // All objects of these soups have periods dividing 120.
      let turns = 1_200 / greatestCommonDivisor(1_200, period) * period
      let population = soup.population
      for turn in 1...2 {
        try soup.advance(by: turns)
        #expect(
          soup.population == population + turn * turns / period * added, "soup \(number)")
      }
    }
    #expect(proved >= 4, "\(proved)")
  }

  /// The end is found by the search of `--until stable`.
  @Test(arguments: [100, 300])
  func `a soup is settled if it is stable at the limit of generations`(limit: Int) throws {
    var limits = AnalysisLimits.census
    limits.generations = limit
    let rule = AnalysisRule(.life)
    var census = SoupCensus(rule, limits: limits)
    var settled = 0
    for number in Effort.cases(60, long: 2000, brief: 5) {
      let soup = HashSoup(seed: Array("limit_\(number)".utf8), symmetry: .c1)
      let pattern = try Pattern(onPlane: soup.cells, rule: .life)
      let end = try Identifier(rule, limits: .census).end(of: pattern, when: .stable)
      let isSettled = end.isMet && end.generations <= limit
      let counts = try census.counts(of: soup)
      #expect((counts[.pathological] == nil) == isSettled, "soup \(number): \(end)")
      if isSettled { settled += 1 }
    }
    #expect(settled > 0)
  }

  @Test func `rules in turn settle at their first rule`() throws {
    let rule = AnalysisRule(try Rule(parsing: "B3/S23|B36/S23"))
    let soup = HashSoup(seed: Array("q24_0".utf8), symmetry: .c1)
    let counts = try (102...104).map { limit in
      var limits = AnalysisLimits.census
      limits.generations = limit
      var census = SoupCensus(rule, limits: limits)
      return try census.counts(of: soup)
    }
    #expect(counts[0] == counts[1] && counts[1] == counts[2])
  }

  /// Two gliders meet soon after the limit, or never.
  @Test(arguments: [(4_000, "PATHOLOGICAL", 1), (-4_000, "xq4_153", 2)])
  func `objects that meet later are not counted`(distance: Int, code: String, count: Int) throws {
    var limits = AnalysisLimits.census
    limits.generations = 6_000
    var census = SoupCensus(AnalysisRule(.life), limits: limits)
    let cells = try read("x = 3, y = 3, rule = B3/S23\n" + Self.glider).cells.set
    let turned = cells.map { Cell(x: distance - $0.x, y: distance - $0.y) }
    let counts = try census.counts(of: Cells(alive: cells.union(turned)))
    #expect(counts.map { ["\($0)": $1] } == [[code: count]])
  }

  @Test func `a census gives up what grows in all directions`() throws {
    var census = SoupCensus(AnalysisRule(try Self.brain.get()), limits: .census)
    let soup = HashSoup(seed: Array("golden_1".utf8), symmetry: .c1)
    #expect(try census.counts(of: soup) == [.pathological: 1])
    var evolution = try Self.soup(1)
    try evolution.advance(by: 600)
    let population = evolution.population
    try evolution.advance(by: 600)
    #expect(evolution.population > 3 * population)
  }

  /// Alone, without its debris, a switch engine of one kind may become the other.
  @Test(arguments: [
    ("block-laying-switch-engine", "yl144_1_16_afb5f3db909e60548f086e22ee3353ac"),
    ("glider-producing-switch-engine", "yl384_1_59_7aeb1999980c43b4945fb7fcdb023326"),
    ("2x12-infinite-growth", "yl144_1_16_afb5f3db909e60548f086e22ee3353ac"),
    ("time-bomb", "yl384_1_59_7aeb1999980c43b4945fb7fcdb023326"),
  ])
  func `the kind of a switch engine does not depend on where a census begins`(
    name: String, code: String
  ) throws {
    let cells = try named(name).cells
    for generation in [0, 50, 144, 1_000] {
      var pattern = try Self.evolution(cells, rule: .life)
      try pattern.advance(by: generation)
      var census = SoupCensus(AnalysisRule(.life), limits: .census)
      let counts = try census.counts(of: pattern.cells())
      let growing = counts.filter { !$0.key.hasCells }.map { ("\($0.key)", $0.value) }
      #expect(growing.map(\.0) == [code] && growing.map(\.1) == [1], "\(growing)")
    }
  }

  /// A gun of period 30 after ten periods, next to the cells of another pattern. Its gliders move
  /// to the south-east.
  private static func gun(beside rle: String, x: Int, y: Int) throws -> Evolution {
    let other = try read("x = 1, y = 1, rule = B3/S23\n" + rle).cells.set.moved(byX: x, y: y)
    let cells = try named("gosper-gun").cells.set.union(other)
    var evolution = try evolution(Cells(alive: cells), rule: .life)
    try evolution.advance(by: 300)
    return evolution
  }

  private static let glider = "bo$2bo$3o!"

  @Test(arguments: [("2o$2o!", 0, 200, "xs4_33"), (glider, 900, 0, "xq4_153")])
  func `a gun and an object that is never met are counted`(
    rle: String, x: Int, y: Int, code: String
  ) throws {
    let counts = try #require(try Self.counts(Self.gun(beside: rle, x: x, y: y), rule: .life))
    #expect(counts[code] ?? 0 >= 1)
    #expect(counts.keys.compactMap { Self.growth($0) }.map(\.cells) == [5])
  }

  /// Whether a soup is given up after samples of its population.
  private static func growsTooMuch(
    states: Int, _ count: Int, _ population: (Int) -> Int
  ) -> Bool {
    var samples = SampledPopulations(first: population(0), states: states)
    for sample in 1...count { samples.append(population(sample)) }
    return samples.growsTooMuch
  }

  @Test func `only soups that are large and grow steadily are given up`() {
    #expect(Self.growsTooMuch(states: 3, 100) { 100 + $0 * $0 })
    #expect(Self.growsTooMuch(states: 3, 400) { 100 + 30 * $0 })
    #expect(!Self.growsTooMuch(states: 3, 30) { 100 + $0 * $0 })
    #expect(!Self.growsTooMuch(states: 3, 2_000) { _ in 9_000 })
    #expect(!Self.growsTooMuch(states: 3, 2_000) { 5_000 + 4 * $0 })
    #expect(!Self.growsTooMuch(states: 3, 1_000) { min(10 * $0, 5_000) })
  }

  @Test func `soups of two states are followed for longer`() {
    #expect(Self.growsTooMuch(states: 2, 900) { 100 + $0 * $0 / 10 })
    #expect(!Self.growsTooMuch(states: 2, 800) { 100 + $0 * $0 / 10 })
    #expect(Self.growsTooMuch(states: 2, 2_000) { 100 + 20 * $0 })
    #expect(!Self.growsTooMuch(states: 2, 2_000) { 50_000 + 20 * $0 })
    #expect(!Self.growsTooMuch(states: 2, 4_000) { 100 + min($0, 1_000) * min($0, 1_000) / 10 })
  }

  @Test func `growth is even if the population grows by the same number again and again`() {
    func growsEvenly(_ population: (Int) -> Int) -> Bool {
      var samples = SampledPopulations(first: population(0), states: 2)
      for sample in 1...30 { samples.append(population(sample)) }
      return samples.growthPeriod != nil
    }
    #expect(growsEvenly { 100 + 7 * $0 })
    #expect(growsEvenly { 100 + 7 * ($0 / 5) })
    #expect(!growsEvenly { 100 + 7 * ($0 / 7) })
    #expect(!growsEvenly { _ in 100 })
    #expect(!growsEvenly { 2_000 - 7 * $0 })
    #expect(!growsEvenly { 2_000 + 7 * $0 })
  }
}
