import Testing

@testable import LifeCore

@Suite struct SpellingTests {
  @Test(arguments: [
    ("gun", "gun", 0), ("gun", "gn", 1), ("gn", "gun", 1), ("gun", "gum", 1), ("ugn", "gun", 1),
    ("gnu", "gun", 1), ("gun", "nug", 2), ("glider", "gldier", 1), ("kitten", "sitting", 3),
  ])
  func `the distance counts insertions, deletions, replacements and swaps`(
    a: String, b: String, distance: Int
  ) {
    #expect(editDistance(from: Array(a.utf8), to: Array(b.utf8), atMost: 3) == distance)
    #expect(editDistance(from: Array(a.utf8), to: Array(b.utf8), atMost: distance - 1) == nil)
  }

  @Test func `the nearest name is suggested`() {
    #expect(
      didYouMean("golsper-gun", among: ["gosper-gun", "glider"]) == "did you mean 'gosper-gun'?")
    #expect(didYouMean("zzz", among: ["gosper-gun", "glider"]) == nil)
  }
}
