internal import LifeIO

/// A type that can be parsed from one argument: the value of an option or operand.
package protocol ValueParsable {
  /// Parses the complete argument.
  ///
  /// - Throws: ``ValueError`` with the expected form and the place of the error.
  init(argument: Argument) throws(ValueError)

  /// The shell completion of such a value.
  static var completion: Completion { get }
}

extension ValueParsable {
  package static var completion: Completion { .none }
}

/// An invalid argument: the reason, and the bytes of the argument to mark.
package struct ValueError: Error, Equatable {
  package var message: String
  package var hint: String?
  package var range: Range<Int>?

  package init(_ message: String, hint: String? = nil, at range: Range<Int>? = nil) {
    self.message = message
    self.hint = hint
    self.range = range
  }
}

/// The possible values of an argument, for shell completion.
package enum Completion: Equatable, Sendable {
  case none
  case file
  case directory
  /// A file, or the name of a pattern of the collection.
  case pattern
  case choices([String])
  /// The name of one of the program's commands.
  case command
  /// The name of a command, or of a topic of the help.
  case topic
}

extension Completion {
  /// The possible words, which the help lists.
  package var choices: [String] {
    if case .choices(let words) = self { words } else { [] }
  }
}
