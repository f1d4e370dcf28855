import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// `life list`: lists the patterns that commands find by name.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "List the patterns that are found by name."
  static let discussion = """
    Lists the pattern collection: kind, name, size, period and other names. With WORD, lists the \
    patterns whose kind, name or discoverer contains it. The patterns of the folder LIFE_PATTERNS \
    come before those of the program.

    Commands find a pattern by any of its names, without regard to case, spaces and hyphens: \
    'life show "Gosper glider gun"', 'life show gosperglidergun'. A file of that name comes first.

    Exits 1 if there is none.
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
    [.flag("--names", help: "Print only names, one per line.", sets: \.printsNames)]
      + ReportOptions.tables(group: "Options").inside(\.report)
  }

  var word: String?
  var printsNames = false
  var report = ReportOptions()

  mutating func validate() throws(UsageError) {
    try report.validate()
    if printsNames, report.isForPrograms {
      throw UsageError(
        "--names cannot be combined with \(report.isJSON ? "--json" : "--to")")
    }
  }

  func run() throws -> ExitCode {
    let patterns = PatternLibrary.patterns.filter(isSelected)
    if printsNames {
      try writeText(patterns.map { $0.name + "\n" }.joined())
    } else if report.isForPrograms || !patterns.isEmpty {
      try report.write(patterns, schema: LibraryPattern.listSchema, table: LibraryPattern.table)
    }
    guard let word, patterns.isEmpty else { return .ok }
    let kinds = Set(PatternLibrary.patterns.map(\.kind)).sorted()
    let near =
      (nearest(to: word, among: kinds).map { [$0] } ?? [])
      + PatternLibrary.suggestions(for: word)
    let hint = didYouMean(Array(near.prefix(3))) ?? "'life list' lists them all"
    Console.ofProcess.complain("life: no pattern has '\(Argument(word))'; \(hint)\n")
    return .no
  }

  private func isSelected(_ pattern: LibraryPattern) -> Bool {
    guard let word else { return true }
    let key = LibraryPattern.key(word)
    let texts = pattern.names + [pattern.kind] + [pattern.origin].compactMap { $0 }
    return texts.contains { LibraryPattern.key($0).place(of: key) != nil }
  }
}
