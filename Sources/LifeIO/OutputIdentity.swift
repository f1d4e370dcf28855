/// Identifies the file that an output path leads to, through any links, to detect two outputs that
/// would overwrite each other.
///
/// It is a folder and the two names that the file has there: the final one, and the temporary one
/// while it is written.
package struct OutputIdentity {
  private let folder: FileIdentity
  /// The final and the temporary name, without the folder.
  package let names: Set<Path>

  /// Nil for streams and devices, and for paths that cannot be written, which opening them reports.
  package init?(_ path: Path) {
    guard case .file(let target, _)? = try? Destination(path, replacement: .always),
      let folder = FileIdentity(target.folder)
    else { return nil }
    self.folder = folder
    names = [target.fileName, PartialFile(for: target, as: path).name.fileName]
  }

  /// Whether writing one file would disturb the other.
  package func clashes(with other: OutputIdentity) -> Bool {
    folder == other.folder && !names.isDisjoint(with: other.names)
  }
}

/// The regular file that an output path leads to, through any links, and its name while it is
/// unfinished; nil for streams, devices and paths that cannot be written.
package func outputFile(_ path: Path) -> (target: Path, unfinished: Path)? {
  guard case .file(let target, _)? = try? Destination(path, replacement: .always) else {
    return nil
  }
  return (target, PartialFile(for: target, as: path).name)
}

/// Checks that a file can be written, without changing anything.
///
/// - Parameter checkpoint: the checkpoint for which the unfinished file will be kept, if any.
/// - Throws: ``FileFailure`` if it cannot.
package func checkOutput(
  _ path: Path, replacement: Replacement, for checkpoint: Path? = nil
) throws(FileFailure) {
  guard case .file(let target, _) = try Destination(path, replacement: replacement) else { return }
  try PartialFile(for: target, as: path).checkCreation(replacement, for: checkpoint)
}

/// Checks that no other process writes a file now, without changing anything.
///
/// - Throws: ``FileFailure``, EBUSY if one does.
package func checkNoWriter(of path: Path) throws(FileFailure) {
  guard case .file(let target, _) = try Destination(path, replacement: .always) else { return }
  try PartialFile(for: target, as: path).throwIfBusy()
}

/// Removes the unfinished file of an output that was kept for a checkpoint.
package func discardUnfinished(_ path: Path, keptFor checkpoint: Path) {
  guard case .file(let target, _)? = try? Destination(path, replacement: .always) else { return }
  let part = PartialFile(for: target, as: path)
  guard let claim = part.claim, claim.names(checkpoint) else { return }
  part.remove()
  _ = claim.remove()
}
