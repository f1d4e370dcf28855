import LifeAnalysis
import LifeCore
import LifeKernels
import TestSupport
import Testing

/// The census on small boards counts the same objects as the general one.
@Suite struct FastCensusTests {
  struct Search: CustomTestStringConvertible, Sendable {
    var rule: String
    var symmetry: String
    var soups: Int
    /// The minimum percentage of soups with found objects.
    var share = 90

    var testDescription: String { "\(rule) \(symmetry)" }

    static let all = [
      Search(rule: "B3/S23", symmetry: "C1", soups: 200, share: 98),
      Search(rule: "B3/S23", symmetry: "D8_4", soups: 100),
      Search(rule: "B3/S23", symmetry: "C4_1", soups: 40),
      Search(rule: "B3/S23", symmetry: "D2_+1", soups: 40),
      Search(rule: "B3/S23", symmetry: "1x256", soups: 40),
      Search(rule: "B36/S23", symmetry: "C1", soups: 20),
      Search(rule: "B38/S23", symmetry: "C1", soups: 40),
      Search(rule: "B2-a/S12", symmetry: "C1", soups: 20),
      Search(rule: "B2/S34H", symmetry: "C1", soups: 20),
      Search(rule: "B3/S23V", symmetry: "C1", soups: 20),
      Search(rule: "B3678/S34678", symmetry: "C1", soups: 20),
    ]

    func soup(_ number: Int) throws -> HashSoup {
      let symmetry = try #require(SoupSymmetry(symmetry))
      return HashSoup(seed: Array("fast_\(number)".utf8), symmetry: symmetry)
    }

    func analysisRule() throws -> AnalysisRule {
      AnalysisRule(try Rule(parsing: rule))
    }
  }

  private static func counts(_ census: FastCensus) -> [ObjectCode: Int] {
    census.objects.reduce(into: [:]) { $0[census.codes[Int($1)], default: 0] += 1 }
  }

  @Test(arguments: Search.all)
  func `a fast census finds the objects of the general census`(search: Search) throws {
    let rule = try search.analysisRule()
    let fast = try #require(FastCensus(rule))
    var general = SoupCensus(rule, limits: .census)
    let numbers = Effort.cases(search.soups, long: 20 * search.soups)
    var found = 0
    for number in numbers {
      let soup = try search.soup(number)
      guard fast.findObjects(of: soup) else { continue }
      found += 1
      #expect(try Self.counts(fast) == general.counts(of: soup), "soup \(number)")
    }
    #expect(100 * found >= search.share * numbers.count)
  }

  /// A failed soup leaves nothing on the board.
  @Test func `the order of soups does not change a fast census`() throws {
    let search = Search.all[0]
    let first = try #require(FastCensus(AnalysisRule(.life)))
    let second = try #require(FastCensus(AnalysisRule(.life)))
    let numbers = Array(0..<300)
    var expected: [Int: [ObjectCode: Int]] = [:]
    for number in numbers where first.findObjects(of: try search.soup(number)) {
      expected[number] = Self.counts(first)
    }
    for number in numbers.reversed() {
      let isFound = second.findObjects(of: try search.soup(number))
      #expect(isFound == (expected[number] != nil))
      if isFound { #expect(Self.counts(second) == expected[number]) }
    }
  }

  @Test(arguments: CPULevel.supported)
  func `a fast census finds the same objects on all CPU levels`(level: CPULevel) throws {
    for search in [Search.all[0], Search.all[7], Search.all[8]] {
      let rule = try search.analysisRule()
      let fast = try #require(FastCensus(rule))
      let other = try #require(FastCensus(rule, limits: .census, level: level))
      for number in 0..<search.soups / 2 {
        let soup = try search.soup(number)
        #expect(fast.findObjects(of: soup) == other.findObjects(of: soup))
        #expect(Self.counts(fast) == Self.counts(other))
      }
    }
  }

  /// The table is from another program.
  @Test func `a thousand soups have the objects of another program`() throws {
    let fast = try #require(FastCensus(AnalysisRule(.life)))
    var general = SoupCensus(AnalysisRule(.life), limits: .census)
    var counts: [String: Int] = [:]
    for number in 0..<1000 {
      let soup = HashSoup(seed: Array("golden_\(number)".utf8), symmetry: .c1)
      let isFound = fast.findObjects(of: soup)
      for (code, count) in isFound ? Self.counts(fast) : try general.counts(of: soup) {
        counts[code.description, default: 0] += count
      }
    }
    #expect(counts == Self.thousandSoups)
  }

  private static let thousandSoups = [
    "xs4_33": 6712, "xp2_7": 6170, "xs6_696": 3397, "xq4_153": 1890, "xs7_2596": 1032,
    "xs5_253": 914, "xs6_356": 674, "xs8_6996": 210, "xs4_252": 204, "xs7_25ac": 57,
    "xp2_7e": 49, "xs12_g8o653z11": 27, "xp2_318c": 16, "xs6_25a4": 12, "xs7_178c": 8,
    "xs14_g88m952z121": 7, "xs8_69ic": 6, "xs8_25ak8": 2, "xs10_g8o652z01": 2, "xq4_6frc": 2,
    "xs14_69bqic": 1, "xq4_27deee6": 1, "xq4_27dee6": 1,
    "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401": 1,
  ]

  /// Blocks far from the middle of the board.
  @Test(arguments: [(6615, 386), (7076, 242)])
  func `a fast census counts ash at the edge of its board`(number: Int, objects: Int) throws {
    let fast = try #require(FastCensus(AnalysisRule(.life)))
    var general = SoupCensus(AnalysisRule(.life), limits: .census)
    let symmetry = try #require(SoupSymmetry("D2_+1"))
    let soup = HashSoup(seed: Array("golden_\(number)".utf8), symmetry: symmetry)
    #expect(try general.counts(of: soup).values.reduce(0, +) == objects)
    #expect(fast.findObjects(of: soup) && fast.objects.count == objects)
  }

  /// To the west, to the east, and to the south.
  @Test(arguments: [1492, 8199, 18856])
  func `a fast census counts soups that spread to one side`(number: Int) throws {
    let fast = try #require(FastCensus(AnalysisRule(.life)))
    var general = SoupCensus(AnalysisRule(.life), limits: .census)
    let soup = HashSoup(seed: Array("golden_\(number)".utf8), symmetry: .c1)
    #expect(fast.findObjects(of: soup))
    #expect(try Self.counts(fast) == general.counts(of: soup))
  }

  @Test(arguments: ["B0/S8", "/2/3", "R2,C0,M1,S3..5,B3..4,NM"])
  func `other families of rules are left to the general census`(rule: String) throws {
    let rule = AnalysisRule(try Rule(parsing: rule))
    #expect(FastCensus(rule) == nil)
  }
}
