import LifeCore
internal import LifeSystem

/// An open file, closed by `deinit`.
final class FileSource: ByteSource {
  private let descriptor: Int32
  private let path: Path
  private let limit: Int
  private var total = 0

  /// - Parameter limit: the maximum size of the file in bytes.
  /// - Throws: ``ReadError``.
  init(opening path: Path, limit: Int = .max) throws {
    self.path = path
    self.limit = limit
    // A duplicate of standard input, so that each source owns its descriptor.
    let isStream = path.isStandardStream
    descriptor =
      isStream ? SystemCall.duplicate(0) : SystemCall.open(path, flags: O_RDONLY | O_NOCTTY)
    guard descriptor >= 0 else {
      throw ReadError.file(FileFailure(.open, path: path, code: errno))
    }
  }

  deinit { if descriptor >= 0 { _ = SystemCall.close(descriptor) } }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe SystemCall.read(
        from: descriptor, into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
    guard count >= 0 else { throw ReadError.file(FileFailure(.read, path: path, code: errno)) }
    total += count
    guard total <= limit else {
      throw ReadError.limit(
        path, "more than \(limit) bytes, the limit; \(advice: .limit("input"))")
    }
    return count
  }
}
