/// A place for an output: a folder and a name in it. It is equal for all links and spellings that
/// lead there.
package struct OutputPlace: Hashable {
  /// `nil` if the folder doesn't exist yet.
  private let folder: FileIdentity?
  /// The name without the folder, or the whole path if the folder doesn't exist.
  package let name: Path

  /// - Parameter path: one of ``paths(of:)``.
  package init(_ path: Path) {
    folder = FileIdentity(path.folder)
    name = folder == nil ? path : path.fileName
  }

  /// The resolved paths of an output: its final name, its `.part` file, its `.kept` file
  /// (``PartialFile``).
  ///
  /// Empty for streams, devices and paths that can't be written; opening them reports the error.
  package static func paths(of output: Path) -> [Path] {
    guard let part = try? PartialFile(of: output) else { return [] }
    return [part.target, part.file, part.counterpart.file]
  }

  /// The places of all ``paths(of:)``.
  package static func all(of output: Path) -> [OutputPlace] {
    paths(of: output).map { OutputPlace($0) }
  }
}

/// Checks that a file can be written. Changes nothing.
///
/// - Parameter isKept: whether the unfinished file will be kept between processes.
/// - Throws: ``FileFailure`` if it can't.
package func checkOutput(
  _ path: Path, replacement: Replacement, isKept: Bool = false
) throws(FileFailure) {
  try PartialFile(of: path, replacement: replacement, isKept: isKept)?.checkCreation(replacement)
}

/// Checks that no other process is writing a file. Changes nothing.
///
/// - Throws: ``FileFailure``, EBUSY if another process is writing it.
package func checkNoWriter(of path: Path) throws(FileFailure) {
  guard let part = try PartialFile(of: path) else { return }
  try part.throwIfBusy()
  try part.counterpart.throwIfBusy()
}
