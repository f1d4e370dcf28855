/// A pattern that a format cannot hold, with what to do instead.
package struct WriteError: Error, Hashable, CustomStringConvertible {
  package var message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
