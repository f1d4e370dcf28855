/// A name in a folder that an output takes, whatever links and spellings lead there.
package struct OutputPlace: Hashable {
  /// Nil if there is no such folder yet.
  private let folder: FileIdentity?
  /// The name without the folder, if that exists.
  package let name: Path
  /// The path that leads to the name.
  package let path: Path

  private init(_ path: Path, in folder: FileIdentity?) {
    self.folder = folder
    self.path = path
    name = folder == nil ? path : path.fileName
  }

  /// The places of an output: its final name, and those that it has while it is unfinished; last
  /// the one of a kept file.
  ///
  /// None for streams, devices and paths that cannot be written, which opening them reports.
  package static func all(of output: Path) -> [OutputPlace] {
    guard let part = try? PartialFile(of: output) else { return [] }
    let folder = FileIdentity(part.target.folder)
    return [part.target, part.name, part.other.name].map { OutputPlace($0, in: folder) }
  }

  package static func == (one: OutputPlace, other: OutputPlace) -> Bool {
    one.folder == other.folder && one.name == other.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(folder)
    hasher.combine(name)
  }
}

/// Checks that a file can be written, without changing anything.
///
/// - Parameter isKept: whether the unfinished file will be kept between processes.
/// - Throws: ``FileFailure`` if it cannot.
package func checkOutput(
  _ path: Path, replacement: Replacement, isKept: Bool = false
) throws(FileFailure) {
  try PartialFile(of: path, replacement: replacement, isKept: isKept)?.checkCreation(replacement)
}

/// Checks that no other process writes a file now, without changing anything.
///
/// - Throws: ``FileFailure``, EBUSY if one does.
package func checkNoWriter(of path: Path) throws(FileFailure) {
  guard let part = try PartialFile(of: path) else { return }
  try part.throwIfBusy()
  try part.other.throwIfBusy()
}
