import LifeIO

/// The whole program as the shell sees it: finds the command that is named and runs it.
struct Program {
  private let manual: Manual
  private let commands: [AnyCommand]
  private let console: Console
  private let isFile: (Argument) -> Bool

  /// - Parameters:
  ///   - manual: what is said about the program; the commands are added to it.
  ///   - commands: in the order of the overview; those about the program itself are added to them.
  init(
    _ manual: Manual, commands: [AnyCommand], console: Console = .ofProcess,
    isFile: @escaping (Argument) -> Bool = { isRegularFile(Path(bytes: $0.bytes)) }
  ) {
    // The commands about the manual are described in it, so it is whole only after they exist.
    let blank = Self.commandsAboutItself(manual, console)
    var whole = manual
    whole.commands = (commands + blank).map(\.declaration)
    self.manual = whole
    self.commands = commands + Self.commandsAboutItself(whole, console)
    self.console = console
    self.isFile = isFile
  }

  private static func commandsAboutItself(_ manual: Manual, _ console: Console) -> [AnyCommand] {
    [
      AnyCommand(HelpCommand.self, group: "Help") { HelpCommand(manual: manual, console: console) },
      AnyCommand(CompletionsCommand.self, group: "Help") {
        CompletionsCommand(manual: manual, console: console)
      },
      AnyCommand(ManCommand.self, group: "Help") { ManCommand(manual: manual, console: console) },
    ]
  }
}

extension Program {
  /// Does what the words after the program's name ask for.
  func main(_ words: [Argument]) -> ExitCode {
    guard let first = words.first else { return console.show(manual.overview) }
    switch first.text {
    case "-h", "--help": return console.show(manual.overview)
    case "-V", "--version": return console.show { _ in "\(manual.name) \(manual.version)\n" }
    case let name:
      guard let command = commands.first(where: { $0.declaration.name == name }) else {
        return refuse(manual.unknown(first, isFile: isFile(first)))
      }
      return run(command, Array(words.dropFirst()))
    }
  }

  /// What is wrong with what the commands declare: nothing, as a test makes sure.
  var flaws: [String] { manual.flaws }
}

extension Program {
  private func run(_ command: AnyCommand, _ words: [Argument]) -> ExitCode {
    let declaration = command.declaration
    do {
      switch try command.parse(words) {
      case .help(let length):
        return console.show {
          HelpPage(command: declaration, program: manual.name, style: $0).text(length)
        }
      case .run(let body): return try body()
      }
    } catch let error as UsageError {
      return refuse(error, from: declaration)
    } catch let failure as any Failure {
      console.complain("\(failure)\n")
      return failure.exitCode
    } catch {
      console.complain("\(manual.name) \(declaration.name): internal error: \(error)\n")
      return .software
    }
  }

  private func refuse(_ error: UsageError, from command: CommandDeclaration? = nil) -> ExitCode {
    let name = manual.name
    let speaker = command.map { "\(name) \($0.name)" } ?? name
    let help = command.map { "\(name) help \($0.name)" } ?? "\(name) help"
    let usage = command.map { "\(name) \($0.usage)" } ?? "\(name) COMMAND [options] [FILE...]"
    console.complain(error.report(from: speaker, usage: usage, help: help))
    return .usage
  }
}
