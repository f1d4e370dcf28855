// Format: https://learn.microsoft.com/en-us/windows/win32/gdi/bitmap-storage
package import LifeCore
package import LifeIO

/// An uncompressed image, the Windows bitmap; dark pixels are live cells.
package enum BMP: PatternFormat {
  package static let name = "bmp"
  package static let summary = "an uncompressed image, dark pixels live"
  package static let extensions = ["bmp", "dib"]
  package static let capabilities: FormatCapabilities = []

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    guard prefix.count >= 18, prefix[0] == UInt8(ascii: "B"), prefix[1] == UInt8(ascii: "M") else {
      return false
    }
    // The two reserved fields are 0; then the size of the second header follows.
    return prefix[6] | prefix[7] | prefix[8] | prefix[9] == 0 && prefix[14] >= 12
      && prefix[15] | prefix[16] | prefix[17] == 0
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    var reader = try ImageReader(BMPDecoder(input), input: input, options: options)
    return try reader.read()
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try imageBounds(pattern, most: 1 << 15)
    let bytesPerRow = (box.width + 31) / 32 * 4
    let pixelBytes = bytesPerRow * box.height
    let start = fileHeaderSize + headerSize + 2 * 4
    try output.write("BM")
    try output.write(words([start + pixelBytes, 0, start]))
    // A negative height means that the northernmost row comes first. One plane of one bit a pixel
    // follows, without compression.
    try output.write(words([headerSize, box.width, -box.height, 1 | 1 << 16, 0, pixelBytes]))
    // 72 dots per inch in both directions, and two colors, both of them important.
    try output.write(words([2835, 2835, 2, 2]))
    try output.write(words([0xff_ffff, 0]))
    try pattern.cells.forEachPixelRow(in: box, bytesPerRow: bytesPerRow) { try output.write($0) }
  }

  /// The bytes of the first header, which has the size of the file and the place of the pixels.
  fileprivate static let fileHeaderSize = 14
  /// The bytes of the second header, which has the size of the image and the form of its pixels.
  private static let headerSize = 40

  /// Numbers as 32 bits each, the least significant byte first.
  private static func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) } }
  }
}

/// Decodes the rows of a bitmap: palette indices of 1, 4 or 8 bits, or a byte of lightness for each
/// pixel of 24 or 32 bits.
private struct BMPDecoder: ImageDecoder {
  let width: Int
  let height: Int
  let isBottomUp: Bool
  let lightness: [UInt8]
  var bitsPerPixel: Int { min(fileBits, 8) }
  var isIndexed: Bool { fileBits <= 8 }
  /// Bits of a pixel in the file.
  private let fileBits: Int
  private let input: ByteReader
  private var bytes: [UInt8]

  private static let mostPixels = 1 << 26

  init(_ input: ByteReader) throws {
    self.input = input
    let refuse = { (what: String) in ParseError("\(what) is not supported", in: input.path) }
    let head = try input.take(18)
    let headerSize = head.number(at: 14, bytes: 4)
    guard headerSize == 12 || (40...1024).contains(headerSize) else {
      throw refuse("a header of \(headerSize) bytes")
    }
    let header = try input.take(headerSize - 4)
    let isOld = headerSize == 12
    let signed = isOld ? header.number(at: 2, bytes: 2) : header.signedNumber(at: 4)
    width = isOld ? header.number(at: 0, bytes: 2) : header.signedNumber(at: 0)
    height = abs(signed)
    isBottomUp = signed > 0
    fileBits = header.number(at: isOld ? 6 : 10, bytes: 2)
    guard [1, 4, 8, 24, 32].contains(fileBits) else {
      throw refuse("an image of \(fileBits) bits per pixel")
    }
    let compression = isOld ? 0 : header.number(at: 12, bytes: 4)
    guard compression == 0 || compression == 3 && fileBits == 32 else {
      throw refuse("a compressed bitmap")
    }
    guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height) else {
      throw refuse("an image of \(width) × \(height) pixels")
    }
    let bytesPerRow = (width * fileBits + 31) / 32 * 4
    guard bytesPerRow <= mostBytesPerRow else { throw refuse("a row of \(bytesPerRow) bytes") }
    bytes = [UInt8](repeating: 0, count: bytesPerRow)
    let entrySize = isOld ? 3 : 4
    var entries = 0
    if fileBits > 8 {
      lightness = (0...255).map { $0 }
    } else {
      let claimed = isOld ? 0 : header.number(at: 28, bytes: 4)
      entries = claimed == 0 ? 1 << fileBits : min(claimed, 256)
      lightness = Self.levels(of: try input.take(entries * entrySize), size: entrySize)
    }
    // Color masks and a color profile may precede the pixels.
    let gap = head.number(at: 10, bytes: 4) - BMP.fileHeaderSize - headerSize - entries * entrySize
    guard (0...4096).contains(gap) else {
      throw refuse("a bitmap with more than 4096 bytes before its pixels")
    }
    _ = try input.take(gap)
  }

  private static func levels(of colors: [UInt8], size: Int) -> [UInt8] {
    stride(from: 0, to: colors.count, by: size).map {
      luma(red: colors[$0 + 2], green: colors[$0 + 1], blue: colors[$0])
    }
  }

  mutating func readRow(into row: inout [UInt8]) throws {
    try input.take(bytes.count, into: &bytes)
    guard fileBits > 8 else {
      for index in 0..<bytesPerRow { row[index] = bytes[index] }
      return
    }
    let samples = fileBits / 8
    for x in 0..<width {
      row[x] = luma(
        red: bytes[x * samples + 2], green: bytes[x * samples + 1], blue: bytes[x * samples])
    }
  }

  func account(blankBytes: Int) { input.exempt(blankBytes) }
}

extension [UInt8] {
  fileprivate func signedNumber(at offset: Int) -> Int {
    Int(Int32(truncatingIfNeeded: number(at: offset, bytes: 4)))
  }
}
