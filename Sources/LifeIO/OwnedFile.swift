import LifeCore
internal import LifeSystem

/// A file replaced by one process again and again while it works: a checkpoint or a haul.
///
/// The process holds the file's lock. Other processes are refused if they want to replace the file
/// or resume from it.
///
///      gun.life (locked)   .gun.life.part (locked) ──→ gun.life (locked), the old one is released
package final class OwnedFile {
  package let path: Path
  /// The file that the path leads to; `nil` for a stream or a device, which has no lock.
  private let target: Path?
  /// A descriptor of the file while it is ours; negative otherwise.
  private var lock: Int32 = -1

  /// Takes the file if it exists. Otherwise the first ``replace(_:)`` creates it.
  ///
  /// - Throws: ``FileFailure``, EBUSY if it belongs to another process.
  package init(_ path: Path) throws(FileFailure) {
    self.path = path
    target = try PartialFile(of: path)?.target
    if let target { try take(target) }
  }

  deinit { release() }

  /// Whether the path leads to a regular file, or to no file yet.
  package var isRegular: Bool { target != nil }

  /// Whether the file exists and belongs to this process.
  package var exists: Bool {
    guard let target, lock >= 0 else { return false }
    return SystemCall.isNamed(target, descriptor: lock)
  }

  /// Replaces the file once the new one is complete and on disk.
  ///
  /// - Parameter write: writes and finishes the file.
  /// - Throws: ``FileFailure``, EBUSY if another process has created or taken it in the meantime.
  package func replace(_ write: (FileSink) throws -> Void) throws {
    guard let target else { return try write(FileSink(creating: path)) }
    // The user may have put back a copy of the file.
    if !exists, lock >= 0 { try take(target) }
    let isNew = !exists
    var next: Int32 = -1
    do {
      let sink = try makeSink(isNew: isNew)
      next = sink.duplicateLock()
      try write(sink)
    } catch {
      if next >= 0, SystemCall.isNamed(target, descriptor: next) {
        // The new file has its name, but may not be on disk.
        release()
        lock = next
      } else if next >= 0 {
        _ = SystemCall.close(next)
      }
      guard isNew, let failure = error as? FileFailure, failure.code == EEXIST else { throw error }
      throw busy
    }
    release()
    lock = next
  }

  /// Creates the next file.
  ///
  /// Of processes that start together, one may hold the unfinished file although another owns the
  /// file by now. It is refused in a moment, so the owner waits.
  private func makeSink(isNew: Bool) throws -> FileSink {
    let replacement: Replacement = isNew ? .never : .overwriting
    for _ in 0..<100 where !isNew {
      do {
        return try FileSink(creating: path, replacement: replacement, durable: true)
      } catch let failure as FileFailure where failure.code == EBUSY {
        usleep(10_000)
      }
    }
    return try FileSink(creating: path, replacement: replacement, durable: true)
  }

  /// Removes the file if it still belongs to this process.
  package func remove() {
    if let target, exists { _ = SystemCall.remove(target) }
    release()
  }

  /// Locks the file if it exists.
  private func take(_ target: Path) throws(FileFailure) {
    release()
    for _ in 0..<100 {
      // Network file systems lock only files open for writing.
      let descriptor = SystemCall.open(target, flags: O_WRONLY | O_NONBLOCK)
      guard descriptor >= 0 else {
        if errno == ENOENT { return }
        throw FileFailure(.create, path: path, code: errno)
      }
      let isLocked = SystemCall.takeLock(descriptor)
      if isLocked, SystemCall.isNamed(target, descriptor: descriptor) {
        lock = descriptor
        return
      }
      _ = SystemCall.close(descriptor)
      if !isLocked { throw busy }
    }
    throw busy
  }

  private func release() {
    if lock >= 0 { _ = SystemCall.close(lock) }
    lock = -1
  }

  private var busy: FileFailure {
    FileFailure(
      .create, path: path, code: EBUSY,
      advice: "another process is using it; wait until that ends, or name another file")
  }
}
