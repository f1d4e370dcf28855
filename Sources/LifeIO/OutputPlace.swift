#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where a file is put, whatever links lead there: a folder, and the two names that the file takes
/// in it. One is its own, the other its part's, until it is whole.
package struct OutputPlace {
  private let device: UInt64
  private let inode: UInt64
  /// Without the folder.
  package let names: Set<Path>

  /// Nil for streams and devices, and where nothing can be written, which is told when it is tried.
  package init?(_ path: Path) {
    guard case .file(let target, _)? = try? Destination(path, replacing: true),
      let folder = System.status(target.folder)
    else { return nil }
    device = UInt64(truncatingIfNeeded: folder.st_dev)
    inode = UInt64(truncatingIfNeeded: folder.st_ino)
    names = [target.fileName, PartFile(for: target, as: path).name.fileName]
  }

  /// Whether whoever writes there disturbs the file here.
  package func clashes(with other: OutputPlace) -> Bool {
    device == other.device && inode == other.inode && !names.isDisjoint(with: other.names)
  }
}

/// Makes sure that a file can be written, and leaves everything as it was.
///
/// - Throws: ``FileFailure``.
package func tryCreating(_ path: Path, replacing: Bool) throws(FileFailure) {
  guard case .file(let target, _) = try Destination(path, replacing: replacing) else { return }
  let part = PartFile(for: target, as: path)
  let descriptor = try part.make()
  part.remove()
  _ = System.close(descriptor)
}
