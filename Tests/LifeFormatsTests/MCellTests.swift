import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct MCellTests {
  /// A file with these lines between the header and a glider.
  private func file(_ lines: String, cells: String = "#L .A$..A$3A") -> String {
    "#MCell 4.20\n" + lines + cells + "\n"
  }

  @Test func `all kinds of lines of MCell are read`() throws {
    let pattern = try TextFormat.mcell.read(
      file(
        "#GAME Life\n#RULE 23/36\n#BOARD 20x10\n#SPEED 5\n#WRAP 1\n#D Name: Glider\n#D\n#N Other\n"
      ))
    #expect(pattern.rulestring == "B36/S23:T20,10")
    #expect(pattern.remarks == ["name: Glider", "comment: ", "name: Other"])
    #expect(pattern.picture == ".O/..O/OOO")
  }

  /// The positions of the same files in another program.
  @Test(arguments: [
    ("#BOARD 20x10\n#WRAP 0\n", "#L .A.$..A$AAA", "-1,-1"),
    ("#BOARD 20x10\n", "#L .A12.$..A$AAA4$", "-1,-1"),
    ("#BOARD 20x10\n", "#L $$3.A$4.A$2.AAA", "1,1"), ("", "#L $$3.A$4.A$2.AAA", "2,2"),
    ("#BOARD 20x10\n#WRAP 1\n", "#L A3.A", "-2,0"),
  ])
  func `patterns of MCell are centered on the board`(
    lines: String, cells: String, corner: String
  ) throws {
    let box = try #require(try TextFormat.mcell.read(file(lines, cells: cells)).bounds)
    #expect("\(box.x),\(box.y)" == corner)
  }

  @Test func `the first rule of MCell is used and may be a name`() throws {
    let rule = "#GOLLY B36/S23\n#RULE 1,0,0,0,0\n#RULE 0,3,1\n"
    #expect(try TextFormat.mcell.read(file(rule)).rule.canonical == "B36/S23")
  }

  /// Lines end as in MCell: anywhere, even inside a number.
  @Test(arguments: [
    "#RULE NW5,NN1,NE5,WW1,ME0,EE1,SW5,SS1,SE5,HI0,RS2,RS1\n#RULE 0,RS11,RS15,\n#RULE RB3,RB7\n",
    "#RULE NW5,NN1,NE5,WW1,ME0,EE1,SW5,SS1,SE5,H\n#RULE I0,RS2,RS10,RS11,RS15,RB\n#RULE 3,RB7\n",
  ])
  func `a weighted rule of MCell continues over lines`(lines: String) throws {
    let pattern = try TextFormat.mcell.read(
      file("#GAME Weighted Life\n" + lines, cells: "#L AC$.B"))
    let rule = "NW5,NN1,NE5,WW1,ME0,EE1,SW5,SS1,SE5,HI0,RS2,RS10,RS11,RS15,RB3,RB7"
    #expect(pattern.rulestring == rule)
    // Ages of live cells.
    #expect(pattern.picture == "OO/.O")
    let text = try TextFormat.mcell.text(pattern)
    #expect(text.hasPrefix("#MCell 4.20\n#GAME Weighted Life\n#RULE NW5,NN1,"))
    #expect(try TextFormat.mcell.read(text).rulestring == rule)
  }

  @Test(arguments: [("B3/S23:T40,30", "-1,-1"), ("BBM:T40,24", "0,0")])
  func `a pattern north or west of the middle of a torus is moved there`(
    rule: String, corner: String
  ) throws {
    let pattern = try Art.pattern(".O\n..O\nOOO", at: Position(x: -10, y: -10), under: rule)
    let box = try #require(try TextFormat.mcell.read(TextFormat.mcell.text(pattern)).bounds)
    #expect("\(box.x),\(box.y)" == corner)
  }

  @Test func `a Margolus game of MCell begins with the blocks at its corner`() throws {
    let game = { (board: String) in
      self.file(
        "#GAME Margolus\n#RULE MS,D0;8;4;3;2;5;9;7;1;6;10;\n#RULE 11;12;13;14;15\n"
          + "#BOARD \(board)\n#WRAP 1\n", cells: "#L A1\n#L 2.A")
    }
    let pattern = try TextFormat.mcell.read(game("40x24"))
    #expect(pattern.rulestring == "M0,8,4,3,2,5,9,7,1,6,10,11,12,13,14,15:T40,24")
    #expect(pattern.generation == 0 && pattern.bounds?.width == 14)
    #expect(try TextFormat.mcell.read(TextFormat.mcell.text(pattern)) == pattern)
    #expect(try TextFormat.mcell.read(game("18x22")).generation == 1)
    #expect(TextFormat.mcell.complaint(game("18x24"))?.contains("a board of 18x24") == true)
  }

  @Test func `cells of many states continue over lines of MCell`() throws {
    let pattern = try TextFormat.mcell.read(
      file("#RULE 23/3/256\n", cells: "#L AB$$2X\n#L aA.jO$"))
    #expect([0, 1].map { pattern.cells.state(of: Cell(x: $0, y: 0)) } == [1, 2])
    let row = (0..<5).map { pattern.cells.state(of: Cell(x: $0, y: 2)) }
    #expect(row == [24, 24, 25, 0, 255])
  }

  @Test(arguments: [
    ("#MCell 4\n.A", "2:1: expected a line that begins with '#', found '.'"),
    ("MCell", "1:1: expected '#MCell', found 'M'"),
    ("#MCell 4\n#L 0A", "2:4: a count cannot begin with 0"),
    ("#MCell 4\n#L 3", "2:5: expected '.', '$', 'A' to 'X', 'a' to 'j' or a count, found the end"),
    ("#MCell 4\n#L AY", "2:5: expected '.', '$', 'A' to 'X', 'a' to 'j' or a count, found 'Y'"),
    ("#MCell 4\n#L jP", "2:4: expected '.', '$'"),
    ("#MCell 4\n#L 99999999999999999999A", "2:4: the count exceeds the limit of"),
    ("#MCell 4\n#BOARD 20", "2:10: expected a size such as 300x200, found the end"),
    ("#MCell 4\n#BOARD 20x0", "2:8: expected a board from 1x1 to 2000000000x2000000000"),
    ("#MCell 4\n#BOARD 20x10y", "2:13: expected the end of the line, found 'y'"),
    ("#MCell 4\n#BOARD 20y10", "2:10: expected a size such as 300x200, found 'y'"),
    (
      "#MCell 4\n#L 1152921504606846975$3$",
      "2:24: the pattern exceeds the limit of 1152921504606846976 rows"
    ),
    ("#MCell 4\n#WRAP 2", "2:7: expected 0 or 1"),
    ("#MCell 4\n#RULE 29/3", "2:8: a cell has 8 neighbors"),
    (
      "#MCell 4\n#GAME Rules table\n#RULE 1,0,0,0\n",
      "3:7: the game 'Rules table' of MCell is not supported"
    ),
    (
      "#MCell 4\n#GAME Rules table\n#RULE 1,2,3,4,5\n#L A",
      "3:7: the game 'Rules table' of MCell is not supported"
    ),
    (
      "#MCell 4\n#GAME Margolus\n#RULE MS,D0;8;4\n#L A",
      "3:16: a rule of this family has 16 numbers from 0 to 15, number 4 is missing"
    ),
    (
      "#MCell 4\n#GAME Weighted Life\n#RULE NW5,RB\n#RULE 3,NW4\n#L A",
      "4:9: NW is given twice"
    ),
    (
      "#MCell 4\n#GAME Weighted Life\n#RULE NW5,NX1\n#RULE 3,RB4\n#L A",
      "3:11: expected the weight of a cell"
    ),
    ("#MCell 4\n#GAME Life\n#RULE 29/3", "3:8: a cell has 8 neighbors"),
  ])
  func `errors in MCell have place and message`(text: String, complaint: String) {
    let said = TextFormat.mcell.complaint(text) ?? "nothing"
    #expect(said.hasPrefix("in:" + complaint), "\(said)")
  }

  @Test func `a given rule replaces that of an unsupported game of MCell`() throws {
    var options = ReadOptions()
    options.rule = try Rule(parsing: "345/2/4")
    let text = file("#GAME Rules table\n#RULE 1,0,0,0\n", cells: "#L A.B")
    let pattern = try read(text, options: options)
    #expect(pattern.rule.canonical == "345/2/4")
    #expect(pattern.cells.state(of: Cell(x: 2, y: 0)) == 2)
  }

  @Test func `a state that the rule does not have is refused in MCell`() throws {
    #expect(throws: ParseError.self) { try read(file("#RULE 23/3\n", cells: "#L AB")) }
  }

  @Test func `lines of MCell have at most 70 characters and complete items`() throws {
    var pattern = Pattern(cells: Soup.cells(1, width: 100, height: 30))
    pattern.notes = [.init(.author, text: Array("Alan Hensel".utf8))]
    let text = try TextFormat.mcell.text(pattern)
    let lines = text.split(separator: "\n")
    #expect(
      lines.prefix(4) == ["#MCell 4.20", "#GAME Life", "#RULE 23/3", "#D Author: Alan Hensel"])
    #expect(lines.allSatisfy { $0.count <= 73 } && lines.count > 20)
    #expect(try TextFormat.mcell.read(text).hasSameCells(as: pattern))
  }

  @Test func `a position north-west of the middle is refused by MCell`() throws {
    var pattern = Art.pattern(
      "OOO", at: Position(x: -9, y: 0), in: Universe(.plane, width: 20, height: 10))
    #expect(throws: WriteError.self) { try TextFormat.mcell.text(pattern) }
    pattern.universe = Universe(.klein(twistsRows: true), width: 20, height: 10)
    #expect(throws: WriteError.self) { try TextFormat.mcell.text(pattern) }
  }

  @Test(arguments: [
    Universe(.klein(twistsRows: true), width: 20, height: 10),
    Universe(.torus, width: 20, height: 0),
  ])
  func `MCell refuses a universe that is not a board, even if empty`(universe: Universe) throws {
    let pattern = Pattern(cells: .none, in: universe)
    #expect(throws: WriteError.self) { try TextFormat.mcell.text(pattern) }
  }

  @Test(arguments: [
    ("345/2/4", "Generations\n#RULE"), ("/2/3", "Generations\n#RULE"),
    ("R5,C0,M1,S34..58,B34..45,NM", "Larger than Life\n#RULE"),
    ("R3,C5,M0,S2..3,B3..4,NN", "Larger than Life\n#RULE"),
    ("R10,C0,M1,S34..58,B34..45,NM", "Larger than Life\n#RULE"),
    ("R11,C0,M1,S34..58,B34..45,NM", "Rules table\n#GOLLY"),
    ("R3,C0,M1,S4..8,B4..5,NC", "Rules table\n#GOLLY"),
    ("R2,C0,S2-4,B3", "Rules table\n#GOLLY"), ("3/2/4V", "Rules table\n#GOLLY"),
    ("3/2ce/4", "Rules table\n#GOLLY"), ("B2-a/S12", "Rules table\n#GOLLY"),
  ])
  func `a rule is written for its game of MCell, else for Golly`(
    rule: String, game: String
  ) throws {
    let parsed = try Rule(parsing: rule)
    let pattern = try Art.pattern("OO.\n..O", at: .origin, rule: parsed).packedForRule()
    let text = try TextFormat.mcell.text(pattern)
    #expect(text.hasPrefix("#MCell 4.20\n#GAME \(game) \(parsed.canonical)\n"), "\(text)")
    let read = try TextFormat.mcell.read(text)
    #expect(try read.rule == parsed && read.hasSameCells(as: pattern))
  }
}
