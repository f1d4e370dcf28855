import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// RLE as it is found in posts, in piles and on web pages.
@Suite struct RLEDialectTests {
  typealias Text = TextFormat<RLE>

  static let post = """
    Re: A gun
    Posted by somebody

    Here it is:
    [code]#C found today
    x = 3, y = 3, rule = B36/S23
    bo$2bo$3o!
    #C [[ ZOOM 8 ]][/code]
    and a smaller one: [CODE]
    x = 2, y = 2
    2o$2o![/CODE] Thanks!

    """

  @Test func `a post has a pattern in it`() throws {
    let pattern = try Text.strict.read(Self.post)
    #expect(pattern.picture == ".O/..O/OOO")
    #expect(pattern.rulestring == "B36/S23")
    #expect(pattern.remarks == ["comment: found today", "trailer: #C [[ ZOOM 8 ]]"])
    #expect(
      try Text.strict.warnings(Self.post) == [
        "1:1: the text before the pattern is skipped",
        "10:1: another pattern follows; only the first is read without --split",
      ])
  }

  private func each(_ text: String, rule: String? = nil) throws -> [String] {
    var found: [String] = []
    var options = ReadOptions()
    options.rule = try rule.map { try RuleAndUniverse(parsing: $0.utf8).rule }
    let input = try ByteReader(Array(text.utf8), name: "in")
    try Format.readEach(input, options) { pattern, _ in
      found.append(([pattern.picture] + pattern.remarks).joined(separator: " | "))
    }
    return found
  }

  @Test func `every pattern of a post is read`() throws {
    #expect(
      try each(Self.post) == [
        ".O/..O/OOO | comment: found today | trailer: #C [[ ZOOM 8 ]]", "OO/OO",
      ])
  }

  @Test(arguments: [
    ("A glider:\n\nx = 3, y = 3\nbo$2bo$3o!\n", ".O/..O/OOO"),
    ("A glider: [rle]bo$2bo$3o![/rle].", ".O/..O/OOO"),
    ("Text\n```rle\nx = 3, y = 3\nbo$2bo$3o!\n```\nText", ".O/..O/OOO"),
    ("Code: Select all\n#N Named\nx = 2, y = 1\n2o!", "OO"),
    ("[code]print(x)[/code]\nx = 2, y = 1\n2o!", "OO"),
  ])
  func `quotations are found`(text: String, picture: String) throws {
    #expect(try Text.strict.read(text).picture == picture)
  }

  @Test func `text after the cells has no blanks around it in a quotation either`() throws {
    let pattern = try Text.strict.read("Here:\n```\nbo$2bo$3o!\n  a glider  ```\nand so on")
    #expect(pattern.remarks == ["trailer: a glider"])
    let written = try Text.strict.written(pattern)
    #expect(try Text.strict.written(Text.strict.read(written)) == written)
  }

  @Test func `a text without a pattern is refused`() {
    #expect(
      Text.strict.complaint("Words [code]words[/code]\nwords")
        == "in:2:6: expected a pattern after '[code]', found the end of the file\n"
        + "  2 | words\n    |      ^")
  }

  @Test func `a pile has one pattern a line`() throws {
    #expect(
      try each("bo$2bo$3o! glider c/4\n2o$2o!\n\n3o!x\n")
        == [".O/..O/OOO | trailer: glider c/4", "OO/OO", "OOO | trailer: x"])
  }

  @Test func `headers and comments begin the next pattern`() throws {
    let pile = """
      #N One
      x = 1, y = 1
      o!
      said after one
      #N Two
      #C two
      x = 2, y = 1, rule = B36/S23
      2o!
      #C [[ ZOOM 2 ]]
      """
    #expect(
      try each(pile) == [
        "O | name: One | trailer: said after one",
        "OO | name: Two | comment: two | trailer: #C [[ ZOOM 2 ]]",
      ])
    #expect(
      try Text.strict.warnings(pile)
        == ["7:1: another pattern follows; only the first is read without --split"])
  }

  @Test func `a pile may be of many states`() throws {
    #expect(try each("A.B$C!\n2.pA2$D!", rule: "2/3/30").count == 2)
  }

  @Test func `a broken pattern is told of`() throws {
    #expect(throws: ParseError.self) { try each("o!\n2o$2q!\n3o!") }
    nonisolated(unsafe) var warnings: [String] = []
    var options = ReadOptions()
    options.warn = { warnings.append("\($0.place?.line ?? 0): \($0.message)") }
    let input = try ByteReader(Array("o! one\n2q!\n3o!".utf8), name: "in")
    try Format.readEach(input, options) { _, _ in }
    #expect(warnings == ["2: no pattern; kept as text after the one before"])
  }

  @Test func `notes on the numbering of states are kept`() throws {
    let text = "#CLL state-numbering golly\nx = 1, y = 1, rule = B3/S23\no!\n"
    let pattern = try Text.strict.read(text)
    #expect(pattern.remarks == ["comment: #CLL state-numbering golly"])
    #expect(try Text.strict.text(pattern) == text)
  }

  @Test func `blanks of web pages are read leniently`() throws {
    let text = "x\u{a0}=\u{a0}3,&nbsp;y = 3\nbo$\u{a0}2bo$&nbsp;3o!"
    #expect(try Text.lenient.read(text).picture == ".O/..O/OOO")
    #expect(Text.strict.complaint(text) != nil)
    #expect(Text.strict.complaint("bo$\u{a0}2bo$3o!")?.contains("U+00A0") == true)
  }

  @Test(arguments: Effort.cases(50, long: 10_000))
  func `what is written in a row is read in a row`(seed: Int) throws {
    var random = Seeded(seed)
    let patterns = (0..<random.below(6)).map { index in
      Pattern.complete(seed: seed * 7 + index).reduced(to: .rle)
    }
    let pile = try patterns.flatMap { try written($0, as: .rle) }
    var index = 0
    guard !pile.isEmpty else { return }
    try Format.readEach(ByteReader(pile, name: "in"), as: .rle, ReadOptions()) { pattern, _ in
      #expect(pattern.hasSameCells(as: patterns[index]), "seed \(seed)")
      #expect(pattern.sortedRemarks == patterns[index].sortedRemarks, "seed \(seed)")
      index += 1
    }
    #expect(index == patterns.count)
  }
}
