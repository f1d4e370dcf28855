#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Identifies the file that an output path leads to, through any links, to detect two outputs that
/// would overwrite each other.
///
/// It is a folder and the two names that the file has there: the final one, and the temporary one
/// while it is written.
package struct OutputIdentity {
  private let device: UInt64
  private let inode: UInt64
  /// The final and the temporary name, without the folder.
  package let names: Set<Path>

  /// Nil for streams and devices, and for paths that cannot be written, which opening them reports.
  package init?(_ path: Path) {
    guard case .file(let target, _)? = try? Destination(path, replacing: true),
      let folder = SystemCall.status(target.folder)
    else { return nil }
    device = UInt64(truncatingIfNeeded: folder.st_dev)
    inode = UInt64(truncatingIfNeeded: folder.st_ino)
    names = [target.fileName, PartialFile(for: target, as: path).name.fileName]
  }

  /// Whether writing one file would disturb the other.
  package func clashes(with other: OutputIdentity) -> Bool {
    device == other.device && inode == other.inode && !names.isDisjoint(with: other.names)
  }
}

/// Checks that a file can be written, without changing anything.
///
/// - Parameter replacing: whether an existing regular file may be replaced.
/// - Throws: ``FileFailure`` if it cannot.
package func tryCreating(_ path: Path, replacing: Bool) throws(FileFailure) {
  guard case .file(let target, _) = try Destination(path, replacing: replacing) else { return }
  let part = PartialFile(for: target, as: path)
  let descriptor = try part.make()
  part.remove()
  _ = SystemCall.close(descriptor)
}
