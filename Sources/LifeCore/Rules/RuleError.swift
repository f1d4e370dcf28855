/// An error in a rulestring or a universe: the fault, the expected text, and the place.
package struct RuleError: Error, Equatable {
  /// The fault and the expected text, without the place. Quotes visible characters only.
  package var message: Message
  /// The faulty bytes of the text, counted from its start. Never empty; beyond the end if something
  /// is missing.
  package var range: Range<Int>

  package init(_ message: Message, at range: Range<Int>) {
    self.message = message
    self.range = range
  }

  /// The same error in a longer text, in which the first text begins at `offset`.
  package func shifted(by offset: Int) -> RuleError {
    var error = self
    error.range = range.lowerBound + offset..<range.upperBound + offset
    return error
  }

  /// The first character of some text, for a message: quoted if it is visible, otherwise by its
  /// number.
  static func describe(_ text: ArraySlice<UInt8>) -> String {
    guard let lead = text.first else { return "nothing" }
    guard let scalar = text.firstScalar else {
      return "byte 0x" + String(lead, radix: 16, uppercase: true)
    }
    let number = String(scalar.value, radix: 16, uppercase: true)
    switch scalar.properties.generalCategory {
    case .control: return "control character 0x" + number
    // Some of these reverse the direction of the text after them.
    case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return "character U+" + number
    default: return "'\(scalar)'"
    }
  }
}
