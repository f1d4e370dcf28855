import LifeIO

/// A type that one argument can be read as: what an option or an operand holds.
protocol ValueParsable {
  /// Reads the whole argument. The error says what was expected, and where in the argument it
  /// went wrong.
  init(argument: Argument) throws(ValueError)

  /// What a shell offers when asked to complete such a value.
  static var completion: Completion { get }
}

extension ValueParsable {
  static var completion: Completion { .none }
}

/// Why an argument is not a value: the reason, and the bytes of the argument to point at.
struct ValueError: Error, Equatable {
  var message: String
  var hint: String?
  var range: Range<Int>?

  init(_ message: String, hint: String? = nil, at range: Range<Int>? = nil) {
    self.message = message
    self.hint = hint
    self.range = range
  }
}

/// What can stand for a value, so that a shell can offer it.
enum Completion: Equatable, Sendable {
  case none
  case file
  case directory
  case choices([String])
  /// The name of one of the program's commands.
  case command
}

extension Completion {
  /// The words themselves, if they are few and fixed enough to be listed in the help.
  var choices: [String] {
    if case .choices(let words) = self { words } else { [] }
  }
}
