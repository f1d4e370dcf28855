import LifeArguments
import LifeIO
import LifeRender
import LifeRun

/// `life list`: lists the patterns that commands find by name.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "List the patterns that are found by name."
  static let discussion = """
    Lists the pattern collection: kind, name, size, period and other names. WORD selects the \
    patterns that have it in their kind, a name or the name of their discoverer. The patterns of \
    the folder LIFE_PATTERNS come before those of the program.

    Commands find a pattern by any of its names, without regard to case, spaces and hyphens: \
    'life show "Gosper glider gun"', 'life show gosperglidergun'. A file of that name comes first.

    Exits 1 if no pattern has WORD.
    """
  static let examples = [
    Example("life list", "All patterns:"),
    Example("life list gun", "Guns:"),
    Example("life list --json | jq '.patterns[] | select(.period == 3).name'", "By period:"),
  ]
  static var operands: Operands<Self> {
    .optional("WORD", help: "A part of a kind or a name.", sets: \.word)
  }
  static var options: [Option<Self>] {
    [
      .flag("--names", help: "Print only names, one per line.", sets: \.printsNames),
      .json(sets: \.isJSON),
    ]
  }

  var word: String?
  var printsNames = false
  var isJSON = false

  mutating func validate() throws(UsageError) {
    if printsNames, isJSON { throw UsageError("--names cannot be combined with --json") }
  }

  func run() throws -> ExitCode {
    try reporting {
      let patterns = PatternLibrary.patterns.filter(isSelected)
      if isJSON {
        try writeLine([
          "schema": "life.list/1", "patterns": JSONText(array: patterns.map { JSONText($0) }),
        ])
      } else if printsNames {
        try writeText(patterns.map { $0.name + "\n" }.joined())
      } else if !patterns.isEmpty {
        try writeText(Self.table(patterns))
      }
      guard let word, patterns.isEmpty else { return .ok }
      let kinds = Set(PatternLibrary.patterns.map(\.kind)).sorted()
      let near =
        (nearest(to: word, among: kinds).map { [$0] } ?? [])
        + PatternLibrary.suggestions(for: word)
      let words = near.prefix(3).map { "'\($0)'" }
      let hint =
        words.isEmpty
        ? "; 'life list' lists them all" : "; did you mean \(words.listed(with: "or"))?"
      Console.ofProcess.complain("life: no pattern has '\(Argument(word))'\(hint)\n")
      return .no
    }
  }

  private func isSelected(_ pattern: LibraryPattern) -> Bool {
    guard let word else { return true }
    let key = LibraryPattern.key(word)
    let texts = pattern.names + [pattern.kind] + [pattern.origin].compactMap { $0 }
    return texts.contains { LibraryPattern.key($0).place(of: key) != nil }
  }

  private static func table(_ patterns: [LibraryPattern]) -> String {
    let rows = patterns.map { pattern in
      [
        pattern.kind, pattern.name, pattern.size ?? "", pattern.period.map { "\($0)" } ?? "",
        pattern.differentNames.dropFirst().joined(separator: ", "),
      ]
    }
    return TextTable(header: ["kind", "name", "size", "period", "other names"], rows: rows).plain
  }
}

extension LibraryPattern {
  fileprivate var size: String? {
    guard let width, let height else { return nil }
    return "\(width)×\(height)"
  }
}

extension JSONText {
  /// A pattern of the collection; what its file does not state is null.
  fileprivate init(_ pattern: LibraryPattern) {
    let text = { (text: String?) in text.map { JSONText($0) } ?? JSONText.null }
    let number = { (number: Int?) in number.map { JSONText($0) } ?? JSONText.null }
    let file: Path? = if case .file(let path) = pattern.place { path } else { nil }
    self = [
      "name": JSONText(pattern.name), "kind": JSONText(pattern.kind),
      "title": text(pattern.title),
      "other_names": JSONText(array: pattern.otherNames.map { JSONText($0) }),
      "origin": text(pattern.origin), "rule": text(pattern.rule),
      "width": number(pattern.width), "height": number(pattern.height),
      "period": number(pattern.period), "page": text(pattern.page),
      "comments": JSONText(array: pattern.comments.map { JSONText($0) }),
      "file": file.map { JSONText(repairing: $0.bytes) } ?? .null,
    ]
  }
}
