import LifeArguments
import LifeIO
import LifeRun

/// Command lines for words that are typed in place of a command.
enum WordHints {
  /// The line for a synonym, a format or the name of a pattern.
  ///
  /// - Parameter operand: the word after it, which takes the place of the example's pattern.
  static func line(for word: String, operand: Argument?) -> String? {
    if let line = Synonyms.line(for: word) {
      guard let operand, !operand.starts(with: "-") else { return line }
      return line.substituting(operand.quotedForShell, for: "gosper-gun")
    }
    let typed = word.lowercased()
    let path = Path(bytes: Array(word.utf8))
    if let found = PatternLibrary.find(like: path.stem) { return "life show \(found.name)" }
    guard path.fileExtension.isEmpty else { return nil }
    if let near = PatternLibrary.suggestions(for: word).first { return "life show \(near)" }
    return OutputFormat.all.contains { $0.name == typed } ? "life formats" : nil
  }
}
