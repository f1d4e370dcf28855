import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct ApgcodeTests {
  /// Objects of the catalogue and one of their phases.
  @Test(arguments: [
    ("xs4_33", "OO/OO"), ("xp2_7", "O/O/O"), ("xs6_696", ".O/O.O/O.O/.O"),
    ("xq4_153", "OOO/..O/.O"), ("xs7_2596", ".OO/O..O/.O.O/..O"), ("xp2_7e", "O/OO/OO/.O"),
    ("xp2_318c", "OO/O/...O/..OO"), ("xs5_253", ".OO/O.O/.O"), ("xs8_6996", ".OO/O..O/O..O/.OO"),
    ("xq4_6frc", ".OO/OOO/OO.O/.OOO/..O"), ("xs6_bd", "OO/O/.O/OO"), ("xs4_252", ".O/O.O/.O"),
    ("xs12_g8o653z11", "....OO/...O.O/...OO/.OO/O.O/OO"), ("xs0_0", ""),
    ("xs4_7z4", "O/O/O/////O"),
  ])
  func `apgcodes are read`(code: String, picture: String) throws {
    #expect(try TextFormat.apgcode.read(code).picture == picture)
  }

  @Test(arguments: ["xq1_11_66_22", "2A$2B$2C!", "x = 2, y = 3\n2A$2B$2C!"])
  func `a pattern without a rule is read under the usual one`(text: String) throws {
    var options = ReadOptions()
    options.usualRule = try Rule(parsing: "345/2/4")
    let pattern = try read(text, options: options)
    #expect(try pattern.statedRule == options.usualRule && pattern.statePopulations() == [2, 2, 2])
    #expect(throws: ParseError.self) { try read(text) }
  }

  @Test(arguments: [
    "# a list\nxs4_33 block\n\n# more\nxp2_7\n",
    "\"apgcode\",\"occurrences\"\n\"xs4_33\",\"12\"\n\"xp2_7\",\"3\"\n",
  ])
  func `lists of apgcodes may have comments or be tables`(text: String) throws {
    let found = try readEach(text)
    #expect(found.map(\.pattern.picture) == ["OO/OO", "O/O/O"])
    #expect(found.allSatisfy { $0.format == .apgcode })
  }

  @Test func `runs of empty columns in apgcodes are read`() throws {
    #expect(try TextFormat.apgcode.read("xs2_1w1").list == "0,0 3,0")
    #expect(try TextFormat.apgcode.read("xs2_1x1").list == "0,0 4,0")
    #expect(try TextFormat.apgcode.read("xs2_1y01").list == "0,0 5,0")
    #expect(try TextFormat.apgcode.read("xs2_1yz1").list == "0,0 40,0")
    #expect(try TextFormat.apgcode.read("xs2_1yz01").list == "0,0 41,0")
    #expect(try TextFormat.apgcode.read("xs2_1zz1").list == "0,0 0,10")
    #expect(try TextFormat.apgcode.read("xp15_4r4z4r4").cells.population == 12)
  }

  @Test func `planes of an apgcode are bits of states`() throws {
    var text = TextFormat.apgcode
    text.options.rule = try Rule(parsing: "LifeHistory")
    let pattern = try text.read("xp3_3_5")
    #expect(pattern.cells.state(of: Cell(x: 0, y: 0)) == 3)
    #expect(pattern.cells.state(of: Cell(x: 0, y: 1)) == 1)
    #expect(pattern.cells.state(of: Cell(x: 0, y: 2)) == 2)
  }

  @Test func `planes of an apgcode count down the states of a Generations rule`() throws {
    var text = TextFormat.apgcode
    text.options.rule = try Rule(parsing: "345/2/4")
    let pattern = try text.read("xq1_1_6_2")
    let states = (0..<4).map { pattern.cells.state(of: Cell(x: 0, y: $0)) }
    #expect(states == [1, 2, 3, 0])
    for code in ["xp3_3_1", "xp3_1_0_2"] {
      #expect(text.complaint(code)?.contains("a cell that is in no state of the rule") == true)
    }
    #expect(text.complaint("xp3_1_2_2_1")?.contains("the code has more than 4 states") == true)
  }

  @Test(arguments: [
    ("xz4_33", "1:1: expected a code such as xq4_153, found 'x'"),
    ("", "1:1: expected a code such as xq4_153, found the end of the file"),
    ("xs4_3A", "1:6: expected '0' to '9', 'a' to 'z' or '_', found 'A'"),
    ("xs1_1y", "1:7: expected '0' to '9' or 'a' to 'z' after 'y', found the end of the file"),
    ("xs1_________1", "1:12: the code has more than 256 states"),
    ("xs4_33_b36s23", "1:7: the code ends with the rule 'b36s23'; omit it"),
  ])
  func `invalid apgcodes are refused`(text: String, complaint: String) {
    #expect(TextFormat.apgcode.complaint(text)?.hasPrefix("in:" + complaint) == true)
  }

  @Test func `a wrong population of an apgcode and a second code are warned of`() throws {
    #expect(
      try TextFormat.apgcode.warnings("xs5_33") == ["1:1: the code declares 5 cells and has 4"])
    #expect(
      try TextFormat.apgcode.warnings("\nxs4_33\nxp2_7\n")
        == ["3:1: more lines follow the code"])
  }

  @Test func `readEach reads a list of apgcodes`() throws {
    let found = try readEach("xs4_33 block\n\n xp2_7\nxq4_153")
    #expect(found.map(\.pattern.picture) == ["OO/OO", "O/O/O", "OOO/..O/.O"])
    #expect(found.map(\.pattern.remarks) == [["trailer: block"], [], []])
    #expect(found.allSatisfy { $0.format == .apgcode })
  }
}
