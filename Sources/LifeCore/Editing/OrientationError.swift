/// A universe that has no equivalent in the requested orientation.
package struct OrientationError: Error, CustomStringConvertible {
  package var universe: Universe

  package var description: String {
    "the universe \(universe) cannot be rotated or reflected that way; "
      + "choose another with --universe"
  }
}
