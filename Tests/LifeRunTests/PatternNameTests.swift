import LifeIO
import Testing

@testable import LifeRun

/// Names of patterns.
@Suite struct PatternNameTests {
  @Test(arguments: [
    ("gosper-gun", "gosper-gun"), ("gosperglidergun", "gosper-gun"),
    ("Gosper glider gun", "gosper-gun"), ("GOSPER_GUN", "gosper-gun"),
    ("glidergun", "gosper-gun"), ("glider gun", "gosper-gun"), ("koksgalaxy", "koks-galaxy"),
    ("Kok's galaxy", "koks-galaxy"), ("rpentomino", "r-pentomino"), ("R-Pentomino", "r-pentomino"),
    ("lightweight spaceship", "lwss"), ("die hard", "diehard"), ("eater1", "eater-1"),
    ("fishhook", "eater-1"), ("1-2-3", "1-2-3"), ("123", "1-2-3"),
  ])
  func `names of patterns match without case, spaces and punctuation`(typed: String, name: String) {
    let found = PatternLibrary.find(named: Path(typed)) ?? PatternLibrary.find(like: Path(typed))
    #expect(found?.name == name)
  }

  @Test(arguments: ["", "-", "x/glider", "glider.rle", "!!", "gliderx", "no such pattern"])
  func `other words are no names of patterns`(word: String) {
    #expect(PatternLibrary.find(named: Path(word)) == nil)
    #expect(PatternLibrary.find(like: Path(word)) == nil)
  }

  @Test(arguments: [
    ("glidr", ["glider"]), ("glide", ["glider"]), ("gosper", ["gosper-gun"]),
    ("pulser", ["pulsar"]), ("kokgalaxy", ["koks-galaxy"]), ("zzzzzzzzzzzz", []), ("x", []),
    ("jpg", []), ("nosuch", []),
  ])
  func `the nearest names of patterns are suggested`(typed: String, first: [String]) {
    let found = PatternLibrary.suggestions(for: typed)
    #expect(found.count <= 3 && Array(found.prefix(1)) == first, "\(found)")
  }

  @Test(arguments: [
    ("gemini", "Gemini"), ("OTCA metapixel", "OTCA_metapixel"), ("0e0p", "0E0P_metacell"),
    ("glider", nil), ("pix", nil),
  ])
  func `patterns that are too large have a page`(typed: String, page: String?) {
    #expect(PatternLibrary.giantPage(for: Path(typed)) == page)
  }

  @Test func `three patterns are suggested if three are near`() {
    #expect(PatternLibrary.suggestions(for: "puffer").count == 3)
  }

  @Test(arguments: [
    ("star-wars-photon", "Generations", true), ("star-wars-photon", "345/2/4", true),
    ("star-wars-photon", "brians brain", false), ("glider", "generations", false),
    ("critters-glider", "margolus", true), ("bosco", "larger than life", true),
  ])
  func `a pattern is found by its rule and the family of that`(
    name: String, word: String, isFound: Bool
  ) throws {
    let pattern = try #require(PatternLibrary.find(like: Path(name)))
    #expect(pattern.matches(word, readsComments: false) == isFound)
  }
}
