/// One command of the program, as a value: made from the arguments, looked at in a test, then run.
///
/// The defaults of its stored properties are the defaults of its options. What is declared here
/// is the only source of the parser, the help, the manual and the completions.
protocol Command {
  static var name: String { get }
  /// One sentence, for the overview.
  static var summary: String { get }
  /// Paragraphs for the long help and the manual, in the form that ``Prose`` reads.
  static var discussion: String { get }
  static var examples: [Example] { get }
  static var operands: Operands<Self> { get }
  static var options: [Option<Self>] { get }

  init()
  /// Looks at the options together, after all of them were read.
  mutating func validate() throws(UsageError)
  /// Does the work. It throws a ``Failure``, or a ``UsageError`` that only the work could find.
  func run() throws -> ExitCode
}

extension Command {
  static var discussion: String { "" }
  static var examples: [Example] { [] }
  static var operands: Operands<Self> { .none }
  static var options: [Option<Self>] { [] }

  mutating func validate() throws(UsageError) {}
}

/// A command whose type has been forgotten, for the list that the program is made of.
struct AnyCommand {
  let name: String
  private let declare: () -> CommandDeclaration
  /// Reads the words after the command's name.
  let parse: ([Argument]) throws(UsageError) -> Invocation

  /// What a command line asks for.
  enum Invocation {
    case help(HelpLength)
    case run(() throws -> ExitCode)
  }

  /// - Parameter start: makes the value that the arguments are read into.
  init<C: Command>(_ type: C.Type, group: String, start: @escaping () -> C = C.init) {
    name = C.name
    declare = { CommandDeclaration(of: type, group: group) }
    parse = { (words) throws(UsageError) in
      switch try CommandParser(start()).parse(words) {
      case .help(let length): .help(length)
      case .command(let command): .run(command.run)
      }
    }
  }

  /// What is said about the command. It is made when it is asked for: those of all commands take
  /// longer (0.4 ms) than many a run.
  var declaration: CommandDeclaration { declare() }
}

enum HelpLength { case short, long }
