internal import CZlib
internal import LifeCore

/// A piece of a zlib stream or of gzip. Pieces are compressed independently, on several threads.
///
/// The cuts between pieces don't depend on the number of threads, so neither does the stream.
///
///      header, 2 bytes │ piece 0 │ piece 1 │ … │ last piece │ Adler-32 of the input, 4 bytes
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1950>
package struct DeflatedPiece: Sendable {
  /// The compressed bytes. They end at a byte boundary.
  let bytes: [UInt8]
  fileprivate let checksum: UInt
  fileprivate let inputCount: Int

  /// Compresses one piece of input.
  ///
  /// - Parameter level: 1 (fast) to 9 (small).
  /// - Throws: ``MemoryExhausted``.
  package init(_ input: [UInt8], isLast: Bool, level: Int32 = 6) throws {
    inputCount = input.count
    checksum = unsafe input.withUnsafeBufferPointer {
      unsafe CZlib.adler32(1, $0.baseAddress, uInt($0.count))
    }
    var stream = unsafe z_stream()
    // A negative window size selects raw deflate data; 8 is zlib's default memory level.
    let begun = unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe _ = deflateEnd(&stream) }
    // zlib allocates 256 KiB with these settings.
    guard begun == Z_OK else { throw MemoryExhausted(purpose: "compression", bytes: 1 << 18) }
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
  /// The checksum of all pieces so far. The next piece adds its own, so no piece is kept.
  private var checksum: UInt = 1
  private var isAtStart = true

  package init() {}

  /// The bytes of the next piece, after the header if it is the first, before the checksum if it is
  /// the last.
  package mutating func bytes(of piece: DeflatedPiece, isLast: Bool) -> [UInt8] {
    defer { isAtStart = false }
    checksum = adler32_combine(checksum, piece.checksum, piece.inputCount)
    let start: [UInt8] = isAtStart ? [0x78, 0x9c] : []
    return start + piece.bytes + (isLast ? UInt32(truncatingIfNeeded: checksum).bigEndianBytes : [])
  }
}
