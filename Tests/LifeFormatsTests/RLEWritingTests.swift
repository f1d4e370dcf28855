import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct RLEWritingTests {
  @Test(arguments: [
    ("", "x = 0, y = 0, rule = B3/S23\n!\n"),
    ("O", "x = 1, y = 1, rule = B3/S23\no!\n"),
    (".O\n..O\nOOO", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"),
    ("O...O\n\n\nO", "x = 5, y = 4, rule = B3/S23\no3bo3$o!\n"),
    ("OO.\n...\n.O.", "x = 2, y = 3, rule = B3/S23\n2o2$bo!\n"),
    ("..O\nO..", "x = 3, y = 2, rule = B3/S23\n2bo$o!\n"),
    ("\n\n..O", "#CXRLE Pos=2,2\nx = 1, y = 1, rule = B3/S23\no!\n"),
    (".O", "#CXRLE Pos=1,0\nx = 1, y = 1, rule = B3/S23\no!\n"),
  ])
  func `RLE is written from the north-western corner on`(drawing: String, text: String)
    throws
  {
    #expect(try TextFormat.rle.text(Pattern(cells: Art.cells(drawing))) == text)
  }

  @Test(arguments: [
    ([CellRun(y: 0, x: 0, length: 64)], "64o!"),
    ([CellRun(y: 0, x: 0, length: 255)], "255o!"), ([CellRun(y: 0, x: 0, length: 256)], "256o!"),
    ([CellRun(y: 0, x: 0, length: 100_000)], "100000o!"),
    ([CellRun(y: 0, x: 0, length: 1), CellRun(y: 0, x: 64, length: 1)], "o63bo!"),
    ([CellRun(y: 0, x: 0, length: 1), CellRun(y: 0, x: 64_000, length: 65)], "o63999b65o!"),
    (
      [
        CellRun(y: 0, x: 0, length: 1), CellRun(y: 0, x: 1 << 59, length: 1),
        CellRun(y: 1 << 59, x: 3, length: 2),
      ],
      "o576460752303423487bo576460752303423488$3b2o!"
    ),
  ])
  func `a run or gap of any length is one item of RLE`(runs: [CellRun], body: String) throws {
    let pattern = Pattern(cells: Cells(runs))
    let text = try TextFormat.rle.text(pattern)
    #expect(text.split(separator: "\n").last.map(String.init) == body)
    #expect(try TextFormat.rle.read(text) == pattern)
  }

  /// A block in a universe with a rule, at a place and a time.
  @Test(arguments: [
    ("B3/S23", 0, 0, 0, ""), ("B3/S23", 0, 0, 5, "#CXRLE Pos=0,0 Gen=5\n"),
    ("B3/S23", -3, 4, 5, "#CXRLE Pos=-3,4 Gen=5\n"),
    ("B3/S23:T30,20", 0, 0, 0, "#CXRLE Pos=0,0\n"), ("B3/S23:P9,0", 1, 1, 0, "#CXRLE Pos=1,1\n"),
    ("B0/S", 0, 0, 0, "#CXRLE Pos=0,0 Gen=0\n"), ("B0/S8", 0, 0, 0, ""),
  ])
  func `RLE has position and generation if a reader needs them`(
    rule: String, x: Int, y: Int, generation: Int, line: String
  ) throws {
    var pattern = try Art.pattern("OO\nOO", at: Position(x: BigInt(x), y: BigInt(y)), under: rule)
    pattern.generation = BigInt(generation)
    let text = try TextFormat.rle.text(pattern)
    #expect(text == line + "x = 2, y = 2, rule = \(rule)\n2o$2o!\n")
    #expect(try TextFormat.rle.read(text) == pattern)
  }

  /// Viewers take the corner for a triangle that points down, or for that of a block.
  @Test(arguments: [
    ("B45/S34L", 1, 0, 0, "x = 3, y = 2", "b2o$b2o!"),
    ("B45/S34L", -1, 3, 5, "#CXRLE Pos=-2,2 Gen=5\nx = 3, y = 3", "$b2o$b2o!"),
    ("B45/S34L:T8,8", 1, 0, 0, "#CXRLE Pos=1,0\nx = 2, y = 2", "2o$2o!"),
    ("BBM", 2, 1, 0, "#CXRLE Pos=2,0 Gen=0\nx = 2, y = 3", "$2o$2o!"),
    ("BBM", 2, 1, 3, "#CXRLE Pos=1,1 Gen=3\nx = 3, y = 2", "b2o$b2o!"),
  ])
  func `the corner of RLE is of the kind that viewers take it for`(
    rule: String, x: Int, y: Int, generation: Int, head: String, body: String
  ) throws {
    var pattern = try Art.pattern("OO\nOO", at: Position(x: BigInt(x), y: BigInt(y)), under: rule)
    pattern.generation = BigInt(generation)
    let text = try TextFormat.rle.text(pattern)
    #expect(text == "\(head), rule = \(pattern.rulestring)\n\(body)\n")
    let again = try TextFormat.rle.read(text)
    #expect(again.bounds == pattern.bounds && again.population == 4)
  }

  @Test func `RLE has names first and trailers last`() throws {
    var pattern = Pattern(cells: Art.cells("O"))
    pattern.notes = [
      .init(.trailer, text: Array("[[ GPS 5 ]]".utf8)), .init(.comment, text: Array("one".utf8)),
      .init(.author, text: Array("me".utf8)), .init(.comment, text: Array("  two ".utf8)),
      .init(.name, text: Array("Dot".utf8)), .init(.comment, text: []),
      .init(.comment, text: Array("a\r\nb".utf8)),
    ]
    let text = """
      #N Dot
      #O me
      #C one
      #C   two\(" ")
      #C\(" ")
      #C a  b
      x = 1, y = 1, rule = B3/S23
      o!
      [[ GPS 5 ]]

      """
    #expect(try TextFormat.rle.text(pattern) == text)
    #expect(try TextFormat.rle.text(TextFormat.rle.read(text)) == text)
  }

  @Test func `large patterns are written as RLE in full lines and read back`() async throws {
    try await forEachCase(of: Effort.cases(9, long: 200)) { seed in
      var pattern = Pattern(
        cells: Soup.cells(
          seed, width: 300 + seed * 51, height: 700, density: UInt8(10 + 25 * seed % 240)))
      if seed % 3 == 1 { pattern.statedRule = try Rule(parsing: "345/2/4") }
      pattern = try pattern.packedForRule()
      if seed % 3 == 2 { pattern = try pattern.inTree() }
      let bytes = try written(pattern, as: .rle)
      #expect(try read(bytes, as: .rle).hasSameCells(as: pattern))
      let lines = bytes.split(separator: 0x0a).filter { $0.first != UInt8(ascii: "#") }.dropFirst()
      for (line, next) in zip(lines, lines.dropFirst()) {
        let item = 1 + next.prefix { (0x30...0x39).contains($0) }.count
        #expect(line.count <= 70 && line.count + item > 70)
      }
    }
  }

  @Test func `lines of RLE have at most 70 characters and merged items`() async throws {
    try await forEachCase(of: Effort.cases(60, long: 2_000)) { seed in
      let pattern = Pattern(cells: Soup.cells(seed, width: 1 + seed * 7, height: 40, density: 20))
      let lines = try TextFormat.rle.text(pattern).split(separator: "\n")
      let body = lines.drop { $0.hasPrefix("#") || $0.hasPrefix("x") }
      for (index, line) in body.enumerated() {
        #expect(line.utf8.count <= 70)
        #expect(line.last.map { "bo$!".contains($0) } == true)
        // A line ends only if the next item does not fit.
        let next = body.dropFirst(index + 1).first?.prefix { $0.isNumber }.count
        if let next { #expect(line.utf8.count + next + 1 > 70) }
      }
      let items = body.joined()
      var previous: Character = "$"
      var count = ""
      for character in items {
        if character.isNumber {
          count.append(character)
          continue
        }
        #expect(count.isEmpty || Int(count).map { $0 > 1 } == true)
        // No item is the same as the last one, and no row ends with dead cells.
        #expect(character != previous || items.first == character)
        if "$!".contains(character) { #expect(previous == "o" || items == "!") }
        previous = character
        count = ""
      }
    }
  }
}
