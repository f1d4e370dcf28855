internal import CZlib

/// Wraps zlib's inflate.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1951>
@safe
final class Inflater {
  /// The format around the compressed data, as zlib's window size argument with the largest window.
  enum Wrapping: Int32 {
    case none = -15
    case zlib = 15
    case gzip = 31
  }

  /// The progress of one call in bytes.
  struct Progress {
    var consumed: Int
    var produced: Int
    /// Whether the end of the compressed data was reached and its checksum is right.
    var isFinished: Bool
  }

  enum Failure: Error {
    case outOfMemory
    /// Invalid data, with zlib's message.
    case damaged(String)
  }

  // zlib stores the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ wrapping: Wrapping) throws(Failure) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let result = unsafe inflateInit2_(
      stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw .outOfMemory }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Prepares for another stream.
  func restart() { unsafe inflateReset(stream) }

  /// Decompresses bytes of `input` in `range` into `output` from index `start` on, until either is
  /// exhausted.
  func inflate(
    _ input: inout [UInt8], range: Range<Int>, into output: inout [UInt8], from start: Int
  ) throws(Failure) -> Progress {
    var result = Z_OK
    var progress = Progress(consumed: 0, produced: 0, isFinished: false)
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        // zlib has 32-bit sizes.
        let given = min(range.count, 1 << 30)
        let room = min(target.count - start, 1 << 30)
        unsafe stream.pointee.next_in = source.baseAddress! + range.lowerBound
        unsafe stream.pointee.avail_in = uInt(given)
        unsafe stream.pointee.next_out = target.baseAddress! + start
        unsafe stream.pointee.avail_out = uInt(room)
        // inflate allocates its window at the first output, so it can fail for lack of memory.
        result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        progress.consumed = unsafe given - Int(stream.pointee.avail_in)
        progress.produced = unsafe room - Int(stream.pointee.avail_out)
      }
    }
    switch result {
    case Z_STREAM_END: progress.isFinished = true
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw .outOfMemory
    case Z_NEED_DICT: throw .damaged("it requires a dictionary")
    default:
      throw .damaged(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "invalid data")
    }
    return progress
  }
}

extension Inflater.Failure {
  /// The failure as an error of a file in which `what` is damaged.
  func readError(in path: Path, what: String) -> ReadError {
    switch self {
    case .outOfMemory: .file(.outOfMemory(path))
    case .damaged(let how): .data(path, "the \(what) is damaged: \(how)")
    }
  }
}
