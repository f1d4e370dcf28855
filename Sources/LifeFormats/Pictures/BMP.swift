// Format: https://learn.microsoft.com/en-us/windows/win32/gdi/bitmap-storage
package import LifeCore
package import LifeIO

/// A picture without compression, as Windows keeps it; dark is alive.
package enum BMP: PatternFormat {
  package static let name = "bmp"
  package static let summary = "a picture without compression, dark pixels alive"
  package static let extensions = ["bmp", "dib"]
  package static let holds: Holding = []

  package static func recognises(_ prefix: Span<UInt8>) -> Bool {
    guard prefix.count >= 18, prefix[0] == UInt8(ascii: "B"), prefix[1] == UInt8(ascii: "M") else {
      return false
    }
    // The two fields that nobody uses, and the size of the second header.
    return prefix[6] | prefix[7] | prefix[8] | prefix[9] == 0 && prefix[14] >= 12
      && prefix[15] | prefix[16] | prefix[17] == 0
  }

  package static func read(_ input: ByteReader, _ options: ReadOptions) throws -> Pattern {
    var reader = try PixelReader(BMPSource(input), input, options)
    return try reader.read()
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try pictureSize(pattern, most: 1 << 15)
    let bytesPerRow = (box.width + 31) / 32 * 4
    let start = 14 + 40 + 8
    try output.write("BM")
    try output.write(words([start + bytesPerRow * box.height, 0, start, 40, box.width]))
    // A negative height has the northmost row first.
    try output.write(words([-box.height, 1 | 1 << 16, 0, bytesPerRow * box.height]))
    try output.write(words([2835, 2835, 2, 2, 0xff_ffff, 0]))
    try pattern.cells.forEachPixelRow(in: box, bytesPerRow: bytesPerRow) { try output.write($0) }
  }

  /// Numbers of 32 bits, the lowest first.
  private static func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) } }
  }
}

private struct BMPSource: PixelSource {
  let width: Int
  let height: Int
  let isBottomUp: Bool
  let palette: [UInt8]?
  private let bitsPerPixel: Int
  private let input: ByteReader
  private var bytes: [UInt8]

  private static let mostPixels = 1 << 26

  init(_ input: ByteReader) throws {
    self.input = input
    let refuse = { (what: String) in ParseError("\(what) is not read", in: input.path) }
    let head = try input.take(18)
    let headerSize = head.number(at: 14, 4)
    guard headerSize == 12 || (40...1024).contains(headerSize) else {
      throw refuse("a header of \(headerSize) bytes")
    }
    let header = try input.take(headerSize - 4)
    let isOld = headerSize == 12
    let signed = isOld ? header.number(at: 2, 2) : header.signedNumber(at: 4)
    width = isOld ? header.number(at: 0, 2) : header.signedNumber(at: 0)
    height = abs(signed)
    isBottomUp = signed > 0
    bitsPerPixel = header.number(at: isOld ? 6 : 10, 2)
    guard [1, 4, 8, 24, 32].contains(bitsPerPixel) else {
      throw refuse("a picture of \(bitsPerPixel) bits a pixel")
    }
    let compression = isOld ? 0 : header.number(at: 12, 4)
    guard compression == 0 || compression == 3 && bitsPerPixel == 32 else {
      throw refuse("a compressed bitmap")
    }
    guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height) else {
      throw refuse("a picture of \(width) × \(height) pixels")
    }
    let bytesPerRow = (width * bitsPerPixel + 31) / 32 * 4
    guard bytesPerRow <= mostBytesInRow else { throw refuse("a row of \(bytesPerRow) bytes") }
    bytes = [UInt8](repeating: 0, count: bytesPerRow)
    let claimed = isOld ? 0 : header.number(at: 28, 4)
    let entries = bitsPerPixel > 8 ? 0 : claimed == 0 ? 1 << bitsPerPixel : min(claimed, 256)
    let entrySize = isOld ? 3 : 4
    palette = entries == 0 ? nil : Self.levels(try input.take(entries * entrySize), entrySize)
    // Masks and other things may stand before the pixels.
    let gap = head.number(at: 10, 4) - 14 - headerSize - entries * entrySize
    guard (0...4096).contains(gap) else { throw refuse("a bitmap with its pixels elsewhere") }
    _ = try input.take(gap)
  }

  private static func levels(_ colors: [UInt8], _ size: Int) -> [UInt8] {
    stride(from: 0, to: colors.count, by: size).map {
      lightness(red: colors[$0 + 2], green: colors[$0 + 1], blue: colors[$0])
    }
  }

  mutating func read(into row: inout [UInt8]) throws {
    try input.take(bytes.count, into: &bytes)
    let samples = bitsPerPixel / 8
    for x in 0..<width {
      if samples > 1 {
        row[x] = lightness(
          red: bytes[x * samples + 2], green: bytes[x * samples + 1], blue: bytes[x * samples])
      } else {
        row[x] = bytes.sample(x, bits: bitsPerPixel)
      }
    }
  }
}

extension [UInt8] {
  /// The number in `length` bytes from `offset` on, the lowest first.
  func number(at offset: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }

  fileprivate func signedNumber(at offset: Int) -> Int {
    Int(Int32(truncatingIfNeeded: number(at: offset, 4)))
  }

  /// Sample `index` of so many bits, the first in the highest bits of a byte.
  func sample(_ index: Int, bits: Int) -> UInt8 {
    let bit = index * bits
    let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
    return self[bit >> 3] >> UInt8(8 - bits - bit & 7) & mask
  }
}
