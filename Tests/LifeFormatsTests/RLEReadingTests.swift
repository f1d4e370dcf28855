import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct RLEReadingTests {
  /// A file, and its expected contents.
  struct Sample: Sendable, CustomTestStringConvertible {
    var text: String
    var picture: String
    var place: String?
    var generation = 0
    var rule = "B3/S23"
    var remarks: [String] = []
    var warnings: [String] = []

    init(
      _ text: String, picture: String = "O", at place: String? = nil, generation: Int = 0,
      rule: String = "B3/S23", remarks: [String] = [], warnings: [String] = []
    ) {
      self.text = text
      self.picture = picture
      self.place = place
      self.generation = generation
      self.rule = rule
      self.remarks = remarks
      self.warnings = warnings
    }

    var testDescription: String { text.debugDescription }

    func check(_ format: TextFormat) throws {
      let pattern = try format.read(text)
      #expect(pattern.picture == picture)
      #expect(pattern.statedPosition.map { "\($0.x),\($0.y)" } == place)
      #expect(pattern.generation == BigInt(generation))
      #expect(pattern.rulestring == rule)
      #expect(pattern.remarks == remarks)
      let heard = try format.warnings(text)
      #expect(heard == warnings)
    }
  }

  static let glider = ".O/..O/OOO"
  static let noEnd = "the pattern ends without '!'"

  @Test(arguments: [
    Sample("x = 3, y = 3\nbob$2bo$3o!", picture: glider),
    Sample("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n", picture: glider),
    Sample("x=3,y=3,rule=b3/s23\nbo$2bo$3o!", picture: glider),
    Sample("x = 10, y = 10, rule = 23/36\no!", rule: "B36/S23"),
    Sample("  x =\t1 ,y= 1  ,rule=B3 / S23 ,\n\no!"),
    Sample("x = 1, y = 1,\no!"),
    Sample("x = 1, y = 1, rule = B3/S23:T100,50\no!", rule: "B3/S23:T100,50"),
    Sample("x = 1, y = 1, rule = b36s23:p8\no!", rule: "B36/S23:P8,8"),
    Sample(
      "x = 0, y = 0, rule = 23/3\nbo$2bo$3o!", picture: glider,
      warnings: ["the header declares 0 × 0 cells, the pattern has 3 × 3"]),
    Sample(
      "x = 2, y = 1\n3b$!", picture: "",
      warnings: ["the header declares 2 × 1 cells, the pattern has 3 × 1"]
    ),
    Sample("x = 99999999999999999999, y = 1\no!"),
    Sample("x = 0, y = 0, rule = B3/S23\n!", picture: ""),
    Sample("bo$2bo$3o!", picture: glider),
    Sample("!", picture: ""),
    Sample("3b!", picture: ""),
  ])
  func `headers of RLE are read`(sample: Sample) throws {
    try sample.check(.rle)
  }

  @Test(arguments: [
    Sample("oo.$o.o$.oo!", picture: "OO/O.O/.OO"),
    Sample(".A$2.A$3A!", picture: glider),
    Sample("3$5b2o3$o!", picture: "///.....OO///O"),
    Sample("\n\n x = 1, y = 1\n\n\no!"),
    Sample(" b o $\t2b o $\n 3o !\n", picture: glider),
    Sample("b\no$\n2bo\n$3o\n!", picture: glider),
    Sample("bo$\r\n2bo$\r\n3o!\r\n", picture: glider),
    Sample("x = 3, y = 3\rbo$\r2bo$\r3o!", picture: glider),
    Sample("\u{feff}x = 3, y = 3\r\nbo$2bo$3o!", picture: glider),
    Sample("\u{feff}o!"),
    Sample(
      "bx$2by$3z!", picture: glider,
      warnings: [
        "1:2: 'x' is read as a live cell", "1:6: 'y' is read as a live cell",
        "1:9: 'z' is read as a live cell",
      ]),
    Sample("x$x!", picture: "O/O", warnings: ["1:1: 'x' is read as a live cell"]),
    Sample(
      "1\n2o!", picture: "OOOOOOOOOOOO", warnings: ["2:1: a count continues in the next line"]),
    Sample("1\r\n2o1\r\n0o!", picture: "OOOOOOOOOOOOOOOOOOOOOO", warnings: [splitInCRLF]),
    Sample("3\no!", picture: "OOO", warnings: ["2:1: a count continues in the next line"]),
    Sample("65o!", picture: String(repeating: "O", count: 65)),
    Sample("64b64o2$127b129o!", picture: ladder),
  ])
  func `rows of RLE are read`(sample: Sample) throws {
    try sample.check(.rle)
  }

  // A carriage return ends the line; the line feed after it is still to come.
  static let splitInCRLF = "1:2: a count continues in the next line"

  static let ladder =
    String(repeating: ".", count: 64) + String(repeating: "O", count: 64) + "//"
    + String(repeating: ".", count: 127) + String(repeating: "O", count: 129)

  @Test(arguments: [
    Sample(
      "#CXRLE Pos=-10,5 Gen=100\nx = 1, y = 1\no!", at: "-10,5", generation: 100),
    Sample(
      "#C a\n#CXRLE Gen=7 \t Pos=+1,-2\nx = 1, y = 1\no!", at: "1,-2", generation: 7,
      remarks: ["comment: a"]),
    Sample("#CXRLE\no!"),
    Sample(
      "#CXRLE Foo=3 Gen=1\no!", generation: 1,
      warnings: ["1:8: unknown key in the #CXRLE line"]),
    Sample(
      "#CXRLE Pos=123456789012345678901234567890,-1\no!",
      at: "123456789012345678901234567890,-1"),
    Sample("#P -5 6\no!", at: "-5,6"),
    Sample("#R 5\t6\nx = 1, y = 1\no!", at: "5,6"),
    Sample("#P 1 2\n#P 3 4\no!", at: "1,2"),
    Sample("#P 1 2\n#CXRLE Pos=3,4\no!", at: "3,4"),
    Sample("#CXRLE Pos=3,4\n#P 1 2\no!", at: "3,4"),
    Sample("#P here\no!", remarks: ["comment: here"]),
  ])
  func `positions and generations of RLE are read`(sample: Sample) throws {
    try sample.check(.rle)
  }

  @Test func `a pattern that need not run may have a rule that is not supported`() throws {
    var options = ReadOptions()
    options.acceptsUnknownRules = true
    options.findRule = { _ in .missing(places: []) }
    let pattern = try read("x = 3, y = 1, rule = PCA_99\n3o!\n", options: options)
    #expect(pattern.rule.canonical == "PCA_99")
  }

  @Test(arguments: [
    Sample("#r 23/36\nx = 1, y = 1\no!", rule: "B36/S23"),
    Sample("#rB36/S23\no!", rule: "B36/S23"),
    Sample("#R B36/S23\nx = 1, y = 1\no!", rule: "B36/S23"),
    Sample("#r B3/S23:T5,6  \t\no!", rule: "B3/S23:T5,6"),
    Sample("#r B2/S\n#r B1/S1\no!", rule: "B2/S"),
    Sample("#r B2/S\nx = 1, y = 1, rule = B36/S23\no!", rule: "B36/S23"),
    Sample("x = 1, y = 1\n#r B2/S\no!"),
  ])
  func `rules in comments of RLE are read before a header`(sample: Sample) throws {
    try sample.check(.rle)
  }

  @Test(arguments: [
    Sample(
      "#N Glider\n#O R. K. Guy\n#C one\n#c two\n#D three\n#T four\n#five\n#\n#C\n# six\no!",
      remarks: [
        "name: Glider", "author: R. K. Guy", "comment: one", "comment: two", "comment: three",
        "comment: T four", "comment: five", "comment: ", "comment: ", "comment: six",
      ]),
    Sample(
      "#C   .O\n#C O. \n#C\tO\no!",
      remarks: [
        "comment:   .O", "comment: O. ", "comment: \tO",
      ]),
    Sample(
      "#CLL state-numbering golly\no!", remarks: ["comment: #CLL state-numbering golly"]),
    Sample(
      "#C [[ THEME 6 GRID GPS 20 ]]\no!\n\n[[ AUTOSTART ]]\n  #C more \n",
      remarks: [
        "comment: [[ THEME 6 GRID GPS 20 ]]", "trailer: [[ AUTOSTART ]]", "trailer: #C more",
      ]),
    Sample("o!abc", remarks: ["trailer: abc"]),
    Sample(
      "o! \t\r\nx = 3, y = 3\r\nbo!", warnings: ["2:1: another pattern follows"]),
    Sample(
      "bo$\n#C mid\n2bo$\n #N late\n3o!", picture: glider, remarks: ["comment: mid", "name: late"]),
    Sample("o$\r#C mid\ro!", picture: "O/O", remarks: ["comment: mid"]),
  ])
  func `comments of RLE are kept`(sample: Sample) throws {
    try sample.check(.rle)
  }

  @Test(arguments: [
    Sample("b?o3?o!", picture: "..O...O", warnings: ["1:2: '?' is read as a dead cell"]),
    Sample("x = 3, y = 4\nbo$2bo$3o", picture: glider, warnings: ["2:10: \(noEnd)"]),
    Sample("bo$2bo$3o\n", picture: glider, warnings: ["2:1: \(noEnd)"]),
    Sample("", picture: "", warnings: ["1:1: \(noEnd)"]),
  ])
  func `lenient reading of RLE corrects errors with a warning`(sample: Sample) throws {
    try sample.check(.rle.lenient)
    #expect(TextFormat.rle.complaint(sample.text) != nil)
  }

  // Measured with Golly 5.1b1.
  @Test(arguments: [
    ("x = 3, y = 3, rule = B3/S23:T30,20\no!", "-1,-1"),
    ("x = 40, y = 3, rule = B3/S23:T30,20\no!", "-15,-10"),
    ("x = 10, y = 3, rule = B3/S23:T0,20\no!", "-5,-1"),
    ("x = 10, y = 50, rule = B3/S23:T0,20\no!", "0,-10"),
    ("#CXRLE Pos=2,3\nx = 3, y = 3, rule = B3/S23:T30,20\no!", "2,3"),
    ("x = 3, y = 3\no!", "0,0"),
    ("x = 3, y = 3\nb$2bo!", "2,1"),
  ])
  func `a bounded universe centers a pattern without position`(text: String, list: String) throws {
    #expect(try TextFormat.rle.read(text).list == list)
  }

  @Test(arguments: [
    ("bo$2bo$3o!", 3, 3), ("o!", 1, 1), ("o$!", 1, 1), ("o$b!", 1, 2), ("o3$!", 1, 3), ("!", 0, 0),
    ("3b!", 3, 1), ("$$5bo!", 6, 3), ("#r B3/S23:T9,9\n3o$3o!", 3, 2),
    ("x = 9, y = 8\no!", 9, 8),
  ])
  func `RLE without a header has the size of its items`(
    text: String, width: Int, height: Int
  ) throws {
    let size = try TextFormat.rle.read(text).declaredSize
    #expect(size?.width == width)
    #expect(size?.height == height)
  }

  @Test func `a long trailer of RLE is not kept`() throws {
    var format = TextFormat.rle
    format.options.limits.trailerBytes = 100
    let text = "o!\n" + String(repeating: "0123456789\n", count: 100)
    #expect(try format.read(text).notes(.trailer).count == 10)
    let warnings = try format.warnings(text)
    #expect(warnings.count == 1)
    #expect(warnings[0].hasSuffix(": the text after '!' is long; the rest is not kept"))
  }
}
