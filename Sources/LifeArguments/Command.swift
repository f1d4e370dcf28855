/// One command of the program: parsed from arguments, then run.
///
/// The initial values of its stored properties are the defaults of its options. Parser, help,
/// manual and completions all use these declarations.
package protocol Command {
  static var name: String { get }
  /// One sentence, for the overview.
  static var summary: String { get }
  /// Paragraphs for the long help and the manual, in the form of ``Prose``.
  static var discussion: String { get }
  static var examples: [Example] { get }
  static var operands: Operands<Self> { get }
  static var options: [Option<Self>] { get }
  /// Whether the command itself stops at a time limit and keeps its results. For other commands,
  /// the time limit of LIFE_LIMITS ends the process.
  static var limitsTime: Bool { get }
  /// Whether the command writes its results after a signal. Other commands end at once, or finish
  /// only a part of their work.
  static var finishesOnSignal: Bool { get }
  /// Whether the command draws on the whole terminal, leaving no room to show progress.
  static var ownsTerminal: Bool { get }

  init()
  /// The words after the command's name, set by the parser; commands that need them store them.
  var words: [Argument] { get set }
  /// The memory limit of the options in bytes; `nil` for the limit of the environment or machine.
  var memoryLimit: Int? { get }
  /// Checks combinations of options after parsing.
  mutating func validate() throws(UsageError)
  /// Runs the command.
  ///
  /// - Throws: `RunFailure`; ``UsageError`` for an error that parsing can't find.
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

/// A command as typed, or the requested help.
package enum ParsedCommand<C: Command> {
  case command(C)
  case help(HelpLength)
}
