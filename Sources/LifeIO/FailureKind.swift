/// The kinds of failures of every layer, from which exit codes and the errors of the library
/// follow.
package enum FailureKind: Sendable {
  /// A request that cannot be carried out as given.
  case usage
  /// Two results that should be equal differ.
  case difference
  /// Invalid data, or data that an output format cannot hold.
  case invalidData
  /// An input does not exist, may not be read, or is a directory.
  case missingInput
  /// An output cannot be created.
  case cannotCreate
  /// Reading or writing an open file failed.
  case inputOutput
  /// A limit on memory, time or size.
  case overLimit
}
