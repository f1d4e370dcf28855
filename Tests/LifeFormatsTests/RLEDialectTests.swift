import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// RLE in forum posts, files of several patterns, and with the notation of other programs.
@Suite struct RLEDialectTests {
  static let post = """
    Re: A gun
    Posted by a reader

    Here it is:
    [code]#C found today
    x = 3, y = 3, rule = B36/S23
    bo$2bo$3o!
    #C [[ ZOOM 8 ]][/code]
    and a smaller one: [CODE]
    x = 2, y = 2
    2o$2o![/CODE] Thanks!

    """

  @Test func `a pattern in a forum post is read`() throws {
    let pattern = try TextFormat.rle.read(Self.post)
    #expect(pattern.picture == ".O/..O/OOO")
    #expect(pattern.rulestring == "B36/S23")
    #expect(pattern.remarks == ["comment: found today", "trailer: #C [[ ZOOM 8 ]]"])
    #expect(
      try TextFormat.rle.warnings(Self.post) == [
        "1:1: the text before the pattern is skipped",
        "10:1: another pattern follows",
      ])
  }

  /// A rule of three states without any change.
  private static let table = """
    @RULE Quiet
    @TABLE
    n_states:3
    neighborhood:Moore
    symmetries:none
    @NAMES
    1 one
    """

  /// Reads like a program without rule files.
  private static var searching: TextFormat {
    var text = TextFormat.rle
    text.options.findRule = { _ in .missing(places: []) }
    return text
  }

  @Test func `a pattern file may define its rule after the cells`() throws {
    let text = "x = 3, y = 1, rule = Quiet\nA.B! kept\n\(Self.table)\n"
    let pattern = try Self.searching.read(text)
    #expect(pattern.rule.states == 3)
    #expect(pattern.rule.canonical == "Quiet")
    #expect(pattern.population == 2)
    #expect(pattern.remarks == ["trailer: kept"])
    #expect(try Self.searching.warnings(text).isEmpty)
    #expect(try each(text) == ["O.O | trailer: kept"])
    let again = try ByteWriter.bytes { try RLE.write(pattern, to: $0) }
    #expect(String(decoding: again, as: UTF8.self).hasSuffix("A.B!\nkept\n\(Self.table)\n"))
    let noted = try Self.searching.read(text + "# the end\n")
    let notedAgain = try ByteWriter.bytes { try RLE.write(noted, to: $0) }
    #expect(String(decoding: notedAgain, as: UTF8.self).hasSuffix("1 one\n# the end\n"))
  }

  @Test func `each of several patterns may define its rule`() throws {
    let one = "x = 3, y = 1, rule = Quiet\nA.B!\n\(Self.table)\n# a remark of the rule\n2 two\n"
    let text = one + "#N Next\n" + one
    #expect(try each(text) == ["O.O", "O.O | name: Next"])
    #expect(try Self.searching.read(text).remarks.isEmpty)
    #expect(try Self.searching.warnings(text) == ["13:1: another pattern follows"])
  }

  /// Written to a file, the first pattern has no part of the others.
  @Test func `text after a pattern ends before the next one`() throws {
    let text = "x = 3, y = 1\n3o!\nkept\n#C kept, too\nand this\n#N Next\nx = 1, y = 1\no!\n"
    #expect(
      try TextFormat.rle.read(text).remarks
        == ["trailer: kept", "trailer: #C kept, too", "trailer: and this"])
  }

  @Test(arguments: [
    ("A.B!", "1:22: expected a rulestring such as B3/S23 or 23/3, or the name of a rule"),
    ("A.B!\n@RULE Other\n@TABLE\n", "1:22: expected a rulestring"),
    ("A.B!\n@RULE Quiet\n@TABLE\nx\n", ": @RULE Quiet:3:1: "),
    ("A.C!\n\(table)", "the rule Quiet has only 3 states"),
  ])
  func `a rule that is not defined, or not well, is an error`(body: String, message: String) {
    let error = #expect(throws: ParseError.self) {
      try read("x = 3, y = 1, rule = Quiet\n\(body)", as: .rle, options: Self.searching.options)
    }
    #expect("\(error as Any)".contains(message))
  }

  private func each(_ text: String, rule: String? = nil) throws -> [String] {
    var options = Self.searching.options
    options.rule = try rule.map { try Rule(parsing: $0) }
    return try readEach(text, options: options).map { pattern, _ in
      ([pattern.picture] + pattern.remarks).joined(separator: " | ")
    }
  }

  @Test(arguments: [
    "x = 1, y = 1, rule = Nowhere\no!\n", "x = 1, y = 1, rule = B9/S\no$\no!\n",
    "x = 1, y = 1\noqo$o! text\n", "x = 1, y = 1\n3o$\n", "x = , y\no!\n",
    "#N damaged\n#CXRLE Pos=1\n#C more\nx = 1, y = 1\no!\n", "x = 1, y = 1\n3B!\n",
  ])
  func `patterns after a damaged one are read`(damaged: String) throws {
    for end in ["", "x = 1, y = 2\no$o!\n", "#N last\nx = 1, y = 2\no$o!\n"] {
      var found: [String] = []
      var options = Self.searching.options
      options.passOver = { _ in found.append("damaged") }
      let input = try ByteReader(Array("x = 2, y = 1\n2o!\n\(damaged)\(end)".utf8), name: "in")
      try Format.readEach(input, options: options) { pattern, _ in found.append(pattern.picture) }
      #expect(found == ["OO", "damaged"] + (end.isEmpty ? [] : ["O/O"]), "\(end)")
    }
  }

  @Test func `all patterns of a forum post are read`() throws {
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
  func `patterns in code blocks and prose are found`(text: String, picture: String) throws {
    #expect(try TextFormat.rle.read(text).picture == picture)
  }

  /// HTML and wiki markup are not interpreted.
  @Test(arguments: [
    "Text\n<pre>x = 2, y = 1\n2o!</pre>\n", "Text\n<nowiki>2o!</nowiki>\n",
    "Text &lt;pre&gt;bo$2bo$3o!\n",
  ])
  func `patterns in HTML and wiki text are not found`(text: String) {
    #expect(throws: ParseError.self) { try read(text) }
  }

  @Test func `text after the cells of a code block is trimmed`() throws {
    let pattern = try TextFormat.rle.read("Here:\n```\nbo$2bo$3o!\n  a glider  ```\nand so on")
    #expect(pattern.remarks == ["trailer: a glider"])
    let written = try TextFormat.rle.written(pattern)
    #expect(try TextFormat.rle.written(TextFormat.rle.read(written)) == written)
  }

  @Test func `a text without a pattern is refused`() {
    #expect(
      TextFormat.rle.complaint("Words [code]words[/code]\nwords")
        == "in:2:6: expected a pattern after '[code]', found the end of the file\n"
        + "  2 | words\n    |      ^")
  }

  @Test func `RLE patterns without headers are read line by line`() throws {
    #expect(
      try each("bo$2bo$3o! glider c/4\n2o$2o!\n\n3o!x\n")
        == [".O/..O/OOO | trailer: glider c/4", "OO/OO", "OOO | trailer: x"])
  }

  @Test func `headers and comments of RLE begin the next pattern`() throws {
    let file = """
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
      try each(file) == [
        "O | name: One | trailer: said after one",
        "OO | name: Two | comment: two | trailer: #C [[ ZOOM 2 ]]",
      ])
    #expect(
      try TextFormat.rle.warnings(file)
        == ["7:1: another pattern follows"])
  }

  @Test func `RLE lines of more than two states are read`() throws {
    #expect(try each("A.B$C!\n2.pA2$D!", rule: "2/3/30").count == 2)
  }

  @Test func `a damaged pattern among others is refused or warned of`() throws {
    #expect(throws: ParseError.self) { try each("o!\n2o$2q!\n3o!") }
    nonisolated(unsafe) var warnings: [String] = []
    var options = ReadOptions()
    options.warn = { warnings.append("\($0.place?.line ?? 0): \($0.message)") }
    _ = try readEach("o! one\n2q!\n3o!", options: options)
    #expect(warnings == ["2: not a pattern; kept as text after the previous one"])
  }

  @Test func `no-break spaces are read leniently`() throws {
    let text = "x\u{a0}=\u{a0}3,\u{a0}y = 3\nbo$\u{a0}2bo$3o!"
    #expect(try TextFormat.rle.lenient.read(text).picture == ".O/..O/OOO")
    #expect(
      try TextFormat.rle.lenient.warnings(text) == [
        "1:1: no-break spaces in the header read as spaces",
        "2:4: no-break spaces between the cells are ignored",
      ])
    #expect(TextFormat.rle.complaint(text) != nil)
    #expect(TextFormat.rle.complaint("bo$\u{a0}2bo$3o!")?.contains("U+00A0") == true)
  }

  @Test(arguments: [
    (
      "x = 3, y = 3, skip = 1, fps = 8\nbo$2bo$3o!", "B3/S23",
      "1:15: 'skip' in the header is ignored"
    ),
    (
      "x = 3, y = 3, color=(0,255,0), r = b36/s23\nbo$2bo$3o!", "B36/S23",
      "1:15: 'color' in the header is ignored"
    ),
    (
      "x = 3, y = 3, rule = R2,C0,M1,S3..8,B4..5,NM, fps = 9\nbo$2bo$3o!",
      "R2,C0,M1,S3..8,B4..5,NM", "1:47: 'fps' in the header is ignored"
    ),
    ("x = -3, y = 3\nbo$2bo$3o!", "B3/S23", "1:5: the header has no valid size after 'x ='"),
    (
      "x = 3, y = rule = B36/S23\nbo$2bo$3o!", "B36/S23",
      "1:12: the header has no valid size after 'y ='"
    ),
    ("x = 3, y = 3\nbo$2bo$3o2!", "B3/S23", "2:11: the count before '!' is ignored"),
    ("x = 3, y = 3\nbo$2bo$3o\n", "B3/S23", "3:1: \(RLEReadingTests.noEnd)"),
    ("x = 3, y = 3\nbo$2bo$3o\n\u{1a}", "B3/S23", "3:2: \(RLEReadingTests.noEnd)"),
  ])
  func `what other programs write into RLE is read with a warning`(
    text: String, rule: String, warning: String
  ) throws {
    let pattern = try TextFormat.rle.read(text)
    #expect(pattern.picture == ".O/..O/OOO")
    #expect(pattern.rulestring == rule)
    #expect(try TextFormat.rle.warnings(text).first == warning)
  }

  @Test(arguments: [
    "x = 3, y = 3, rule = B36/S23 bo$2bo$3o!", "x = 3, y = 3, rule = B36 / S23 bo$2bo$3o!",
    "x = 3, y = 3, rule = B36/S23 bo$\n2bo$3o!", "#C a\nx=3,y=3,rule=B36/S23\tbo$2bo$3o! text",
  ])
  func `a header line of RLE may have cells`(text: String) throws {
    let pattern = try TextFormat.rle.read(text)
    #expect(pattern.picture == ".O/..O/OOO")
    #expect(pattern.rulestring == "B36/S23")
    #expect(try TextFormat.rle.read("x = 3, y = 3 bo$2bo$3o!").picture == ".O/..O/OOO")
  }

  @Test(arguments: ["x = 3, y = 3\nbo$2bo\n", "x = 3, y = 3\nbo$2o$2o\n", "bo$2bo$3o\n"])
  func `RLE without an end that may be cut short is refused`(text: String) {
    #expect(TextFormat.rle.complaint(text)?.contains("expected '!'") == true)
  }

  @Test(arguments: [
    "x = 3, y = 1, rule = sb3/s23\nA.B!", "x = 3, y = 1, rule = B13/S024VR\nA.B!",
    "x = 3, y = 1, rule = Foo\nA.B!", "x = 3, y = 1, rule = B3/S23:Q9\nA.B!",
    "x = 3, y = 1, rule = \nA.B!", "#r 1,0,0\nA.B!",
  ])
  func `a given rule replaces one that cannot be read`(text: String) throws {
    var options = Self.searching.options
    options.rule = try Rule(parsing: "345/2/4")
    let pattern = try read(text, as: .rle, options: options)
    #expect(pattern.rule.canonical == "345/2/4")
    #expect(pattern.cells.state(of: Cell(x: 2, y: 0)) == 2)
    let torus = try read("x = 1, y = 1, rule = foo:T5,6\nA!", as: .rle, options: options)
    #expect("\(torus.universe)" == "T5,6")
  }

  @Test func `concatenated files are read one by one`() async throws {
    try await forEachCase(of: Effort.cases(50, long: 10_000)) { seed in
      var random = Seeded(seed)
      let patterns = (0..<random.below(6)).map { index in
        Pattern.complete(seed: seed * 7 + index).reduced(to: .rle)
      }
      let file = try patterns.flatMap { try written($0, as: .rle) }
      guard !file.isEmpty else { return #expect(patterns.isEmpty) }
      var found: [Pattern] = []
      try Format.readEach(ByteReader(file, name: "in"), as: .rle, options: ReadOptions()) {
        pattern, _ in
        found.append(pattern)
      }
      #expect(found.count == patterns.count)
      for (pattern, expected) in zip(found, patterns) {
        #expect(try pattern.hasSameCells(as: expected), "seed \(seed)")
        #expect(pattern.sortedRemarks == expected.sortedRemarks, "seed \(seed)")
      }
    }
  }
}
