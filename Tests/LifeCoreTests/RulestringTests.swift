import LifeCore
import TestSupport
import Testing

@Suite(.needsOptimization) struct RulestringTests {
  @Test(arguments: [
    ("B3/S23", "B3/S23"), ("b3/s23", "B3/S23"), ("B3S23", "B3/S23"), ("b3s23", "B3/S23"),
    ("S23/B3", "B3/S23"), ("S23B3", "B3/S23"), ("s23b3", "B3/S23"), ("23/3", "B3/S23"),
    ("B3/23", "B3/S23"), ("3/S23", "B3/S23"), ("S23/3", "B3/S23"), ("23/B3", "B3/S23"),
    ("B32/S320", "B23/S023"), ("b33/S", "B3/S"), ("b33/s222", "B3/S2"),
    ("/", "B/S"), ("B", "B/S"), ("S", "B/S"), ("B/S", "B/S"), ("BS", "B/S"), ("SB", "B/S"),
    ("B3", "B3/S"), ("S23", "B/S23"), ("/3", "B3/S"), ("23/", "B/S23"), ("B3/", "B3/S"),
    ("/S2", "B/S2"), ("/B2", "B2/S"),
    ("B012345678/S012345678", "B012345678/S012345678"), ("876543210/0", "B0/S012345678"),
    ("B3 / S23", "B3/S23"), ("B3/ S23", "B3/S23"), ("B3 /S23", "B3/S23"),
    ("B3 S23", "B3/S23"), ("B3\t/\tS23", "B3/S23"), ("  B3/S23 \t", "B3/S23"),
    ("23 / 3", "B3/S23"), (" / ", "B/S"),
  ])
  func `rulestrings have one canonical spelling`(typed: String, canonical: String) throws {
    let parsed = try RuleAndUniverse(parsing: typed.utf8)
    #expect(parsed.rule.canonical == canonical)
    #expect(parsed.universe == nil)
    #expect(parsed.rule.states == 2)
  }

  @Test(arguments: [
    ("B2S34C3", "34/2/3"), ("B2/S34G3", "34/2/3"), ("S34B2C8", "34/2/8"), ("b2s34C3", "34/2/3"),
    ("B2n3/S23-qC5", "23-q/2n3/5"), ("B2/S34c3", "B2/S34c"), ("B2/S34C", "B2/S34c"),
    ("Leap Life", "B2n3/S23-q"), ("leaplife", "B2n3/S23-q"), ("HexLife", "B2/S34H"),
  ])
  func `a capital C or G and a number at the end are states`(typed: String, canonical: String)
    throws
  {
    #expect(try Rule(parsing: typed).canonical == canonical)
  }

  @Test(arguments: [
    ("b3/s23:t100,50", "B3/S23:T100,50"), ("B3/S23:", "B3/S23"), ("B3/S23:Plane", "B3/S23"),
    ("23/3:T5,6", "B3/S23:T5,6"), ("B3 / S23 :T5,6", "B3/S23:T5,6"), ("b3s23:p1", "B3/S23:P1,1"),
  ])
  func `a suffix names the universe`(typed: String, canonical: String) throws {
    let parsed = try RuleAndUniverse(parsing: typed.utf8)
    let universe = try #require(parsed.universe)
    #expect(parsed.rule.canonical + universe.suffix == canonical)
    #expect(try RuleAndUniverse(parsing: canonical.utf8).universe ?? .plane == universe)
  }

  static let onlyDigits = "expected a rule such as B3/S23 or 23/3, found only digits"
  static let commas =
    "a rule with commas is written like R5,C0,M1,S34..58,B34..45,NM, or with five numbers like "
    + "5,34,45,34,58"
  static let nine = "a cell has 8 neighbors, so a count is 0 to 8, not 9"
  static let slash =
    "unexpected second '/'; a rule of two states is B…/S…, a rule of more states ends in their "
    + "number, as in /2/3"
  static let control = "unexpected control character in the rule"
  static let empty = "the rule is empty; write it like B3/S23"
  static let size = "expected a size such as 100,50"
  static let large = "a universe has at most 2000000000 columns and rows"
  static let shift = "a shift is at most 2000000000 cells"
  static let rest = "unexpected text after the universe's size"
  static let universe =
    "expected a universe such as T100,50, P64, K30*,20, C40, S25 or plane"

  static func found(_ text: String) -> String {
    "expected a rule such as B3/S23 or 23/3, found '\(text)'"
  }

  @Test(arguments: [
    ("", empty, 0..<1), ("   ", empty, 0..<3), (":T5", empty, 0..<1),
    ("B9/S23", nine, 1..<2), ("9", nine, 0..<1), ("B3/S239", nine, 6..<7),
    ("B3/9", nine, 3..<4), ("//", slash, 1..<2), ("B3/S23/", slash, 6..<7),
    ("B3S23/", slash, 5..<6),
    ("garbage", found("g"), 0..<1), ("B3/S23x", found("x"), 6..<7),
    ("B3/S2 3", found("3"), 6..<7),
    ("B3,S23", commas, 2..<3), ("B3/S23S", found("S"), 6..<7),
    ("23", onlyDigits, 0..<2), ("0", onlyDigits, 0..<1), (" 23 ", onlyDigits, 1..<3),
    ("B3/B3", "birth (B) is given twice; a rule has one B and one S part", 3..<5),
    ("B3B", "birth (B) is given twice; a rule has one B and one S part", 2..<3),
    ("S2/s3", "survival (S) is given twice; a rule has one B and one S part", 3..<5),
    ("B3\u{1}", control, 2..<3), ("\u{7f}", control, 0..<1), ("B3/S23\r", control, 6..<7),
    ("\u{0}", control, 0..<1), ("Ｂ3/S23", found("Ｂ"), 0..<1), ("B３", found("３"), 1..<2),
    ("B3／S23", found("／"), 2..<3), ("B3/S23é", found("é"), 6..<7), ("🧬", found("🧬"), 0..<1),
    ("B3/S23:T-1,5", size, 8..<9), ("B3/S23:T0x5", size, 9..<10),
    ("B3/S23:T5,-1", size, 10..<11), ("B3/S23:T5 ,5", size, 9..<10),
    ("B3/S23:T 5", size, 8..<9), ("B3/S23:P3.5", size, 9..<10), ("B3/S23:T5,5 ", rest, 11..<12),
    ("B3/S23:T5,5,5", rest, 11..<13), ("B3/S23:T5,5x", rest, 11..<12),
    ("B3/S23:Z5,5", universe, 7..<8), ("B3/S23:5", universe, 7..<8),
    ("B3/S23:planet", size, 8..<9), ("B3/S23::", universe, 7..<8),
    ("B3/S23:T2000000001,9", large, 8..<18), ("B3/S23:P9,99999999999999999999", large, 10..<30),
    ("B3/S23:T9+2000000001", shift, 10..<20),
    ("B9:Z", nine, 1..<2),
  ])
  func `errors point at the wrong character`(
    typed: String, message: String, range: Range<Int>
  ) {
    let expected = RuleError(Message(message), at: range)
    #expect(throws: expected) { try RuleAndUniverse(parsing: typed.utf8) }
  }

  @Test(arguments: [[0xe2], [0x80], [0xff], [0x42, 0xf0, 0x9f], [0xc3]] as [[UInt8]])
  func `bytes that are not UTF-8 are rejected`(bytes: [UInt8]) {
    #expect(throws: RuleError.self) { try RuleAndUniverse(parsing: bytes) }
  }

  @Test func `each of the 2^18 rules reads back from its spellings`() throws {
    var failures: [String] = []
    for masks in Effort.sample(of: 0..<1 << 18) {
      let rule = LifeLike(birthMask: UInt16(masks & 0x1ff), survivalMask: UInt16(masks >> 9))
      let birth = Self.digits(rule.birth)
      let survival = Self.digits(rule.survival)
      let canonical = "B\(birth)/S\(survival)"
      let spellings = [canonical, "s\(survival)b\(birth)", "\(survival)/\(birth)"]
      let read = try spellings.map { try RuleAndUniverse(parsing: $0.utf8).rule.lifeLike }
      if Rule(rule).canonical != canonical || read != [rule, rule, rule] {
        failures.append(canonical)
      }
    }
    #expect(failures.isEmpty)
  }

  /// The bits of a mask as digits, lowest first.
  static func digits(_ mask: UInt16) -> String {
    var digits = ""
    for count in 0..<9 where mask & (1 << UInt16(count)) != 0 { digits += String(count) }
    return digits
  }

  @Test func `random rulestrings parse, or their errors have ranges within the text`() {
    let alphabet = Array("BbSs0123456789/: TPtp,\u{1}é".utf8)
    for seed in Effort.cases(2_000, long: 10_000) {
      var random = Seeded(seed)
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      do throws(RuleError) {
        let parsed = try RuleAndUniverse(parsing: text)
        let canonical = parsed.rule.canonical + (parsed.universe?.suffix ?? "")
        let again = try RuleAndUniverse(parsing: canonical.utf8)
        #expect(again.rule == parsed.rule, "\(text)")
        #expect(again.universe ?? .plane == parsed.universe ?? .plane, "\(text)")
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= max(text.count, 1))
        #expect(!error.range.isEmpty, "\(text)")
      }
    }
  }
}
