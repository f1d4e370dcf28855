import LifeIO
import Testing

@Suite struct TextSearchTests {
  /// Every text of some letters, of which there are two, so that words occur in part and often.
  private static func texts(_ counts: ClosedRange<Int>) -> [[UInt8]] {
    counts.flatMap { count in
      (0..<1 << count).map { letters in (0..<count).map { UInt8(97 + letters >> $0 & 1) } }
    }
  }

  @Test func `the first occurrence of a word is found`() {
    for bytes in Self.texts(0...8) {
      for word in Self.texts(1...3) {
        let places = (0...bytes.count).map { $0..<$0 + word.count }
        let expected = places.first { $0.upperBound <= bytes.count && Array(bytes[$0]) == word }
        #expect(bytes.range(of: word) == expected, "\(word) in \(bytes)")
      }
    }
  }

  @Test func `an empty word occurs nowhere`() {
    #expect([1, 2].range(of: []) == nil && ([] as [UInt8]).range(of: []) == nil)
  }

  @Test func `each occurrence of a word is replaced`() {
    #expect("a--b--".substituting("+", for: "--") == "a+b+")
    #expect("---".substituting("--", for: "--") == "---")
  }
}
