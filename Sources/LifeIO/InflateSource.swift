internal import CZlib
import LifeCore

/// Decompresses deflate data: one stream, or the members of a gzip file. zlib verifies their
/// checksums and lengths.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1951>, <https://www.rfc-editor.org/rfc/rfc1952>
@safe
package final class InflateSource: ByteSource {
  /// The format around the compressed data. Its raw value is zlib's `windowBits`, with the largest
  /// window.
  package enum Wrapping: Int32 {
    case none = -15
    case zlib = 15
    /// Any number of members, followed by any number of zero bytes.
    case gzip = 31
  }

  private var source: any ByteSource
  private let wrapping: Wrapping
  private let path: Path
  private let dataName: String
  // zlib stores the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8]
  private var position = 0
  private var end: Int
  /// Whether the stream or member has ended with the right checksum.
  private var isFinished = false
  /// The number of bytes read from the source.
  private var received: Int
  package var inputCount: Int? { source.inputCount ?? received - (end - position) }

  /// - Parameters:
  ///   - head: bytes already read from the source.
  ///   - path: the name of the file in errors.
  ///   - dataName: the name of the data in errors.
  /// - Throws: ``ReadError`` if memory runs out.
  package init(
    _ source: any ByteSource, _ wrapping: Wrapping, alreadyRead head: ArraySlice<UInt8> = [],
    path: Path, dataName: String
  ) throws {
    self.source = source
    self.wrapping = wrapping
    self.path = path
    self.dataName = dataName
    input = head + [UInt8](repeating: 0, count: max(0, 1 << 16 - head.count))
    end = head.count
    received = head.count
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let result = unsafe inflateInit2_(
      stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw ReadError.file(.outOfMemory(path)) }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  package func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while true {
      if isFinished, try !openMember() { return 0 }
      if position == end, try !refill() { throw damaged("it is truncated") }
      let count = try inflate(into: &buffer, from: start)
      if count > 0 { return count }
    }
  }

  private func refill() throws -> Bool {
    end = try source.read(into: &input, from: 0)
    received += end
    position = 0
    return end > 0
  }

  /// Starts the next member of a gzip file. Returns `false` if only padding follows.
  private func openMember() throws -> Bool {
    guard wrapping == .gzip else { return false }
    while try position < end || refill() {
      if input[position] == 0x1f {
        unsafe inflateReset(stream)
        isFinished = false
        return true
      }
      guard input[position] == 0 else { throw damaged("other data follows it") }
      position += 1
    }
    return false
  }

  /// Decompresses until the input or the room is exhausted. Returns the number of bytes.
  private func inflate(into buffer: inout [UInt8], from start: Int) throws -> Int {
    // zlib has 32-bit sizes.
    let given = min(end - position, 1 << 30)
    let room = min(buffer.count - start, 1 << 30)
    let first = position
    var result = Z_OK
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe buffer.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = source.baseAddress! + first
        unsafe stream.pointee.avail_in = uInt(given)
        unsafe stream.pointee.next_out = target.baseAddress! + start
        unsafe stream.pointee.avail_out = uInt(room)
        // inflate allocates its window at the first output, so memory can run out here.
        result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    position += unsafe given - Int(stream.pointee.avail_in)
    switch result {
    case Z_STREAM_END: isFinished = true
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw ReadError.file(.outOfMemory(path))
    case Z_NEED_DICT: throw damaged("it requires a dictionary")
    default:
      throw damaged(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "invalid data")
    }
    return unsafe room - Int(stream.pointee.avail_out)
  }

  private func damaged(_ how: String) -> ReadError {
    .data(path, "the \(dataName) is damaged: \(how)")
  }
}
