import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// `life list`: lists the patterns of the collection.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "List the patterns that are found by name."
  static let discussion = """
    Lists the pattern collection: kind, name, size, period and other names. With words, lists the \
    patterns whose kind, names and discoverer contain all of them; a word may also be the speed, \
    the direction (diagonal, orthogonal), the period, such as p3 or period 3, the rule, its name, \
    or its family, such as generations. A bare number is a period or part of a name. \
    If no pattern is found, the words of the comments count, too, such as knightwise.

    The patterns of the folder LIFE_PATTERNS come before those of the program. Its files may have \
    any pattern format except images, and may be compressed with gzip. Of several with the same \
    name, RLE is found, else the first by extension.

    Commands find a pattern by any of its names, without regard to case, spaces and hyphens: \
    'life show "Gosper glider gun"', 'life show gosperglidergun'. A file of that name comes first.

    Exits 1 if there is none.
    """
  static let examples = [
    Example("life list", "All patterns:"),
    Example("life list gun", "Guns:"),
    Example("life list spaceship c/4 diagonal", "Spaceships of one speed:"),
    Example("life list oscillators p3", "Oscillators of one period:"),
  ]
  static var operands: Operands<Self> {
    .many(
      "WORD", isOptional: true,
      help: "A part of a kind or a name, a speed, a period or a rule; all must match.",
      appends: \.words)
  }
  static var options: [Option<Self>] {
    [.flag("--names", help: "Print only names, one per line.", sets: \.printsNames)]
      + ReportOptions.tables(group: "Options").inside(\.report)
  }

  var words: [String] = []
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
    let patterns = selected
    if printsNames {
      try writeText(patterns.map { $0.name + "\n" }.joined())
    } else if report.isForPrograms {
      try report.write(patterns, schema: LibraryPattern.listSchema, table: LibraryPattern.table)
    } else if !patterns.isEmpty {
      let text = report.text(patterns, of: LibraryPattern.table)
      return Console.ofProcess.show(isLong: true) { _ in
        TerminalText.printable(text, keepsLines: true)
      }
    }
    guard !words.isEmpty, patterns.isEmpty else { return .ok }
    let word = words.joined(separator: " ")
    let kinds = Set(PatternLibrary.patterns.map(\.kind)).sorted()
    let near =
      (nearest(to: word, among: kinds).map { [$0] } ?? [])
      + PatternLibrary.suggestions(for: word)
    let hint = didYouMean(Array(near.prefix(3))) ?? "'life list' lists them all"
    Console.ofProcess.note("no pattern has '\(Argument(word))'; \(hint)")
    return .no
  }

  /// The words, with `p3` for `period 3`.
  private var wanted: [String] {
    words.reduce(into: []) { wanted, word in
      if wanted.last?.lowercased() == "period", Int(word) != nil {
        wanted[wanted.count - 1] = "p\(word)"
      } else {
        wanted.append(word)
      }
    }
  }

  /// The patterns with all words in their names and facts, or else also in their comments.
  private var selected: [LibraryPattern] {
    let all = PatternLibrary.patterns
    let named = all.filter { pattern in
      wanted.allSatisfy { pattern.matches($0, readsComments: false) }
    }
    guard named.isEmpty else { return named }
    let parts = wanted.flatMap { $0.split(separator: " ").map(String.init) }
    return all.filter { pattern in
      parts.allSatisfy { pattern.matches($0, readsComments: true) }
    }
  }
}
