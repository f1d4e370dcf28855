import LifeArguments

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
