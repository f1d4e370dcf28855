/// The marks that enclose a pattern in a forum post or a Markdown text, such as `[code]`.
///
/// Marks are recognized in upper and lower case.
enum CodeBlock {
  private static let marks: [(opener: [UInt8], closer: [UInt8])] = [
    (Array("[code]".utf8), Array("[/code]".utf8)), (Array("[rle]".utf8), Array("[/rle]".utf8)),
    (Array("```".utf8), Array("```".utf8)),
  ]

  /// Whether a code block begins in the line.
  static func begins(in line: [UInt8]) -> Bool {
    marks.contains { range(of: $0.opener, in: line) != nil }
  }

  /// Where the content begins in a line with an opening mark, and the mark that closes the block;
  /// nil if the line has no opening mark.
  static func opening(in line: [UInt8]) -> (end: Int, closer: [UInt8])? {
    for mark in marks {
      guard let range = range(of: mark.opener, in: line) else { continue }
      // Three backquotes may be followed by the name of a language.
      return (mark.opener == mark.closer ? line.count : range.upperBound, mark.closer)
    }
    return nil
  }

  /// The first occurrence of a mark, which is in lower case, whatever the case of the line.
  ///
  /// - Complexity: O(*nm*) for a line of *n* and a mark of *m* bytes.
  static func range(of mark: [UInt8], in line: [UInt8]) -> Range<Int>? {
    for start in 0..<max(0, line.count - mark.count + 1)
    where mark.indices.allSatisfy({ mark[$0] == Byte.lowercase(line[start + $0]) }) {
      return start..<start + mark.count
    }
    return nil
  }
}
