package import LifeIO

/// A defect of a file that did not prevent reading it.
package struct Warning: Sendable, Hashable {
  package var message: String
  package var place: TextLocation?

  package init(_ message: String, at place: TextLocation? = nil) {
    self.message = message
    self.place = place
  }
}
