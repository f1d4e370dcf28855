import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct PlaintextTests {
  @Test(arguments: [
    (".O\n..O\nOOO\n", ".O/..O/OOO", 3, 3),
    (".O\r\n..O\r\nOOO\r\n", ".O/..O/OOO", 3, 3),
    (".O\r..O\rOOO", ".O/..O/OOO", 3, 3),
    ("\u{feff}O\n", "O", 1, 1),
    ("O*o.\n", "OOO", 4, 1),
    ("O \t\n.O  ", "O/.O", 2, 2),
    ("!Name: x\nO\n!y\nO\n!z", "O/O", 1, 2),
    ("O\n\n \nO\n", "O///O", 1, 4),
    ("\n\r\n\rO", "///O", 1, 4),
    ("O\n\n\n", "O", 1, 3),
    ("...\n...\n", "", 3, 2),
    ("!", "", 0, 0), ("O", "O", 1, 1), ("OO\nO", "OO/O", 2, 2), ("OO\n.", "OO", 2, 2),
    ("........O.......O", "........O.......O", 17, 1), ("O\n.O\u{1a}", "O/.O", 2, 2),
    ("O\r\n.O\r\n\u{1a}", "O/.O", 2, 2),
  ])
  func `rows of plaintext are read`(text: String, picture: String, width: Int, height: Int) throws {
    let pattern = try TextFormat.plaintext.read(text)
    #expect(pattern.picture == picture)
    #expect(pattern.declaredSize?.width == width)
    #expect(pattern.declaredSize?.height == height)
    #expect(pattern.statedPosition == nil)
    #expect(pattern.statedRule == nil)
  }

  @Test(arguments: [
    (".O\n.Oq\n", "2:3", "expected '.', 'O' or '*', found 'q'"),
    (
      ".O\n.B\n", "2:2",
      "expected '.', 'O' or '*', found 'B'; this format has two states; write RLE for more"
    ),
    (
      "!x\n.O\t.O", "2:3",
      "expected '.', 'O' or '*', found a tab inside a row; remove it if it separates cells"
    ),
    (
      "!x\r\n.O .O", "2:3",
      "expected '.', 'O' or '*', found a space inside a row; remove it if it separates cells"
    ),
    (
      "  O", "1:1",
      "expected '.', 'O' or '*', found a space inside a row; remove it if it separates cells"
    ),
    ("........\u{0}", "1:9", "expected '.', 'O' or '*', found a NUL byte"),
    (".\u{7}", "1:2", "expected '.', 'O' or '*', found control character 0x07"),
    ("\u{feff}..é", "1:3", "expected '.', 'O' or '*', found character U+00E9"),
    ("O.!", "1:3", "expected '.', 'O' or '*', found '!'"),
    (
      "\n\n", "3:1",
      "expected a row of cells or a line that begins with '!', found the end of the file"
    ),
  ])
  func `errors in plaintext have place and message`(text: String, place: String, message: String) {
    TextFormat.plaintext.expectComplaint(about: text, at: place, message)
  }

  @Test(arguments: [
    "010\n001\n111\n", "0 1 0\n0 0 1\n1 1 1", "0,1,0\r\n0,0,1\r\n1,1,1\r\n", "\n010 \n001\n\n111\n",
  ])
  func `a matrix of digits is read`(text: String) throws {
    let pattern = try TextFormat.plaintext.read(text)
    #expect(pattern.picture == ".O/..O/OOO")
    #expect(pattern.declaredSize?.width == 3)
    #expect(try Format.detect(ByteReader(Array(text.utf8), name: "in")) == .plaintext)
  }

  @Test func `a single row of digits is read, but not recognized by its content`() throws {
    let row = Array("1011\n".utf8)
    #expect(try TextFormat.plaintext.read("1011\n").picture == "O.OO")
    #expect(try Format.recognized(ByteReader(row, name: "in.txt")) == nil)
    #expect(try Format.detect(ByteReader(row, name: "in.txt")) == .plaintext)
  }

  @Test(arguments: ["0 1\n1 0\n", "10\n", "111\n", "0 1\n", "010\n01\n", "012\n111\n"])
  func `digits that may be something else are not a matrix`(text: String) {
    #expect(throws: ParseError.self) { try TextFormat.plaintext.read(text) }
  }

  @Test(arguments: [
    ("010\n001\n11\n", "3:1: expected 3 digits as in the rows before, found 2"),
    ("010\n002\n", "2:3: expected a row of digits 0 and 1, found '2'"),
  ])
  func `an error in a matrix of digits names its row`(text: String, complaint: String) {
    let said = TextFormat.plaintext.complaint(text) ?? "nothing"
    #expect(said.hasPrefix("in:" + complaint), "\(said)")
  }

  @Test func `a long matrix is read up to its end, and errors have their place`() throws {
    let rows = String(repeating: "0101010101\n", count: 3000)
    #expect(try TextFormat.plaintext.read(rows).population == 15_000)
    let said = TextFormat.plaintext.complaint(rows + "01x1010101\n")
    #expect(said?.contains("3001:3: expected a row of digits") == true)
  }

  @Test(arguments: [
    (
      "!Name: Glider\n!Author: R. K. Guy\n!text\n! text\n!  text\nO",
      ["name: Glider", "author: R. K. Guy", "comment: text", "comment: text", "comment:  text"]
    ),
    ("!\n!Name:\nO", ["name: "]),
    ("!Name:x\n!\n!\nO", ["name: x", "comment: ", "comment: "]),
    (
      "!  Name: x\n!   Author:\n!name: x",
      ["comment: Name: x", "comment:  Author:", "comment: name: x"]
    ),
    ("O\n!\n!a\u{0}\r\n!é \n", ["comment: ", "comment: a\u{0}", "comment: é "]),
  ])
  func `comments of plaintext become notes`(text: String, notes: [String]) throws {
    #expect(try TextFormat.plaintext.read(text).remarks == notes)
  }

  @Test func `plaintext refuses bytes that are not UTF-8 among cells only`() throws {
    let row: [UInt8] = [0x2e, 0xff]
    #expect(
      TextFormat.plaintext.complaint(row)?.hasPrefix(
        "in:1:2: expected '.', 'O' or '*', found byte 0xFF")
        == true)
    let comment: [UInt8] = [0x21, 0xff, 0x0a, 0x4f]
    #expect(try TextFormat.plaintext.read(comment).notes.map(\.text) == [[0xff]])
  }

  @Test(arguments: [
    ("xX@#1\n,.O\n", "OOOOO/..O", "1:1: characters other than '.', 'O' or '*' read as cells"),
    ("O  O", "O..O", "1:2: characters other than '.', 'O' or '*' read as cells"),
    (".\n  x  \n", "/..O", "2:1: characters other than '.', 'O' or '*' read as cells"),
  ])
  func `lenient reading of plaintext accepts other characters as cells`(
    text: String, picture: String, warning: String
  ) throws {
    #expect(try TextFormat.plaintext.lenient.read(text).picture == picture)
    #expect(try TextFormat.plaintext.lenient.warnings(text) == [warning])
    #expect(TextFormat.plaintext.complaint(text) != nil)
  }

  @Test(arguments: ["O\tO", "O \t O", "q", "2", ".0.", "\u{0}", "O!"])
  func `lenient reading of plaintext refuses unknown characters`(text: String) {
    #expect(TextFormat.plaintext.lenient.complaint(text) != nil)
  }

  @Test(arguments: [
    (".O/..O/OOO", ".O\n..O\nOOO\n"),
    ("O///O", "O\n.\n.\nO\n"),
    ("////...O", "O\n"),
    ("", "!\n"),
  ])
  func `plaintext is the bounding box of the pattern`(picture: String, text: String) throws {
    let pattern = Art.pattern(picture.replacing("/", with: "\n"))
    #expect(try TextFormat.plaintext.text(pattern) == text)
  }

  @Test func `notes written to plaintext are read back`() throws {
    var pattern = Pattern([Cell(x: 0, y: 0)])
    pattern.notes = [
      .init(.name, text: Array("a".utf8)), .init(.author, text: []),
      .init(.comment, text: Array("Name: b".utf8)),
      .init(.trailer, text: Array("c\r\nd".utf8)), .init(.comment, text: Array(" e".utf8)),
    ]
    #expect(
      try TextFormat.plaintext.text(pattern) == "!Name: a\n!Author:\n!  Name: b\n!c  d\n!  e\nO\n")
  }

  @Test func `a bounding box too large for plaintext is refused`() {
    let far = Pattern([Cell(x: 0, y: 0), Cell(x: 1 << 40, y: 1 << 40)])
    #expect(throws: WriteError.self) { try TextFormat.plaintext.written(far) }
  }
}
