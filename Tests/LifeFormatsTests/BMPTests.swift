import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Bitmaps of all kinds, put together from their description.
@Suite struct BMPTests {
  static func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A file without its pixels: both headers, the palette and `gap` bytes of something.
  static func head(
    width: Int, height: Int, bits: Int, compression: Int = 0, colors: [[UInt8]] = [],
    claimed: Int = 0, gap: Int = 0, isOld: Bool = false
  ) -> [UInt8] {
    let size = isOld ? 12 : 40
    let entry = isOld ? 3 : 4
    var bytes = Array("BM".utf8)
    for value in [0, 0, 14 + size + colors.count * entry + gap, size] { bytes += number(value) }
    for side in [width, height] { bytes += number(side, bytes: isOld ? 2 : 4) }
    bytes += number(1, bytes: 2) + number(bits, bytes: 2)
    if !isOld {
      for value in [compression, 0, 0, 0, claimed, 0] { bytes += number(value) }
    }
    for color in colors { bytes += (color + [0]).prefix(entry) }
    return bytes + [UInt8](repeating: 7, count: gap)
  }

  @Test(arguments: [1, 4, 8, 24, 32], 0..<8)
  func `every kind of pixel in a bitmap is read`(bits: Int, seed: Int) throws {
    var random = Seeded(seed * 100 + bits)
    let isOld = seed & 1 == 1
    let isBottomUp = seed & 1 == 1 || seed & 2 == 2
    let width = 1 + random.below(90)
    let height = 1 + random.below(9)
    let colors = bits > 8 ? [] : (0..<1 << bits).map { Self.gray($0 % 3 == 0) }
    var bytes = Self.head(
      width: width, height: isBottomUp ? height : -height, bits: bits,
      compression: bits == 32 && !isOld ? 3 : 0,
      colors: colors, gap: isOld ? 0 : seed, isOld: isOld)
    var alive: [CellRun] = []
    for row in 0..<height {
      var line = [UInt8](repeating: 0, count: (width * bits + 31) / 32 * 4)
      for x in 0..<width {
        let value = random.below(1 << min(bits, 8))
        let isAlive = bits > 8 ? value & 1 == 0 : value % 3 == 0
        let y = isBottomUp ? height - 1 - row : row
        if isAlive { alive.append(CellRun(y: y, x: x, length: 1, state: 1)) }
        if bits > 8 {
          for (channel, level) in Self.gray(isAlive).enumerated() {
            line[x * bits / 8 + channel] = level
          }
        } else {
          line[x * bits / 8] |= UInt8(value << (8 - bits - x * bits % 8))
        }
      }
      bytes += line
    }
    #expect(try read(bytes, as: .bmp).cells == Cells(alive.sorted { ($0.y, $0.x) < ($1.y, $1.x) }))
  }

  private static func gray(_ isDark: Bool) -> [UInt8] { isDark ? [9, 9, 9] : [250, 250, 250] }

  @Test func `cells of several pixels are counted from the top of a bitmap`() throws {
    var options = ReadOptions()
    options.images.cellSize = 2
    // Three rows of three pixels: the last is left out, whichever comes first.
    for isBottomUp in [true, false] {
      let rows: [[UInt8]] = [[0x00, 0, 0, 0], [0x40, 0, 0, 0], [0xe0, 0, 0, 0]]
      let head = Self.head(
        width: 3, height: isBottomUp ? 3 : -3, bits: 1, colors: [[255, 255, 255], [0, 0, 0]])
      let bytes = head + (isBottomUp ? rows.reversed() : rows).joined()
      #expect(
        try Format.read(ByteReader(bytes, name: "in"), options: options).pattern.picture == "O")
    }
  }

  @Test(arguments: [
    (head(width: 1, height: 1, bits: 2), "an image of 2 bits per pixel is not supported"),
    (head(width: 1, height: 1, bits: 24, compression: 1), "a compressed bitmap is not supported"),
    (head(width: 1, height: 1, bits: 8, compression: 3), "a compressed bitmap is not supported"),
    (head(width: 0, height: 1, bits: 24), "an image of 0 × 1 pixels is not supported"),
    (head(width: 1, height: 0, bits: 24), "an image of 1 × 0 pixels is not supported"),
    (head(width: -5, height: 1, bits: 24), "an image of -5 × 1 pixels is not supported"),
    (
      head(width: 1, height: 1 << 26 + 1, bits: 24),
      "an image of 1 × 67108865 pixels is not supported"
    ),
    (head(width: 1 << 26, height: 1, bits: 32), "a row of 268435456 bytes is not supported"),
    (
      head(width: 1, height: 1, bits: 24, gap: 4097),
      "a bitmap with more than 4096 bytes before its pixels is not supported"
    ),
    (head(width: 1, height: 1, bits: 8, claimed: 9), "the image is incomplete"),
    (head(width: 1, height: 1, bits: 24), "the image is incomplete"),
  ])
  func `unsupported bitmaps are refused`(bytes: [UInt8], message: String) {
    let error = #expect(throws: ParseError.self) { try read(bytes, as: .bmp) }
    #expect("\(error as Any)".contains(message), "\(error as Any)")
  }

  @Test func `bitmap headers of unknown size are refused`() {
    var bytes = Self.head(width: 1, height: 1, bits: 24) + [0, 0, 0, 0]
    for size in [13, 39, 1025] {
      bytes.replaceSubrange(14..<18, with: Self.number(size))
      #expect(throws: ParseError.self) { try read(bytes, as: .bmp) }
    }
  }
}
