#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The identity, size and time of a file: if all are the same, it is still the file that was read.
package struct FileVersion: Hashable, Sendable {
  private let identity: FileIdentity
  private let size: Int
  private let modified: Duration

  /// Nil for standard streams, and if there is no file.
  package init?(_ path: Path) {
    guard let identity = FileIdentity(path), let modified = modificationTime(path),
      let status = SystemCall.status(path)
    else { return nil }
    self.identity = identity
    self.modified = modified
    size = Int(status.st_size)
  }
}
