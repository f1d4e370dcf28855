import LifeArguments
import LifeIO
import LifeRun

/// Command lines for words that are typed in place of a command.
enum WordHints {
  /// Words of other programs, each with what it means here.
  private static let synonyms: [(words: [String], line: String)] = [
    (
      ["animate", "animation", "movie", "record", "render", "gif", "video"],
      "life run gosper-gun -n 120 -o gun.gif"
    ),
    (["picture", "image", "png", "draw", "plot"], "life run gosper-gun -n 0 -o gun.png"),
    (["view", "display", "print", "cat", "see", "look"], "life show gosper-gun"),
    (["step", "evolve", "simulate", "advance", "exec", "generate"], "life run gosper-gun -n 100"),
    (["open", "start", "edit", "game", "gui", "tui", "interactive"], "life play gosper-gun"),
    (["ls", "patterns", "search", "find", "names"], "life list"),
    (["stats", "statistics", "count", "analyze", "describe"], "life info gosper-gun"),
    (["save", "export", "import", "download"], "life convert gosper-gun gun.rle"),
    (["compare", "cmp"], "life diff A B"),
    (["random"], "life soup --size 64x64"),
    (["rules"], "life rule B3/S23"),
  ]

  /// The line for a word of another program.
  static func synonym(for word: String) -> String? {
    let typed = word.lowercased()
    return synonyms.first { $0.words.contains(typed) }?.line
  }

  /// The line for a synonym, a format or the name of a pattern.
  ///
  /// - Parameter operand: the word after it, which takes the place of the example's pattern.
  static func line(for word: String, operand: Argument?) -> String? {
    if let line = synonym(for: word) {
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
