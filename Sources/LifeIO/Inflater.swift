internal import CZlib
internal import LifeFaults

/// zlib's inflate, one piece of input and one of output at a time.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1951>
@safe
final class Inflater {
  /// What stands around the compressed data; zlib's number for it, with the largest window.
  enum Wrapping: Int32 {
    case none = -15
    case zlib = 15
    case gzip = 31
  }

  /// What one call has done.
  struct Progress {
    var consumed: Int
    var produced: Int
    /// Whether the compressed data is over, its checksum included.
    var isFinished: Bool
  }

  enum Failure: Error {
    case outOfMemory
    /// With zlib's word on it.
    case damaged(String)
  }

  // zlib remembers where it is, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ wrapping: Wrapping) throws(Failure) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let result = unsafe inflateInit2_(
      stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK, !callFails("inflateInit") else { throw .outOfMemory }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Begins anew.
  func restart() { unsafe inflateReset(stream) }

  /// Expands some of `input` to where there is room in `output`, from `start` on.
  func inflate(
    _ input: inout [UInt8], _ range: Range<Int>, into output: inout [UInt8], from start: Int
  ) throws(Failure) -> Progress {
    var result = Z_OK
    var progress = Progress(consumed: 0, produced: 0, isFinished: false)
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        // zlib counts with 32 bits.
        let given = min(range.count, 1 << 30)
        let room = min(target.count - start, 1 << 30)
        unsafe stream.pointee.next_in = source.baseAddress! + range.lowerBound
        unsafe stream.pointee.avail_in = uInt(given)
        unsafe stream.pointee.next_out = target.baseAddress! + start
        unsafe stream.pointee.avail_out = uInt(room)
        // It takes its window only when it has something to put in.
        result = unsafe callFails("inflate") ? Z_MEM_ERROR : CZlib.inflate(stream, Z_NO_FLUSH)
        progress.consumed = unsafe given - Int(stream.pointee.avail_in)
        progress.produced = unsafe room - Int(stream.pointee.avail_out)
      }
    }
    switch result {
    case Z_STREAM_END: progress.isFinished = true
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw .outOfMemory
    case Z_NEED_DICT: throw .damaged("it needs a dictionary")
    default: throw .damaged(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "?")
    }
    return progress
  }
}

/// Expands one stretch of compressed data, and stops at its end.
package final class InflateSource: ByteSource {
  private var source: any ByteSource
  private let inflater: Inflater
  private let path: Path
  private let what: String
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var isFinished = false
  /// What was read and is not expanded yet.
  var pending: Int { end - position }

  /// - Parameters:
  ///   - hasHeader: whether zlib's own header and checksum stand around the data.
  ///   - what: what the data is called in errors.
  package init(_ source: any ByteSource, hasHeader: Bool, path: Path, what: String) throws {
    self.source = source
    self.path = path
    self.what = what
    do {
      inflater = try Inflater(hasHeader ? .zlib : .none)
    } catch {
      throw error.readError(path, what)
    }
  }

  package func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while !isFinished {
      if position == end {
        (position, end) = (0, try source.read(into: &input, from: 0))
        if end == 0 { throw Inflater.Failure.damaged("cut short").readError(path, what) }
      }
      do throws(Inflater.Failure) {
        let progress = try inflater.inflate(&input, position..<end, into: &buffer, from: start)
        position += progress.consumed
        isFinished = progress.isFinished
        if progress.produced > 0 { return progress.produced }
      } catch {
        throw error.readError(path, what)
      }
    }
    return 0
  }
}

extension Inflater.Failure {
  /// The failure as one of a file, in which `what` is damaged.
  func readError(_ path: Path, _ what: String) -> ReadError {
    switch self {
    case .outOfMemory: .file(.outOfMemory(path))
    case .damaged(let how): .data(path, "the \(what) is damaged: \(how)")
    }
  }
}
