internal import CZlib
internal import LifeSystem

/// A piece of a zlib stream or of gzip. Pieces are compressed independently, on several threads.
///
/// Pieces have a fixed size of input, so the stream doesn't depend on the number of threads.
///
///      header, 2 bytes │ piece 0 │ piece 1 │ … │ last piece │ Adler-32 of the input, 4 bytes
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1950>
package struct DeflatedPiece: Sendable {
  /// The compressed bytes. They end at a byte boundary.
  let bytes: [UInt8]
  fileprivate let checksum: UInt
  fileprivate let count: Int

  /// Compresses one piece of input.
  ///
  /// - Parameter level: 1 (fast) to 9 (small).
  /// - Throws: ``FileFailure`` if memory runs out.
  package init(_ input: [UInt8], isLast: Bool, level: Int32 = 6) throws {
    count = input.count
    checksum = unsafe input.withUnsafeBufferPointer {
      unsafe CZlib.adler32(1, $0.baseAddress, uInt($0.count))
    }
    var stream = unsafe z_stream()
    // A negative window size selects raw deflate data; 8 is zlib's default memory level.
    let begun = unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe _ = deflateEnd(&stream) }
    guard begun == Z_OK else {
      throw FileFailure(.create, path: "-", code: ENOMEM)
    }
    let room = unsafe Int(deflateBound(&stream, uLong(input.count))) + 16
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, written in
      unsafe input.withUnsafeBufferPointer { input in
        // zlib doesn't write to its input, although its C declaration isn't const.
        unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(room)
        let result = unsafe deflate(&stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        precondition(result == Z_OK || result == Z_STREAM_END)
        unsafe written = room - Int(stream.avail_out)
      }
    }
  }
}

/// Joins pieces into a complete stream.
package struct DeflatedStream {
  /// The checksum of all pieces so far. It is combined piece by piece, so none must be kept.
  private var checksum: UInt = 1
  private var isAtStart = true

  package init() {}

  /// The bytes of the next piece, with the beginning or the end of the stream if it's there.
  package mutating func bytes(of piece: DeflatedPiece, isLast: Bool) -> [UInt8] {
    defer { isAtStart = false }
    checksum = adler32_combine(checksum, piece.checksum, piece.count)
    let start: [UInt8] = isAtStart ? [0x78, 0x9c] : []
    return start + piece.bytes + (isLast ? UInt32(truncatingIfNeeded: checksum).bigEndianBytes : [])
  }
}
