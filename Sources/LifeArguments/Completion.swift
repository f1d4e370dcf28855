/// The possible values of an argument, for shell completion.
package enum Completion: Equatable, Sendable {
  case none
  case file
  case directory
  /// A file, or the name of a pattern of the collection.
  case pattern
  case choices([String])
  /// The name of one of the program's commands.
  case command
  /// The name of a command, or of a topic of the help.
  case topic

  /// The possible words, which the help lists.
  package var choices: [String] {
    if case .choices(let words) = self { words } else { [] }
  }
}
