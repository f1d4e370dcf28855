import Foundation
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// The results of censuses as files.
@Suite struct HaulTests {
  static func file(_ name: String) throws -> [UInt8] {
    let path = Project.root.appending(path: "Tests/LifeFormatsTests/Hauls/\(name).haul")
    return Array(try Data(contentsOf: path))
  }

  static func read(_ bytes: [UInt8]) throws -> Haul {
    try Haul.read(ByteReader(bytes, name: "in"))
  }

  static func read(_ text: String) throws -> Haul { try read(Array(text.utf8)) }

  /// The text from the table on.
  static func tables(_ bytes: [UInt8]) -> Substring {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.firstRange(of: "@CENSUS TABLE").map { text[$0.lowerBound...] } ?? ""
  }

  /// A haul with random counts in some soups.
  static func haul(seed: Int, soups: Range<Int>) -> Haul {
    var random = Seeded(seed)
    var haul = Haul(version: "life-0", root: "r_", rule: "b3s23", symmetry: "C1")
    haul.soups = SoupRanges(soups)
    for number in soups {
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let code = "xs\(Int.random(in: 4..<9, using: &random))_3"
        haul.table.add(code, count: Int.random(in: 1..<5, using: &random), soup: number)
      }
    }
    return haul
  }

  @Test func `a table of codes and counts is read where no search is needed`() throws {
    let text = "# Catagolue\n\"apgcode\",\"occurrences\"\n\"xs4_33\",\"12\"\n\"xq4_153\",\"3\"\n"
    let input = try ByteReader(Array(text.utf8), name: "in")
    let table = try Haul.read(input, acceptsTable: true)
    let own = Array("apgcode,name,count,soups\nxp2_7,\"Blinker, say\",3,0 1\nxs4_33,,2,\n".utf8)
    let rows = try Haul.read(ByteReader(own, name: "own.csv"), acceptsTable: true).table.entries
    #expect(rows.mapValues(\.count) == ["xp2_7": 3, "xs4_33": 2])
    #expect(SoupRanges(3..<7).missing(in: 0..<9) == [0..<3, 7..<9])
    #expect(SoupRanges(3..<7).missing(in: 4..<6) == [])
    #expect(table.table.count(of: "xs4_33") == 12)
    #expect(table.table.objectCount == 15)
    #expect(throws: ParseError.self) { try Self.read(text) }
    for wrong in ["\"xs4_33\",\"0\"", "\"xs4_33\"", "\"xs4_33\",\"1\"\n\"xs4_33\",\"1\""] {
      let input = try ByteReader(Array(wrong.utf8), name: "in")
      #expect(throws: ParseError.self) { try Haul.read(input, acceptsTable: true) }
    }
  }

  @Test func `a total of several roots names them, in any order`() throws {
    var hauls = (0..<4).map { Self.haul(seed: $0, soups: 10 * $0..<10 * $0 + 10) }
    hauls[1].root = "s_"
    hauls[3].root = "a of b"
    func total(_ order: [Int]) throws -> Haul {
      var total = hauls[order[0]]
      for index in order.dropFirst() { try total.addAcrossRoots(hauls[index]) }
      return total
    }
    let sum = try total([0, 1, 2, 3])
    #expect(try total([3, 2, 0, 1]).bytes == sum.bytes)
    #expect(sum.root == "a of b r_ s_" && sum.soups.count == 40)
    #expect(Array(sum.parts[1].soups.ranges) == [0..<10, 20..<30])
    #expect(try Self.read(sum.bytes) == sum)
    for (code, entry) in sum.table.entries {
      #expect(entry.count == hauls.map { $0.table.count(of: code) }.reduce(0, +))
    }
    // The same soups again, and a root with the same seeds as another one.
    var copy = sum
    #expect(throws: Haul.Conflict.self) { try copy.addAcrossRoots(hauls[2]) }
    hauls[1].root = "r_1"
    #expect(throws: Haul.Conflict.self) { try copy.addAcrossRoots(hauls[1]) }
    hauls[1].root = "t_"
    hauls[1].rule = "b36s23"
    #expect(throws: Haul.Conflict.self) { try copy.addAcrossRoots(hauls[1]) }
    #expect(copy == sum)
  }

  @Test(arguments: ["golden-100", "golden-1000"])
  func `a haul of another program is read and written with the same tables`(name: String) throws {
    let bytes = try Self.file(name)
    let haul = try Self.read(bytes)
    #expect(haul.soups == SoupRanges(0..<(name == "golden-100" ? 100 : 1000)))
    #expect(haul.root == "golden_" && haul.rule == "b3s23" && haul.symmetry == "C1")
    #expect(Self.tables(haul.bytes) == Self.tables(bytes))
  }

  @Test func `a line that signs the log of another program is skipped`() throws {
    let haul = try Self.read(Self.file("golden-100"))
    // These bytes have a digest of all lines of the haul itself.
    let signed = try Self.read(Array("payosha256:post_apgsearch_haul:12:34\n".utf8) + haul.bytes)
    #expect(signed.table == haul.table)
  }

  @Test func `a haul that was written is read as the same`() async throws {
    try await forEachCase(of: Effort.cases(20, long: 500)) { seed in
      let haul = Self.haul(seed: seed, soups: seed..<2 * seed)
      let again = try Self.read(haul.bytes)
      #expect(again == haul)
      let text = String(decoding: haul.bytes, as: UTF8.self)
      #expect(try Self.read(text.replacing("\n", with: "\r\n")) == haul)
    }
  }

  @Test func `hauls of one rule are added, however their files spell it`() throws {
    var hauls = [Self.haul(seed: 1, soups: 0..<5), Self.haul(seed: 2, soups: 5..<9)]
    hauls[0].rule = "R5,C0,M1,S34..58,B34..45,NM"
    hauls[1].rule = "r5b34t45s34t58"
    var sum = try Self.read(hauls[0].bytes)
    try sum.add(Self.read(hauls[1].bytes))
    #expect(sum.rule == "r5b34t45s34t58" && sum.soups.count == 9)
  }

  @Test func `a sum of hauls does not depend on order and grouping`() async throws {
    try await forEachCase(of: Effort.cases(20, long: 500)) { seed in
      let complete = Self.haul(seed: seed, soups: 0..<40)
      var random = Seeded(seed)
      let bounds = [0, 3, 4, 11, 25, 40]
      var parts = zip(bounds, bounds.dropFirst()).map { first, end in
        var part = Haul(version: "life-0", root: "r_", rule: "b3s23", symmetry: "C1")
        part.soups = SoupRanges(first..<end)
        return part
      }
      // The same soups, divided: each object goes to the part of its soup.
      var again = Seeded(seed)
      for number in 0..<40 {
        for _ in 0..<Int.random(in: 0..<4, using: &again) {
          let code = "xs\(Int.random(in: 4..<9, using: &again))_3"
          let count = Int.random(in: 1..<5, using: &again)
          let index = parts.firstIndex { $0.soups.contains(number) } ?? 0
          parts[index].table.add(code, count: count, soup: number)
        }
      }
      parts.shuffle(using: &random)
      while parts.count > 1 {
        let other = parts.remove(at: Int.random(in: 0..<parts.count, using: &random))
        try parts[Int.random(in: 0..<parts.count, using: &random)].add(other)
      }
      #expect(parts[0].bytes == complete.bytes)
    }
  }

  @Test func `hauls of other searches and with common soups are not added`() throws {
    var sum = Self.haul(seed: 1, soups: 0..<10)
    let changes: [WritableKeyPath<Haul, String>] = [\.root, \.rule, \.symmetry]
    for change in changes {
      var other = Self.haul(seed: 2, soups: 10..<20)
      other[keyPath: change] = "x"
      #expect(throws: Haul.Conflict.self) { try sum.add(other) }
    }
    let before = sum
    #expect(throws: Haul.Conflict.self) { try sum.add(Self.haul(seed: 2, soups: 9..<20)) }
    var large = Self.haul(seed: 3, soups: 20..<21)
    large.table = HaulTable(["xs4_3": HaulTable.Entry(count: .max, samples: [20])])
    #expect(throws: Haul.Conflict.self) { try sum.add(large) }
    #expect(sum == before)
  }

  @Test func `a haul with one changed bit or a cut end is refused`() async throws {
    try await forEachCase(of: Effort.cases(40, long: 2_000)) { seed in
      let bytes = Self.haul(seed: 5, soups: 3..<30).bytes
      var random = Seeded(seed)
      var changed = bytes
      changed[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8)
      #expect(throws: ParseError.self) { try Self.read(changed) }
      let end = Int.random(in: 0..<bytes.count - 1, using: &random)
      #expect(throws: ParseError.self) { try Self.read(Array(bytes[..<end])) }
    }
  }

  /// Changes of a valid file of another program, and the place and a part of the message.
  @Test(arguments: [
    ("@MD5 a0d7", "@MD5 a0d8", "2:6: the MD5"),
    ("xs4_33 623", "xs4_33 624", "7:14: the counts of the table"),
    ("xs4_33 623", "xs4_33 1180591620717411303424", "10:8: the number exceeds"),
    ("xs4_33 623", "xs4_33 0623", "10:8: expected a number"), ("xs4_33 623", "xs4_33", "10:7:"),
    ("xp2_7 597", "xs4_33 597", "11:1: the code is there twice"),
    ("xs4_33 623", "xs4-33 623", "10:4:"),
    ("xs4_33 623", "xs4_33 0", "10:8: a count of 0"), ("@ROOT golden_\n", "", "no line '@ROOT'"),
    ("@ROOT golden_", "@ROOT g\u{1b}[m", "3:8: a control character"),
    ("@NUM_SOUPS 100", "@NUM_SOUPS 1e9", "6:12: expected a number"),
    ("@NUM_SOUPS 100", "@NUM_SOUPS 100\n@SOUPS 0..60 50..88", "7:8: the ranges overlap"),
    ("@NUM_SOUPS 100", "@NUM_SOUPS 100\n@SOUPS 0..98", "6:12: @SOUPS lists 99"),
    ("@NUM_SOUPS 100", "@NUM_SOUPS 9\n@SOUPS 0..8", "the sample soups"),
    ("@SAMPLE_SOUPIDS", "SAMPLES", "27:1: expected '@SAMPLE_SOUPIDS'"),
    ("@SAMPLE_SOUPIDS", "@SAMPLES", "the file ends before '@SAMPLE_SOUPIDS'"),
    ("xs4_33 0 1", "xs4_34 0 1", "28:1: the code is not in the table"),
    ("@VERSION v5", "@VERSION life-1", "no line '@SHA256'"), ("@VERSION", "VERSION", "1:1:"),
  ])
  func `a wrong haul is refused with the place`(old: String, new: String, error: String) throws {
    let text = String(decoding: try Self.file("golden-100"), as: UTF8.self)
    guard let range = text.firstRange(of: old) else {
      Issue.record("\(old) is not in the file")
      return
    }
    let changed = text.replacingCharacters(in: range, with: new)
    let failure = #expect(throws: ParseError.self) { try Self.read(changed) }
    #expect("\(failure.map(String.init(describing:)) ?? "")".contains(error))
  }
}

/// Numbers of soups.
@Suite struct SoupRangesTests {
  @Test func `ranges of soups equal a set of numbers`() async throws {
    try await forEachCase(of: Effort.cases(50, long: 2_000)) { seed in
      var random = Seeded(seed)
      var soups = SoupRanges()
      var model = Set<Int>()
      for _ in 0..<30 {
        let first = Int.random(in: 0..<60, using: &random)
        let range = first..<first + Int.random(in: 0..<9, using: &random)
        let common = model.intersection(range)
        if let overlap = soups.overlap(with: SoupRanges(range)) {
          #expect(!common.isEmpty && common.isSuperset(of: overlap))
        } else {
          #expect(common.isEmpty)
          soups.insert(range)
          model.formUnion(range)
        }
      }
      #expect(soups.count == model.count)
      #expect((-1..<80).allSatisfy { soups.contains($0) == model.contains($0) })
      #expect(Set(soups.ranges.flatMap { Array($0) }) == model)
      #expect(soups.gaps.allSatisfy { !$0.isEmpty && model.isDisjoint(with: $0) })
      #expect(soups.ranges.count == soups.gaps.count + (model.isEmpty ? 0 : 1))
    }
  }
}
