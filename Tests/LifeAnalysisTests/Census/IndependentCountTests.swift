import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Soups with different counts depending on the end of a census or its separation of objects. They
/// are counted again without these, in a generation that an engine computes.
@Suite(.needsOptimization) struct IndependentCountTests {
  /// Drawings of small objects to count.
  private static let drawings = [
    "xs4_33": ["OO\nOO"],
    "xs5_253": ["OO.\nO.O\n.O."],
    "xq4_153": ["OOO\nO..\n.O.", ".OO\nOO.\n..O"],
  ]

  /// All orientations of the drawings, moved to the north-western corner, with their codes.
  private static let shapes: [Set<Cell>: String] = {
    var shapes: [Set<Cell>: String] = [:]
    for (code, phases) in drawings {
      for drawing in phases {
        let cells = Art.cells(drawing).set
        for map in LatticeMap.square { shapes[Set(cells.map { map($0) }).inCorner] = code }
      }
    }
    return shapes
  }()

  private static func soup(_ number: Int) -> HashSoup {
    HashSoup(seed: Array("golden_\(number)".utf8), symmetry: .c1)
  }

  /// The numbers of blocks, boats and gliders: all groups of touching cells with one of their
  /// shapes, in a generation computed by an engine.
  private static func counts(
    of number: Int, at generation: Int, by engine: Engine = .bitmap
  ) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for group in try groups(of: number, under: .life, at: generation, by: engine) {
      if let code = shapes[group.inCorner] { counts[code, default: 0] += 1 }
    }
    return counts
  }

  /// The groups of touching cells in a generation computed by an engine.
  private static func groups(
    of number: Int, under rule: Rule, at generation: Int,
    by engine: Engine = .bitmap
  ) throws -> [Set<Cell>] {
    let pattern = Pattern(cells: soup(number).cells, at: .origin, rule: rule)
    var stepper = try engine.initializer(for: rule)(pattern, EngineOptions())
    try stepper.advance(by: BigInt(generation))
    return try stepper.snapshot().inRows().cells.set.islands
  }

  private static func census(_ number: Int) throws -> [String: Int] {
    var general = SoupCensus(AnalysisRule(.life), limits: .census)
    return try general.counts(of: soup(number)).reduce(into: [:]) { $0["\($1.key)"] = $1.value }
  }

  /// The ash of a soup.
  struct Ash {
    let soup: Int
    /// A generation after all objects have settled.
    let generation: Int
    let blocks: Int
    let boats: Int
    let gliders: Int

    var counts: [String: Int] {
      ["xs4_33": blocks, "xs5_253": boats, "xq4_153": gliders].filter { $0.value > 0 }
    }
  }

  /// In the first 10 000 soups, hauls of another program have 20 more gliders and 20 fewer boats:
  /// one each in soups 1179, 1422 and 1931, for example. In these and 17 other soups, and in no
  /// more, a blinker is a knight's step from the tip of a boat and comes first in reading order.
  static let ashes = [
    Ash(soup: 1_179, generation: 1_740, blocks: 10, boats: 4, gliders: 7),
    Ash(soup: 1_422, generation: 960, blocks: 15, boats: 1, gliders: 2),
    Ash(soup: 1_931, generation: 260, blocks: 4, boats: 2, gliders: 0),
    Ash(soup: 2_126, generation: 2_140, blocks: 13, boats: 2, gliders: 6),
    Ash(soup: 3_132, generation: 1_770, blocks: 27, boats: 6, gliders: 7),
    Ash(soup: 3_153, generation: 1_580, blocks: 17, boats: 2, gliders: 2),
    Ash(soup: 3_687, generation: 210, blocks: 4, boats: 2, gliders: 1),
    Ash(soup: 4_045, generation: 510, blocks: 11, boats: 2, gliders: 1),
    Ash(soup: 4_302, generation: 3_820, blocks: 22, boats: 11, gliders: 10),
    Ash(soup: 4_321, generation: 5_360, blocks: 71, boats: 13, gliders: 24),
    Ash(soup: 5_402, generation: 600, blocks: 10, boats: 3, gliders: 4),
    Ash(soup: 5_468, generation: 2_480, blocks: 40, boats: 10, gliders: 9),
    Ash(soup: 6_286, generation: 660, blocks: 5, boats: 2, gliders: 0),
    Ash(soup: 6_819, generation: 2_790, blocks: 36, boats: 5, gliders: 4),
    Ash(soup: 7_880, generation: 330, blocks: 8, boats: 1, gliders: 1),
    Ash(soup: 7_958, generation: 110, blocks: 3, boats: 1, gliders: 0),
    Ash(soup: 8_021, generation: 70, blocks: 2, boats: 2, gliders: 0),
    Ash(soup: 8_750, generation: 2_430, blocks: 37, boats: 5, gliders: 6),
    Ash(soup: 9_078, generation: 550, blocks: 5, boats: 2, gliders: 4),
    Ash(soup: 9_248, generation: 170, blocks: 3, boats: 1, gliders: 0),
    // The last glider meets a block long after the population has become constant.
    Ash(soup: 20_616, generation: 2_060, blocks: 17, boats: 3, gliders: 6),
  ]

  @Test(arguments: ashes)
  func `blocks, boats and gliders are the groups of cells of a late generation`(ash: Ash) throws {
    #expect(try Self.counts(of: ash.soup, at: ash.generation) == ash.counts)
    let census = try Self.census(ash.soup).filter { Self.drawings[$0.key] != nil }
    #expect(census == ash.counts)
  }

  /// Files store the complement of the cells under the second rule, so stored cells obey Life.
  @Test func `the soups of Life and of its conjugate leave the same objects`() throws {
    let conjugate = AnalysisRule(try Rule(parsing: "B0123478/S01234678"))
    var census = SoupCensus(conjugate, limits: .census)
    for number in Effort.cases(40, long: 1_000) {
      let counts = try census.counts(of: Self.soup(number))
      #expect(
        try counts.reduce(into: [:]) { $0["\($1.key)"] = $1.value } == Self.census(number),
        "\(number)")
    }
  }

  /// Blocks are left out: parts of some still lifes look like one.
  @Test func `boats and gliders of many soups are those of a late generation`() throws {
    for number in Effort.cases(40, long: 10_000) {
      let blocks = "xs4_33"
      let late = try Self.counts(of: number, at: 20_000, by: .hashlife)
      let census = try Self.census(number).filter { Self.drawings[$0.key] != nil }
      #expect(census.filter { $0.key != blocks } == late.filter { $0.key != blocks }, "\(number)")
    }
  }

  /// In each of these, spaceships meet objects after the population was constant for hundreds of
  /// generations.
  @Test(arguments: [
    ("B3/S23", "C1", 20_616), ("B3/S23", "C1", 52_574), ("B3/S23", "C1", 70_803),
    ("B38/S23", "C1", 9_470), ("B3/S23", "C4_1", 667), ("B3/S23", "C4_1", 7_403),
  ])
  func `a census counts only what is proved to stay`(
    rule: String, symmetry: String, number: Int
  ) throws {
    let rule = AnalysisRule(try Rule(parsing: rule))
    let soup = HashSoup(
      seed: Array("golden_\(number)".utf8), symmetry: try #require(SoupSymmetry(symmetry)))
    let pattern = Pattern(cells: soup.cells, at: .origin, rule: rule.rule)
    let limits = AnalysisLimits(generations: 20_000)
    let identifier = Identifier(rule, limits: limits)
    let proved = try #require(
      try identifier.settledObjects(of: pattern, identifiedAs: identifier.identify(pattern)))
    let expected: [ObjectCode: Int] = proved.objects.reduce(into: [:]) {
      $0[$1.code, default: 0] += 1
    }
    var general = SoupCensus(rule, limits: .census)
    // Without the codes for large ash.
    #expect(try general.counts(of: soup).filter(\.key.hasCells) == expected)
    let fast = try #require(FastCensus(rule))
    if fast.findObjects(of: soup) {
      let found: [ObjectCode: Int] = fast.objects.reduce(into: [:]) {
        $0[fast.codes[Int($1)], default: 0] += 1
      }
      #expect(found == expected)
    }
  }

  /// In these generations each copy is a group of nine cells. The number of copies depends on the
  /// generation. Only one block stays next to them.
  @Test(arguments: [(236, 4), (260, 8), (272, 4), (332, 4)])
  func `a replicator is counted once with all of its copies`(generation: Int, copies: Int) throws {
    let rule = try Rule(parsing: "B36/S23")
    let groups = try Self.groups(of: 5_175, under: rule, at: generation)
    #expect(groups.count { $0.count == 9 } == copies)
    #expect(groups.filter { Self.shapes[$0.inCorner] != nil }.count == 1)
    var census = SoupCensus(AnalysisRule(rule), limits: .census)
    let counts = try census.counts(of: Self.soup(5_175))
    #expect(counts == [ObjectCode("xs4_33"): 1, ObjectCode("zz_REPLICATOR"): 1])
  }

  /// Five groups of cells next to the growth are the same in generations 6 000, 30 000 and 120 001.
  @Test func `objects that stay beside a strip that grows are counted`() throws {
    let rule = try Rule(parsing: "B2-a/S12")
    var census = SoupCensus(AnalysisRule(rule), limits: .census)
    let counts = try census.counts(of: Self.soup(669)).filter(\.key.hasCells)
    let expected = ["xs2_3": 3, "xs3_13": 1, "xs4_f": 1]
    #expect(counts == expected.reduce(into: [:]) { $0[ObjectCode($1.key)] = $1.value })
  }

  /// The soup of B37/S23 explodes slowly. The soup of HighLife has a part that takes 300 MB and two
  /// seconds to be excluded as a replicator.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("B37/S23", "lim_1", "PATHOLOGICAL"), ("B36/S23", "golden_6296", "zz_REPLICATOR"),
    ])
  func `soups that grow irregularly end in little memory, whatever their limits`(
    rule: String, seed: String, code: String
  ) throws {
    var limits = AnalysisLimits.census
    limits.engine.memoryLimit = 1 << 26
    if code == "PATHOLOGICAL" {
      limits.generations = 1 << 40
      limits.population = 1 << 40
    }
    let rule = AnalysisRule(try Rule(parsing: rule))
    var census = SoupCensus(rule, limits: limits)
    let counts = try census.counts(of: HashSoup(seed: Array(seed.utf8), symmetry: .c1))
    #expect(counts[ObjectCode(code)] == 1)
  }
}
