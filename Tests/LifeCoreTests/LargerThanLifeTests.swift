import LifeCore
import TestSupport
import Testing

@Suite struct LargerThanLifeTests {
  typealias Shape = LargerThanLife.Neighborhood.Shape

  private func parsed(_ text: String) throws -> LargerThanLife {
    try #require(try Rule(parsing: text).largerThanLife)
  }

  @Test(arguments: [
    ("R5,C0,M1,S34..58,B34..45,NM", "R5,C0,M1,S34..58,B34..45,NM"),
    ("r5,c0,m1,s34..58,b34..45,nm", "R5,C0,M1,S34..58,B34..45,NM"),
    ("R05,C1,M0,S034..58,B34..45,NN", "R5,C0,M0,S34..58,B34..45,NN"),
    ("R10,C2,M1,S123..212,B123..170,NC", "R10,C0,M1,S123..212,B123..170,NC"),
    ("R10,C255,M1,S2..3,B3..3,NM", "R10,C255,M1,S2..3,B3..3,NM"),
    ("R2,C0,M1,S1..3,B3..3,NM", "R2,C0,M1,S1..3,B3..3,NM"),
    ("5,34,45,34,58", "R5,C0,M1,S34..58,B34..45,NM"),
    ("r5b34t45s34t58", "R5,C0,M1,S34..58,B34..45,NM"),
    ("R2B3T3S2T4", "R2,C0,M1,S2..4,B3..3,NM"),
    ("R1,C0,S2-3,B3", "R1,C0,S2-3,B3"), ("R1,C0,S2,3,B3,NM", "R1,C0,S2-3,B3"),
    ("R2,C0,S12,7-9,8,3,B3,NN", "R2,C0,S3,7-9,12,B3,NN"), ("R2,C256,S,B3", "R2,C256,S,B3"),
    ("R2,C0,S,B", "R2,C0,S,B"), ("R1,C2,M1,S3-4,B3", "R1,C0,S2-3,B3"),
    ("R1,C2,M1,S1,3,B3", "R1,C0,S0,2,B3"), ("R1,C0,M1,S,B3", "R1,C0,S,B3"),
    ("R1,C0,M1,S3,B3,NG", "R1,C0,S3,B3,NG"),
    ("R2,C0,S2-4,B3,N@F6B2D4", "R2,C0,S2-4,B3,N@f6b2d4"),
    ("R2,C0,S2-4,B3,n@91A1B3l", "R2,C0,S2-4,B3,N@91a1b3L"),
    ("R1,C0,S2-3,B3,NW121202121H", "R1,C0,S2-3,B3,NW121202121H"),
    ("R1,C4,S3-8,B4-7,NW121202121,012AL", "R1,C4,S3-8,B4-7,NW121202121,012aL"),
    ("R1,C0,S90,B90,NW01027f0200FF020102", "R1,C0,S90,B90,NW01027f0200ff020102"),
    ("R3,C0,S1,B2,N+", "R3,C0,S1,B2,N+"), ("R3,C0,S1,B2,Nx", "R3,C0,S1,B2,NX"),
    ("R3,C0,S1,B2,N*", "R3,C0,S1,B2,N*"), ("R3,C0,S1,B2,N#", "R3,C0,S1,B2,N#"),
    ("R3,C0,S1,B2,N3", "R3,C0,S1,B2,N3"), ("R3,C0,S1,B2,N2", "R3,C0,S1,B2,N2"),
  ])
  func `Larger than Life rules have one canonical spelling`(typed: String, canonical: String) throws
  {
    let rule = try parsed(typed)
    #expect(rule.description == canonical)
    #expect(try parsed(canonical) == rule)
  }

  @Test(arguments: [
    ("R501,C0,S,B", "the range with NM is 1 to 500, not 501", "501"),
    ("R0,C0,S,B", "the range with NM is 1 to 500, not 0", "0"),
    ("R251,C0,S,B,NL", "the range with NL is 1 to 250, not 251", "251"),
    ("R51,C0,S,B,NG", "the range with NG is 1 to 50, not 51", "51"),
    ("R2,C257,S,B", "a rule has at most 256 states, not 257", "257"),
    ("R2,D0,S,B", "expected ',C' and the number of states", "D"),
    ("R2,C0,M2,S1..2,B1..2,NM", "expected M1 if a cell counts itself, or M0; found M2", "2"),
    ("R2,C0,M0,S1..25,B1..2,NM", "with range 2 and NM a count is at most 24, not 1..25", "1..25"),
    (
      "R2,C0,M1,S0..3,B3..3,NM",
      "with M1 a cell counts itself, so S starts at 1", "0..3"
    ),
    ("1,3,3,0,3", "with M1 a cell counts itself, so S starts at 1", "0,3"),
    (
      "R1,C0,M1,S2,0,B3", "with M1 a cell counts itself, so S starts at 1",
      "0"
    ),
    ("R2,C0,S1,B13,NN", "with range 2 and NN a count is at most 12, not 13", "13"),
    ("R2,C0,S5-3,B1", "counts from 5 to 3 run backwards", "5-3"),
    ("R2,C0,S5-,B1", "expected a count, found ','", ","),
    ("R2,C0,S5,B1,NQ", "expected a neighborhood", "Q"),
    ("R2,C0,S5,B1,NMx", "unexpected 'x' after the rule", "x"),
    ("R2,C0,S5,B1,NM\u{1b}", "unexpected control character 0x1B after the rule", "\u{1b}"),
    ("R2,C0,S5,B1,N@12345", "a custom neighborhood of range 2 has 6", "12345"),
    ("R1,C0,S5,B1,NW12345678", "a weighted neighborhood of range 1 has 9 weights", "12345678"),
    ("R1,C3,S5,B1,NW121202121,11", "a rule of 3 states has 3 state weights", "11"),
    ("R2,C3,S5,B7,0-2", "birth with 0 neighbors (B0) requires two states", "0-2"),
    ("R1,C2,S5,B3,24,NW121202121,21", "the weight of state 0 gives birth", "24"),
    ("R99999999999999999999,C0,S,B", "the range with NM is 1 to 500", "99999999999999999999"),
    ("5,34,45,34,58x", "a rule with commas is written", ","),
    ("r5b34t45s34,58", "expected five numbers, as in r5b34t45s34t58; found ','", ","),
    ("r5b34t45s34t58h", "unexpected 'h' after five numbers", "h"),
    ("r2b3t3s0t4", "with M1 a cell counts itself, so S starts at 1", "0t4"),
  ])
  func `errors in Larger than Life rulestrings point at the wrong text`(
    bad: String, message: String, blamed: String
  ) {
    do throws(RuleError) {
      _ = try RuleAndUniverse(parsing: bad.utf8)
      Issue.record("\(bad) was read")
    } catch {
      #expect("\(error.message)".hasPrefix(message), "\(error.message)")
      let bytes = Array(bad.utf8)[error.range]
      #expect(String(decoding: bytes, as: UTF8.self) == blamed)
    }
  }

  @Test func `damaged Larger than Life rulestrings throw and do not trap`() {
    let good = [
      "R1,C4,S3-8,12,B4-7,NW121202121,0123L", "R5,C0,M1,S34..58,B34..45,NM", "1,2,3,4,5",
      "r5b34t45s34t58",
    ]
    for seed in Effort.cases(3000, long: 200_000) {
      var random = Seeded(seed)
      var text = Array(good[seed % good.count].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let byte = Array("RCMSBNW@0159,.-:HL+ \u{e9}".utf8).randomElement(using: &random) ?? 0
        switch Int.random(in: 0...2, using: &random) {
        case 0: text[place] = byte
        case 1: text.insert(byte, at: place)
        default: if text.count > 1 { text.remove(at: place) }
        }
      }
      do throws(RuleError) {
        let rule = try LargerThanLife(parsing: text)
        let again = try? LargerThanLife(parsing: Array(rule.description.utf8))
        #expect(again == rule, "\(rule)")
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.count + 1)
        #expect(!error.range.isEmpty, "\(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: [
    ("R5,C0,S1,B2:T3,4", "T10,10"), ("R5,C0,S1,B2:P30,0", "P30,10"), ("R5,C0,S1,B2:T0", "T10,10"),
    ("R5,C0,S1,B2:P0,0", "P10,10"), ("R5,C0,S1,B2:t30", "T30,30"), ("R5,C0,S1,B2:T", "plane"),
    ("R5,C0,S1,B2:T20,10", "T20,10"),
  ])
  func `a universe of a Larger than Life rule is at least twice the range wide`(
    typed: String, canonical: String
  ) throws {
    let universe = try #require(try RuleAndUniverse(parsing: typed.utf8).universe)
    #expect("\(universe)" == canonical)
  }

  @Test(arguments: ["K30,20", "T30+5,20", "C30", "S30", "T40000,40000"])
  func `Larger than Life rules refuse other universes`(universe: String) {
    #expect(throws: RuleError.self) {
      try RuleAndUniverse(parsing: "R5,C0,S1,B2:\(universe)".utf8)
    }
  }
}

@Suite struct NeighborhoodTests {
  typealias Neighborhood = LargerThanLife.Neighborhood

  /// The number of cells in a square of this range.
  private func square(_ r: Int) -> Int { (2 * r + 1) * (2 * r + 1) }

  @Test(arguments: 1...9)
  func `neighborhoods have the known number of cells`(r: Int) {
    let known: [(Neighborhood.Shape, Int)] = [
      (.moore, square(r) - 1), (.vonNeumann, 2 * r * (r + 1)), (.cross, 4 * r), (.saltire, 4 * r),
      (.star, 8 * r), (.hash, 8 * r), (.checkerboard, (square(r) - 1) / 2),
      (.alignedCheckerboard, (square(r) - 1) / 2), (.hexagonal, square(r) - r * (r + 1) - 1),
      (.asterisk, 6 * r), (.tripod, 3 * r),
      (.triangular, (4 * r + 1) * (2 * r + 1) - 2 * r * r - 1),
      (.gaussian, (r + 1) * (r + 1) * (r + 1) * (r + 1)),
    ]
    for (shape, count) in known {
      for odd in [false, true] {
        let cells = Neighborhood(shape, range: r).neighbors(atOddParity: odd)
        #expect(cells.reduce(0) { $0 + $1.weight } == count, "\(shape)")
      }
    }
  }

  @Test(arguments: [
    ("NN", "..o..\n.ooo.\noo.oo\n.ooo.\n..o.."), ("NC", ".ooo.\nooooo\noo.oo\nooooo\n.ooo."),
    ("N2", "..o..\n.ooo.\noo.oo\n.ooo.\n..o.."), ("NX", "o...o\n.o.o.\n.....\n.o.o.\no...o"),
    ("N#", ".o.o.\nooooo\n.o.o.\nooooo\n.o.o."), ("NH", "ooo..\noooo.\noo.oo\n.oooo\n..ooo"),
    ("NA", "o.o..\n.oo..\noo.oo\n..oo.\n..o.o"), ("N3", "..o..\n..o..\noo...\n...o.\n....o"),
    ("NB", ".o.o.\no.o.o\n.o.o.\no.o.o\n.o.o."), ("ND", "o.o.o\n.o.o.\no...o\n.o.o.\no.o.o"),
    ("NL", ".ooooooo.\nooooooooo\noooo.oooo\n.ooooooo.\n..ooooo.."),
    ("N@891891", "o...o\n..o..\n.o.o.\n..o..\no...o"),
  ])
  func `neighborhoods of range 2 have their known shapes`(letters: String, drawing: String) throws {
    let rule = try LargerThanLife(parsing: Array("R2,C0,S1,B2,\(letters)".utf8))
    #expect(picture(rule, odd: false) == drawing)
  }

  private func picture(_ rule: LargerThanLife, odd: Bool) -> String {
    let cells = rule.neighborhood.neighbors(atOddParity: odd)
    let reach = rule.neighborhood.reach
    return (-rule.range...rule.range).map { dy in
      String(
        (-reach...reach).map { dx in
          cells.contains { $0.dx == dx && $0.dy == dy } ? "o" : "."
        })
    }.joined(separator: "\n")
  }

  @Test func `triangular neighborhoods point up and down alternately`() throws {
    for letters in ["NL", "N@F6B2D4L", "NW0123456789abcdef012345678L"] {
      let rule = try LargerThanLife(parsing: Array("R2,C0,S1,B2,\(letters)".utf8))
      let even = rule.neighborhood.neighbors(atOddParity: false)
      let odd = rule.neighborhood.neighbors(atOddParity: true).map { ($0.dx, -$0.dy, $0.weight) }
      #expect(even.count == odd.count)
      for cell in even { #expect(odd.contains { $0 == (cell.dx, cell.dy, cell.weight) }) }
    }
  }

  @Test(arguments: [
    ("NW12809f070", [(-1, -1, 1), (0, -1, 2), (0, 0, -1), (1, 0, -7), (0, 1, 7)]),
    ("NW0102807f81ff000000", [(-1, -1, 1), (0, -1, 2), (-1, 0, 127), (0, 0, -1), (1, 0, -127)]),
  ])
  func `weights of a neighborhood may be negative`(letters: String, weights: [(Int, Int, Int)])
    throws
  {
    let rule = try LargerThanLife(parsing: Array("R1,C0,S1,B2,\(letters)".utf8))
    let listed = rule.neighborhood.neighbors(atOddParity: false)
    #expect(listed.map { $0.weight } == weights.map { $0.2 })
    #expect(listed.map { $0.dx } == weights.map { $0.0 })
    #expect(listed.map { $0.dy } == weights.map { $0.1 })
  }
}

/// The rule of stored cells, derived from the meaning of their complement.
@Suite struct LargerThanLifeB0Tests {
  @Test func `true cells obey the phases of a Larger than Life rule`() throws {
    let shapes: [LargerThanLife.Neighborhood.Shape] = [
      .moore, .circular, .gaussian, .custom, .weighted,
    ]
    for seed in 0..<400 {
      let rule = Soup.largerThanLife(
        seed: seed, shape: shapes[seed % 5], range: 1 + seed % 3, b0: true)
      let full = rule.neighborhood.neighbors(atOddParity: false).reduce(0) { $0 + $1.weight }
      let family = Rule(.largerThanLife(rule))
      for generation in [0, 1] as [BigInt] {
        let before = family.storesComplement(at: generation)
        let after = family.storesComplement(at: generation + 1)
        let phase = try #require(family.phases[family.phase(at: generation)].largerThanLife)
        let wrong = rule.weightSums.filter { sum in
          [State(0), 1].contains { stored in
            let isAlive = (stored == 1) != before
            let lives = (isAlive ? rule.survival : rule.birth).contains(before ? full - sum : sum)
            return phase.next(state: stored, sum: sum) != (lives != after ? 1 : 0)
          }
        }
        #expect(wrong.isEmpty, "\(rule)")
        #expect(!phase.birth.contains(0))
      }
    }
  }

  /// The digit 9 is the weight −1.
  @Test(arguments: [
    ("R1,C0,S0,B0,NW999909999", 2), ("R1,C0,S6,B0,NW111901111", 1),
    ("R1,C0,S7,B0,NW111901111", 2), ("R1,C2,S4,B0,NW111191111,02", 2),
    ("R1,C2,S14,B0,NW111191111,02", 1),
  ])
  func `a live plane survives with the sum of all weights`(text: String, phases: Int) throws {
    #expect(try Rule(parsing: text).phaseCount == phases)
  }

  @Test func `births with 0 are no births from nothing if dead cells weigh something`() throws {
    let rule = try Rule(parsing: "R1,C2,S5,B0,3,NW121202121,21")
    #expect(rule.phaseCount == 1)
  }
}
