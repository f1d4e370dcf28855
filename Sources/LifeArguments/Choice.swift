/// An enum whose raw values are the words that an argument may be.
package protocol Choice: ValueParsable, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  package init(argument: Argument) throws(ValueError) {
    guard let value = Self(rawValue: argument.text) else {
      throw ValueError(argument, isNotOneOf: Self.words)
    }
    self = value
  }

  package static var completion: Completion { .choices(words) }

  private static var words: [String] { allCases.map(\.rawValue) }
}
