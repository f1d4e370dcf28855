import LifeCore
internal import LifeSystem

/// The unfinished output file next to its target; renamed to the target once complete.
///
///      .gun.rle.part  ── created, locked, written, closed ──→  renamed to gun.rle
///      .gun.csv.kept  ── kept between processes, so that a checkpoint can continue it
///
/// Its name depends only on the target, so the next run finds and removes the file of a killed run.
/// A locked file has a running writer. Only a run with a checkpoint touches a kept file.
struct PartialFile {
  /// The path of the unfinished file.
  let file: Path
  let target: Path
  /// The path from the user, for errors.
  let path: Path
  let isKept: Bool

  init(for target: Path, as path: Path, isKept: Bool = false) {
    self.target = target
    self.path = path
    self.isKept = isKept
    file = target.sibling(Self.name(for: target, ending: isKept ? ".kept" : ".part"))
  }

  /// The unfinished file of an output; `nil` for a pipe or a device.
  ///
  /// - Throws: ``FileFailure`` if the path can't be written.
  init?(
    of path: Path, replacement: Replacement = .unprotected, isKept: Bool = false
  ) throws(FileFailure) {
    guard case .file(let target, _) = try Destination(path, replacement: replacement) else {
      return nil
    }
    self.init(for: target, as: path, isKept: isKept)
  }

  private static func name(for target: Path, ending: String) -> [UInt8] {
    let component = target.fileName.bytes
    let maxLength = SystemCall.maxNameLength(in: target.folder)
    if component.count + 6 <= maxLength { return Array(".".utf8) + component + Array(ending.utf8) }
    // Hash long names instead of truncating them: two that differ only at the end must not share a
    // partial file.
    var digest = SHA256()
    digest.update(component)
    return Array(".\(digest.finishHex().prefix(32))\(ending)".utf8)
  }

  /// Whether a file is named like a kept file.
  static func isKept(_ path: Path) -> Bool {
    path.fileName.bytes.first == UInt8(ascii: ".") && path.fileExtension == "kept"
  }

  /// The `.kept` file of the same target if this is its `.part` file, and the other way around.
  var counterpart: PartialFile { PartialFile(for: target, as: path, isKept: !isKept) }

  /// Creates the file and locks it.
  ///
  /// Between creation and lock, another process may find the file unlocked and remove it as stale.
  /// So it's owned only if it still has its name once locked.
  ///
  /// - Returns: An open descriptor. It holds the lock.
  /// - Throws: ``FileFailure``, EBUSY while another process writes the target, EEXIST if an
  ///   interrupted run needs a kept file.
  func make(_ replacement: Replacement) throws(FileFailure) -> Int32 {
    try throwIfProtected(from: replacement)
    var replacement = replacement
    for _ in 0..<100 {
      let descriptor = TemporaryFiles.creating(file) {
        SystemCall.open(file, flags: O_CREAT | O_EXCL | O_WRONLY)
      }
      if descriptor < 0 {
        guard errno == EEXIST else { throw failure(errno) }
        try removeStaleFile(replacement)
      } else if SystemCall.takeLock(descriptor), SystemCall.isNamed(file, descriptor: descriptor) {
        do throws(FileFailure) { try counterpart.throwIfBusy() } catch {
          remove()
          _ = SystemCall.close(descriptor)
          throw error
        }
        return descriptor
      } else {
        TemporaryFiles.unregister(file)
        _ = SystemCall.close(descriptor)
        // The next round may find this file. No interrupted run needs it, so it may be replaced.
        replacement = .overwriting
      }
    }
    throw busy
  }

  /// Opens a kept file, checks its first `length` bytes against a checksum, and truncates it there.
  ///
  /// If the run was killed after the rename, only the target exists. It then gets its unfinished
  /// name again.
  ///
  /// - Returns: The open file and its running checksum.
  /// - Throws: ``FileFailure``; ``ReadError`` if the bytes differ.
  func reopen(
    length: Int, checksum: UInt32, _ replacement: Replacement
  ) throws -> (descriptor: Int32, sum: CRC32) {
    let isFinished = SystemCall.status(file) == nil && errno == ENOENT
    if isFinished, length == 0 { return (try make(replacement), CRC32()) }
    let descriptor = SystemCall.open(
      isFinished ? target : file, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw gone }
    do {
      guard let status = SystemCall.status(descriptor), status.kind == .file,
        status.st_size >= length
      else { throw gone }
      guard SystemCall.takeLock(descriptor) else { throw busy }
      let sum = try sum(of: descriptor, length: length)
      guard sum.value == checksum else { throw isFinished ? gone : changed }
      if isFinished || SystemCall.isNamed(target, descriptor: descriptor) {
        guard SystemCall.move(target, to: file) == 0 else { throw failure(errno) }
        // `rename` leaves both names if they lead to the same file.
        if SystemCall.isNamed(target, descriptor: descriptor) { _ = SystemCall.remove(target) }
      }
      guard SystemCall.isNamed(file, descriptor: descriptor) else { throw busy }
      if SystemCall.status(target) != nil, let refusal = replacement.refusal(path) { throw refusal }
      guard SystemCall.cut(descriptor, to: length) == 0 else { throw failure(errno) }
      return (descriptor, sum)
    } catch {
      _ = SystemCall.close(descriptor)
      throw error
    }
  }

  /// The checksum of the first `length` bytes of a file.
  private func sum(of descriptor: Int32, length: Int) throws(FileFailure) -> CRC32 {
    var sum = CRC32()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while offset < length {
      let wanted = min(block.count, length - offset)
      let count = unsafe block.withUnsafeMutableBytes { block in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: block[..<wanted])
        return unsafe SystemCall.read(from: descriptor, into: room, at: offset)
      }
      guard count > 0 else { throw FileFailure(.read, path: file, code: count < 0 ? errno : EIO) }
      sum.add(block.span.extracting(first: count))
      offset += count
    }
    return sum
  }

  private var gone: FileFailure {
    FileFailure(
      .create, path: path, code: ENOENT,
      advice: "the unfinished file '\(file)' is missing or truncated; run from the start")
  }

  private var changed: ReadError {
    .data(
      file,
      "not the data that the interrupted run wrote for '\(path)': another program has changed it; "
        + "remove the checkpoint and run from the start")
  }

  /// Keeps the file if a signal ends the process.
  func keepOnSignal() { TemporaryFiles.unregister(file) }

  /// Removes the file of a killed process.
  ///
  /// - Throws: ``FileFailure``, EBUSY if its writer is still running, EEXIST if it is kept.
  private func removeStaleFile(_ replacement: Replacement) throws(FileFailure) {
    let descriptor = try openStaleFile()
    guard descriptor >= 0 else { return }
    defer { _ = SystemCall.close(descriptor) }
    guard SystemCall.isNamed(file, descriptor: descriptor) else { return }
    try throwIfKept(replacement)
    guard SystemCall.remove(file) == 0 || errno == ENOENT else { throw failure(errno) }
  }

  /// A new run doesn't replace the kept file of an interrupted run. A resumed run does: before the
  /// interruption, it may have begun this file after its last checkpoint.
  private func throwIfKept(_ replacement: Replacement) throws(FileFailure) {
    guard isKept, replacement == .unprotected || replacement == .never,
      SystemCall.status(file) != nil
    else { return }
    throw FileFailure(
      .create, path: path, code: EEXIST,
      advice: "the checkpoint of an unfinished run needs '\(file)': "
        + "\(advice: .completeRunNeeding(file: "\(file)"))")
  }

  /// Opens and locks the file of another process. Returns -1 if there is none.
  ///
  /// - Throws: ``FileFailure``, EBUSY if its writer is still running.
  private func openStaleFile() throws(FileFailure) -> Int32 {
    let descriptor = SystemCall.open(file, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0 && errno == ENOENT { return -1 }
    guard descriptor >= 0, SystemCall.status(descriptor)?.kind == .file else {
      if descriptor >= 0 { _ = SystemCall.close(descriptor) }
      throw obstacle
    }
    guard SystemCall.takeLock(descriptor) else {
      _ = SystemCall.close(descriptor)
      throw busy
    }
    return descriptor
  }

  private var obstacle: FileFailure {
    FileFailure(
      .create, path: path, code: EEXIST, advice: "'\(file)' is not a regular file; move it away")
  }

  /// Checks that the file can be created. Changes nothing; opens only the target, to see whether
  /// it's protected.
  ///
  /// - Throws: ``FileFailure``.
  func checkCreation(_ replacement: Replacement) throws(FileFailure) {
    guard SystemCall.mayAccess(target.folder, for: W_OK | X_OK) else { throw failure(errno) }
    if let status = SystemCall.statusOfName(file), status.kind != .file { throw obstacle }
    try throwIfProtected(from: replacement)
    try throwIfKept(replacement)
  }

  /// - Throws: ``FileFailure``, EBUSY if another process is writing the target.
  func throwIfBusy() throws(FileFailure) {
    let descriptor = try openStaleFile()
    if descriptor >= 0 { _ = SystemCall.close(descriptor) }
  }

  private var busy: FileFailure {
    FileFailure(
      .create, path: path, code: EBUSY,
      advice: "another process is writing it; wait, or write another file")
  }

  private func failure(_ code: Int32) -> FileFailure {
    .creation(of: path, in: target.folder, code: code)
  }

  /// Renames the file to the target.
  ///
  /// - Throws: ``FileFailure``, also if the target exists and must stay.
  func takeName(_ replacement: Replacement) throws(FileFailure) {
    if let refusal = replacement.refusal(path) {
      if SystemCall.addName(target, to: file) == 0 {
        remove()
        return
      }
      // Without hard links, the check and the rename can't be one step.
      if errno == EEXIST || SystemCall.status(target) != nil {
        guard replacement == .bySameBytes, file.hasSameBytes(as: target) else { throw refusal }
      }
    }
    guard SystemCall.move(file, to: target) == 0 else {
      throw FileFailure(.rename, path: path, code: errno)
    }
    TemporaryFiles.unregister(file)
  }

  func remove() {
    // A file that can't be removed now stays registered, and is tried again at exit.
    if SystemCall.remove(file) == 0 || errno == ENOENT { TemporaryFiles.unregister(file) }
  }

  /// Waits until the rename is on disk.
  func synchronizeFolder() throws(FileFailure) {
    let descriptor = SystemCall.open(target.folder, flags: O_RDONLY)
    guard descriptor >= 0 else { throw FileFailure(.write, path: path, code: errno) }
    defer { _ = SystemCall.close(descriptor) }
    // Some network file systems can't synchronize folders and report EINVAL.
    guard SystemCall.synchronize(descriptor) == 0 || errno == EINVAL else {
      throw FileFailure(.write, path: path, code: errno)
    }
  }
}
