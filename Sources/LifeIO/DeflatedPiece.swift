internal import CZlib

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A piece of a zlib stream whose pieces are compressed independently, on several threads.
///
/// Pieces have a fixed size of input, so that the stream does not depend on the number of threads.
///
///      header, 2 bytes │ piece 0 │ piece 1 │ … │ last piece │ Adler-32 of the input, 4 bytes
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1950>
package struct DeflatedPiece: Sendable {
  /// The compressed bytes, which end at a byte boundary.
  package let bytes: [UInt8]
  private let checksum: UInt
  private let count: Int

  /// The first bytes of a stream.
  package static let header: [UInt8] = [0x78, 0x9c]

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
        // zlib does not write to its input, although its C declaration is not const.
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

  /// The checksum at the end of a stream, combined piece by piece so that no piece must be kept.
  package struct Checksum {
    private var sum: UInt = 1

    package init() {}

    /// Adds the next piece of the stream.
    package mutating func add(_ piece: DeflatedPiece) {
      sum = adler32_combine(sum, piece.checksum, piece.count)
    }

    /// The checksum of the pieces so far, as stored in the stream.
    package var bytes: [UInt8] {
      UInt32(truncatingIfNeeded: sum).bigEndianBytes
    }
  }
}
