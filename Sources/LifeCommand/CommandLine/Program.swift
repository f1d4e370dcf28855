import LifeArguments
import LifeIO
import LifeReport
import LifeRun

/// The program: finds the named command, runs it and reports its errors.
struct Program {
  /// The documentation of the program without its commands.
  private let baseManual: Manual
  /// All commands but help, completions and man: those three need the manual of the others.
  private let givenCommands: [AnyCommand]
  private let console: Console
  private let isFile: (Argument) -> Bool

  /// - Parameters:
  ///   - manual: the documentation of the program, without the commands.
  ///   - commands: the commands in the order of the overview, without help, completions and man.
  init(
    _ manual: Manual, commands: [AnyCommand], console: Console = .ofProcess,
    isFile: @escaping (Argument) -> Bool = { isRegularFile(Path(bytes: $0.bytes)) }
  ) {
    baseManual = manual
    givenCommands = commands
    self.console = console
    self.isFile = isFile
  }

  private var commands: [AnyCommand] {
    givenCommands + [
      AnyCommand(HelpCommand.self, group: "Help") { HelpCommand(manual: manual, console: console) },
      AnyCommand(CompletionsCommand.self, group: "Help") {
        CompletionsCommand(manual: manual, console: console)
      },
      AnyCommand(ManCommand.self, group: "Help") { ManCommand(manual: manual, console: console) },
    ]
  }

  /// The documentation of the program and all commands.
  var manual: Manual {
    var manual = baseManual
    manual.commands = commands.map(\.declaration)
    return manual
  }

  /// Runs the command line given by the words after the program name.
  func main(_ words: [Argument]) -> ExitCode {
    guard let first = words.first else { return console.show(manual.overview) }
    switch first.text {
    case "-h", "--help":
      // `life --help run` is `life help run`.
      return words.count == 1
        ? console.show(manual.overview) : main([Argument("help")] + words.dropFirst())
    case "-V", "--version", "version":
      let isVerbose = words.dropFirst().contains { $0.text == "--verbose" || $0.text == "-v" }
      return console.show { _ in
        "life \(baseManual.version)\n" + (isVerbose ? baseManual.installation() : "")
      }
    case let name:
      let named = commands.filter { $0.isNamed(by: words) }
      guard let command = named.max(by: { $0.nameWords.count < $1.nameWords.count }) else {
        return refuse(
          manual.unknownCommandError(for: Argument(name), isFile: isFile(first)))
      }
      return run(command, words: Array(words.dropFirst(command.nameWords.count)))
    }
  }

  private func run(_ command: AnyCommand, words: [Argument]) -> ExitCode {
    do {
      switch try command.parse(words) {
      case .help(let length):
        return console.show(isLong: length == .long) {
          HelpPage(command.declaration, style: $0).text(length)
        }
      case .run(let body): return try body()
      }
    } catch let error as UsageError {
      return refuse(error, from: command.declaration)
    } catch let failure as RunFailure {
      failure.report(on: console)
      return failure.exitCode
    } catch {
      return report(internalError: error, in: command)
    }
  }

  private func report(internalError error: any Error, in command: AnyCommand) -> ExitCode {
    let place = baseManual.page.map { ":\n\($0)" } ?? "."
    console.complain(
      """
      life: internal error in '\(command.name)': \(error)
      This is a flaw of life. Please report it, with the output of 'life --version --verbose'\
      \(place)

      """)
    return .software
  }

  private func refuse(_ error: UsageError, from command: CommandDeclaration? = nil) -> ExitCode {
    var help = "life help"
    if let command, command.name != HelpCommand.name { help += " \(command.name)" }
    let usage = command?.usage ?? "COMMAND [options] [FILE...]"
    console.complain(error.report(usage: "life \(usage)", help: help))
    return error.exitCode
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
    Example("life completions powershell | Out-String | iex", "In the $PROFILE of PowerShell 7.3:"),
  ]
  static var operands: Operands<Self> {
    .one("SHELL", help: "The shell to print a script for.", sets: \.shell)
      .then(
        .many(
          "WORD", isOptional: true,
          help: "The words of a command line; prints the completions of the last one.",
          appends: \.line))
  }

  var shell = CompletionShell.bash
  var line: [String] = []
  var manual = Manual()
  var console = Console.ofProcess

  func run() -> ExitCode {
    console.show { _ in
      line.isEmpty ? shell.script : WordCompletions(of: line, in: manual).text(for: shell)
    }
  }
}
