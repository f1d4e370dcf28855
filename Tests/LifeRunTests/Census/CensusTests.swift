import Foundation
import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRun
import TestSupport
import Testing

/// The objects in the ash of soups.
@Suite(.needsOptimization) struct CensusTests {
  private static let search = CensusSearch(rule: .life, symmetry: .c1, root: "golden_")

  private static func haul(
    soups: Range<Int>, by search: CensusSearch = search, threads: Int = 1
  ) throws -> Haul {
    var plan = CensusPlan(search, soups: soups)
    plan.threads = threads
    return try CensusRun(plan).run().haul
  }

  private static func search(rule: String, symmetry: String, root: String) throws
    -> CensusSearch
  {
    CensusSearch(rule: try Rule(parsing: rule), symmetry: SoupSymmetry(symmetry), root: root)
  }

  /// The tables of another program.
  @Test func `the tables of a census are byte for byte those of another program`() throws {
    let count = Effort.isLong ? 1_000 : 100
    let file = Project.root.appending(path: "Tests/LifeFormatsTests/Hauls/golden-\(count).haul")
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let text = String(decoding: try Self.haul(soups: 0..<count, threads: 2).bytes, as: UTF8.self)
    let mark = "@CENSUS TABLE"
    let tables = [text, expected].map {
      $0[($0.firstRange(of: mark)?.lowerBound ?? $0.endIndex)...]
    }
    #expect(tables[0] == tables[1] && tables[0].hasPrefix(mark))
  }

  @Test(arguments: [1, 3])
  func `threads and parts do not change a haul`(threads: Int) throws {
    let complete = try Self.haul(soups: 0..<12)
    var sum = try Self.haul(soups: 0..<5, threads: threads)
    try sum.add(Self.haul(soups: 5..<12, threads: threads))
    #expect(sum.bytes == complete.bytes)
  }

  /// Proofs of growth need HashLife, which supports only direct neighbors.
  @Test func `a soup that does not settle is counted under rules of distant neighbors`() throws {
    let search = try Self.search(
      rule: "R5,C0,M1,S34..58,B34..45,NM", symmetry: "C1", root: "zz_")
    #expect(try Self.haul(soups: 2..<3, by: search).soups.count == 1)
  }

  /// Compares each soup with its identification. All soups of the short form settle.
  @Test(arguments: [
    ("B3/S23", "C1", 0..<2), ("B36/S23", "D2_x", 0..<2), ("B38/S23", "8x32", 0..<2),
    ("/2/3", "C1", 1..<4), ("345/2/4", "C1", 1..<2), ("345/2/4", "C1", 5..<6),
    ("345/2/4", "C1", 11..<13), ("B2/S34H", "C1", 0..<2),
  ])
  func `a census equals the identification of each soup`(
    rule: String, symmetry: String, soups: Range<Int>
  ) throws {
    let search = try Self.search(rule: rule, symmetry: symmetry, root: "test_")
    var limits = AnalysisLimits()
    limits.generations = 8_000
    limits.engine.memoryLimit = 1 << 28
    let identifier = Identifier(AnalysisRule(search.rule), limits: limits)
    var unsettled = 0
    for number in Effort.isLong && search.rule == .life ? 0..<200 : soups {
      let haul = try Self.haul(soups: number..<number + 1, by: search)
      var pattern = Pattern(cells: search.soup(number).cells, at: .origin, rule: search.rule)
      pattern = try pattern.packedForRule()
      guard
        let found = try identifier.settledObjects(
          of: pattern, identifiedAs: identifier.identify(pattern))
      else {
        unsettled += 1
        continue
      }
      var table = HaulTable()
      for object in found.objects { table.add("\(object.code)", count: 1, soup: number) }
      #expect(haul.table == table)
    }
    // One soup of Life in 500 lives for more than 8 000 generations.
    #expect(unsettled <= (Effort.isLong ? 3 : 0))
  }

  /// A block-laying switch engine beside a dying spark.
  @Test func `a part that dies beside growth is not waited for`() throws {
    let haul = try Self.haul(
      soups: 748_434..<748_435, by: Self.search(rule: "B3/S23", symmetry: "C1", root: "own_root_"))
    #expect(haul.table.entries.keys.contains { $0.hasPrefix("yl144_1_16_") })
    #expect(haul.table.entries["PATHOLOGICAL"] == nil)
  }

  /// Two spaceships leave an oscillator of period 166.
  @Test func `a soup under a Larger than Life rule is counted when it has settled`() throws {
    let search = try Self.search(
      rule: "R5,C0,M1,S34..58,B34..45,NM", symmetry: "C1", root: "q0_")
    let table = try Self.haul(soups: 2..<3, by: search).table
    let periods = table.entries.keys.map { $0.prefix { $0 != "_" } }.sorted()
    #expect(periods == ["xp166", "xq12", "xq6"])
  }

  /// The first engine is proved after 24 000 generations, the others after 12 000.
  @Test(arguments: [(303_213, "yl384_1_59_"), (467_548, "yl144_1_16_"), (626_919, "yl144_1_16_")])
  func `soups with a switch engine have its code`(number: Int, code: String) throws {
    let haul = try Self.haul(
      soups: number..<number + 1, by: Self.search(rule: "B3/S23", symmetry: "C1", root: "brk_"))
    let growing = haul.table.entries.keys.filter { !$0.hasPrefix("x") }
    #expect(growing.count == 1 && growing.allSatisfy { $0.hasPrefix(code) }, "\(growing)")
  }

  /// The first soup leaves a glider and a block, the others debris. The last three have more than a
  /// replicator.
  @Test(arguments: [1_139, 124, 195, 2_718, 9_616])
  func `replicators are named, and what stays beside them is counted`(number: Int) throws {
    let haul = try Self.haul(
      soups: number..<number + 1, by: Self.search(rule: "B36/S23", symmetry: "C1", root: "golden_"))
    #expect(haul.table.count(of: "zz_REPLICATOR") == 1)
    #expect(haul.table.entries["PATHOLOGICAL"] == nil)
    if number == 1_139 {
      #expect(haul.table.count(of: "xs4_33") == 1 && haul.table.count(of: "xq4_153") == 1)
      #expect(haul.table.objectCount == 3)
    }
  }

  /// In each, a row of copies shifts a blinker. Its distance from the next copy varies with the
  /// generation.
  @Test(arguments: [5_820, 6_654, 9_111])
  func `what growth shifts is not counted as staying`(number: Int) throws {
    let search = try Self.search(rule: "B36/S23", symmetry: "C1", root: "golden_")
    var objects: [[String: HaulTable.Entry]] = []
    for generations in [30_000, 60_000] {
      var plan = CensusPlan(search, soups: number..<number + 1)
      plan.limits.generations = generations
      let table = try CensusRun(plan).run().haul.table
      objects.append(table.entries.filter { $0.key.hasPrefix("x") })
    }
    #expect(objects[0] == objects[1])
  }

  @Test func `a soup beyond the limits is counted with its number`() throws {
    var plan = CensusPlan(Self.search, soups: 3..<5)
    plan.limits.generations = 24
    let haul = try CensusRun(plan).run().haul
    #expect(haul.table.entries["PATHOLOGICAL"] == .init(count: 2, samples: [3, 4]))
  }

  /// A block-laying switch engine. Its growth has a code if there is time to find it.
  @Test func `a soup that a low limit ends gets no names`() throws {
    let search = try Self.search(rule: "B3/S23", symmetry: "C1", root: "own_root_")
    var plan = CensusPlan(search, soups: 748_434..<748_435)
    plan.limits.generations = 2_000
    let haul = try CensusRun(plan).run().haul
    #expect(haul.table.entries == ["PATHOLOGICAL": .init(count: 1, samples: [748_434])])
  }

  @Test func `soups that run again confirm a haul, and show what was changed`() throws {
    let haul = try Self.haul(soups: 0..<6)
    let check = CensusVerification(
      CensusPlan(try CensusSearch(haul), soups: 0..<0, start: haul))
    let same = try check.differences(check.sample(100, seed: []))
    #expect(same.differences.isEmpty && same.count == 6 && same.hasSameTable == true)
    var forged = haul
    forged.table = HaulTable(haul.table.entries.filter { $0.key != "xp2_7" })
    forged.table.add("xs4_252", count: 1, soup: 0)
    let other = CensusVerification(
      CensusPlan(try CensusSearch(forged), soups: 0..<0, start: forged))
    let numbers = other.sample(4, seed: [1])
    #expect(numbers.count == 4 && Set(numbers).count == 4)
    let found = try other.differences([0])
    #expect(found.differences.map(\.code) == ["xp2_7", "xs4_252"])
    #expect(found.differences.map(\.isOnlyInHaul) == [false, true])
  }

  @Test(arguments: [
    ("B3/S23", "b3s23"), ("B2-a/S12", "b2-as12"), ("/2/3", "g3b2s"), ("345/2/4", "g4b2s345"),
    ("B2/S34H", "b2s34h"), ("B2/S013V", "b2s013v"), ("345/2/4H", "g4b2s345h"),
    ("R5,C0,M1,S34..58,B34..45,NM", "r5b34t45s34t58"), ("R2,C0,M0,S3..5,B4..5,NM", nil),
    ("R2,C3,M1,S3..5,B4..5,NM", nil), ("R2,C0,M1,S3..5,B4..5,NN", nil), ("W110", nil),
  ])
  func `the name of a rule in hauls is read as the rule`(rule: String, name: String?) throws {
    let search = try Self.search(rule: rule, symmetry: "D4_+2", root: "a")
    let haul = search.emptyHaul
    #expect(haul.rule == name ?? rule)
    #expect(try CensusSearch(haul) == search)
  }
}
