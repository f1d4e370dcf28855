#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The device and the number of a file, which are equal if two paths lead to the same file.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Nil for standard streams and for files that do not exist.
  package init?(_ path: Path) {
    guard !path.isStandardStream, let status = SystemCall.status(path) else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
  }
}
