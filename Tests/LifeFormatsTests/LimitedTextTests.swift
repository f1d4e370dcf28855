import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Texts within a limit, and texts beyond it with parts of their complaints.
struct LimitedText: Sendable {
  let format: Format
  var limit: @Sendable (inout Limits) -> Void = { _ in }
  var accepted: [String] = []
  var refused: KeyValuePairs<String, String> = [:]

  private static let short = String(repeating: "x", count: 100)
  private static let tooLong = String(repeating: "x", count: 201)
  private static let endless = String(repeating: "x", count: 300_000)
  private static let line = "the line exceeds the limit of 200 bytes\n"
  private static let notes = "names and comments exceed the limit of 200 bytes\n"
  private static let digits = "the number exceeds the limit of 10000 digits\n"
  private static let cells = "the cells need more memory than the limit of 4096 bytes\n"
  private static let fewCells = "the cells need more memory than the limit of 96 bytes\n"
  private static let smallFile = "bytes for a file of this size\n"

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  static func extentOfRLE(_ extent: Int) -> LimitedText {
    let row = times(extent / 2, "bo") + (extent % 2 == 1 ? "o" : "")
    let tooLong = "the row exceeds the limit of \(extent) cells\n"
    return LimitedText(
      format: .rle, limit: { $0.extent = extent }, accepted: [row + "!", "\(extent)$o!"],
      refused: [
        row + "o!": tooLong, row + "b$!": tooLong, row + "\n1o!": tooLong,
        "\(extent)bo!": tooLong,
        times(extent + 1, "$") + "!": "the pattern exceeds the limit of \(extent) rows\n",
        "\(extent + 1)$!": "the count exceeds the limit of \(extent) cells\n",
      ])
  }

  static let all: [LimitedText] = [
    LimitedText(
      format: .rle, limit: { $0.states = 2 },
      refused: [
        "x = 1, y = 1, rule = 345/2/4\nA!": "the rule has 4 states, more than the limit of 2"
      ]),
    LimitedText(
      format: .rle, limit: { $0.states = 4 }, accepted: ["x = 1, y = 1, rule = 345/2/4\nA!"]),
    LimitedText(
      format: .rle,
      refused: [
        "x = 3, y = 3\n1152921504606846975.2A!": RLEErrorTests.tooLong,
        "x = 3, y = 3, rule = 345/2/4\n1152921504606846975.2A!": RLEErrorTests.tooLong,
      ]),
    LimitedText(
      format: .rle, limit: { $0.cellBytes = 4096 },
      accepted: [times(100, "o$") + "!", "1000000000000000000b1000000000000000000$o!"],
      refused: [
        times(200, "o$") + "!": cells, "1000000o!": cells, "1000000000000000000o!": cells,
      ]),
    LimitedText(
      format: .rle, limit: { $0.cellExpansion = Limits.Allowance(base: 4096, perByte: 8) },
      accepted: ["30000o!", times(1000, "300o$") + "!"],
      refused: ["1000000000o!": smallFile, times(1000, "3000o$") + "!": smallFile]),
    LimitedText(
      format: .rle, limit: { $0.noteBytes = 200 },
      accepted: ["#C \(short)\no!", times(500, "bo") + "!"],
      refused: [
        "#C \(short)\n#C \(short)\no!": notes, "#C\n#C\n#C\n#C\no!": notes,
        "#C \(tooLong)\no!": line, "x = 1, y = 1, rule = \(tooLong)\no!": line,
        "o!\(tooLong)": line,
      ]),
    LimitedText(
      format: .life105, limit: { $0.extent = 100 },
      accepted: ["#Life 1.05\n#P -50 0\n*\n#P 50 -100\n*\n"],
      refused: [
        "#Life 1.05\n#P -50 0\n*\n#P 51 0\n*\n": "100", "#Life 1.05\n#P 101 0\n*\n": "100",
      ]),
    LimitedText(
      format: .life106,
      refused: [
        "#Life 1.06\n1 " + times(1 << 20, "0"): "in:2:3: " + digits,
        "#Life 1.06\n0 0\n" + times(10_001, "1") + " 1\n": "in:3:1: " + digits,
        "#Life 1.06\n0 0\n- 1\n": "in:3:1: expected", "#Life 1.06\n0 0\n+x 1\n": "in:3:1: expected",
        "#Life 1.06\n0 0\n 1\n": "in:3:3: expected",
      ]),
    LimitedText(
      format: .life106, limit: { $0.cellBytes = 96 }, accepted: ["#Life 1.06\n0 9\n0 8\n0 7\n"],
      refused: ["#Life 1.06\n0 9\n0 8\n0 7\n0 6\n0 5\n0 4\n": ":1: " + fewCells]),
    LimitedText(
      format: .plaintext, limit: { $0.noteBytes = 200 }, accepted: ["!" + times(130, "x")],
      refused: [
        "O\n!" + times(140, "x"): "in:2:1: " + notes, "!\n!" + endless: "in:2:1: " + line,
        "!\n!\n!\n!\n!\n": "in:5:1: names and comments",
      ]),
    LimitedText(
      format: .plaintext, limit: { $0.cellBytes = 96 }, accepted: ["O\n\nO\nO\n"],
      refused: [times(100, "O\n"): "in:6:2: " + fewCells]),
    LimitedText(
      format: .json, limit: { $0.noteBytes = 4 },
      refused: [
        #"{"name":"abcdefg","cells":[]}"#: "the string exceeds the limit of 4 bytes",
        #"{"other":"abcdefg","cells":[]}"#: "the string exceeds the limit of 4 bytes",
      ]),
    LimitedText(
      format: .json,
      refused: [
        #"{"bounds":"# + times(100_000, "["): "the nesting of values exceeds the limit of 64"
      ]),
    LimitedText(format: .apgcode, limit: { $0.extent = 9 }, accepted: ["xp2_1y01"]),
    LimitedText(format: .apgcode, limit: { $0.extent = 3 }, refused: ["xp2_1y01": "limit"]),
    // No option allows so large an extent, but the reader has its own limit.
    LimitedText(
      format: .mcell, limit: { $0.extent = .max },
      refused: ["#MCell 4.20\n#GAME Life\n#L A\(1 << 60).3A\n": "\(1 << 60)"]),
  ]
}

extension LimitedText {
  fileprivate func complaint(about text: String) -> String? {
    var options = ReadOptions()
    limit(&options.limits)
    return errorText {
      let input = try ByteReader(Array(text.utf8), name: "in", limits: options.limits)
      _ = try Format.read(input, as: format, options: options)
    }
  }
}

@Suite struct LimitedTextTests {
  @Test(arguments: [1, 7, 500, 5_000].map(LimitedText.extentOfRLE) + LimitedText.all)
  func `text within a limit is read, and text beyond it is refused`(limited: LimitedText) {
    for text in limited.accepted { #expect(limited.complaint(about: text) == nil) }
    for (text, part) in limited.refused {
      let complaint = limited.complaint(about: text) ?? "nothing"
      #expect(complaint.hasPrefix("in:") && complaint.contains(part), "\(complaint)")
    }
  }
}
