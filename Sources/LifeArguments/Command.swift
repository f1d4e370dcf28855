/// One command of the program as a value: parsed from arguments, then run.
///
/// The defaults of its stored properties are the defaults of its options. The parser, the help, the
/// manual and the completions all use these declarations.
package protocol Command {
  static var name: String { get }
  /// One sentence, for the overview.
  static var summary: String { get }
  /// Paragraphs for the long help and the manual, in the form that ``Prose`` reads.
  static var discussion: String { get }
  static var examples: [Example] { get }
  static var operands: Operands<Self> { get }
  static var options: [Option<Self>] { get }
  /// Whether the command itself stops at a time limit and keeps what it has. Other commands are
  /// ended by the time limit of LIFE_LIMITS.
  static var limitsTime: Bool { get }
  /// Whether a signal lets the command write what it has. Other commands are ended by it, or let
  /// only a part of their work finish.
  static var finishesOnSignal: Bool { get }
  /// Whether the command draws on the whole terminal, so that no progress may be shown there.
  static var ownsTerminal: Bool { get }

  init()
  /// The words after the command's name, which the parser sets; commands that need them store them.
  var words: [Argument] { get set }
  /// The memory limit of the options in bytes; nil for that of the environment or the machine.
  var memoryLimit: Int? { get }
  /// Checks combinations of options after parsing.
  mutating func validate() throws(UsageError)
  /// Runs the command.
  ///
  /// - Throws: `RunFailure`, or ``UsageError`` for an error that parsing cannot find.
  func run() throws -> ExitCode
}

extension Command {
  package static var discussion: String { "" }
  package static var examples: [Example] { [] }
  package static var operands: Operands<Self> { .none }
  package static var options: [Option<Self>] { [] }

  package static var limitsTime: Bool { false }
  package static var finishesOnSignal: Bool { false }
  package static var ownsTerminal: Bool { false }

  package var memoryLimit: Int? { nil }

  package var words: [Argument] {
    get { [] }
    set {}
  }

  package mutating func validate() throws(UsageError) {}
}

/// A command as it was typed, or the help that was asked for in its place.
package enum ParsedCommand<C: Command> {
  case command(C)
  case help(HelpLength)
}
