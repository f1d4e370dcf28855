/// An error in the text of a value: what was expected, and the bytes of the text to mark.
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
