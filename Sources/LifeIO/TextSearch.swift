// Searches in bytes and text. The standard library has them in its string-processing module, which
// would add regular expressions to the static program, about 1.2 MB.

internal import LifeSystem

extension Array where Element == UInt8 {
  /// The range of the first occurrence of a nonempty word; `nil` if there is none.
  ///
  /// - Complexity: O(*nm*) for *n* bytes and a word of *m*; the C library finds its first byte.
  package func range(of word: [UInt8]) -> Range<Int>? {
    guard let first = word.first else { return nil }
    return unsafe withUnsafeBytes { bytes in
      var start = 0
      while start + word.count <= bytes.count {
        guard
          let found = unsafe memchr(
            bytes.baseAddress! + start, Int32(first), bytes.count - word.count - start + 1)
        else { return nil }
        start = unsafe UnsafeRawPointer(found) - bytes.baseAddress!
        if unsafe memcmp(found, word, word.count) == 0 { return start..<start + word.count }
        start += 1
      }
      return nil
    }
  }

  /// Finds the line of a table whose first field is `key`, and returns its other fields; `nil` if
  /// there is no such line. The table's first line is its header.
  ///
  /// Only one line is parsed: parsing all lines took half of the instructions of `life run glider`.
  package func fields(of key: String) -> [String]? {
    guard let start = range(of: Array("\n\(key)\t".utf8))?.upperBound else { return nil }
    return self[start...].prefix { $0 != UInt8(ascii: "\n") }
      .split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// The text with `replacement` for each occurrence of a word, from left to right.
  package func substituting(_ replacement: String, for word: String) -> String {
    var rest = Array(utf8)
    var result: [UInt8] = []
    let word = Array(word.utf8)
    while let range = rest.range(of: word) {
      result += rest[..<range.lowerBound]
      result += replacement.utf8
      rest = Array(rest[range.upperBound...])
    }
    return String(decoding: result + rest, as: UTF8.self)
  }
}

extension StringProtocol {
  /// Whether the text contains a word.
  package func hasPart(_ word: some StringProtocol) -> Bool {
    word.isEmpty || Array(utf8).range(of: Array(word.utf8)) != nil
  }
}

extension Span<UInt8> {
  /// The index of the first byte equal to `byte`, at or after `start`; `nil` if there is none.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard start < bytes.count, let first = bytes.baseAddress,
        let found = unsafe memchr(first + start, Int32(byte), bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - first
    }
  }
}
