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

  /// An argument that is none of the words that it may be.
  package init(_ argument: Argument, isNotOneOf words: [String]) {
    self.init(
      "expected \(words.listed(with: "or")), found '\(argument)'",
      hint: didYouMean(argument.text, among: words))
  }
}
