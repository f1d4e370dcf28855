@testable import LifeArguments
import LifeCore
import LifeRun
import Testing

@testable import LifeCommand

struct UsageErrorTests {
  @Test(arguments: [
    ("5x", 1..<2, "  5x", "   ^"),
    ("5x", 2..<3, "  5x", "    ^"),
    ("5xyz", 1..<4, "  5xyz", "   ^^^"),
    ("é5x", 3..<4, "  é5x", "    ^"),
    ("", 0..<1, "  ", "  ^"),
    ("a\u{7}b", 2..<3, "  a?b", "    ^"),
  ])
  func `a caret marks the word that is wrong`(
    word: String, range: Range<Int>, line: String, carets: String
  ) {
    let caret = UsageError.Caret(word: Argument(word), range: range)
    #expect(caret.picture == [line, carets])
  }

  @Test(arguments: [0, 1, 35, 36, 37, 500, 998, 999, 1000])
  func `a long argument is cut to what fits on a line`(offset: Int) {
    let word = Argument(bytes: (0..<1000).map { $0 == offset ? 0x78 : 0x30 })
    for length in [1, 100, 2000] {
      let picture = UsageError.Caret(word: word, range: offset..<offset + length).picture
      #expect(picture.count == 2)
      #expect(picture.allSatisfy { $0.count <= 80 })
      let column = picture[1].prefix { $0 == " " }.count
      if offset < 1000 { #expect(Array(picture[0])[column] == "x") }
    }
  }
}

struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1),
    ("kitten", "sitting", 3), ("run", "rnu", 1), ("ca", "abc", 3),
  ])
  func `the distance of words counts typing errors`(a: String, b: String, distance: Int) {
    #expect(editDistance(from: Array(a.utf8), to: Array(b.utf8), atMost: distance) == distance)
    #expect(editDistance(from: Array(b.utf8), to: Array(a.utf8), atMost: distance) == distance)
    #expect(editDistance(from: Array(a.utf8), to: Array(b.utf8), atMost: distance - 1) == nil)
  }

  @Test(arguments: [
    ("rnu", "run"), ("cnvert", "convert"), ("conv", "convert"), ("RUN", "run"), ("x", nil),
    ("", nil), ("benchmark", nil), ("co", nil),
  ])
  func `the nearest word is suggested if it is near`(typed: String, meant: String?) {
    #expect(nearest(to: typed, among: ["run", "convert", "compare", "bench"]) == meant)
  }
}
