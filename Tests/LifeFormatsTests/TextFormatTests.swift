import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Life 1.05, with rows of cells, and Life 1.06, with a line for each cell.
@Suite struct TextFormatTests {
  static let far = "100000000000000000000000000000000000000"

  /// Texts and their cells; `nil` for a refused text.
  static let readings: [Format: [(text: String, list: String?)]] = [
    .life105: [
      ("#Life 1.05\n#P -1 -1\n.*\n..*\n***\n", "0,-1 1,0 -1,1 0,1 1,1"),
      ("#Life 1.05\r\n#P\r\n*.*\r\n", "0,0 2,0"),
      ("#Life 1.05\n**\n", "0,0 1,0"),
      ("#P 3 4\n*", "3,4"),
      ("\u{feff}\n #Life", nil),
      ("\u{feff} \n#Life  1.05 \n#P   +3\t-4 \n* \n", "3,-4"),
      ("#Life 1.05\n#P 0 0\n*\n\n \n*\n", "0,0 0,1"),
      ("#Life 1.05\n#P 0 0\n*\n...\n*\n", "0,0 0,2"),
      ("#Life 1.05\n#P 5 5\n*\n#P 0 5\n**\n#P 1 5\n**\n#P 0 0\n*\n", "0,0 0,5 1,5 2,5 5,5"),
      ("#Life 1.05\n#P 60 0\n********\n#P 0 0\n*\n", "0,0 60,0 61,0 62,0 63,0 64,0 65,0 66,0 67,0"),
      (
        "#Life 1.05\n#P 1152921504606846976 -1152921504606846976\n*",
        "1152921504606846976,-1152921504606846976"
      ),
      ("#Life 1.05", ""),
    ],
    .life106: [
      ("#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n", "0,-1 1,0 -1,1 0,1 1,1"),
      ("\u{feff}\r\n#Life\t1.06 \r\n0 0\r\n", "0,0"),
      ("#Life 1.06\r5 5\r3 3", "3,3 5,5"),
      ("#Life 1.06\n0 0\n0 0\n0\t 0\n", "0,0"),
      ("#Life 1.06\n  +1 \t -02  \n\n \n7 7 ", "1,-2 7,7"),
      ("#Life 1.06\n63 0\n64 0\n65 0\n-1 0\n-64 0\n-65 0\n", "-65,0 -64,0 -1,0 63,0 64,0 65,0"),
      ("#Life 1.06\n000000000000000000000000000007 0\n", "7,0"),
      (
        "#Life 1.06\n999999999999999999 -999999999999999999\n",
        "999999999999999999,-999999999999999999"
      ),
      (
        "#Life 1.06\n1152921504606846976 1\n1152921504606846978 1\n",
        "1152921504606846976,1 1152921504606846978,1"
      ),
      ("#Life 1.06\n\(far) 0\n\(far.dropLast())1 1\n", "\(far),0 \(far.dropLast())1,1"),
      ("#Life 1.06\n5 -\(far)\n7 -\(far)\n4 -\(far)\n", "4,-\(far) 5,-\(far) 7,-\(far)"),
      ("#Life 1.06", ""),
      ("#Life 1.06\n#D x\n#P 0 0\n", ""), ("1 0\n2 1\n", "1,0 2,1"),
      ("#Life 1.06\r\n1 0\r\n\u{1a}", "1,0"), ("#Life 1.06\n1 0\u{1a}", "1,0"),
    ],
  ]

  @Test func `blocks and coordinates are read`() async throws {
    for (format, readings) in Self.readings {
      try await forEachCase(of: readings) { text, list in
        #expect((try? TextFormat(format).read(text))?.list == list)
      }
    }
  }

  static let complaints: [Format: [(text: String, place: String, message: String)]] = [
    .life105: [
      ("#Life 1.05\n#P 0 0\n.*o", "3:3", "expected '.' or '*', found 'o'"),
      (
        "#Life 1.05\n#P 0 0\n *", "3:1",
        "expected '.' or '*', found a space inside a row; remove it if it separates cells"
      ),
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
      ("#Life 1.05\n#R 23/9\n", "2:7", refusal(of: "23/9")),
      (
        "#Life 1.05\n#R 23/3\n#R 23/36\n", "3:1",
        "a second rule that differs from the first, B3/S23"
      ),
      ("#Life 1.06\n0 0\n", "1:1", "expected '#Life 1.05', found another version"),
      (
        "#Life 1.05\n#P 0 0\n*\n#Life 1.05\n", "4:1",
        "a second '#Life' header; a file can hold one pattern only"
      ),
      ("#Life 1.05\n#I other.lif\n", "2:1", "'#I', which includes another file, is not supported"),
      ("\n", "2:1", "expected '#Life 1.05', found the end of the file"),
    ],
    .life106: [
      ("q 0", "1:1", "expected '#Life 1.06', found 'q'"),
      ("#Life 1.05\n#P 0 0\n", "1:1", "expected '#Life 1.06', found another version"),
      ("", "1:1", "expected '#Life 1.06', found the end of the file"),
      (
        "#Life 1.06\n0 0\n1\n", "3:2",
        "expected the y coordinate of a cell, found the end of the line"
      ),
      (
        "#Life 1.06\n0 0\n1", "3:2",
        "expected the y coordinate of a cell, found the end of the file"
      ),
      ("#Life 1.06\n0 0\n1 -", "3:3", "expected the y coordinate of a cell, found '-'"),
      ("#Life 1.06\n1 2 3\n", "2:5", "expected the end of the line, found '3'"),
      ("#Life 1.06\n1, 2\n", "2:2", "expected a space, found ','"),
      ("#Life 1.06\n1.0 2\n", "2:2", "expected a space, found '.'"),
      ("#Life 1.06\n1 2e5\n", "2:4", "expected the end of the line, found 'e'"),
      ("#Life 1.06\n.*.\n", "2:1", "expected the x coordinate of a cell, found '.'"),
      (
        "#Life 1.06\n0 0\n\u{0} 0\n", "3:1",
        "expected the x coordinate of a cell, found a NUL byte"
      ),
      (
        "#Life 1.06\n-1 0\n1152921504606846976 0", "3:1",
        "the distance between cells exceeds the limit of 1152921504606846976"
      ),
      (
        "#Life 1.06\n0 -999999999999999999\n0 1\n0 999999999999999999\n", "4:1",
        "the distance between cells exceeds the limit of 1152921504606846976"
      ),
      (
        "#Life 1.06\n0 \(far)\n0 0\n", "3:1",
        "the distance between cells exceeds the limit of 1152921504606846976"
      ),
    ],
  ]

  @Test func `errors have place and message`() async throws {
    for (format, complaints) in Self.complaints {
      try await forEachCase(of: complaints) { text, place, message in
        TextFormat(format).expectComplaint(about: text, at: place, message)
      }
    }
  }

  @Test(arguments: [
    ("#N", "B3/S23", nil), ("#R 23/36", "B36/S23", nil),
    ("#R B234", "B234/S", nil),
    ("#R  B2/S3:T10 ", "B2/S3", "T10,10"), ("#r 1/1", "B1/S1", nil), ("#N\n#R 23/3", "B3/S23", nil),
  ])
  func `rules of Life 1_05 are read`(lines: String, rule: String, universe: String?) throws {
    let pattern = try TextFormat.life105.read("#Life 1.05\n\(lines)\n#P 0 0\n*\n")
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
      try TextFormat.life105.read(text).remarks == [
        "name: Glider", "author: R. K. Guy", "author: J. H. Conway", "comment: text", "comment: ",
        "comment: Name: x", "comment:  more", "comment: \u{0}", "comment: ", "comment: Tool 7",
      ])
    #expect(
      try TextFormat.life105.warnings(text) == ["11:1: unknown kind of '#' line kept as a comment"])
  }

  @Test func `lenient reading of Life 1_05 uses the last of two rules`() throws {
    let text = "#Life 1.05\n#R 23/3\n#R 23/36\n"
    #expect(try TextFormat.life105.lenient.read(text).rule.canonical == "B36/S23")
    #expect(
      try TextFormat.life105.lenient.warnings(text) == [
        "3:1: a second rule that differs from the first, B3/S23"
      ])
  }

  @Test func `all notes are written to Life 1_05`() throws {
    var pattern = Pattern([(1, 0), (2, 1), (0, 2), (1, 2), (0, 4)].map { Cell(x: $0.0, y: $0.1) })
    pattern.statedPosition = Position(x: -3, y: 5)
    pattern.statedRule = Rule(LifeLike(birth: [3, 6], survival: [2, 3]))
    let notes: [(Pattern.NoteKind, String)] = [(.name, "Glider"), (.comment, ""), (.trailer, " x")]
    pattern.notes = notes.map { .init($0, text: Array($1.utf8)) }
    #expect(
      try TextFormat.life105.text(pattern) == """
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
      try TextFormat.life105.text(pattern) == """
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
    #expect(try TextFormat.life105.read(TextFormat.life105.written(pattern)) == pattern)
  }

  @Test func `an empty pattern is the header of Life 1_05`() throws {
    #expect(try TextFormat.life105.text(Pattern([])) == "#Life 1.05\n#N\n")
  }

  @Test func `cells too far from the origin are refused by Life 1_05`() {
    var pattern = Pattern([Cell(x: 0, y: 0)])
    for (x, y) in [(BigInt.powerOfTwo(60) + 1, 0), (0, -.powerOfTwo(60) - 1), (.powerOfTwo(90), 0)]
    {
      pattern.statedPosition = Position(x: x, y: y)
      #expect(throws: WriteError.self) { try TextFormat.life105.written(pattern) }
    }
  }

  @Test func `notes of Life 1_06 are read as in Life 1_05`() throws {
    let pattern = try TextFormat.life106.read("#Life 1.06\n#D Name: x\n#N y\n#R 23/36\n0 0\n# z\n")
    #expect(pattern.remarks == ["name: x", "name: y", "comment: z"])
    #expect(pattern.rule.canonical == "B36/S23")
  }

  @Test func `cells of Life 1_06 are written in reading order`() throws {
    var pattern = Pattern(
      [(5, 0), (-1, 0), (0, 0), (-123_456_789, -1)].map { Cell(x: $0.0, y: $0.1) })
    #expect(
      try TextFormat.life106.text(pattern) == "#Life 1.06\n-123456789 -1\n-1 0\n0 0\n5 0\n")
    pattern.statedPosition = Position(x: .powerOfTwo(64), y: -1)
    #expect(
      try TextFormat.life106.text(pattern) == """
        #Life 1.06
        18446744073586094827 -2
        18446744073709551615 -1
        18446744073709551616 -1
        18446744073709551621 -1

        """)
  }

  @Test func `Life 1_06 has cells in any order, also repeated`() async throws {
    try await forEachCase(of: Effort.cases(50, long: 1_000)) { seed in
      var random = Seeded(seed)
      let pattern = Pattern.random(seed: seed)
      var lines = try TextFormat.life106.text(pattern).split(separator: "\n").dropFirst().map(
        String.init)
      lines.append(contentsOf: lines.prefix(20))
      lines.shuffle(using: &random)
      let back = try TextFormat.life106.read("#Life 1.06\n" + lines.joined(separator: "\n"))
      #expect(back == pattern)
    }
  }

  @Test(arguments: [0, 9, 10, 99_999_999, 100_000_000, 9_999_999_999_999_999, Int.max - 1, Int.min])
  func `coordinates of any size are written to Life 1_06`(x: Int) throws {
    var pattern = Pattern([Cell(x: 0, y: 0)])
    pattern.statedPosition = Position(x: BigInt(x), y: 0)
    #expect(try TextFormat.life106.text(pattern) == "#Life 1.06\n\(x) 0\n")
  }
}
