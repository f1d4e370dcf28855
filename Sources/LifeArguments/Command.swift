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
  /// A part of ``options``, nil after the last one. The parser asks for the next part when a word
  /// is in none of those before: all the options of `life run` took a quarter of the instructions
  /// of a short run.
  static func options(inPart part: Int) -> [Option<Self>]?
  /// Whether the command itself stops at a time limit and keeps what it has. Other commands are
  /// ended by the time limit of LIFE_LIMITS.
  static var limitsTime: Bool { get }
  /// Whether a signal lets the command write what it has. Other commands are ended by it, or have
  /// a policy of their own.
  static var finishesOnSignal: Bool { get }
  /// Whether the command draws on the whole terminal, so that no progress may be shown there.
  static var ownsTerminal: Bool { get }

  init()
  /// The words after the command's name, which the parser sets; commands that need them store them.
  var words: [Argument] { get set }
  /// The memory limit of the options in bytes; nil for that of the environment or the machine.
  var memoryLimit: Int? { get }
  /// A command line to suggest for an option that this command lacks and another one has; nil for
  /// none.
  ///
  /// - Parameter words: the words after the command's name.
  static func lineWithOption(_ name: String, in words: [Argument]) -> String?
  /// Checks combinations of options after parsing.
  mutating func validate() throws(UsageError)
  /// Runs the command.
  ///
  /// - Throws: ``Failure``, or ``UsageError`` for an error that parsing cannot find.
  func run() throws -> ExitCode
}

extension Command {
  package static var discussion: String { "" }
  package static var examples: [Example] { [] }
  package static var operands: Operands<Self> { .none }
  package static var options: [Option<Self>] { [] }

  package static func options(inPart part: Int) -> [Option<Self>]? { part == 0 ? options : nil }

  /// The options of all parts.
  package static var optionsOfAllParts: [Option<Self>] {
    var all: [Option<Self>] = []
    var part = 0
    while let options = options(inPart: part) {
      all += options
      part += 1
    }
    return all
  }

  package static var limitsTime: Bool { false }
  package static var finishesOnSignal: Bool { false }
  package static func lineWithOption(_ name: String, in words: [Argument]) -> String? { nil }
  package static var ownsTerminal: Bool { false }

  package var memoryLimit: Int? { nil }

  package var words: [Argument] {
    get { [] }
    set {}
  }

  package mutating func validate() throws(UsageError) {}
}
