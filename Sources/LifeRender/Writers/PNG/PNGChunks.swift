// Format: https://www.w3.org/TR/png-3/
internal import LifeIO

/// Serializes the chunks of PNG files.
enum PNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  static let end = chunk("IEND", [])

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(crc32(body)))
  }

  /// The IHDR chunk for indexed pixels, not interlaced.
  static func header(width: Int, height: Int, bitDepth: Int) -> [UInt8] {
    chunk("IHDR", bigEndian(width) + bigEndian(height) + [UInt8(bitDepth), 3, 0, 0, 0])
  }

  static func palette(_ palette: Palette) -> [UInt8] {
    chunk("PLTE", palette.colors.flatMap { [$0.red, $0.green, $0.blue] })
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  static func bigEndian16(_ number: Int) -> [UInt8] { Array(bigEndian(number).suffix(2)) }
}
