import LifeArguments

/// Prints the overview, or the long help of one command.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "Print the overview, or explain one command."
  static var operands: Operands<Self> {
    .any("COMMAND", help: "The command to explain.", completes: .command, appends: \.words)
  }

  var words: [String] = []
  var manual = Manual()
  var console = Console.ofProcess

  mutating func validate() throws(UsageError) {
    guard !words.isEmpty, manual.command(named: topic) == nil else { return }
    throw manual.unknown(Argument(topic), isFile: false)
  }

  private var topic: String { words.joined(separator: " ") }

  func run() -> ExitCode {
    guard let command = manual.command(named: topic) else { return console.show(manual.overview) }
    return console.show { HelpPage(command, program: manual.name, style: $0).text(.long) }
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

/// Prints the manual page.
struct ManCommand: Command {
  static let name = "man"
  static let summary = "Print the manual page in the format of man(1)."
  static let examples = [
    Example("life man | man -l -", "Read it with GNU man (elsewhere, save it to a file first):"),
    Example("life man > /usr/local/share/man/man1/life.1", "Install it:"),
  ]

  var manual = Manual()
  var console = Console.ofProcess

  func run() -> ExitCode { console.show { _ in ManPage(manual).text } }
}
