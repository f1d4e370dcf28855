/// A text is not a value of some type: the expectation, and the bytes of the text to mark.
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
