internal import CZlib
internal import LifeSystem

/// Compresses with gzip. The header has no name and no time, so equal inputs give equal bytes.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1952>
@safe
package final class GzipSink: ByteSink {
  private let sink: any ByteSink
  private let path: Path
  // zlib stores the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = [UInt8](repeating: 0, count: 1 << 16)

  /// - Parameters:
  ///   - path: the name of the file in errors.
  ///   - level: 1 (fast) to 9 (small).
  /// - Throws: ``FileFailure`` if memory runs out.
  package init(_ sink: any ByteSink, path: Path, level: Int32 = 6) throws {
    self.sink = sink
    self.path = path
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 16 selects the gzip format, 15 the largest window; 8 is zlib's default memory level.
    let result = unsafe deflateInit2_(
      stream, level, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else {
      throw FileFailure(.create, path: path, code: ENOMEM)
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  package func write(_ bytes: Span<UInt8>) throws {
    // zlib has 32-bit sizes.
    let maxPiece = 1 << 30
    for start in stride(from: 0, to: bytes.count, by: maxPiece) {
      let piece = bytes.extracting(start..<min(bytes.count, start + maxPiece))
      try unsafe piece.withUnsafeBufferPointer { piece in
        // zlib doesn't write to its input, although its C declaration isn't const.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
        unsafe stream.pointee.avail_in = uInt(piece.count)
        try deflate(Z_NO_FLUSH)
      }
    }
  }

  package func finish() throws {
    unsafe stream.pointee.next_in = nil
    unsafe stream.pointee.avail_in = 0
    try deflate(Z_FINISH)
    try sink.finish()
  }

  package func abandon() { sink.abandon() }

  /// Compresses the bytes at `next_in` and writes the output to the sink.
  private func deflate(_ flush: Int32) throws {
    var isFull = true
    while isFull {
      var result = Z_OK
      let count = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = uInt(output.count)
        result = unsafe CZlib.deflate(stream, flush)
        return unsafe output.count - Int(stream.pointee.avail_out)
      }
      // With room for output, every other result is an internal error.
      precondition(result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR)
      isFull = count == output.count
      let block = output
      if count > 0 { try sink.write(block.span.extracting(0..<count)) }
    }
  }
}
