import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Soups for which a census depends on where it stops or how it tells objects apart, counted again
/// without it.
@Suite struct IndependentCountTests {
  /// Small objects that are counted, as drawings.
  private static let drawings = [
    "xs4_33": [["**", "**"]],
    "xs5_253": [["**.", "*.*", ".*."]],
    "xq4_153": [["***", "*..", ".*."], [".**", "**.", "..*"]],
  ]

  /// All orientations of the drawings, from the north-western corner, with their codes.
  private static let shapes: [Set<Cell>: String] = {
    var shapes: [Set<Cell>: String] = [:]
    for (code, phases) in drawings {
      for rows in phases {
        var cells: Set<Cell> = []
        for (y, row) in rows.enumerated() {
          for (x, mark) in row.enumerated() where mark == "*" { cells.insert(Cell(x: x, y: y)) }
        }
        for map in LatticeMap.square { shapes[inCorner(Set(cells.map { map($0) }))] = code }
      }
    }
    return shapes
  }()

  private static func inCorner(_ cells: Set<Cell>) -> Set<Cell> {
    let x = cells.map(\.x).min() ?? 0
    let y = cells.map(\.y).min() ?? 0
    return Set(cells.map { Cell(x: $0.x - x, y: $0.y - y) })
  }

  private static func soup(_ number: Int) -> HashSoup {
    HashSoup(seed: Array("golden_\(number)".utf8), symmetry: .c1)
  }

  /// The numbers of blocks, boats and gliders: every group of touching cells that has one of their
  /// shapes, in a generation that an engine computes.
  private static func counts(
    of number: Int, at generation: Int, by engine: any Stepper.Type = ReferenceStepper.self
  ) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for group in try groups(of: number, under: .life, at: generation, by: engine) {
      if let code = shapes[inCorner(group)] { counts[code, default: 0] += 1 }
    }
    return counts
  }

  /// The groups of touching cells in a generation that an engine computes.
  private static func groups(
    of number: Int, under rule: Rule, at generation: Int,
    by engine: any Stepper.Type = ReferenceStepper.self
  ) throws -> [Set<Cell>] {
    var pattern = Pattern(cells: soup(number).cells)
    pattern.position = .origin
    pattern.statedRule = rule
    var stepper = try engine.init(pattern, options: EngineOptions())
    try stepper.advance(by: BigInt(generation))
    var rest: Set<Cell> = []
    try stepper.snapshot().inRows().cells.forEachRun { run in
      for x in run.x..<run.x + run.length { rest.insert(Cell(x: x, y: run.y)) }
    }
    var groups: [Set<Cell>] = []
    while let first = rest.popFirst() {
      var group: Set<Cell> = [first]
      var edge = [first]
      while let cell = edge.popLast() {
        for y in cell.y - 1...cell.y + 1 {
          for x in cell.x - 1...cell.x + 1 {
            guard let neighbor = rest.remove(Cell(x: x, y: y)) else { continue }
            group.insert(neighbor)
            edge.append(neighbor)
          }
        }
      }
      groups.append(group)
    }
    return groups
  }

  private static func census(_ number: Int) throws -> [String: Int] {
    var general = SoupCensus(AnalysisRule(.life), limits: CensusLimits())
    return try general.counts(of: soup(number)).reduce(into: [:]) { $0["\($1.key)"] = $1.value }
  }

  /// In soups 1179, 1422 and 1931, hauls of another program have one glider more and one boat
  /// fewer. In soup 20616 the last glider meets a block long after the population is constant.
  @Test(arguments: [
    (1179, 1_740, ["xs4_33": 10, "xs5_253": 4, "xq4_153": 7]),
    (1422, 960, ["xs4_33": 15, "xs5_253": 1, "xq4_153": 2]),
    (1931, 260, ["xs4_33": 4, "xs5_253": 2]),
    (20_616, 2_060, ["xs4_33": 17, "xs5_253": 3, "xq4_153": 6]),
  ])
  func `blocks, boats and gliders are those of a simulation cell by cell`(
    number: Int, generation: Int, counts: [String: Int]
  ) throws {
    #expect(try Self.counts(of: number, at: generation) == counts)
    let census = try Self.census(number).filter { Self.drawings[$0.key] != nil }
    #expect(census == counts)
  }

  /// Not the blocks: there are still lifes of which a part looks like one.
  @Test func `boats and gliders of many soups are those of a late generation`() throws {
    for number in Effort.cases(40, long: 10_000) {
      let blocks = "xs4_33"
      let late = try Self.counts(of: number, at: 20_000, by: HashLifeStepper.self)
      let census = try Self.census(number).filter { Self.drawings[$0.key] != nil }
      #expect(census.filter { $0.key != blocks } == late.filter { $0.key != blocks }, "\(number)")
    }
  }

  /// In each of these, spaceships meet something after the population was constant for hundreds of
  /// generations.
  @Test(arguments: [
    ("B3/S23", "C1", 20_616), ("B3/S23", "C1", 52_574), ("B3/S23", "C1", 70_803),
    ("B38/S23", "C1", 9_470), ("B3/S23", "C4_1", 667), ("B3/S23", "C4_1", 7_403),
  ])
  func `a census counts only what is proved to stay`(
    rule: String, symmetry: String, number: Int
  ) throws {
    let rule = AnalysisRule(try RuleAndUniverse(parsing: rule.utf8).rule)
    let soup = HashSoup(
      seed: Array("golden_\(number)".utf8), symmetry: try #require(SoupSymmetry(symmetry)))
    var pattern = Pattern(cells: soup.cells)
    pattern.position = .origin
    pattern.statedRule = rule.rule
    var limits = AnalysisLimits()
    limits.generations = 20_000
    let identifier = Identifier(rule, limits: limits)
    let proved = try #require(
      try identifier.settledObjects(of: pattern, identifiedAs: identifier.identify(pattern)))
    let expected: [ObjectCode: Int] = proved.objects.reduce(into: [:]) {
      $0[$1.code, default: 0] += 1
    }
    var general = SoupCensus(rule, limits: CensusLimits())
    // Without the codes for soups that end large.
    #expect(try general.counts(of: soup).filter(\.key.hasCells) == expected)
    let fast = try #require(FastCensus(rule))
    if fast.findObjects(of: soup) {
      let found: [ObjectCode: Int] = fast.objects.reduce(into: [:]) {
        $0[fast.codes[Int($1)], default: 0] += 1
      }
      #expect(found == expected)
    }
  }

  /// Each copy has a group of nine cells in these generations. A program that counts copies finds
  /// another number whenever it stops; what stays beside them is one block.
  @Test(arguments: [(236, 4), (260, 8), (272, 4), (332, 4)])
  func `a replicator is counted once with all of its copies`(generation: Int, copies: Int) throws {
    let rule = try RuleAndUniverse(parsing: "B36/S23".utf8).rule
    let groups = try Self.groups(of: 5_175, under: rule, at: generation)
    #expect(groups.count { $0.count == 9 } == copies)
    #expect(groups.filter { Self.shapes[Self.inCorner($0)] != nil }.count == 1)
    var census = SoupCensus(AnalysisRule(rule), limits: CensusLimits())
    let counts = try census.counts(of: Self.soup(5_175))
    #expect(counts == [ObjectCode("xs4_33"): 1, ObjectCode("zz_REPLICATOR"): 1])
  }

  /// Beside what grows, five groups of cells are the same in generations 6 000, 30 000 and 120 001.
  @Test func `objects that stay beside a strip that grows are counted`() throws {
    let rule = try RuleAndUniverse(parsing: "B2-a/S12".utf8).rule
    var census = SoupCensus(AnalysisRule(rule), limits: CensusLimits())
    let counts = try census.counts(of: Self.soup(669)).filter(\.key.hasCells)
    let expected = ["xs2_3": 3, "xs3_13": 1, "xs4_f": 1]
    #expect(counts == expected.reduce(into: [:]) { $0[ObjectCode($1.key)] = $1.value })
  }

  /// The soup of B37/S23 explodes slowly. That of HighLife has a part that needs 300 MB and two
  /// seconds to be known not to be a replicator.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("B37/S23", "lim_1", "PATHOLOGICAL"), ("B36/S23", "golden_6296", "zz_REPLICATOR"),
    ])
  func `soups that grow irregularly end in little memory, whatever their limits`(
    rule: String, seed: String, code: String
  ) throws {
    var limits = CensusLimits()
    limits.engine.memoryLimit = 1 << 26
    if code == "PATHOLOGICAL" {
      limits.generations = 1 << 40
      limits.population = 1 << 40
    }
    let rule = AnalysisRule(try RuleAndUniverse(parsing: rule.utf8).rule)
    var census = SoupCensus(rule, limits: limits)
    let counts = try census.counts(of: HashSoup(seed: Array(seed.utf8), symmetry: .c1))
    #expect(counts[ObjectCode(code)] == 1)
  }
}
