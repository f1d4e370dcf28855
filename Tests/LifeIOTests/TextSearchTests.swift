import LifeIO
import TestSupport
import Testing

@Suite struct TextSearchTests {
  @Test func `the first occurrence of a word is found`() {
    for seed in Effort.cases(2_000, long: 100_000) {
      var random = Seeded(seed)
      // Of two letters, so that words occur in part and more than once.
      func text(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(97 + random.next() % 2) } }
      let bytes = text(Int(random.next() % 20))
      let word = text(1 + Int(random.next() % 4))
      let places = (0...bytes.count).map { $0..<$0 + word.count }
      let expected = places.first { $0.upperBound <= bytes.count && Array(bytes[$0]) == word }
      #expect(bytes.place(of: word) == expected, "seed \(seed)")
    }
  }

  @Test func `an empty word occurs nowhere`() {
    #expect([1, 2].place(of: []) == nil && ([] as [UInt8]).place(of: []) == nil)
  }

  @Test func `each occurrence of a word is replaced`() {
    #expect("a--b--".substituting("+", for: "--") == "a+b+")
    #expect("---".substituting("--", for: "--") == "---")
  }
}
