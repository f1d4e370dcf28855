import LifeAnalysis
import LifeCore
import TestSupport
import Testing

/// All ways for two objects to meet.
@Suite struct CollisionsTests {
  private static let rule = AnalysisRule(.life)

  private static func cells(_ rows: [String]) -> Cells {
    Art.cells(rows.joined(separator: "\n").replacing("*", with: "O"))
  }

  private static let glider = cells(["***", "*..", ".*."])

  private static func collisions(
    with rows: [String], startDistance: Int = 5
  ) throws -> [Collisions.Collision] {
    let first = try #require(try Collisions.cycle(of: glider, rule: rule))
    let second = try #require(try Collisions.cycle(of: cells(rows), rule: rule))
    return try Collisions(of: first, with: second, rule: rule, startDistance: startDistance).all()
  }

  /// The results of collisions, with the number of collisions for each.
  private static func results(of collisions: [Collisions.Collision]) throws -> [String: Int] {
    var census = SoupCensus(rule, limits: .census)
    var results: [String: Int] = [:]
    for collision in collisions {
      let counts = try census.counts(of: collision.cells)
      let text = counts.map { "\($0.value) \($0.key)" }.sorted().joined(separator: " ")
      results[text, default: 0] += 1
    }
    return results
  }

  /// The numbers are long known.
  @Test func `two gliders have 71 collisions, 28 of which leave nothing`() throws {
    let collisions = try Self.collisions(with: ["***", "*..", ".*."])
    #expect(collisions.count == 71)
    let results = try Self.results(of: collisions)
    #expect(results[""] == 28)
    #expect(results["1 xs4_33"] == 6)
    // The honey farm, the pi heptomino, the B heptomino, the traffic light and the blinker.
    #expect(results["4 xs6_696"] == 5)
    #expect(results["2 xs8_6996 5 xp2_7 6 xs4_33"] == 3)
    #expect(results["1 xs6_356 2 xq4_153 3 xs4_33"] == 3)
    #expect(results["4 xp2_7"] == 3)
    #expect(results["1 xp2_7"] == 3)
    // A pond, two blocks, four blocks, a glider, and a loaf with a blinker.
    for result in ["1 xs8_6996", "2 xs4_33", "4 xs4_33", "1 xq4_153", "1 xp2_7 1 xs7_2596"] {
      #expect(results[result] == 2)
    }
    #expect(results["1 xs5_253"] == 1 && results["1 xs7_178c"] == 1)
    #expect(results.count == 22)
  }

  /// The first image of cells, moved to the north-western corner.
  private static func canonical(_ cells: Set<Cell>) -> [Int] {
    let images = LatticeMap.square.map { map in
      Set(cells.map { map($0) }).inCorner.map { $0.y * 1_000 + $0.x }.sorted()
    }
    return images.min { $0.lexicographicallyPrecedes($1) } ?? []
  }

  /// The number of different collisions of a glider with an object, found by trying all places
  /// instead of comparing paths.
  private static func slowCount(
    of second: Set<Cell>, period: Int, moving step: (x: Int, y: Int)
  ) -> Int {
    let first = glider.set
    // In periods of the glider.
    let before = 14
    let steps = 24
    var known: Set<[Int]> = []
    var seen: Set<Set<Cell>> = []
    for map in LatticeMap.square {
      var other = Set(second.map { map($0) })
      let velocity = map(Cell(x: step.x, y: step.y))
      for _ in 0..<period {
        other = other.next
        guard seen.insert(other).inserted else { continue }
        for dy in -6...6 {
          for dx in -6...6 {
            // Many generations earlier, with both far apart.
            var one = first.moved(byX: before, y: before)
            var two = other.moved(byX: dx - before * velocity.x, y: dy - before * velocity.y)
            for _ in 0..<4 * steps {
              let nextOne = one.next
              let nextTwo = two.next
              if one.union(two).next != nextOne.union(nextTwo) {
                known.insert(canonical(one.union(two)))
                break
              }
              one = nextOne
              two = nextTwo
            }
          }
        }
      }
    }
    return known.count
  }

  /// A glider moves by (−1, −1) in four generations.
  @Test(.needsOptimization) func `as many collisions are found by trying all places`() throws {
    let block = Self.cells(["**", "**"]).set
    let found = try Self.collisions(with: ["**", "**"]).count
    #expect(found == 6)
    #expect(Self.slowCount(of: block, period: 1, moving: (0, 0)) == found)
  }

  /// All still lifes of up to eight cells, and the blinker. Trying all lanes and phases, cell by
  /// cell, in another program gives the same numbers.
  @Test(arguments: [
    (["**", "**"], 6), ([".*.", "*.*", ".*."], 6), (["**.", "*.*", ".*."], 25),
    ([".**.", "*..*", ".**."], 13), (["**.", "*.*", ".**"], 13),
    ([".*..", "*.*.", ".*.*", "..*."], 13),
    (["**..", "*..*", "..**"], 28), (["**.*", "*.**"], 28),
    ([".**.", "*..*", "*.*.", ".*.."], 27), (["**..", "*.*.", ".*.*", "..*."], 27),
    (["**..", "*.*.", "..*.", "..**"], 56), (["**..", "*...", ".*..", "..*.", ".**."], 30),
    ([".**.", "*..*", "*..*", ".**."], 7), ([".**..", "*..*.", ".*..*", "..**."], 28),
    (["...**", "....*", "...*.", "*.*..", "**..."], 30),
    ([".*...", "*.*..", ".*.*.", "..*.*", "...*."], 14), (["**..", "*.*.", ".*.*", "..**"], 14),
    (["**...", ".*...", ".*.*.", "..*.*", "...*."], 58),
    (["*...", "***.", "...*", "..*.", "..**"], 60), (["**.", "*.*", "..*", ".*.", ".**"], 60),
    (["**...", "*....", ".*...", "..*..", "...*.", "..**."], 32),
    (["***"], 12),
  ])
  func `a glider meets an object in a number of ways`(rows: [String], count: Int) throws {
    #expect(try Self.collisions(with: rows).count == count)
  }

  @Test func `objects that do not move never meet`() throws {
    let block = try #require(try Collisions.cycle(of: Self.cells(["**", "**"]), rule: Self.rule))
    #expect(try Collisions(of: block, with: block, rule: Self.rule, startDistance: 5).all().isEmpty)
    #expect(try Collisions.cycle(of: Self.cells([".**", "**.", ".*."]), rule: Self.rule) == nil)
  }

  @Test func `a large object has collisions, unless places differ`() throws {
    let sirRobin = try named("sir-robin")
    #expect(try Collisions.cycle(of: sirRobin.cells, rule: Self.rule)?.period == 6)
    for text in ["B4/S456L", "BBM", "B3/S23|B36/S23"] {
      let rule = try Rule(parsing: text)
      #expect(!Collisions.supports(AnalysisRule(rule)))
    }
  }

  @Test(arguments: [0, 1, 20])
  func `the start distance changes the delay, but not the collisions`(distance: Int) throws {
    let near = try Self.collisions(with: ["**", "**"], startDistance: distance)
    let usual = try Self.collisions(with: ["**", "**"])
    #expect(near.count == usual.count)
    #expect(try Self.results(of: near) == Self.results(of: usual))
    #expect(distance < 20 || zip(near, usual).allSatisfy { $0.delay > $1.delay })
  }
}
