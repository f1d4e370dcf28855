/// A table that cannot be run, and what to change.
package struct RuleTableError: Error, Hashable {
  package var message: String

  package init(_ message: String) { self.message = message }
}
