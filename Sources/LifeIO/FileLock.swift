#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is locked until ``remove()`` or the end of the process, however it ends.
///
/// On file systems without locks, only the protection from a second process is lost.
package final class FileLock: Sendable {
  private let path: Path
  private let descriptor: Int32

  /// Creates the file if it does not exist, and locks it; nil if another process holds the lock or
  /// if the file cannot be created.
  package init?(_ path: Path) {
    let descriptor = SystemCall.open(
      path, flags: O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    guard descriptor >= 0 else { return nil }
    // Between creation and lock another process may have removed the file as left over.
    guard SystemCall.takeLock(descriptor), SystemCall.isNamed(path, descriptor: descriptor) else {
      _ = SystemCall.close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { _ = SystemCall.close(descriptor) }

  /// Removes the file. The lock ends with this object.
  package func remove() { _ = SystemCall.remove(path) }

  /// Whether a process holds the lock of a file.
  package static func isHeld(_ path: Path) -> Bool {
    let descriptor = SystemCall.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { _ = SystemCall.close(descriptor) }
    return !SystemCall.takeLock(descriptor)
  }
}
