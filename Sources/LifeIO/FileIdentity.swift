internal import LifeSystem

/// The device and number of a file, equal for two paths to the same file.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// Returns `nil` for standard streams and for files that don't exist.
  package init?(_ path: Path) {
    guard !path.isStandardStream, let status = SystemCall.status(path) else { return nil }
    self.init(status)
  }

  /// The file of an input. For standard input it is the redirected file, for an archive's member
  /// the archive.
  package init?(ofInput path: Path) {
    if path.isStandardStream {
      guard let status = SystemCall.status(0), status.kind == .file else { return nil }
      self.init(status)
      return
    }
    var file = path
    while SystemCall.status(file) == nil, file.folder.bytes.count > 1 { file = file.folder }
    guard isRegularFile(file) else { return nil }
    self.init(file)
  }
}

/// The identity, size and time of a file. A file with an equal version is unchanged.
package struct FileVersion: Hashable, Sendable {
  private let identity: FileIdentity
  private let size: Int
  private let modified: Duration

  /// Returns `nil` for standard streams, and if there is no file.
  package init?(_ path: Path) {
    guard let identity = FileIdentity(path), let modified = modificationTime(path),
      let status = SystemCall.status(path)
    else { return nil }
    self.identity = identity
    self.modified = modified
    size = Int(status.st_size)
  }
}
