import LifeAnalysis
import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// A type-erased command, for the list of commands of a program.
struct AnyCommand {
  let name: String
  private let declare: () -> CommandDeclaration
  /// Parses the words after the command's name.
  let parse: ([Argument]) throws(UsageError) -> Invocation

  /// The action of a command line.
  enum Invocation {
    case help(HelpLength)
    case run(() throws -> ExitCode)
  }

  /// - Parameter start: makes a command without arguments, for the parser to fill.
  init<C: Command>(_ type: C.Type, group: String, start: @escaping () -> C = C.init) {
    name = C.name
    declare = { CommandDeclaration(of: type, group: group) }
    parse = { (words) throws(UsageError) in
      switch try C.parse(words, into: start()) {
      case .help(let length): .help(length)
      case .command(let command): .run { try Self.run(command, words: words) }
      }
    }
  }

  private static func run<C: Command>(_ command: C, words: [Argument]) throws -> ExitCode {
    MemoryBudget.limitProcess(to: command.memoryLimit)
    if let time = try EnvironmentLimits.ofProcess().time?.duration {
      C.limitsTime ? Interruption.limitTime(to: time) : Interruption.endProcess(after: time)
    }
    let isShown = !C.ownsTerminal && mayShowActivity(words)
    return try Activity("life \(C.name)").during(isQuiet: !isShown) {
      try exitCode {
        guard C.finishesOnSignal else { return try command.run() }
        return try Interruption.finishing { try command.run() }
      }
    }
  }

  /// Whether a line of progress may be shown. It would overwrite text that is typed for `-`, or the
  /// progress of another program in the pipeline.
  private static func mayShowActivity(_ words: [Argument]) -> Bool {
    let isQuiet = words.contains { ["-q", "--quiet", "-"].contains($0.text) }
    return !isQuiet && !Console.hasInput && !Console.isOutputPiped
  }

  /// The words of the name: two for a subcommand, such as `census merge`.
  var nameWords: [Substring] { name.split(separator: " ") }

  /// Whether a command line begins with the name.
  func isNamed(by words: [Argument]) -> Bool {
    let name = nameWords
    return words.count >= name.count && zip(name, words).allSatisfy { $0 == $1.text }
  }

  /// The declaration of the command, made on each access: making all declarations would take longer
  /// than a short run.
  var declaration: CommandDeclaration { declare() }
}

extension Diagnostics {
  /// Notes that the cells of an apgcode on the plane do not match it, for example if it was made up
  /// or belongs to another rule.
  ///
  /// - Parameter code: the code of the cells.
  func noteWrongCode(of loaded: LoadedPattern, found code: ObjectCode) {
    let name = loaded.name
    guard Apgcode.isCode(name.bytes.span), loaded.pattern.universe.isUnbounded else { return }
    // Compares only the prefix, such as xp2: another phase or orientation has other cells.
    let kind = { (code: String) in code.prefix { $0 != "_" } }
    if kind("\(code)") != kind("\(name)") {
      note("the cells of '\(name)' are not what the code says")
    }
  }
}

extension UsageError {
  /// A refusal of ``RunRequest``, ``RunPlan`` or ``PatternLoader`` as an error of the command line.
  init(_ failure: RunFailure) {
    self.init(failure.message.withOptions, hint: failure.hint?.withOptions)
    exitCode = failure.exitCode
    isAboutUsage = exitCode == .usage
  }
}
