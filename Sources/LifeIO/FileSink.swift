internal import LifeSystem

/// Writes a file atomically: the file gets its name once it is complete.
///
/// A regular file is written under a temporary name in the same folder and renamed by ``finish()``;
/// until then an existing file stays. Pipes, devices and standard output (`-`) are written
/// directly. Without ``finish()`` the temporary file is removed.
///
/// - SeeAlso: ``PartialFile``
package final class FileSink: ByteSink {
  package let path: Path
  private let replacement: Replacement
  private let durable: Bool
  /// Whether an unfinished file stays after ``synchronize()``, so a later process can resume it.
  private let isKept: Bool
  /// Whether an unfinished file stays: it is kept and was synchronized, or it was resumed.
  private var isResumable = false
  /// Negative after it was closed.
  private var descriptor: Int32
  private var part: PartialFile?
  let isTerminal: Bool
  /// The length of the file so far, in bytes.
  package private(set) var count = 0
  /// The checksum of a kept file, or since ``startChecksum()``.
  private var sum: CRC32?
  /// The first failure. All later calls throw it, so an incomplete file is never finished.
  private var failure: FileFailure?

  /// - Parameters:
  ///   - durable: whether ``finish()`` waits until the file and its name are on disk.
  ///   - isKept: whether an unfinished file stays after ``synchronize()``, for
  ///     ``init(resuming:at:checksum:replacement:)``; kept files are durable.
  /// - Throws: ``FileFailure``.
  package init(
    creating path: Path, replacement: Replacement = .unprotected, durable: Bool = false,
    isKept: Bool = false
  ) throws {
    self.path = path
    self.replacement = replacement
    self.durable = durable || isKept
    self.isKept = isKept
    sum = isKept ? CRC32() : nil
    switch try Destination(path, replacement: replacement) {
    case .stream(let number): descriptor = SystemCall.duplicate(number)
    case .device(let name): descriptor = SystemCall.open(name, flags: O_WRONLY | O_NOCTTY)
    case .file(let target, let model):
      let part = PartialFile(for: target, as: path, isKept: isKept)
      descriptor = try part.make(replacement)
      self.part = part
      // Before the first byte: a private file must not be readable during the write.
      if let model { _ = SystemCall.imitate(model, descriptor: descriptor) }
      isTerminal = false
      return
    }
    isTerminal = descriptor >= 0 && isatty(descriptor) == 1
    guard descriptor >= 0 else { throw FileFailure(.create, path: path, code: errno) }
    SystemCall.widenPipe(descriptor)
  }

  /// Resumes a kept file after its first `length` bytes; later bytes are removed.
  ///
  /// - Parameter checksum: the CRC-32 of these bytes. It must match.
  /// - Throws: ``FileFailure``, ``ReadError``.
  package init(
    resuming path: Path, at length: Int, checksum: UInt32, replacement: Replacement = .unprotected
  ) throws {
    self.path = path
    self.replacement = replacement
    isKept = true
    isResumable = true
    durable = true
    isTerminal = false
    guard let part = try PartialFile(of: path, isKept: true) else {
      throw FileFailure(.create, path: path, code: ESPIPE)
    }
    let (file, sum) = try part.reopen(length: length, checksum: checksum, replacement)
    descriptor = file
    self.sum = sum
    count = length
    self.part = part
  }

  /// The name of the unfinished file; the final name for pipes and devices.
  var unfinishedName: Path { part?.file ?? path }

  /// Computes the checksum of all bytes written from now on, as for a kept file.
  package func startChecksum() { sum = CRC32() }

  /// The CRC-32 of these bytes as first written, without ``overwrite(_:at:)``.
  package var checksum: UInt32 { sum?.value ?? 0 }

  deinit { abandon() }

  package func write(_ bytes: Span<UInt8>) throws {
    try abandoningOnFailure { () throws(FileFailure) in
      try unsafe bytes.withUnsafeBytes { bytes throws(FileFailure) in
        if isTerminal { unsafe StatusLine.makeWay(for: bytes) }
        try unsafe writeAll(bytes, to: descriptor, path: path)
      }
    }
    count += bytes.count
    // Updated here: reading a long table again for each checkpoint would be slow.
    sum?.add(bytes)
  }

  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws {
    guard part != nil else { return }
    try abandoningOnFailure { () throws(FileFailure) in
      let written = unsafe bytes.withUnsafeBytes {
        unsafe SystemCall.write(to: descriptor, from: $0, at: offset)
      }
      guard written == bytes.count else {
        throw FileFailure(.write, path: path, code: written < 0 ? errno : EIO)
      }
    }
  }

  package func finish() throws {
    try abandoningOnFailure { () throws(FileFailure) in
      guard let part else { return try close() }
      if durable, SystemCall.synchronize(descriptor) < 0 {
        throw FileFailure(.write, path: path, code: errno)
      }
      // The duplicate keeps the lock until after the rename. If it were released before, another
      // process could take the file for a stale one and write into the future target.
      let keeper = SystemCall.duplicate(descriptor)
      guard keeper >= 0 else { throw FileFailure(.close, path: path, code: errno) }
      defer { _ = SystemCall.close(keeper) }
      try close()
      try part.takeName(replacement)
      self.part = nil
      if durable { try part.synchronizeFolder() }
    }
  }

  package func abandon() {
    if !isResumable { part?.remove() }
    part = nil
    guard descriptor >= 0 else { return }
    SystemCall.releaseLock(descriptor)
    try? close()
  }

  /// Waits until all written bytes are on disk. A kept file stays from now on.
  ///
  /// - Throws: ``FileFailure``.
  package func synchronize() throws {
    try abandoningOnFailure { () throws(FileFailure) in
      guard SystemCall.synchronize(descriptor) == 0 else {
        throw FileFailure(.write, path: path, code: errno)
      }
    }
    guard isKept else { return }
    part?.keepOnSignal()
    isResumable = true
  }

  /// Another descriptor of the file; it keeps the lock after ``finish()``. Negative if there is
  /// none.
  package func duplicateLock() -> Int32 { part == nil ? -1 : SystemCall.duplicate(descriptor) }

  private func close() throws(FileFailure) {
    let result = SystemCall.close(descriptor)
    descriptor = -1
    guard result == 0 else { throw FileFailure(.close, path: path, code: errno) }
  }

  /// Runs a step. If it fails, abandons the file; all later steps throw the same failure.
  private func abandoningOnFailure(
    _ step: () throws(FileFailure) -> Void
  ) throws(FileFailure) {
    if let failure { throw failure }
    precondition(descriptor >= 0, "write to a closed file")
    do throws(FileFailure) { try step() } catch {
      failure = error
      abandon()
      throw error
    }
  }
}
