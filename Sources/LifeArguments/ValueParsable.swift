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
