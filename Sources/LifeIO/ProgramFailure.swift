/// A failure of another program that should have written a file.
package struct ProgramFailure: Error, Hashable {
  package var program: String
  /// The file that it should have written.
  package var path: Path
  /// The exit status, 128 + the signal that ended it, or nil if it could not be started.
  package var status: Int32?

  /// Whether the program could not be started.
  package var isMissing: Bool { status == nil }
}

extension ProgramFailure: CustomStringConvertible {
  package var description: String {
    guard let status else {
      return "cannot create '\(path)': it requires '\(program)', which is not installed"
    }
    return "cannot create '\(path)': '\(program)' failed with status \(status)"
  }
}
