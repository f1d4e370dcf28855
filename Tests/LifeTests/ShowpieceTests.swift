import Life
import Testing

/// Patterns of the collection for rules of other families than Life-like ones.
@Suite struct ShowpieceTests {
  private func cells(_ name: String, after generations: Int) throws -> Life.Pattern {
    let automaton = try Automaton(Pattern(named: name))
    try automaton.advance(by: generations)
    return try automaton.snapshot()
  }

  @Test(arguments: [
    ("wireworld-clock", 8, 0, 0), ("brians-brain-photon", 1, 1, 0),
    ("brians-brain-glider", 4, 1, 1), ("star-wars-photon", 1, 1, 0), ("star-wars-p8", 8, 0, 0),
    ("star-wars-p12", 12, 0, 0), ("bosco-photon", 1, 1, 0), ("bosco", 42, 23, 23),
    ("hexagonal-p12", 12, 0, 0), ("critters-glider", 4, 2, 0),
    ("triangular-p8", 8, 0, 0), ("triangular-glider", 3, 1, 1), ("alternating-spaceship", 2, 1, 0),
  ])
  func `a pattern returns after its period, as far away as its speed says`(
    name: String, period: Int, major: Int, minor: Int
  ) throws {
    let start = try Pattern(named: name)
    let from = try #require(start.bounds)
    for generation in 1...period {
      let now = try cells(name, after: generation)
      let to = try #require(now.bounds)
      let isBack = try now.cropped().hasSameCells(as: start.cropped())
      #expect(isBack == (generation == period), "\(generation)")
      guard generation == period else { continue }
      let distances = [abs(to.x - from.x), abs(to.y - from.y)]
      #expect(distances.max() == BigInt(major) && distances.min() == BigInt(minor))
    }
  }

  /// Where electrons are: a column and a row, the generation, and whether there is one.
  static let electrons: [(String, Int, Int, Int, Bool)] = [
    ("wireworld-xor", 10, 3, 9, true), ("wireworld-xor", 10, 13, 9, false),
    ("wireworld-or", 10, 3, 10, true), ("wireworld-or", 10, 13, 10, true),
    ("wireworld-diode", 11, 1, 10, true), ("wireworld-diode", 0, 7, 10, false),
    ("wireworld-half-adder", 62, 6, 52, true), ("wireworld-half-adder", 62, 6, 58, false),
    ("wireworld-half-adder", 62, 6, 64, true), ("wireworld-half-adder", 62, 11, 67, true),
  ]

  @Test(arguments: electrons.indices)
  func `an electron leaves a circuit, or none`(index: Int) throws {
    let (name, x, y, generation, isThere) = Self.electrons[index]
    #expect(try (cells(name, after: generation)[x, y] == 1) == isThere, "\(name)")
  }

  @Test func `two billiard balls leave on the other diagonal`() throws {
    let both = try cells("billiard-ball-gate", after: 8)
    #expect(both.population == 2 && both[8, -1] == 1 && both[-1, 8] == 1)
  }

  @Test func `the hexagonal replicator makes three copies of itself`() throws {
    for generation in [42, 84, 336] {
      #expect(try cells("hexagonal-replicator", after: generation).population == 3 * 14)
    }
  }

  @Test func `the alternating gun emits a glider every 30 generations`() throws {
    let start = try cells("alternating-gun", after: 0).population
    for gliders in 1...40 {
      let later = try cells("alternating-gun", after: 30 * gliders)
      #expect(later.population == start + 5 * BigInt(gliders))
    }
  }

  @Test func `rules 30, 90 and 110 draw their triangles below a cell`() throws {
    #expect(try cells("rule-30", after: 3).population == 13)
    #expect(try cells("rule-90", after: 15).population == 81)
    #expect(try cells("rule-110", after: 3).population == 9)
  }

  @Test func `Langton's ant builds a highway`() throws {
    let before = try cells("langtons-ant", after: 10_500)
    let after = try cells("langtons-ant", after: 10_604)
    #expect(after.population - before.population == 12)
    #expect(before.population == 774)
  }
}
