import LifeRun

/// One command of the program as a value: parsed from arguments, then run.
///
/// The defaults of its stored properties are the defaults of its options. The parser, the help, the
/// manual and the completions all use these declarations.
protocol Command {
  static var name: String { get }
  /// One sentence, for the overview.
  static var summary: String { get }
  /// Paragraphs for the long help and the manual, in the form that ``Prose`` reads.
  static var discussion: String { get }
  static var examples: [Example] { get }
  static var operands: Operands<Self> { get }
  static var options: [Option<Self>] { get }
  /// Whether the command has a valid result when its time is up. The time limit of LIFE_LIMITS ends
  /// the others.
  static var limitsTime: Bool { get }

  init()
  /// The memory limit of the options in bytes; nil for that of the environment or the machine.
  var memoryLimit: Int? { get }
  /// Checks combinations of options after parsing.
  mutating func validate() throws(UsageError)
  /// Runs the command.
  ///
  /// - Throws: ``Failure``, or ``UsageError`` for an error that parsing cannot find.
  func run() throws -> ExitCode
}

extension Command {
  static var discussion: String { "" }
  static var examples: [Example] { [] }
  static var operands: Operands<Self> { .none }
  static var options: [Option<Self>] { [] }
  static var limitsTime: Bool { false }

  var memoryLimit: Int? { nil }

  mutating func validate() throws(UsageError) {}
}

/// A type-erased command, for the list of commands of a program.
struct AnyCommand {
  let name: String
  private let declare: () -> CommandDeclaration
  /// Reads the words after the command's name.
  let parse: ([Argument]) throws(UsageError) -> Invocation

  /// The action of a command line.
  enum Invocation {
    case help(HelpLength)
    case run(() throws -> ExitCode)
  }

  /// - Parameter start: makes the value into which the arguments are parsed.
  init<C: Command>(_ type: C.Type, group: String, start: @escaping () -> C = C.init) {
    name = C.name
    declare = { CommandDeclaration(of: type, group: group) }
    parse = { (words) throws(UsageError) in
      switch try C.parse(words, into: start()) {
      case .help(let length): .help(length)
      case .command(let command): .run { try Self.run(command) }
      }
    }
  }

  private static func run(_ command: some Command) throws -> ExitCode {
    EnvironmentLimits.limitMemory(to: command.memoryLimit)
    if !type(of: command).limitsTime, let time = try EnvironmentLimits.ofProcess().time {
      Interruption.endProcess(after: time.duration)
    }
    return try command.run()
  }

  /// The words of the name: two for a command that is part of another one, such as `census merge`.
  var nameWords: [Substring] { name.split(separator: " ") }

  /// Whether a command line begins with the name.
  func isNamed(by words: [Argument]) -> Bool {
    let name = nameWords
    return words.count >= name.count && zip(name, words).allSatisfy { $0 == $1.text }
  }

  /// The declaration of the command, made on each access: making those of all commands takes 0.4
  /// ms, longer than a short run.
  var declaration: CommandDeclaration { declare() }
}

enum HelpLength { case short, long }
