#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where a ``ByteReader`` gets its bytes.
package protocol ByteSource {
  /// Reads some bytes into `buffer` from index `start` on, where there is room; 0 at the end.
  ///
  /// - Throws: ``ReadError``.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int
}

struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(bytes: [UInt8]) { rest = bytes[...] }

  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let piece = rest.prefix(buffer.count - start)
    buffer.replaceSubrange(start..<start + piece.count, with: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

/// Counts what another source gives.
final class Meter: ByteSource {
  private var source: any ByteSource
  private(set) var count = 0

  init(_ source: any ByteSource) { self.source = source }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = try source.read(into: &buffer, from: start)
    self.count += count
    return count
  }
}

/// An open file, closed when it is let go.
final class FileSource: ByteSource {
  private let descriptor: Int32
  private let path: Path
  private let limit: Int
  private var total = 0

  /// - Parameter limit: bytes that the file may have.
  init(opening path: Path, limit: Int = .max) throws {
    self.path = path
    self.limit = limit
    // A duplicate, so that every source closes what it has.
    let isStream = path.isStandardStream
    descriptor = isStream ? System.duplicate(0) : System.open(path, O_RDONLY | O_NOCTTY)
    guard descriptor >= 0 else {
      throw ReadError.file(FileFailure(.open, path, code: errno))
    }
  }

  /// Goes on with what is open, and closes it in the end.
  init(owning descriptor: Int32, of path: Path) {
    (self.descriptor, self.path, limit) = (descriptor, path, .max)
  }

  deinit { if descriptor >= 0 { _ = System.close(descriptor) } }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe System.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
    guard count >= 0 else { throw ReadError.file(FileFailure(.read, path, code: errno)) }
    total += count
    guard total <= limit else { throw ReadError.limit(path, "more than \(limit) bytes, the limit") }
    return count
  }
}
