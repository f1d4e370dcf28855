/// A rulestring that means nothing, and where it goes wrong.
package struct RuleError: Error, Equatable {
  /// What is wrong and what would be right.
  package var message: String
  /// The bytes of the rulestring that are to blame.
  package var range: Range<Int>

  package init(_ message: String, at range: Range<Int>) {
    self.message = message
    self.range = range
  }

  /// The same complaint about a longer text in which this one begins at `offset`.
  package func shifted(by offset: Int) -> RuleError {
    RuleError(message, at: range.lowerBound + offset..<range.upperBound + offset)
  }
}
