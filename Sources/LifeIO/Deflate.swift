internal import CZlib
internal import LifeFaults

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A piece of a zlib stream whose pieces are compressed apart, by different threads if need be.
///
///      2 bytes │ piece 0 │ piece 1 │ … │ last piece │ checksum of all that went in
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1950>
package struct DeflatedPiece: Sendable {
  /// What came out; ends at a byte, where the next piece can follow.
  package let bytes: [UInt8]
  private let checksum: UInt
  private let count: Int

  /// What a stream begins with.
  package static let header: [UInt8] = [0x78, 0x9c]

  /// - Parameter level: from 1, fast, to 9, small.
  /// - Throws: ``FileFailure`` if there is no memory.
  package init(_ input: [UInt8], isLast: Bool, level: Int32 = 6) throws {
    count = input.count
    checksum = unsafe input.withUnsafeBufferPointer {
      unsafe CZlib.adler32(1, $0.baseAddress, uInt($0.count))
    }
    var stream = unsafe z_stream()
    // A negative window asks for bare data, 8 is the usual memory.
    let begun = unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe _ = deflateEnd(&stream) }
    guard begun == Z_OK, !callFails("deflateInit") else {
      throw FileFailure(.create, "-", code: ENOMEM)
    }
    let room = unsafe Int(deflateBound(&stream, uLong(input.count))) + 16
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, written in
      unsafe input.withUnsafeBufferPointer { input in
        // zlib does not write to its input; its C declaration merely does not say so.
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

  /// What a stream of these pieces ends with.
  package static func trailer(_ pieces: [DeflatedPiece]) -> [UInt8] {
    let sum = pieces.reduce(1) { sum, piece in
      adler32_combine(sum, piece.checksum, piece.count)
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt($0)) }
  }
}

/// The checksum of PNG's chunks.
package func crc32(_ bytes: [UInt8]) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer {
    unsafe UInt32(truncatingIfNeeded: CZlib.crc32(0, $0.baseAddress, uInt($0.count)))
  }
}
