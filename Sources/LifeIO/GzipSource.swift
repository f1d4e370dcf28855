internal import CZlib

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Expands gzip: any number of members, each with its checksum and length verified, and zeros.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1952>
@safe
final class GzipSource: ByteSource {
  private var source: any ByteSource
  private let path: Path
  private var input: [UInt8]
  private var position = 0
  private var end: Int
  // zlib remembers where it is, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var insideMember = true

  init(
    _ source: any ByteSource, alreadyRead head: ArraySlice<UInt8>, path: Path
  ) throws {
    self.source = source
    self.path = path
    input = head + [UInt8](repeating: 0, count: max(0, 1 << 16 - head.count))
    end = head.count
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 16 asks for the gzip wrapping, 15 allows the largest window.
    let result = unsafe inflateInit2_(
      stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw outOfMemory }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while true {
      if !insideMember, try !openMember() { return 0 }
      if position == end, try !refill() { throw damaged("cut short") }
      let count = try inflate(into: &buffer, from: start)
      if count > 0 { return count }
    }
  }

  private func refill() throws -> Bool {
    position = 0
    end = 0
    end = try source.read(into: &input, from: 0)
    return end > 0
  }

  /// Begins the next member; false if only padding follows.
  private func openMember() throws -> Bool {
    while try position < end || refill() {
      if input[position] == 0x1f {
        unsafe inflateReset(stream)
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
        // zlib counts with 32 bits.
        let room = min(target.count - start, 1 << 30)
        unsafe stream.pointee.next_in = source.baseAddress! + position
        unsafe stream.pointee.avail_in = uInt(end - position)
        unsafe stream.pointee.next_out = target.baseAddress! + start
        unsafe stream.pointee.avail_out = uInt(room)
        result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        position = unsafe end - Int(stream.pointee.avail_in)
        produced = unsafe room - Int(stream.pointee.avail_out)
      }
    }
    switch result {
    case Z_STREAM_END: insideMember = false
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw outOfMemory
    default: throw damaged(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "?")
    }
    return produced
  }

  private func damaged(_ how: String) -> ReadError {
    .data(path, "the gzip data is damaged: \(how)")
  }

  private var outOfMemory: ReadError { .file(FileFailure(.read, path, code: ENOMEM)) }
}
