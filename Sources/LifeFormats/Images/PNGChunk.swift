// Format: https://www.w3.org/TR/png-3/
internal import LifeIO

/// A part of a PNG file: its length, a type of four letters, the content and a checksum.
package enum PNGChunk {
  /// The bytes before the first chunk.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// A private chunk with a picture's pattern, as RLE. Its last letter tells other programs to drop
  /// the chunk if they change pixels.
  package static let patternType = "liFE"

  /// The last chunk.
  package static let end = bytes("IEND", content: [])

  /// The meaning of a pixel.
  package enum Pixel: UInt8 {
    /// A level of gray, 0 for black.
    case gray = 0
    /// An index into the palette.
    case indexed = 3
  }

  /// The bytes of a chunk in the file.
  package static func bytes(_ type: String, content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return UInt32(truncatingIfNeeded: content.count).bigEndianBytes + body
      + CRC32(of: body).value.bigEndianBytes
  }

  /// The first chunk, for an image without interlacing.
  package static func header(
    width: Int, height: Int, bitDepth: Int, pixel: Pixel = .indexed
  ) -> [UInt8] {
    let size = [width, height].flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes }
    return bytes("IHDR", content: size + [UInt8(bitDepth), pixel.rawValue, 0, 0, 0])
  }

  /// The palette's colors, three bytes each: red, green and blue.
  package static func palette(_ colors: [UInt8]) -> [UInt8] { bytes("PLTE", content: colors) }

  /// The opacities of the first colors in the palette, from 0 to 255.
  package static func transparency(_ opacities: [UInt8]) -> [UInt8] {
    bytes("tRNS", content: opacities)
  }
}
