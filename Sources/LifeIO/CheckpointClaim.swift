#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A symbolic link beside an unfinished file, which names the checkpoint that the file is kept for.
///
///      .gun.gif.part               the frames of an interrupted run
///      .gun.gif.kept → gun.life    its checkpoint
///
/// An unfinished file without this link was left by a process that was killed, and the next output
/// of its name replaces it. The link stays in force when its checkpoint is gone, because a
/// checkpoint that was moved can still be resumed. On file systems without symbolic links only this
/// protection is lost.
struct CheckpointClaim {
  private let part: Path
  private let link: Path

  private static let partEnding = Array(".part".utf8)
  // As long as `.part`: a name that is not too long with one ending is not too long with the other.
  private static let linkEnding = Array(".kept".utf8)

  /// Nil if a file is not named like an unfinished one.
  init?(on part: Path) {
    guard part.fileName.bytes.first == UInt8(ascii: "."),
      part.bytes.suffix(Self.partEnding.count).elementsEqual(Self.partEnding)
    else { return nil }
    self.part = part
    link = Path(bytes: part.bytes.dropLast(Self.partEnding.count) + Self.linkEnding)
  }

  /// The checkpoint that needs the unfinished file; nil if there is none, or no such file.
  ///
  /// - Throws: ``FileFailure`` if the link cannot be read.
  func checkpoint() throws(FileFailure) -> Path? {
    guard let words = SystemCall.linkTarget(link) else {
      // EINVAL: a file of the user that is no link.
      if errno == ENOENT || errno == EINVAL { return nil }
      throw FileFailure(.create, path: link, code: errno)
    }
    return SystemCall.status(part) == nil ? nil : link.sibling(words)
  }

  /// Whether the unfinished file is kept for a checkpoint.
  func names(_ checkpoint: Path) -> Bool { SystemCall.linkTarget(link) == target(for: checkpoint) }

  func make(for checkpoint: Path) {
    if names(checkpoint) { return }
    _ = remove()
    _ = SystemCall.makeLink(link, to: target(for: checkpoint))
  }

  /// Removes the link, but no other file of its name.
  ///
  /// - Returns: whether it is gone; the reason is in `errno` otherwise.
  func remove() -> Bool {
    if SystemCall.linkTarget(link) == nil { return errno == ENOENT || errno == EINVAL }
    return SystemCall.remove(link) == 0 || errno == ENOENT
  }

  /// The target of the link: only a name if both files are in one folder, so that the folder can be
  /// moved.
  private func target(for checkpoint: Path) -> [UInt8] {
    isSameFile(checkpoint.folder, as: link.folder)
      ? checkpoint.fileName.bytes : checkpoint.absolute.bytes
  }
}

/// The first bytes of every checkpoint.
package let checkpointSignature = Array("life-checkpoint\n".utf8)

/// Whether a path leads to a regular file that begins with the signature of a checkpoint.
package func isCheckpoint(_ path: Path) -> Bool {
  guard isRegularFile(path) else { return false }
  let descriptor = SystemCall.open(path, flags: O_RDONLY | O_NONBLOCK)
  guard descriptor >= 0 else { return false }
  defer { _ = SystemCall.close(descriptor) }
  var start = [UInt8](repeating: 0, count: checkpointSignature.count)
  let count = unsafe start.withUnsafeMutableBytes { bytes in
    unsafe SystemCall.read(from: descriptor, into: bytes, at: 0)
  }
  return count == start.count && start == checkpointSignature
}

extension PartialFile {
  /// Refuses to replace a checkpoint, or an unfinished file that a checkpoint needs.
  ///
  /// - Parameter checkpoint: the checkpoint of the run that writes the file: it may start again.
  /// - Throws: ``FileFailure``.
  func throwIfProtected(
    from replacement: Replacement, by checkpoint: Path?
  ) throws(FileFailure) {
    if replacement == .overwriting { return }
    try throwIfKept(name, for: checkpoint)
    try throwIfKept(target, for: nil)
    if isCheckpoint(target) {
      throw FileFailure(
        .create, path: path, code: EEXIST,
        advice: "it is the checkpoint of an unfinished run: complete that with 'life resume "
          + "\(path)', or discard it with --overwrite or 'rm \(path)'")
    }
  }

  /// Refuses to resume a checkpoint with the unfinished file of another one.
  ///
  /// - Throws: ``FileFailure``.
  func throwIfKept(
    byOtherThan checkpoint: Path, replacement: Replacement
  ) throws(FileFailure) {
    guard replacement != .overwriting, let owner = try claim?.checkpoint(), isCheckpoint(owner),
      !isSameFile(owner, as: checkpoint)
    else { return }
    try throwIfKept(name, for: checkpoint)
  }

  private func throwIfKept(_ part: Path, for checkpoint: Path?) throws(FileFailure) {
    guard let claim = CheckpointClaim(on: part), let owner = try claim.checkpoint() else { return }
    if let checkpoint, claim.names(checkpoint) { return }
    let isMoved = SystemCall.status(owner) == nil
    let need =
      isMoved
      ? "'\(owner)', which was moved or removed, needs '\(part)': resume it from its new place"
      : "'\(owner)' needs '\(part)': complete it with 'life resume \(owner)'"
    throw FileFailure(
      .create, path: path, code: EBUSY,
      advice: "the checkpoint \(need), or discard it with --overwrite or 'rm \(part)'")
  }
}
