#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The unfinished file beside its target, which takes the target's name when it is whole.
///
///      .gun.rle.part  ── made, locked, written, closed ──→  renamed to gun.rle
///
/// Its name is always the same, so that the next run finds and removes what a killed one left. The
/// lock tells the two apart: a part that is locked has a living writer.
struct PartFile {
  let name: Path
  let target: Path
  /// The user's name for the target.
  let path: Path

  init(for target: Path, as path: Path) {
    self.target = target
    self.path = path
    name = target.sibling(Self.name(for: target))
  }

  private static func name(for target: Path) -> [UInt8] {
    let component = target.fileName.bytes
    let longest = System.longestName(in: target.folder)
    if component.count + 6 <= longest { return Array(".".utf8) + component + Array(".part".utf8) }
    // Names that differ only in what is cut off must not share a part.
    var digest = SHA256()
    digest.update(component)
    return Array(".\(digest.finishHex().prefix(32)).part".utf8)
  }
}

extension PartFile {
  /// Makes the file and locks it.
  ///
  /// Between any two steps somebody else may do the same or, finding no lock yet, take the file for
  /// one that was left behind; so it is ours only if it still has its name after we have the lock.
  func make() throws(FileFailure) -> Int32 {
    for _ in 0..<100 {
      let descriptor = Leftovers.noting(name) {
        System.open(name, O_CREAT | O_EXCL | O_WRONLY)
      }
      if descriptor < 0 {
        guard errno == EEXIST else { throw failure(errno) }
        try removeLeftover()
      } else if Self.isLocked(descriptor), System.isNamed(name, descriptor) {
        return descriptor
      } else {
        Leftovers.forget(name)
        _ = System.close(descriptor)
      }
    }
    throw busy
  }

  /// Opens a file that was kept, with at least so many bytes of this checksum, and cuts off the
  /// rest. One that got its name just before its run ended is begun again with the bytes under it.
  ///
  /// - Returns: the open file, what goes on adding it up, and whether what has its name is ours.
  func reopen(
    length: Int, checksum: UInt32
  ) throws -> (descriptor: Int32, sum: CRC32, isNamed: Bool) {
    let descriptor = System.open(name, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw gone }
      return try copyTarget(length, checksum)
    }
    do {
      guard Self.isFile(descriptor, length) else { throw gone }
      guard Self.isLocked(descriptor), System.isNamed(name, descriptor) else { throw busy }
      let sum = try sum(of: descriptor, length)
      guard sum.value == checksum else { throw changed }
      guard System.cut(descriptor, to: length) == 0 else { throw failure(errno) }
      return (descriptor, sum, false)
    } catch {
      _ = System.close(descriptor)
      throw error
    }
  }

  /// Makes the file with the first bytes of the target.
  private func copyTarget(
    _ length: Int, _ checksum: UInt32
  ) throws -> (descriptor: Int32, sum: CRC32, isNamed: Bool) {
    let source = System.open(target, O_RDONLY | O_NONBLOCK)
    guard source >= 0 else { throw gone }
    defer { _ = System.close(source) }
    guard Self.isFile(source, length) else { throw gone }
    let descriptor = try make()
    do {
      let sum = try sum(of: source, length, copyingTo: descriptor)
      guard sum.value == checksum else { throw gone }
      if let model = System.status(source) { _ = System.imitate(model, descriptor) }
      disregardSignals()
      return (descriptor, sum, true)
    } catch {
      remove()
      _ = System.close(descriptor)
      throw error
    }
  }

  private static func isFile(_ descriptor: Int32, _ length: Int) -> Bool {
    guard let status = System.status(descriptor) else { return false }
    return status.kind == .file && status.st_size >= length
  }

  /// Adds up the first bytes of a file, and copies them if another is named.
  private func sum(
    of descriptor: Int32, _ length: Int, copyingTo copy: Int32? = nil
  ) throws(FileFailure) -> CRC32 {
    var sum = CRC32()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while offset < length {
      let wanted = min(block.count, length - offset)
      let count = unsafe block.withUnsafeMutableBytes { block in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: block[..<wanted])
        return unsafe System.read(descriptor, room, at: offset)
      }
      guard count > 0 else { throw FileFailure(.read, name, code: count < 0 ? errno : EIO) }
      sum.add(block, count)
      if let copy {
        try unsafe block.span.extracting(0..<count).withUnsafeBytes {
          bytes throws(FileFailure) in try unsafe writeAll(bytes, to: copy, path: path)
        }
      }
      offset += count
    }
    return sum
  }

  private var gone: FileFailure {
    FileFailure(
      .create, path, code: ENOENT,
      advice: "what was written of it, '\(name)', is gone or cut; run it from the start")
  }

  /// Another run that writes the same file removes what this one had kept.
  private var changed: ReadError {
    .data(
      name,
      "this is not what the run wrote of '\(path)': something else has written there since; "
        + "remove the checkpoint and run it from the start")
  }

  /// Leaves the file where it is if a signal ends the process.
  func disregardSignals() { Leftovers.forget(name) }

  private func removeLeftover() throws(FileFailure) {
    let descriptor = System.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0 && errno == ENOENT { return }
    guard descriptor >= 0, System.status(descriptor)?.kind == .file else {
      throw FileFailure(.create, path, code: EEXIST, advice: "'\(name)' is in the way")
    }
    defer { _ = System.close(descriptor) }
    guard Self.isLocked(descriptor) else { throw busy }
    guard System.isNamed(name, descriptor) else { return }
    guard System.remove(name) == 0 || errno == ENOENT else { throw failure(errno) }
  }

  /// File systems that have no locks lose only the protection from a second writer.
  private static func isLocked(_ descriptor: Int32) -> Bool {
    System.lock(descriptor) == 0 || errno != EWOULDBLOCK
  }

  private var busy: FileFailure {
    FileFailure(.create, path, code: EBUSY, advice: "another process is writing it now")
  }

  private func failure(_ code: Int32) -> FileFailure {
    let folder = target.folder
    let advice: String? =
      switch code {
      case ENOENT where System.status(folder) == nil: "there is no folder '\(folder)'"
      case EACCES, EROFS: "new files must be allowed in '\(folder)'"
      default: nil
      }
    return FileFailure(.create, path, code: code, advice: advice)
  }
}

extension PartFile {
  /// Gives the file its final name.
  func takeName(replacing: Bool) throws(FileFailure) {
    if !replacing {
      if System.addName(target, to: name) == 0 {
        remove()
        return
      }
      // Without hard links there is no way to refuse and rename in one step.
      if errno == EEXIST || System.status(target) != nil { throw .clobbering(path) }
    }
    guard System.move(name, to: target) == 0 else {
      throw FileFailure(.rename, path, code: errno)
    }
    Leftovers.forget(name)
  }

  func remove() {
    // What cannot be removed now is tried again at the end.
    if System.remove(name) == 0 || errno == ENOENT { Leftovers.forget(name) }
  }

  /// Waits until the new name is on the disk.
  func synchroniseFolder() throws(FileFailure) {
    let descriptor = System.open(target.folder, O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure(.write, path, code: errno) }
    defer { _ = System.close(descriptor) }
    // Some network file systems answer that they cannot do this to a folder.
    guard System.synchronise(descriptor) == 0 || errno == EINVAL else {
      throw FileFailure(.write, path, code: errno)
    }
  }
}
