#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes a file, which has its name only when it is whole.
///
/// A regular file is written beside its place and renamed by ``finish()``; until then what was
/// there stays. Pipes, devices and standard output (`-`) are written straight. Without ``finish()``
/// nothing is left of the file.
package final class FileSink: ByteSink {
  package let path: Path
  private var replacing: Bool
  private let durable: Bool
  /// Whether an unfinished file stays where it is, so that it can be gone on with.
  private let isKept: Bool
  /// Negative once it is closed.
  private var descriptor: Int32
  private var part: PartFile?
  /// The length of the file so far.
  package private(set) var count = 0
  /// Of a file that is kept.
  private var sum = CRC32()
  /// What went wrong first; it is repeated, so that half a file is never taken for a whole one.
  private var failure: FileFailure?

  /// - Parameters:
  ///   - replacing: false refuses a regular file that exists.
  ///   - durable: ``finish()`` waits until file and name are on the disk.
  ///   - isKept: without ``finish()`` the unfinished file stays, for
  ///     ``init(resuming:at:checksum:)``; such a file is durable.
  /// - Throws: ``FileFailure``.
  package init(
    creating path: Path, replacing: Bool = true, durable: Bool = false, isKept: Bool = false
  ) throws {
    self.path = path
    self.replacing = replacing
    self.durable = durable || isKept
    self.isKept = isKept
    switch try Destination(path, replacing: replacing) {
    case .stream(let number): descriptor = System.duplicate(number)
    case .device(let name): descriptor = System.open(name, O_WRONLY | O_NOCTTY)
    case .file(let target, let model):
      let part = PartFile(for: target, as: path)
      descriptor = try part.make()
      self.part = part
      if isKept { part.disregardSignals() }
      // Now and not at the end: a secret must not be readable while it is written.
      if let model { _ = System.imitate(model, descriptor) }
      return
    }
    guard descriptor >= 0 else { throw FileFailure(.create, path, code: errno) }
    System.widenPipe(descriptor)
  }

  /// Goes on with a file that was kept when it had `length` bytes; what came after is cut off.
  ///
  /// - Parameters:
  ///   - checksum: that of those bytes, by which they are known to be the same.
  ///   - replacing: false refuses a regular file that exists, and that is not this one.
  /// - Throws: ``FileFailure``, ``ReadError``.
  package init(
    resuming path: Path, at length: Int, checksum: UInt32, replacing: Bool = true
  ) throws {
    self.path = path
    (self.replacing, durable, isKept) = (replacing, true, true)
    guard case .file(let target, _) = try Destination(path, replacing: true) else {
      throw FileFailure(.create, path, code: ESPIPE)
    }
    let part = PartFile(for: target, as: path)
    let isNamed: Bool
    (descriptor, sum, isNamed) = try part.reopen(length: length, checksum: checksum)
    count = length
    self.part = part
    if isNamed { self.replacing = true }
    if !self.replacing, System.status(target) != nil { throw FileFailure.clobbering(path) }
  }

  /// The checksum of a kept file so far; what is put in place of its bytes later does not count.
  package var checksum: UInt32 { sum.value }

  deinit { abandon() }

  package func write(_ bytes: Span<UInt8>) throws {
    try failing { () throws(FileFailure) in
      try unsafe bytes.withUnsafeBytes { bytes throws(FileFailure) in
        try unsafe writeAll(bytes, to: descriptor, path: path)
      }
    }
    count += bytes.count
    // Now and not when it is asked for: a film may be too long to be read again each time.
    if isKept { sum.add(bytes) }
  }

  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws {
    guard part != nil else { return }
    try failing { () throws(FileFailure) in
      let written = unsafe bytes.withUnsafeBytes { unsafe System.write(descriptor, $0, at: offset) }
      guard written == bytes.count else {
        throw FileFailure(.write, path, code: written < 0 ? errno : EIO)
      }
    }
  }

  package func finish() throws {
    try failing { () throws(FileFailure) in
      guard let part else { return try close() }
      if durable, System.synchronise(descriptor) < 0 {
        throw FileFailure(.write, path, code: errno)
      }
      // The lock goes with the last duplicate. Were it gone before the rename, somebody could take
      // the part for one left behind, and write into what is then the target.
      let keeper = System.duplicate(descriptor)
      guard keeper >= 0 else { throw FileFailure(.close, path, code: errno) }
      defer { _ = System.close(keeper) }
      try close()
      try part.takeName(replacing: replacing)
      self.part = nil
      if durable { try part.synchroniseFolder() }
    }
  }

  package func abandon() {
    if !isKept { part?.remove() }
    part = nil
    if descriptor >= 0 { try? close() }
  }

  /// Waits until what was written is on the disk.
  ///
  /// - Throws: ``FileFailure``.
  package func synchronise() throws {
    try failing { () throws(FileFailure) in
      guard System.synchronise(descriptor) == 0 else {
        throw FileFailure(.write, path, code: errno)
      }
    }
  }

  private func close() throws(FileFailure) {
    let result = System.close(descriptor)
    descriptor = -1
    guard result == 0 else { throw FileFailure(.close, path, code: errno) }
  }

  /// Does a step; if it fails, or one before it has, the file is given up.
  private func failing(_ step: () throws(FileFailure) -> Void) throws(FileFailure) {
    if let failure { throw failure }
    precondition(descriptor >= 0, "a closed file is written")
    do throws(FileFailure) { try step() } catch {
      failure = error
      abandon()
      throw error
    }
  }
}
