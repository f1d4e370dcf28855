import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct RLEErrorTests {
  static let item = "expected 'b', 'o', '$', '!' or a count, found"
  static let tag = "expected 'b', 'o' or '$' after a count, found"
  static let state = "not a state of a two-state rule"
  static let example = "in a header such as 'x = 3, y = 3, rule = B3/S23', found"
  static let stateItem = "expected '.', a state from 'A' to 'X', '$', '!' or a count, found"
  static let tooLong = "the row exceeds the limit of 1152921504606846976 cells"
  static let tooHigh = "the pattern exceeds the limit of 1152921504606846976 rows"
  static let tooMany = "the count exceeds the limit of 1152921504606846976 cells"
  static let cutShort =
    "expected '!' at the end of the pattern; the file is incomplete"
  static let twice = "a second header line before the '!' that ends the pattern"

  @Test func `an error in RLE shows the line and a caret`() {
    #expect(
      TextFormat.rle.complaint("x = 3, y = 3\r\nbo$\r\nb$2bqo!") == """
        in:3:5: \(Self.item) 'q'
          3 | b$2bqo!
            |     ^
        """)
  }

  // The place and the message. The caret follows from the place.
  @Test(arguments: [
    ("bO!", "1:2", "expected 'o' in a two-state pattern, found 'O'"),
    ("3B!", "1:2", "expected 'b' in a two-state pattern, found 'B'"),
    ("oC!", "1:2", "'C' is \(state)"), ("2X!", "1:2", "'X' is \(state)"),
    ("opA!", "1:2", "'p' begins a state above 24, \(state)"),
    ("xA!", "1:1", "'x' begins a state above 24, \(state)"),
    ("oxX!", "1:2", "'x' begins a state above 24, \(state)"), ("zA!", "1:1", "\(item) 'z'"),
    ("p!", "1:1", "\(item) 'p'"), ("oY!", "1:2", "\(item) 'Y'"), ("b?o!", "1:2", "\(item) '?'"),
    ("boé!", "1:3", "\(item) character U+00E9"), ("o\u{a0}!", "1:2", "\(item) character U+00A0"),
    ("&nbsp;o!", "1:1", "\(item) '&'"), ("`o!`", "1:1", "\(item) '`'"),
    ("o\u{0}!", "1:2", "\(item) a NUL byte"), ("o-1b!", "1:2", "\(item) '-'"),
    ("o$#C x\no!", "1:3", "\(item) '#'"), ("\u{feff}oq!", "1:2", "\(item) 'q'"),
  ])
  func `invalid items are refused`(text: String, place: String, message: String) {
    TextFormat.rle.expectComplaint(about: text, at: place, message)
  }

  @Test(arguments: [
    ("q!", "2:1", "\(stateItem) 'q'"), ("A?B!", "2:2", "\(stateItem) '?'"),
    ("AY!", "2:2", "\(stateItem) 'Y'"), ("3p!", "2:2", "\(stateItem) 'p'"),
    ("D!", "2:1", "state 4 is not one of the rule's states, 0 to 3"),
    ("C2D!", "2:3", "state 4 is not one of the rule's states, 0 to 3"),
    ("pA!", "2:1", "state 25 is not one of the rule's states, 0 to 3"),
    ("A\nx = 3, y = 3\nA!", "3:1", twice),
  ])
  func `invalid states in RLE are refused`(text: String, place: String, message: String) {
    TextFormat.rle.expectComplaint(
      about: "x = 9, y = 9, rule = 345/2/4\n" + text, at: place, message)
  }

  @Test func `b and o of RLE are read among the states of other rules`() throws {
    let header = "x = 6, y = 1, rule = 345/2/4\n"
    let pattern = try TextFormat.rle.read(header + "ob.2Co!")
    #expect(try TextFormat.rle.read(header + "A..2CA!").hasSameCells(as: pattern))
    #expect(
      try TextFormat.rle.lenient.read(header + "A?B!").cells
        == TextFormat.rle.read(header + "A.B!").cells)
    let many = try TextFormat.rle.read("x = 3, y = 1, rule = 23/3/256\nyO.pA!")
    let runs = [(0, 255), (2, 25)].map { CellRun(y: 0, x: $0.0, length: 1, state: State($0.1)) }
    #expect(try many.hasSameCells(as: Pattern(cells: Cells(runs))))
  }

  @Test(arguments: [
    ("0o!", "1:1", "a count cannot begin with 0"), ("b03o!", "1:2", "a count cannot begin with 0"),
    ("2 o!", "1:2", "\(tag) a space"),
    ("2\to!", "1:2", "\(tag) a tab"),
    ("2q!", "1:2", "\(item) 'q'"), ("2\n#C x\no!", "2:1", "\(item) '#'"),
    ("bo$3", "1:5", "\(tag) the end of the file"), ("5\n", "2:1", "\(tag) the end of the file"),
    ("1152921504606846977o!", "1:19", tooMany), ("99999999999999999999o!", "1:19", tooMany),
    ("18446744073709551617b!", "1:19", tooMany),
    ("1152921504606846976bo!", "1:21", tooLong), ("o1152921504606846976b!", "1:21", tooLong),
    ("1152921504606846976$$!", "1:21", tooHigh), ("$1152921504606846976$!", "1:21", tooHigh),
  ])
  func `counts of RLE that are out of range are refused`(
    text: String, place: String, message: String
  ) {
    TextFormat.rle.expectComplaint(about: text, at: place, message)
  }

  @Test(arguments: [
    ("", "1:1", cutShort), ("bo$", "1:4", cutShort), ("bo$\n", "2:1", cutShort),
    ("#C only\n", "2:1", cutShort), ("x = 3, y = 3\n", "2:1", cutShort),
    ("o$\nx = 3, y = 3\n3o!", "2:1", twice), ("x = 3, y = 3\nx=3\n3o!", "2:1", twice),
    ("ox = 3!", "1:2", twice),
  ])
  func `incomplete RLE patterns and second headers are refused`(
    text: String, place: String, message: String
  ) {
    TextFormat.rle.expectComplaint(about: text, at: place, message)
  }

  @Test(arguments: [
    ("x = , y = 3\no!", "1:5", "expected a size after 'x =' \(example) ','"),
    ("x = -, y = 3\no!", "1:5", "expected a size after 'x =' \(example) '-'"),
    ("x = 3 y = 3\no!", "1:7", "expected ',' and then 'y =' \(example) 'y'"),
    ("x = 3\no!", "1:6", "expected ',' and then 'y =' \(example) the end of the line"),
    ("x = 3,", "1:7", "expected 'y =' \(example) the end of the file"),
    ("x = 3, z = 3\no!", "1:8", "expected 'y =' \(example) 'z'"),
    ("x = 3, y 3\no!", "1:10", "expected '=' after 'y' \(example) '3'"),
    ("x = 3, y = 3; rule\no!", "1:13", "expected ', rule =' \(example) ';'"),
    ("x = 3, y = 3, rul\no!", "1:18", "expected '=' after 'rul' \(example) the end of the line"),
    ("x = 3, y = 3, rule B3\no!", "1:20", "expected '=' after 'rule' \(example) 'B'"),
    ("x = 3.5, y = 3\no!", "1:6", "expected ',' and then 'y =' \(example) '.'"),
  ])
  func `invalid headers of RLE are refused`(text: String, place: String, message: String) {
    TextFormat.rle.expectComplaint(about: text, at: place, message)
  }

  @Test(arguments: [
    ("x = 3, y = 3, rule = B9/S23\no!", "1:23", refusal(of: "B9/S23")),
    ("x = 3, y = 3, rule = \no!", "1:22", refusal(of: "")),
    ("\u{feff}x = 3, y = 3, rule = Foo\no!", "1:22", refusal(of: "Foo")),
    ("x = 3, y = 3, rule = B3/S23:T5,x\no!", "1:32", refusal(of: "B3/S23:T5,x")),
    ("#r B3/S239\no!", "1:10", refusal(of: "B3/S239")),
    ("#R\no!", "1:3", refusal(of: "")),
    ("#CXRLE Pos=5\no!", "1:8", "expected a position such as Pos=-10,5"),
    ("#CXRLE Pos=1,2,3\no!", "1:8", "expected a position such as Pos=-10,5"),
    ("#CXRLE Gen=1 Pos=1,\no!", "1:14", "expected a position such as Pos=-10,5"),
    ("#CXRLE Gen=-1\no!", "1:8", "expected a generation such as Gen=100"),
    ("#CXRLE Gen\no!", "1:8", "expected a generation such as Gen=100"),
  ])
  func `invalid rules and positions in RLE are refused`(
    text: String, place: String, message: String
  ) {
    TextFormat.rle.expectComplaint(about: text, at: place, message)
  }

  @Test(.needsOptimization)
  func `a number of too many digits in RLE is refused without parsing it`() {
    let digits = String(repeating: "9", count: 4_000_000)
    for text in ["#CXRLE Gen=\(digits)\no!", "#CXRLE Pos=0,\(digits)\no!"] {
      #expect(TextFormat.rle.complaint(text)?.hasPrefix("in:1:8: expected a ") == true)
    }
    #expect(TextFormat.rle.complaint("#P \(digits) 1\no!") == nil)
  }
}
