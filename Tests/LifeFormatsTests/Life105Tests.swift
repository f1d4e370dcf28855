import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct Life105Tests {
  typealias Text = TextFormat<Life105>

  @Test(arguments: [
    ("#Life 1.05\n#P -1 -1\n.*\n..*\n***\n", "0,-1 1,0 -1,1 0,1 1,1"),
    ("#Life 1.05\r\n#P\r\n*.*\r\n", "0,0 2,0"),
    ("#Life 1.05\n**\n", "0,0 1,0"),
    ("#P 3 4\n*", "3,4"),
    ("\u{feff}\n #Life", nil),
    ("\u{feff} \n#Life  1.05 \n#P   +3\t-4 \n* \n", "3,-4"),
    ("#Life 1.05\n#P 0 0\n*\n\n \n*\n", "0,0 0,1"),
    ("#Life 1.05\n#P 0 0\n*\n...\n*\n", "0,0 0,2"),
    ("#Life 1.05\n#P 5 5\n*\n#P 0 5\n**\n#P 1 5\n**\n#P 0 0\n*\n", "0,0 0,5 1,5 2,5 5,5"),
    (
      "#Life 1.05\n#P 60 0\n********\n#P 0 0\n*\n",
      "0,0 60,0 61,0 62,0 63,0 64,0 65,0 66,0 67,0"
    ),
    (
      "#Life 1.05\n#P 1152921504606846976 -1152921504606846976\n*",
      "1152921504606846976,-1152921504606846976"
    ),
    ("#Life 1.05", ""),
  ])
  func `blocks of Life 1_05 are read`(text: String, list: String?) throws {
    #expect((try? Text.strict.read(text))?.list == list)
  }

  @Test(arguments: [
    ("#N", "B3/S23", nil), ("#R 23/36", "B36/S23", nil),
    ("#R B234", "B234/S", nil),
    ("#R  B2/S3:T10 ", "B2/S3", "T10,10"), ("#r 1/1", "B1/S1", nil), ("#N\n#R 23/3", "B3/S23", nil),
  ])
  func `rules of Life 1_05 are read`(lines: String, rule: String, universe: String?) throws {
    let pattern = try Text.strict.read("#Life 1.05\n\(lines)\n#P 0 0\n*\n")
    #expect(pattern.statedRule?.canonical == rule)
    #expect(pattern.universe.description == universe ?? "plane")
  }

  @Test func `descriptions of Life 1_05 become notes`() throws {
    let text = """
      #Life 1.05
      #N Glider
      #D Author: R. K. Guy
      #O J. H. Conway
      #D text
      #D
      #D  Name: x
      #C  more
      # \u{0}
      #
      #Tool 7
      """
    #expect(
      try Text.strict.read(text).remarks == [
        "name: Glider", "author: R. K. Guy", "author: J. H. Conway", "comment: text", "comment: ",
        "comment: Name: x", "comment:  more", "comment: \u{0}", "comment: ", "comment: Tool 7",
      ])
    #expect(try Text.strict.warnings(text) == ["11:1: unknown kind of '#' line kept as a comment"])
  }

  @Test(arguments: [
    ("#Life 1.05\n#P 0 0\n.*o", "3:3", "expected '.' or '*', found 'o'"),
    ("#Life 1.05\n#P 0 0\n *", "3:1", "expected '.' or '*', found a space inside a row"),
    ("#Life 1.05\n#P 0,0\n*", "2:5", "expected a space, found ','"),
    (
      "#Life 1.05\n#P 0\n*", "2:5",
      "expected the y coordinate of the block, found the end of the line"
    ),
    ("#Life 1.05\n#P x\n*", "2:4", "expected the x coordinate of the block, found 'x'"),
    ("#Life 1.05\n#P 1 2 3\n*", "2:8", "expected the end of the line, found '3'"),
    (
      "#Life 1.05\n#P 1152921504606846977 0\n*", "2:1",
      "the position of the block exceeds the limit of ±1152921504606846976"
    ),
    (
      "#Life 1.05\n#P -1152921504606846976 0\n*\n#P 1 0\n...\n..*", "6:4",
      "the distance between cells exceeds the limit of 1152921504606846976"
    ),
    ("#Life 1.05\n#R 23/9\n", "2:7", "a cell has 8 neighbors, so a count is 0 to 8, not 9"),
    ("#Life 1.05\n#R\n", "2:3", "the rule is empty; write it like B3/S23"),
    ("#Life 1.05\n#R 23/3\n#R 23/36\n", "3:1", "a second rule that differs from the first, B3/S23"),
    ("#Life 1.06\n0 0\n", "1:1", "expected '#Life 1.05', found another version"),
    (
      "#Life 1.05\n#P 0 0\n*\n#Life 1.05\n", "4:1",
      "a second '#Life' header; a file can hold one pattern only"
    ),
    ("#Life 1.05\n#I other.lif\n", "2:1", "'#I', which includes another file, is not supported"),
    ("\n", "2:1", "expected '#Life 1.05', found the end of the file"),
  ])
  func `errors in Life 1_05 have place and message`(
    text: String, place: String, message: String
  ) {
    Text.strict.expectComplaint(about: text, at: place, message)
  }

  @Test func `lenient reading of Life 1_05 uses the last of two rules`() throws {
    let text = "#Life 1.05\n#R 23/3\n#R 23/36\n"
    #expect(try Text.lenient.read(text).rule.canonical == "B36/S23")
    #expect(
      try Text.lenient.warnings(text) == ["3:1: a second rule that differs from the first, B3/S23"])
  }

  @Test func `Life 1_05 keeps a lower limit on the extent`() {
    var text = Text.strict
    text.options.limits.extent = 100
    #expect(text.complaint("#Life 1.05\n#P -50 0\n*\n#P 50 -100\n*\n") == nil)
    #expect(text.complaint("#Life 1.05\n#P -50 0\n*\n#P 51 0\n*\n")?.contains("100") == true)
    #expect(text.complaint("#Life 1.05\n#P 101 0\n*\n")?.contains("100") == true)
  }
}

@Suite struct Life105WritingTests {
  typealias Text = TextFormat<Life105>

  @Test func `all notes are written to Life 1_05`() throws {
    var pattern = Pattern([(1, 0), (2, 1), (0, 2), (1, 2), (0, 4)].map { Cell(x: $0.0, y: $0.1) })
    pattern.position = Position(x: -3, y: 5)
    pattern.statedRule = Rule(LifeLike(birth: [3, 6], survival: [2, 3]))
    let notes: [(Pattern.NoteKind, String)] = [(.name, "Glider"), (.comment, ""), (.trailer, " x")]
    pattern.notes = notes.map { .init($0, text: Array($1.utf8)) }
    #expect(
      try Text.strict.text(pattern) == """
        #Life 1.05
        #D Name: Glider
        #D
        #D  x
        #R 23/36
        #P -3 5
        .*
        ..*
        **
        #P -3 9
        *

        """)
  }

  @Test func `rows of Life 1_05 are cut at every 80th column`() throws {
    let cells = Array(0..<81) + [161, 400]
    let pattern = Pattern(cells.map { Cell(x: $0 - 1, y: 0) } + [Cell(x: 80, y: 1)])
    #expect(
      try Text.strict.text(pattern) == """
        #Life 1.05
        #N
        #P -1 0
        \(String(repeating: "*", count: 80))
        #P 79 0
        *
        .*
        #P 159 0
        .*
        #P 399 0
        *

        """)
  }

  @Test func `many blocks of Life 1_05 are read back`() throws {
    var random = Seeded(0)
    let pattern = Pattern(
      (0..<60_000).map { _ in Cell(x: random.below(20_000), y: random.below(3_000)) })
    #expect(try Text.strict.read(Text.strict.written(pattern)) == pattern)
  }

  @Test func `an empty pattern is the header of Life 1_05`() throws {
    #expect(try Text.strict.text(Pattern([])) == "#Life 1.05\n#N\n")
  }

  @Test func `cells too far from the origin are refused by Life 1_05`() {
    var pattern = Pattern([Cell(x: 0, y: 0)])
    for (x, y) in [(BigInt.powerOfTwo(60) + 1, 0), (0, -.powerOfTwo(60) - 1), (.powerOfTwo(90), 0)]
    {
      pattern.position = Position(x: x, y: y)
      #expect(throws: WriteError.self) { try Text.strict.written(pattern) }
    }
  }
}

/// Life 1.05 as it is defined, one byte at a time; a file with `#R` is not for it.
struct ReferenceLife105 {
  var cells: [Cell] = []
  private var corner = Cell(x: 0, y: 0)
  private var hasHeader = false
  private var hasBlock = false
  private var hasRow = false

  init?(_ bytes: [UInt8]) {
    for line in referenceLines(bytes) {
      if line.first == UInt8(ascii: "#") {
        guard readHash(String(decoding: line, as: Unicode.ASCII.self)) else { return nil }
        continue
      }
      let row = line.droppingBlanksAtEnd()
      if row.isEmpty { continue }
      guard row.allSatisfy({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "*") }) else {
        return nil
      }
      hasRow = true
      for (x, byte) in row.enumerated() where byte == UInt8(ascii: "*") {
        cells.append(Cell(x: corner.x + x, y: corner.y))
      }
      corner.y += 1
    }
    guard hasHeader || hasBlock || hasRow else { return nil }
  }

  private mutating func readHash(_ line: String) -> Bool {
    let words = line.split { $0 == " " || $0 == "\t" }
    if line.hasPrefix("#Life") {
      let mayBegin = !hasHeader && !hasBlock && !hasRow
      hasHeader = true
      return mayBegin && words.count == 2 && words[0] == "#Life" && words[1] == "1.05"
    }
    guard words[0] == "#P" else { return words[0] != "#I" }
    hasBlock = true
    if words.count == 1 {
      corner = Cell(x: 0, y: 0)
      return true
    }
    guard words.count == 3, let x = Int(words[1]), let y = Int(words[2]),
      max(x.magnitude, y.magnitude) <= 1 << 60
    else { return false }
    corner = Cell(x: x, y: y)
    return true
  }
}
