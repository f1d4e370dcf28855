package import LifeCore

/// An invalid command line: the error, a hint and the place of the error.
package struct UsageError: Error, Equatable {
  package var message: String
  /// Advice in a few words: `did you mean '--generations'?`
  package var hint: String?
  package var caret: Caret?
  /// Whether to print the usage line; `false` if only a value is invalid.
  package var isAboutUsage = true
  package var exitCode = ExitCode.usage

  package init(_ message: String, hint: String? = nil, caret: Caret? = nil) {
    self.message = message
    self.hint = hint
    self.caret = caret
  }

  /// An error for an invalid value; `offset` is the start of the value in `word`.
  package init(_ error: ValueError, of name: String, in word: Argument, from offset: Int = 0) {
    self.init("\(name): \(error.message)", hint: error.hint)
    isAboutUsage = false
    caret = error.range.map {
      Caret(word: word, range: $0.lowerBound + offset..<$0.upperBound + offset)
    }
  }

  /// An argument with an error, and the bytes to mark.
  package struct Caret: Equatable {
    package var word: Argument
    package var range: Range<Int>
  }

  /// The printed message: the error with a hint, a caret or the usage line, and how to get help.
  ///
  ///     life: -n: expected a number of generations such as 1000, 1e6 or 2^20
  ///       5x
  ///        ^
  ///     Try 'life help run'.
  package func report(usage: String?, help: String) -> String {
    var lines = ["life: \(message)" + (hint.map { "; \($0)" } ?? "")]
    lines += caret?.picture ?? []
    if let usage, isAboutUsage, hint == nil, caret == nil { lines.append("Usage: \(usage)") }
    lines.append("Try '\(help)'.")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension UsageError.Caret {
  /// The maximum number of characters shown on either side of the caret.
  private static let reach = 36

  /// The argument, and below it a caret under each marked character.
  package var picture: [String] {
    let start = min(range.lowerBound, word.bytes.count)
    let end = min(range.upperBound, word.bytes.count)
    let before = columns(word.bytes[..<start])
    let meant = columns(word.bytes[start..<end])
    let after = columns(word.bytes[end...])
    let left = before.count > Self.reach ? "…" + before.suffix(Self.reach) : before
    let marked = String(meant.prefix(Self.reach))
    let isCut = marked.count < meant.count || after.count > Self.reach
    let right = marked.count < meant.count ? "" : String(after.prefix(Self.reach))
    let spaces = String(repeating: " ", count: left.count)
    let carets = String(repeating: "^", count: max(1, marked.count))
    return ["  \(left)\(marked)\(right)\(isCut ? "…" : "")", "  \(spaces)\(carets)"]
  }

  private func columns(_ bytes: ArraySlice<UInt8>) -> String {
    Argument(bytes: Array(bytes)).description
  }
}
