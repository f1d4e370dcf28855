import LifeCore
import TestSupport
import Testing

@testable import LifeAnalysis

/// Soups of Bosco's rule, whose objects are known only from envelopes, not from clusters.
@Suite(.needsOptimization) struct BoscoCensusTests {
  private static let rule = Result { try Rule(parsing: "R5,C0,M1,S34..58,B34..45,NM") }

  private static func soup(_ number: Int) -> HashSoup {
    HashSoup(seed: Array("hob_\(number)".utf8), symmetry: .c1)
  }

  @Test func `a part that grows alone is given up early`() throws {
    var census = SoupCensus(AnalysisRule(try Self.rule.get()), limits: .census)
    let counts = try census.counts(of: Self.soup(1))
    let found = counts.reduce(into: [:]) { $0["\($1.key)"] = $1.value }
    #expect(
      found == [
        "xs36_vvvvvvz111111": 3, "xq16_gc6217uussz17vuuuvf73": 1, "xq12_gsvvfvvsgz37doood73": 1,
        "xp166_gsuvvvuuoz7ffvggpc7": 1,
      ])
  }

  @Test(arguments: [200, 300, 400, 450])
  func `objects that a spaceship has passed stay apart`(generation: Int) throws {
    let rule = AnalysisRule(try Self.rule.get())
    let separation = Separation(rule: rule, limits: AnalysisLimits())
    var soup = try separation.evolution(of: Self.soup(26).cells)
    try soup.advance(by: generation)
    let pattern = try Pattern(onPlane: soup.cells(), rule: rule.rule)
    let result = try Identifier(rule).identify(pattern)
    #expect(result.kind == .collection && result.lifespan == 497 - generation)
    #expect(result.parts.map(\.count).reduce(0, +) == 4 && result.parts.count == 4)
  }
}
