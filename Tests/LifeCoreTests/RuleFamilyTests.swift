import LifeCore
import TestSupport
import Testing

/// Rules beyond the plain counts of eight neighbors.
@Suite struct RuleFamilyTests {
  private func rule(_ text: String) throws -> Rule {
    try Rule(parsing: text)
  }

  // The canonical letters are Golly's.
  @Test(arguments: [
    ("B2nic/S", "B2cin/S"), ("B2ceikn/S", "B2-a/S"), ("B4-qjrtwz/S", "B4aceikny/S"),
    ("B2aceikn3/S", "B23/S"), ("B2-aceikn3/S", "B3/S"), ("b2-A/s12", "B2-a/S12"),
    ("12/2-a", "B2-a/S12"), ("B4qjrtwz/S", "B4jqrtwz/S"), ("B4-aceikny/S", "B4jqrtwz/S"),
    ("B3aceij/S", "B3aceij/S"), ("B3-aceij/S", "B3knqry/S"), ("B3aceijk/S", "B3-nqry/S"),
    ("B1c/S1e", "B1c/S1e"), ("B1ce/S", "B1/S"), ("B2a_S3", "B2a/S3"), ("B2a2c/S", "B2ac/S"),
    ("B3/S23H", "B3/S23H"), ("b2/s013v", "B2/S013V"), ("23/3h", "B3/S23H"), ("B2S3H", "B2/S3H"),
    ("B2omp/S3oH", "B2/S3oH"), ("B2op/SH", "B2-m/SH"), ("B2-o/S3-pH", "B2-o/S3-pH"),
    ("B2om/SH", "B2-p/SH"), ("b5-/sh", "B5/SH"), ("34/2oH", "B2o/S34H"), ("B06/SH", "B06/SH"),
    ("b2o_s34h", "B2o/S34H"), ("B4m/S4o4pH", "B4m/S4-mH"), ("B2o/S34H/5", "34/2o/5H"),
    ("B2o/S34HC5", "34/2o/5H"), ("B2o/S13mHHistory", "B2o/S13mHHistory"),
    ("b1/s0ht", "B1/S0HT"), ("b1_s0ht", "B1/S0HT"), ("B6_S1H", "B6/S1H"), ("2_1_4HT", "2/1/4HT"),
    ("B45_S34L", "B45/S34L"), ("B0/S3HT", "B0/S3HT"), ("2/1/4HT", "2/1/4HT"),
    ("b45s34l", "B45/S34L"), ("34/45L", "B45/S34L"), ("S34/B45L", "B45/S34L"),
    ("B12/S10L", "B12/S01L"), ("B0Z/SL", "B0z/SL"), ("bzyx9/s0l", "B9xyz/S0L"),
    ("B3/SLE", "B3/SLE"), ("B9/SLV", "B9/SLV"), ("B6/Sli", "B6/SLI"), ("B6/SLO", "B6/SLO"),
    ("B9/SLB", "B9/SLB"), ("B3/SLR", "B3/SLR"), ("B5/SL/4", "/5/4L"), ("34/45/4L", "34/45/4L"),
    ("B45/S34LG5", "34/45/5L"), ("W30", "W30"), ("w110", "W110"), ("W0", "W0"),
    ("/2/3", "/2/3"), ("B2/S/3", "/2/3"), ("S/B2/3", "/2/3"), ("b2/s/c3", "/2/3"),
    ("B2/S/G3", "/2/3"), ("G3/B2/S", "/2/3"), ("g3b2s", "/2/3"), ("g3b2s2", "2/2/3"),
    ("G4 B2S345", "345/2/4"), ("g4s345b2", "345/2/4"), ("g4b3s2-a", "2-a/3/4"),
    ("g4b2s345h", "345/2/4H"), ("345/2/4", "345/2/4"), ("345/2/4H", "345/2/4H"),
    ("23 / 3 / 8", "23/3/8"), ("2a3-i/2k3-c/5", "2a3-i/2k3-c/5"), ("2a_3_5", "2a/3/5"),
    ("Life", "B3/S23"), ("day & night", "B3678/S34678"), ("Brians Brain", "/2/3"),
    ("LifeHistory", "LifeHistory"), ("b3/s23history", "LifeHistory"),
    ("B36/S23History", "B36/S23History"), ("HighLifeSuper", "B36/S23Super"),
    ("B2-a/S12Investigator", "B2-a/S12Investigator"), ("MAPJzIggA==", "MAPJzIggA"),
    ("mapJzIggA/6", "MAPJzIggA/6"), ("MAPJzIggB", "MAPJzIggA"),
    // A `-` without letters means nothing, and a count without letters adds nothing to one with
    // letters: bgolly 3.3 runs a soup the same under each of these pairs.
    ("B0-5c/S2a8", "B05c/S2a8"), ("b0-5C/s2A8", "B05c/S2a8"), ("B3-/S2-3-", "B3/S23"),
    ("B3-S23-", "B3/S23"), ("2-3/3-", "B3/S23"), ("/2-", "B2/S"), ("S2-", "B/S2"),
    ("B0-/S8-", "B0/S8"), ("B2-_S12", "B2/S12"), ("B2-3", "B23/S"), ("B8-/S23", "B8/S23"),
    ("B2a2/S", "B2a/S"), ("B2a2-/S", "B2a/S"), ("B2-a2/S", "B2-a/S"), ("B2-a2-/S", "B2-a/S"),
    ("B22-a/S", "B2-a/S"), ("B2-2-a/S", "B2-a/S"), ("B2-a2-c/S", "B2-ac/S"), ("B22a/S", "B2/S"),
    ("B2-2a/S", "B2/S"), ("B2-aceikn2/S", "B/S"), ("B2-a3-/S2-3-i", "B2-a3/S23-i"),
    ("2-/3/4", "2/3/4"), ("3/2-/4", "3/2/4"), ("2-a/3-/4", "2-a/3/4"), ("3/2a2/4", "3/2a/4"),
    ("2-3/3-_4", "23/3/4"), ("B3-/S2-3History", "LifeHistory"),
  ])
  func `each family has one canonical spelling`(typed: String, canonical: String) throws {
    let rule = try rule(typed)
    #expect(rule.canonical == canonical)
    #expect(try self.rule(canonical) == rule)
  }

  @Test(arguments: [
    ("B2ai/S", "B2r/S", "there is no 2r", 2),
    ("B0/S", "B0c/S", "0 neighbors have one configuration", 2),
    ("B2a/S", "B2a-i/S", "'-' stands right after", 3),
    ("B2a/S", "B2a2-c/S", "2 has letters with and without", 3), ("B2/S", "B2_S", "expected '/'", 2),
    ("B2-a/S", "B2-a2c/S", "2 has letters with and without", 4),
    ("B2a/S", "B2a-/S", "'-' stands right after", 3), ("B2/S", "B2--/S", "'-' stands right", 3),
    ("B3/S", "B-3/S", "'-' stands right after", 1), ("B3/S", "B3/S-", "'-' stands right after", 4),
    ("B0/S", "B0-a/S", "0 neighbors have one configuration", 3),
    ("B2-/SH", "B2-/SV", "a von Neumann (V) neighborhood has no letters and no '-'", 2),
    ("B3/S", "B3\u{202e}/S", "expected a rule such as B3/S23 or 23/3, found character U+202E", 2),
    (
      "B3/S", "B3\u{9b}/S", "expected a rule such as B3/S23 or 23/3, found control character 0x9B",
      2
    ),
    ("B6/SH", "B7/SH", "a hexagonal (H) neighborhood has 6 cells", 1),
    ("B4/SV", "B5/SV", "a von Neumann (V) neighborhood has 4 cells", 1),
    ("B2o/SH", "B2a/SH", "there is no 2a; the letters of 2 neighbors are m o p", 2),
    ("B1/SH", "B1o/SH", "1 neighbor has one configuration", 2),
    ("B6/SH", "B7o/SH", "a hexagonal (H) neighborhood has 6 cells", 1),
    ("B2o/SH", "B2oH/S34", "H and V stand at the end of a rule", 4),
    ("B2-m/SH", "B2o-m/SH", "'-' stands right after its count", 3),
    ("B3/SHT", "B4/SHT", "a tripod (HT) neighborhood has 3 cells, so a count is 0 to 3", 1),
    ("B1/SHT", "B2o/SHT", "a tripod (HT) neighborhood has no letters", 2),
    ("B1/SHT", "B1HT/S", "H and V stand at the end of a rule", 4),
    ("Bz/SL", "Bz9a/SL", "a triangular (L) neighborhood has no letters", 3),
    ("B9/SLV", "Bx/SLV", "a triangular (LV) neighborhood has 9 cells, so a count is 0 to 9", 1),
    ("B3/SLE", "B4/SLE", "a triangular (LE) neighborhood has 3 cells, so a count is 0 to 3", 1),
    (
      "B3/S2LR", "B3/S2LQ",
      "a rule of triangular cells ends in one of L, LE, LV, LI, LO, LB, LR, not in LQ", 5
    ),
    ("B4/S34L", "B\u{14}/S34L", "", 1),
    ("45/34L", "B45L/S34", "L stands at the end of a rule, as in B45/S34L", 4),
    ("/1/3L", "/01/3L", "birth with 0 neighbors", 1),
    ("B1/SL:T4,2", "B1/SL:T8,7", "with triangular cells a universe has an even width", 6),
    ("B1/SL:P8,6", "B1/SL:T8+2,6", "a Larger than Life rule needs a plane (P), or a torus", 6),
    ("W30", "W31", "a one-dimensional rule is W and an even", 1), ("W30", "W256", "a one-dim", 1),
    ("/2/3", "/2/1", "a rule has 2 to 256 states", 3), ("/2/256", "/2/257", "a rule has 2 to", 3),
    ("/2/3", "/02/3", "birth with 0 neighbors", 1), ("/2/3", "/2/3/4", "unexpected third", 4),
    ("MAPJzIggA", "MAPJzIgg", "a MAP rule has 86 characters", 0),
    ("MAPJzIggA", "MAPJzIggAFZo=", "a MAP rule has 86 characters", 0),
    ("MAPJzIggA", "MAPJz!ggA", "expected a letter, a digit", 5),
    ("B0/S8History", "B0/SHistory", "with", 0),
    ("LifeHistory", "W30History", "History follows a rule of two", 0),
    ("NW5,RB3", "NW,RB3", "expected a number after NW, as in NW2", 2),
    ("NW-99,RB3", "NW-100,RB3", "a weight is -99 to 99, not -100", 2),
    ("HI3,RB3", "HI257,RB3", "the number of states is 0 to 256, not 257", 2),
    ("RS1,RB891", "RS1,RB892", "a sum is 0 to 891, not 892", 6),
    ("NW5,RB3", "NW5,NW3", "NW is given twice", 4),
    ("NW5,RB3", "NW5,NX3", "expected the weight of a cell (NW, NN, NE, WW, ME, EE, SW,", 4),
    ("NW5,RB3", "NW5,,RB3", "expected the weight of a cell", 4),
    ("PCA_2", "2PCA4,0,4,8", "a rule of this family has 16 numbers from 0 to 15, number 4 is", 11),
    (
      "PCA_12", "2PCA4,0,4,2,3,14,6,11,5,8,7,9,13,10,12,1,15,3",
      "a rule of this family has 16 numbers, found number 17: '3'", 44
    ),
    ("PCA_12", "2PCA4,0,4,2,16", "number 4 of 16 is 0 to 15, not 16", 12),
    ("PCA_12", "2PCA4,0,4,,3", "expected number 3 of 16, from 0 to 15, found nothing", 10),
    ("PCA_12", "2PCA4,0,4,2,x", "expected number 4 of 16, from 0 to 15, found 'x'", 12),
    (
      "PCA_12", "2PCA4,7,4,2,3,14,6,11,5,8,7,9,13,10,12,1,15",
      "the first number of a PCA rule is 0, not 7: empty space stays empty", 6
    ),
    ("BBM", "M0;8,4", "a rule of this family has 16 numbers from 0 to 15, number 4 is missing", 6),
    ("BBM", "MS,D0;8;x", "expected number 3 of 16, from 0 to 15, found 'x'", 8),
    ("BBM:T6,4", "BBM:T6,5", "with blocks of 2 × 2, a universe has an even width and height", 4),
    ("BBM:T6+2,4", "BBM:T6+3,4", "with blocks of 2 × 2, a torus has even shifts, not 3", 4),
    ("PCA_12:T5+1,5", "PCA_12:K5*,5", "this rule needs a plane (P) or a torus (T)", 7),
  ])
  func `errors in rulestrings of all families point at the wrong character`(
    good: String, bad: String, message: String, place: Int
  ) throws {
    _ = try rule(good)
    do throws(RuleError) {
      _ = try RuleAndUniverse(parsing: bad.utf8)
      Issue.record("\(bad) was read")
    } catch {
      #expect("\(error.message)".hasPrefix(message))
      #expect(error.range.lowerBound == place)
      // Beyond the end if something is missing there.
      #expect(error.range.upperBound <= max(bad.utf8.count, place + 1))
    }
  }

  /// Missing weights are 1, and 0 for the cell itself; births with 0 do not exist.
  @Test(arguments: [
    ("NN2,rs2,RS3,RB3,", "NW1,NN2,NE1,WW1,ME0,EE1,SW1,SS1,SE1,HI0,RS2,RS3,RB3"),
    ("HI2,RB3,RB0,RS0", "NW1,NN1,NE1,WW1,ME0,EE1,SW1,SS1,SE1,HI0,RS0,RB3"),
    ("me-5,HI3,RB12,RB2", "NW1,NN1,NE1,WW1,ME-5,EE1,SW1,SS1,SE1,HI3,RB2,RB12"),
  ])
  func `weighted rules have one canonical spelling`(typed: String, canonical: String) throws {
    let weighted = try rule(typed)
    #expect(weighted.canonical == canonical)
    #expect(try rule(canonical) == weighted)
  }

  @Test(arguments: [
    ("RS2,RS3,RB3", "B3/S23"), ("ME1,RS3,RS4,RB3", "B3/S23"), ("RB2,HI3", "/2/3"),
    ("NE0,SW0,RS3,RS4,RB2", "B2/S34H"), ("NW0,NE0,SW0,SE0,RB1", "B1/SV"),
  ])
  func `weights of 1 count neighbors`(weighted: String, counted: String) throws {
    #expect(try rule(weighted).base?.map == (try rule(counted).base?.map))
    #expect(try rule(weighted).states == (try rule(counted).states))
  }

  /// The weights are powers of two, so each arrangement has its own sum.
  @Test func `Hexrule b2o of MCell is a rule of hexagonal letters`() throws {
    let weights = [1, 2, 0, 32, 0, 4, 0, 16, 8]
    let names = ["NW", "NN", "NE", "WW", "ME", "EE", "SW", "SS", "SE"]
    let letters = try #require(try rule("B2o/S2m34H").twoState)
    var fields = zip(names, weights).map { "\($0)\($1)" }
    for index in 0..<MooreMap.count where index & ~Neighborhood.hexagonal.mask == 0 {
      let sum = weights.indices.reduce(0) { index & 256 >> $1 == 0 ? $0 : $0 + weights[$1] }
      if letters.map[index] { fields.append("RB\(sum)") }
      if letters.map[index | MooreMap.center] { fields.append("RS\(sum)") }
    }
    let weighted = try #require(try rule(fields.joined(separator: ",")).twoState)
    #expect(weighted.map == letters.map)
    #expect(weighted.asCounts == letters)
  }

  /// The bit tables are LifeViewer's and Golly's.
  @Test(arguments: [
    ("B2o/S34H", "MAPFAEgFwgXAH4AF4B+gH4A6A"),
    ("B2o3-m4m5/S13m4p6H", "MAPFWgwhgySVSoDlKNMi3DWAQ"),
  ])
  func `hexagonal letters and tables of bits are the same rules`(letters: String, map: String)
    throws
  {
    // The tables list the northern cells first, as Golly's Generations do.
    let byMap = try rule(map + "/2")
    guard case .generations(let aged) = byMap.family else {
      Issue.record("\(byMap) is no Generations rule")
      return
    }
    #expect(aged.base.map == (try rule(letters)).twoState?.map)
    #expect(aged.base.asCounts.map { "\($0)" } == letters)
  }

  @Test(arguments: [
    ("B45/S34L", "R1,C0,S3-4,B4-5,NL"), ("34/45/4L", "R1,C4,S3-4,B4-5,NL"),
    ("B3/S13LE", "R2,C0,S1,3,B3,N@011800L"),
  ])
  func `triangular rules are Larger than Life rules`(typed: String, lists: String) throws {
    let triangular = try #require(try rule(typed).largerThanLife)
    #expect("\(triangular)" == typed)
    #expect("\(triangular.asLists)" == lists)
    #expect(try rule(lists).largerThanLife == triangular.asLists)
  }

  @Test(arguments: LargerThanLife.Triangles.allCases)
  func `triangles are neighbors of each other`(triangles: LargerThanLife.Triangles) {
    let neighborhood = triangles.neighborhood
    #expect(neighborhood.neighbors(atOddParity: false).count == triangles.count)
    for odd in [false, true] {
      for neighbor in neighborhood.neighbors(atOddParity: odd) {
        let isOther = !(neighbor.dx + neighbor.dy).isMultiple(of: 2)
        let back = neighborhood.weight(
          dx: -neighbor.dx, dy: -neighbor.dy, atOddParity: odd != isOther)
        #expect(back == 1)
      }
    }
  }

  @Test func `every well-known name is a rule`() throws {
    for (name, rulestring) in NamedRules.all {
      #expect(try rule(name) == rule(rulestring), "\(name)")
    }
  }

  @Test func `each configuration of neighbors has one letter`() {
    let numbers = [1, 2, 6, 10, 13, 10, 6, 2, 1]
    #expect(Hensel.letters.map(\.count) == numbers)
    #expect((0...8).map { Hensel.allConfigurations($0).nonzeroBitCount } == numbers)
    for index in 0..<MooreMap.count {
      for image in Hensel.images(of: index) {
        #expect(Hensel.configurations[image] == Hensel.configurations[index])
      }
    }
    // As many kinds of squares as there are letters: none is named twice.
    let kinds = Set((0..<MooreMap.count).map { Hensel.images(of: $0).min() ?? 0 })
    #expect(kinds.count == 102)
  }

  @Test(arguments: [
    ("b3s23|23/36", "B3/S23|B36/S23"), ("Life | HighLife", "B3/S23|B36/S23"),
    ("B3/S23|B3/S23", "B3/S23"), ("B3/S23|B36/S23|B2/S", "B3/S23|B36/S23|B2/S"),
    ("B3/S23|B36/S23History", "LifeHistory|B36/S23History"), ("23/3/3|23/36/3", "23/3/3|23/36/3"),
    ("B3/S23|B2/S34H", "B3/S23|B2/S34H"), ("B2-a/S12|B36k/S23", "B2-a/S12|B36k/S23"),
    ("B4/S34L|B45/S34L", "B4/S34L|B45/S34L"),
    (
      "BBM|SwapOnDiag",
      "M0,8,4,3,2,5,9,7,1,6,10,11,12,13,14,15|M0,8,4,12,2,10,6,14,1,9,5,13,3,11,7,15"
    ),
    ("R2,C2,S2-3,B3,NN|R2,C0,S2-4,B3,NN", "R2,C0,S2-3,B3,NN|R2,C0,S2-4,B3,NN"),
  ])
  func `rules that take turns have one canonical spelling`(text: String, canonical: String) throws {
    #expect(try rule(text).canonical == canonical)
    #expect(try rule(canonical).canonical == canonical)
  }

  /// The beginning of a message, and its place in the text.
  @Test(arguments: [
    ("B3/S23|", "rule 2 of 2 is missing", 6), ("|B3/S23", "rule 1 of 2 is missing", 0),
    ("B3/S23||B2/S", "rule 2 of 3 is missing", 7),
    ("B3/S23|23/3/3", "rule 2 has 3 states and rule 1 has 2", 7),
    ("B3/S23|W30", "rule 2 is one-dimensional", 7),
    ("B3/S23|B2/S:T8,8|B36/S23", "write the universe once", 11),
    ("R2,C2,S2,B3,NN|R2,C2,S2,B3", "rule 2 has another neighborhood", 15),
    ("B3/S23|R1,C2,S2-3,B3", "rule 2 is of another family", 7),
    ("B3/S2LE|B3/S2L", "rule 2 has another neighborhood", 8),
    ("BBM|PCA_2", "rule 2 has 16 states and rule 1 has 2", 4),
    ("B3/S23|BBM", "rule 2 is of another family", 7),
    ("B0/S8History|B3/S23", "rule 1 has B0", 0), ("B3/S2|B9/S", "", 7),
    ("1|2|3|4|5|6|7|8|1|2|3|4|5|6|7|8|9", "2 to 16 rules can take turns, not 17", 31),
  ])
  func `rules that cannot take turns are refused`(text: String, message: String, place: Int) {
    let error = #expect(throws: RuleError.self) { try rule(text) }
    #expect(error.map { "\($0.message)".hasPrefix(message) } == true)
    #expect(error?.range.lowerBound == place)
  }

  @Test(arguments: [
    ("B3/S23|B36/S23", [false, false]), ("B0/S23|B3/S23", [false, true]),
    ("B0/S8|B0/S8", [true]), ("B03/S238|B0/S2348", [true, true]),
    ("BBM", [false, false]), ("Critters", [false, true]),
    ("Critters|BBM", [false, true, true, false]),
    ("PCA_2", [false]), ("BBM|Sand|Tron", [false, false, false, true, true, true]),
    ("B0/S|B0/S8|B3/S23", [false, true, true]), ("B0/S|B3/S8", [false, true, true, false]),
  ])
  func `the background follows from all rules`(text: String, complements: [Bool]) throws {
    #expect(try rule(text).phases.map(\.isComplement) == complements)
  }

  @Test func `isotropic rules and their maps are the same`() async throws {
    try await forEachCase(of: Effort.cases(300, long: 10_000)) { seed in
      var random = Seeded(seed)
      var ways = [Configurations(), Configurations()]
      for half in 0..<2 {
        for count in 0...8 {
          ways[half].masks[count] =
            UInt16(truncatingIfNeeded: random.next()) & Hensel.allConfigurations(count)
        }
      }
      let rule = TwoStateRule(birth: ways[0], survival: ways[1])
      #expect(rule.isIsotropic)
      #expect(rule.asCounts == rule)
      #expect(rule.asMap.map == rule.map)
      #expect(try self.rule("\(rule)") == Rule(.twoState(rule)))
      let asMap = try self.rule("\(rule.asMap)")
      #expect(asMap.twoState?.map == rule.map)
      #expect(asMap.twoState?.asCounts == rule)
    }
  }

  @Test func `stored cells of any map are the true ones or their complement`() async throws {
    try await forEachCase(of: Effort.cases(100, long: 2_000)) { seed in
      var random = Seeded(seed)
      let map = MooreMap { random.next() & 1 == 1 || $0 == 0 }
      let rule = Rule(.twoState(TwoStateRule(.map("", .moore), map: map)))
      for generation in [0, 1] as [BigInt] {
        let phase = try #require(rule.phases[rule.phase(at: generation)].map)
        #expect(!phase[0])
        for index in 0..<MooreMap.count {
          let truth = rule.storesComplement(at: generation) ? MooreMap.count - 1 - index : index
          #expect(phase[index] == (map[truth] != rule.storesComplement(at: generation + 1)))
        }
      }
    }
  }
}
