#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import CZlib

/// Where a ``ByteReader`` gets its bytes.
protocol ByteSource {
  /// Reads some bytes into `buffer` from index `start` on; 0 at the end.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int
}

struct MemorySource: ByteSource {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let count = min(buffer.count - start, bytes.count - position)
    buffer.replaceSubrange(start..<start + count, with: bytes[position..<position + count])
    position += count
    return count
  }
}

/// An open file, closed when it is let go.
final class FileSource: ByteSource {
  private let descriptor: Int32
  private let path: Path

  init(opening path: Path) throws {
    self.path = path
    if path == .standardStream {
      descriptor = 0
      return
    }
    descriptor = System.open(path, O_RDONLY)
    guard descriptor >= 0 else {
      throw ReadError.file(FileFailure(.open, path, code: errno))
    }
  }

  deinit { if descriptor > 0 { _ = System.close(descriptor) } }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe System.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
    guard count >= 0 else { throw ReadError.file(FileFailure(.read, path, code: errno)) }
    return count
  }
}

/// Expands gzip: any number of members, each with its checksum verified.
@safe
final class GzipSource: ByteSource {
  private var source: any ByteSource
  private let path: Path
  private var input: [UInt8]
  private var position = 0
  private var end: Int
  private var stream = unsafe z_stream()
  private var insideMember = true

  init(_ source: any ByteSource, alreadyRead head: [UInt8], path: Path) {
    self.source = source
    self.path = path
    input = head + [UInt8](repeating: 0, count: max(0, 1 << 16 - head.count))
    end = head.count
    // 16 asks for the gzip wrapping, 15 allows the largest window.
    let result = unsafe inflateInit2_(
      &stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib cannot start")
  }

  deinit { unsafe inflateEnd(&stream) }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while true {
      if position == end, try !refill() {
        if insideMember { throw damaged("cut short") }
        return 0
      }
      if !insideMember, try !openMember() { return 0 }
      let count = try inflate(into: &buffer, from: start)
      if count > 0 { return count }
    }
  }

  private func refill() throws -> Bool {
    position = 0
    end = try source.read(into: &input, from: 0)
    return end > 0
  }

  /// Begins the next member; false if only padding follows.
  private func openMember() throws -> Bool {
    while try position < end || refill() {
      if input[position] == 0x1f {
        unsafe inflateReset(&stream)
        insideMember = true
        return true
      }
      guard input[position] == 0 else { throw damaged("followed by something else") }
      position += 1
    }
    return false
  }

  private func inflate(into buffer: inout [UInt8], from start: Int) throws -> Int {
    var produced = 0
    var result = Z_OK
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe buffer.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress! + position
        unsafe stream.avail_in = uInt(end - position)
        unsafe stream.next_out = target.baseAddress! + start
        unsafe stream.avail_out = uInt(target.count - start)
        result = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
        position = unsafe end - Int(stream.avail_in)
        produced = unsafe target.count - start - Int(stream.avail_out)
      }
    }
    switch result {
    case Z_STREAM_END: insideMember = false
    case Z_OK, Z_BUF_ERROR: break
    default: throw damaged(unsafe stream.msg.map { unsafe String(cString: $0) } ?? "damaged")
    }
    return produced
  }

  private func damaged(_ how: String) -> ReadError {
    .data(path, "the gzip data is damaged: \(how)")
  }
}
