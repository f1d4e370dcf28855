import LifeArguments

/// Prints the overview, or the long help of one command or topic.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "Print the overview, or explain a command or a topic."
  static var operands: Operands<Self> {
    .any("COMMAND", help: "The command or topic to explain.", completes: .topic, appends: \.words)
  }

  var words: [String] = []
  var manual = Manual()
  var console = Console.ofProcess

  private var name: String { words.joined(separator: " ") }
  private var command: CommandDeclaration? { manual.command(named: name) }
  private var topic: ManualSection? {
    manual.topic(named: words.joined(separator: "-").lowercased())
  }

  mutating func validate() throws(UsageError) {
    if words.isEmpty || command != nil || topic != nil { return }
    let near =
      nearest(to: name, among: manual.commands.map(\.name))
      ?? nearest(to: name, among: manual.topics.map(\.topic))
    throw UsageError(
      "unknown command or topic '\(Argument(name))'",
      hint: didYouMean(near) ?? WordHints.synonym(for: name).map { "try '\($0)'" }
        ?? "'life help' lists them")
  }

  func run() -> ExitCode {
    if words.isEmpty { return console.show(manual.overview) }
    return console.show { style in
      let command = command.map { HelpPage($0, program: manual.name, style: style).text(.long) }
      let topic = topic.map { TopicPage($0, style: style).text }
      return [command, topic].compactMap(\.self).joined(separator: "\n")
    }
  }
}

/// Prints a completion script for a shell.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "Print a completion script for a shell."
  static let discussion = """
    The script completes commands, options, values of options and file names. Save it in the \
    completion folder of the shell, or load it from the shell's startup file.
    """
  static let examples = [
    Example("eval \"$(life completions bash)\"", "In ~/.bashrc:"),
    Example("source <(life completions zsh)", "In ~/.zshrc, after compinit:"),
    Example("life completions fish > ~/.config/fish/completions/life.fish", "For fish, once:"),
  ]
  static var operands: Operands<Self> {
    .one("SHELL", help: "The shell to print a script for.", sets: \.shell)
  }

  enum Shell: String, Choice { case bash, zsh, fish }

  var shell = Shell.bash
  var manual = Manual()
  var console = Console.ofProcess

  func run() -> ExitCode {
    console.show { _ in
      switch shell {
      case .bash: BashCompletions(manual).script
      case .zsh: ZshCompletions(manual).script
      case .fish: FishCompletions(manual).script
      }
    }
  }
}

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
    .any(
      "COMMAND",
      help: "The command, or the name of its page; without it, the page of all commands.",
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
  private var isOverview: Bool { words.isEmpty || name == manual.name }
  private var command: CommandDeclaration? {
    manual.commands.first { $0.name == name || manual.pageName(of: $0) == name }
  }

  mutating func validate() throws(UsageError) {
    if listsPages, !words.isEmpty { throw UsageError("--list takes no COMMAND") }
    if isOverview || command != nil { return }
    let names = manual.commands.map(\.name) + manual.pageNames
    throw UsageError(
      "no manual page '\(Argument(name))'",
      hint: didYouMean(nearest(to: name, among: names)) ?? "'life man --list' lists them")
  }

  func run() -> ExitCode {
    console.show { _ in
      if listsPages { return manual.pageNames.map { "\($0)\n" }.joined() }
      guard let command else { return ManPage(manual).text }
      return CommandManPage(command, in: manual).text
    }
  }
}
