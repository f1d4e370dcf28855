import LifeIO

/// The whole program as the shell sees it: finds the command that is named and runs it.
struct Program {
  /// What is said about the program, without the commands.
  private let frame: Manual
  private let commandsForPatterns: [AnyCommand]
  private let console: Console
  private let isFile: (Argument) -> Bool

  /// - Parameters:
  ///   - manual: what is said about the program; the commands are added to it.
  ///   - commands: in the order of the overview; those about the program itself are added to them.
  init(
    _ manual: Manual, commands: [AnyCommand], console: Console = .ofProcess,
    isFile: @escaping (Argument) -> Bool = { isRegularFile(Path(bytes: $0.bytes)) }
  ) {
    frame = manual
    commandsForPatterns = commands
    self.console = console
    self.isFile = isFile
  }

  private var commands: [AnyCommand] {
    commandsForPatterns + [
      AnyCommand(HelpCommand.self, group: "Help") { HelpCommand(manual: manual, console: console) },
      AnyCommand(CompletionsCommand.self, group: "Help") {
        CompletionsCommand(manual: manual, console: console)
      },
      AnyCommand(ManCommand.self, group: "Help") { ManCommand(manual: manual, console: console) },
    ]
  }

  /// What is said about the program and all commands.
  private var manual: Manual {
    var manual = frame
    manual.commands = commands.map(\.declaration)
    return manual
  }
}

extension Program {
  /// Does what the words after the program's name ask for.
  func main(_ words: [Argument]) -> ExitCode {
    guard let first = words.first else { return console.show(manual.overview) }
    switch first.text {
    case "-h", "--help": return console.show(manual.overview)
    case "-V", "--version": return console.show { _ in "\(frame.name) \(frame.version)\n" }
    case let name:
      guard let command = commands.first(where: { $0.name == name }) else {
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
    do {
      switch try command.parse(words) {
      case .help(let length):
        return console.show {
          HelpPage(command: command.declaration, program: frame.name, style: $0).text(length)
        }
      case .run(let body): return try body()
      }
    } catch let error as UsageError {
      return refuse(error, from: command.declaration)
    } catch let failure as any Failure {
      console.complain("\(failure)\n")
      return failure.exitCode
    } catch {
      console.complain("\(frame.name) \(command.name): internal error: \(error)\n")
      return .software
    }
  }

  private func refuse(_ error: UsageError, from command: CommandDeclaration? = nil) -> ExitCode {
    let name = frame.name
    let speaker = command.map { "\(name) \($0.name)" } ?? name
    let help = command.map { "\(name) help \($0.name)" } ?? "\(name) help"
    let usage = command.map { "\(name) \($0.usage)" } ?? "\(name) COMMAND [options] [FILE...]"
    console.complain(error.report(from: speaker, usage: usage, help: help))
    return .usage
  }
}
