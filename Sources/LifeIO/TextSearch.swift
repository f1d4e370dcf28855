// Searches in bytes and text. Those of the standard library are in its module of string processing,
// with which the static program would contain regular expressions, some 1.2 MB.

extension Array where Element == UInt8 {
  /// The place of the first occurrence of a word, which is not empty; nil if there is none.
  ///
  /// - Complexity: O(*nm*) for *n* bytes and a word of *m*.
  package func place(of word: [UInt8]) -> Range<Int>? {
    guard word.count <= count else { return nil }
    for start in 0...count - word.count {
      let candidate = start..<start + word.count
      if self[candidate].elementsEqual(word) { return candidate }
    }
    return nil
  }
}

extension String {
  /// The text with `replacement` in place of each occurrence of a word, from left to right.
  package func substituting(_ replacement: String, for word: String) -> String {
    var rest = Array(utf8)
    var result: [UInt8] = []
    let word = Array(word.utf8)
    while let place = rest.place(of: word) {
      result += rest[..<place.lowerBound]
      result += replacement.utf8
      rest = Array(rest[place.upperBound...])
    }
    return String(decoding: result + rest, as: UTF8.self)
  }
}

extension StringProtocol {
  /// Whether the text has a word as a part.
  package func hasPart(_ word: some StringProtocol) -> Bool {
    word.isEmpty || Array(utf8).place(of: Array(word.utf8)) != nil
  }
}
