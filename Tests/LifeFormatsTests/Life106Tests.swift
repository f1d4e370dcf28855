import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct Life106Tests {
  typealias Text = TextFormat<Life106>

  static let far = "100000000000000000000000000000000000000"

  @Test(arguments: [
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
  ])
  func `coordinates of Life 1_06 are read`(text: String, list: String) throws {
    #expect(try Text.strict.read(text).list == list)
  }

  @Test func `notes of Life 1_06 are read as in Life 1_05`() throws {
    let pattern = try Text.strict.read("#Life 1.06\n#D Name: x\n#N y\n#R 23/36\n0 0\n# z\n")
    #expect(pattern.remarks == ["name: x", "name: y", "comment: z"])
    #expect(pattern.rule.canonical == "B36/S23")
  }

  @Test(arguments: [
    ("q 0", "1:1", "expected '#Life 1.06', found 'q'"),
    ("#Life 1.05\n#P 0 0\n", "1:1", "expected '#Life 1.06', found another version"),
    ("", "1:1", "expected '#Life 1.06', found the end of the file"),
    (
      "#Life 1.06\n0 0\n1\n", "3:2",
      "expected the y coordinate of a cell, found the end of the line"
    ),
    ("#Life 1.06\n0 0\n1", "3:2", "expected the y coordinate of a cell, found the end of the file"),
    ("#Life 1.06\n0 0\n1 -", "3:3", "expected the y coordinate of a cell, found '-'"),
    ("#Life 1.06\n1 2 3\n", "2:5", "expected the end of the line, found '3'"),
    ("#Life 1.06\n1, 2\n", "2:2", "expected a space, found ','"),
    ("#Life 1.06\n1.0 2\n", "2:2", "expected a space, found '.'"),
    ("#Life 1.06\n1 2e5\n", "2:4", "expected the end of the line, found 'e'"),
    ("#Life 1.06\n.*.\n", "2:1", "expected the x coordinate of a cell, found '.'"),
    ("#Life 1.06\n0 0\n\u{0} 0\n", "3:1", "expected the x coordinate of a cell, found a NUL byte"),
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
  ])
  func `errors in Life 1_06 have place and message`(
    text: String, place: String, message: String
  ) {
    Text.strict.expectComplaint(about: text, at: place, message)
  }

  @Test func `numbers of more than 10 000 digits are refused`() {
    let text = "#Life 1.06\n1 " + String(repeating: "0", count: 1 << 20)
    #expect(
      Text.strict.complaint(text)?.hasPrefix(
        "in:2:3: the number exceeds the limit of 10000 digits\n") == true)
  }

  @Test func `the memory of cells out of order is limited in Life 1_06`() {
    var text = Text.strict
    text.options.limits.cellBytes = 96
    #expect(text.complaint("#Life 1.06\n0 9\n0 8\n0 7\n") == nil)
    #expect(
      text.complaint("#Life 1.06\n0 9\n0 8\n0 7\n0 6\n0 5\n0 4\n")?.contains(
        ":1: the cells need more memory than the limit of 96 bytes\n"
      ) == true)
  }

  @Test func `cells of Life 1_06 are written in reading order`() throws {
    var pattern = Pattern(
      [(5, 0), (-1, 0), (0, 0), (-123_456_789, -1)].map { Cell(x: $0.0, y: $0.1) })
    #expect(
      try Text.strict.text(pattern) == "#Life 1.06\n-123456789 -1\n-1 0\n0 0\n5 0\n")
    pattern.position = Position(x: .powerOfTwo(64), y: -1)
    #expect(
      try Text.strict.text(pattern) == """
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
      var lines = try Text.strict.text(pattern).split(separator: "\n").dropFirst().map(String.init)
      lines.append(contentsOf: lines.prefix(20))
      lines.shuffle(using: &random)
      let back = try Text.strict.read("#Life 1.06\n" + lines.joined(separator: "\n"))
      #expect(back == pattern)
    }
  }

  @Test(arguments: [0, 9, 10, 99_999_999, 100_000_000, 9_999_999_999_999_999, Int.max - 1, Int.min])
  func `coordinates of any size are written to Life 1_06`(x: Int) throws {
    var pattern = Pattern([Cell(x: 0, y: 0)])
    pattern.position = Position(x: BigInt(x), y: 0)
    #expect(try Text.strict.text(pattern) == "#Life 1.06\n\(x) 0\n")
  }
}

/// Life 1.06 as it is defined, one byte at a time and in integers of any size; a file with a rule
/// is not for it.
struct ReferenceLife106 {
  private var cells: Set<Position> = []

  /// The cells in reading order.
  var list: String {
    cells.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map { "\($0.x),\($0.y)" }
      .joined(separator: " ")
  }

  init?(_ bytes: [UInt8]) {
    var hasHeader = false
    for line in referenceLines(bytes) {
      let words = line.split { $0 == 0x20 || $0 == 0x09 }.map(Array.init)
      if words.isEmpty { continue }
      if line.starts(with: Array("#Life".utf8)) {
        guard !hasHeader, words == [Array("#Life".utf8), Array("1.06".utf8)] else { return nil }
        hasHeader = true
      } else if line[0] == UInt8(ascii: "#") {
        guard hasHeader else { return nil }
      } else {
        guard words.count == 2, let x = BigInt(decimal: words[0]),
          let y = BigInt(decimal: words[1])
        else { return nil }
        hasHeader = true
        cells.insert(Position(x: x, y: y))
      }
    }
    guard hasHeader, isNarrow(cells.map(\.x)), isNarrow(cells.map(\.y)) else { return nil }
  }

  private func isNarrow(_ coordinates: [BigInt]) -> Bool {
    guard let least = coordinates.min(), let most = coordinates.max() else { return true }
    return most - least <= .powerOfTwo(60)
  }
}
