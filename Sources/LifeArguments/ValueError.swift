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
