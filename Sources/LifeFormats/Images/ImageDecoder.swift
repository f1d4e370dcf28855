import LifeCore
internal import LifeIO

/// Decodes the rows of an image file, one after another.
protocol ImageDecoder {
  var width: Int { get }
  var height: Int { get }
  /// The number of bits of a pixel in decoded rows: 1, 2, 4 or 8.
  var bitsPerPixel: Int { get }
  /// The lightness of each pixel value, from 0 for black to 255 for white. Missing values are
  /// white.
  var lightness: [UInt8] { get }
  /// Whether a pixel value is an index into a palette; it can then be the state of a cell.
  var isIndexed: Bool { get }
  /// Decodes the next row to the beginning of `row`, which must have room. Pixels have
  /// ``bitsPerPixel`` bits without gaps; the westernmost is in the highest bits of the first byte.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  mutating func readRow(into row: inout [UInt8]) throws
}

extension ImageDecoder {
  var bytesPerRow: Int { (width * bitsPerPixel + 7) / 8 }
}

/// The maximum width and height to read and write, and the maximum number of bytes of a row.
let maxImageSide = 1 << 26

extension [UInt8] {
  /// The sample at `index`, of `bits` bits. The first sample of a byte is in its highest bits.
  func sample(_ index: Int, bits: Int) -> UInt8 {
    let bit = index * bits
    let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
    return self[bit >> 3] >> UInt8(8 - bits - (bit & 7)) & mask
  }
}

extension ByteReader {
  /// Reads exactly `count` bytes to the beginning of `bytes`.
  ///
  /// - Throws: ``ParseError`` if the file ends early; ``ReadError``.
  func take(_ count: Int, into bytes: inout [UInt8]) throws {
    var filled = 0
    while filled < count {
      while available.isEmpty {
        guard try fill() else { throw ParseError("the image is incomplete", in: path) }
      }
      let piece = available.extracting(0..<min(available.count, count - filled))
      for index in piece.indices { bytes[filled + index] = piece[index] }
      filled += piece.count
      consume(piece.count)
    }
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Throws: ``ParseError`` if the file ends early; ``ReadError``.
  func take(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try take(count, into: &bytes)
    return bytes
  }
}
