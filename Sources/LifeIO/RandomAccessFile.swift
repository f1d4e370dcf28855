import LifeCore
internal import LifeSystem

/// A file that can be read in any order.
final class RandomAccessFile {
  private let path: Path
  private let descriptor: Int32
  /// The content of a pipe, which can't be read twice, or bytes given in memory.
  private let memory: [UInt8]
  /// The size in bytes.
  let count: Int

  /// Opens a file; a pipe or a device is read to its end.
  ///
  /// - Parameter limit: the maximum size of a pipe's content in bytes.
  /// - Throws: ``ReadError``.
  init(opening path: Path, limit: Int) throws {
    self.path = path
    let opened =
      path.isStandardStream
      ? SystemCall.duplicate(0) : SystemCall.open(path, flags: O_RDONLY | O_NOCTTY)
    guard opened >= 0 else { throw ReadError.file(FileFailure(.open, path: path, code: errno)) }
    if let status = SystemCall.status(opened), status.kind == .file {
      descriptor = opened
      memory = []
      count = Int(status.st_size)
      return
    }
    descriptor = -1
    // Read through the same descriptor: a named pipe opened again may have no writer.
    memory = try Self.readAll(FileSource(owning: opened, of: path), path: path, limit: limit)
    count = memory.count
  }

  /// Bytes in memory.
  init(_ bytes: [UInt8], name: Path) {
    path = name
    descriptor = -1
    memory = bytes
    count = bytes.count
  }

  deinit { if descriptor >= 0 { _ = SystemCall.close(descriptor) } }

  private static func readAll(
    _ source: FileSource, path: Path, limit: Int
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try source.read(into: &block, from: 0)
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw ReadError.data(
          path, "more than \(limit) bytes through a pipe; give the name of a file")
      }
    }
  }

  /// Reads up to `count` bytes at `offset` into `buffer`, from index `start`.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: ``ReadError``.
  func read(at offset: Int, count: Int, into buffer: inout [UInt8], from start: Int) throws -> Int {
    guard offset >= 0, offset < self.count, count > 0 else { return 0 }
    let count = min(count, self.count - offset, buffer.count - start)
    guard descriptor >= 0 else {
      buffer.replaceSubrange(start..<start + count, with: memory[offset..<offset + count])
      return count
    }
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + count])
      return unsafe SystemCall.read(from: descriptor, into: room, at: offset)
    }
    guard result >= 0 else { throw ReadError.file(FileFailure(.read, path: path, code: errno)) }
    return result
  }

  /// Exactly `count` bytes at `offset`. Returns `nil` if there are fewer.
  ///
  /// - Throws: ``ReadError``.
  func bytes(at offset: Int, count: Int) throws -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = try read(
        at: offset + filled, count: count - filled, into: &bytes, from: filled)
      if more == 0 { return nil }
      filled += more
    }
    return bytes
  }
}
