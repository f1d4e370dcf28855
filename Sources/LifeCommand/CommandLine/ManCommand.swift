import LifeArguments
import LifeCore
import LifeIO

/// Prints a manual page: of the program, or of one command.
struct ManCommand: Command {
  static let name = "man"
  static let summary = "Print a manual page in the format of man(1)."
  static let examples = [
    Example(
      "life man run | man -l -", "Read it with GNU man (elsewhere, save it to a file first):"),
    Example("life man > /usr/local/share/man/man1/life.1", "Install the page of the program:"),
  ]
  static var operands: Operands<Self> {
    .many(
      "COMMAND", isOptional: true,
      help: "The command, or the name of its page; without it, the page of the program.",
      completes: .command, appends: \.words)
  }
  static var options: [Option<Self>] {
    [.flag("--list", help: "List the names of all pages.", sets: \.listsPages)]
  }

  var words: [String] = []
  var listsPages = false
  var manual = Manual()
  var console = Console.ofProcess

  private var name: String { words.joined(separator: " ") }
  private var isOverview: Bool { words.isEmpty || name == "life" }
  private var command: CommandDeclaration? {
    manual.commands.first { $0.name == name || manual.pageName(of: $0) == name }
  }

  mutating func validate() throws(UsageError) {
    if listsPages, !words.isEmpty { throw UsageError("--list takes no COMMAND") }
    if isOverview || command != nil { return }
    let names = manual.commands.map(\.name) + manual.pageNames
    throw UsageError(
      "no manual page '\(Argument(name))'",
      hint: didYouMean(name, among: names) ?? "'life man --list' lists them")
  }

  func run() -> ExitCode {
    console.show { _ in
      if listsPages { return manual.pageNames.map { "\($0)\n" }.joined() }
      return command.map { manual.manPage(of: $0) } ?? manual.manPage
    }
  }
}
