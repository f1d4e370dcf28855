// Format: https://netpbm.sourceforge.net/doc/pbm.html, and pgm.html and ppm.html beside it
package import LifeCore
package import LifeIO

/// An image of one bit per pixel; black pixels are live cells.
package enum PBM: PatternFormat {
  package static let summary = "an image, black pixels live"
  package static let extensions = ["pbm"]
  package static let capabilities: FormatCapabilities = []

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    [1, 4].contains(Netpbm.kind(prefix))
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    try Netpbm.read(input, options: options)
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try imageBounds(pattern)
    try output.write(NetpbmKind.bits.header(width: box.width, height: box.height))
    try pattern.cells.forEachPixelRow(in: box) {
      try output.write($0)
    }
  }
}

/// An image of one byte per pixel; dark pixels are live cells. PPM color images are read, too.
package enum PGM: PatternFormat {
  package static let summary = "an image, dark pixels live; also reads color (.ppm)"
  package static let extensions = ["pgm", "ppm", "pnm"]
  package static let capabilities: FormatCapabilities = []

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    [2, 3, 5, 6].contains(Netpbm.kind(prefix))
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    try Netpbm.read(input, options: options)
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try imageBounds(pattern)
    try output.write(NetpbmKind.grays.header(width: box.width, height: box.height))
    var pixels = [UInt8](repeating: 0, count: box.width)
    try pattern.cells.forEachPixelRow(in: box) { row in
      for x in pixels.indices { pixels[x] = row[x >> 3] >> UInt8(7 - x & 7) & 1 == 1 ? 0 : 255 }
      try output.write(pixels)
    }
  }
}

/// The binary Netpbm images, by the digit after their initial `P`.
package enum NetpbmKind: Int {
  /// One bit per pixel, 1 for black; each row begins with a new byte.
  case bits = 4
  /// One byte per pixel, 0 for black.
  case grays
  /// Three bytes per pixel: red, green and blue.
  case colors

  package func header(width: Int, height: Int) -> String {
    "P\(rawValue)\n\(width) \(height)\n" + (self == .bits ? "" : "255\n")
  }
}

/// The image kinds P1 to P6: bits, gray levels and colors, as text (1 to 3) and as bytes (4 to 6).
private enum Netpbm {
  /// The digit after the initial `P`, for example 4 in `P4`; `nil` for other files.
  static func kind(_ prefix: Span<UInt8>) -> Int? {
    guard prefix.count > 2, prefix[0] == UInt8(ascii: "P"),
      (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(prefix[1]),
      Byte.isWhitespace(prefix[2]) || prefix[2] == UInt8(ascii: "#")
    else { return nil }
    return Int(prefix[1] - UInt8(ascii: "0"))
  }

  static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    while input.available.count < 3, try input.fill() {}
    guard let kind = kind(input.available) else {
      throw lines.unexpected(expected: "an image that begins with P1 to P6")
    }
    input.consume(2)
    let width = try number(from: lines, in: 1...maxImageSide, what: "a width")
    let height = try number(from: lines, in: 1...maxImageSide, what: "a height")
    let largest =
      kind == 1 || kind == 4 ? 1 : try number(from: lines, in: 1...65535, what: "the largest value")
    // Exactly one whitespace byte precedes binary pixels.
    if kind > 3 {
      guard let byte = try input.peek(), Byte.isWhitespace(byte) else {
        throw lines.unexpected(expected: "a space before the pixels")
      }
      input.consume(1)
    }
    let decoder = NetpbmDecoder(
      lines: lines, kind: kind, width: width, height: height, largest: largest)
    var reader = try ImageReader(decoder, input: input, options: options)
    return try reader.read()
  }

  /// Skips whitespace and comments.
  private static func skipBlanks(_ lines: LineReader) throws {
    while let byte = try lines.input.peek() {
      if byte == UInt8(ascii: "#") {
        while let next = try lines.input.peek(), !Byte.endsLine(next) { lines.input.consume(1) }
      } else if Byte.isWhitespace(byte) {
        lines.input.consume(1)
      } else {
        return
      }
    }
  }

  /// Reads a number of at most nine digits; `what` is its name in errors.
  static func number(
    from lines: LineReader, in range: ClosedRange<Int>, what: String
  ) throws -> Int {
    try skipBlanks(lines)
    var value = 0
    var count = 0
    while let byte = try lines.input.peek(ahead: count), Byte.isDigit(byte), count < 9 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      count += 1
    }
    guard count > 0 else { throw lines.unexpected(expected: what) }
    guard range.contains(value) else {
      throw lines.error("expected \(what) from \(range.lowerBound) to \(range.upperBound)")
    }
    lines.input.consume(count)
    return value
  }

  /// Reads a pixel of a P1 image; whitespace between pixels is optional.
  static func bit(_ lines: LineReader) throws -> UInt8 {
    try skipBlanks(lines)
    guard let byte = try lines.input.peek(), byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1")
    else { throw lines.unexpected(expected: "'0' or '1'") }
    lines.input.consume(1)
    return byte - UInt8(ascii: "0")
  }
}

/// Decodes rows. Bits pass unchanged; every other pixel becomes a byte of lightness.
private struct NetpbmDecoder: ImageDecoder {
  let lines: LineReader
  let kind: Int
  let width: Int
  let height: Int
  let largest: Int
  let isIndexed = false
  var bytes: [UInt8] = []

  private var isBits: Bool { kind == 1 || kind == 4 }
  private var isColored: Bool { kind == 3 || kind == 6 }
  private var bytesPerSample: Int { largest > 255 ? 2 : 1 }

  var bitsPerPixel: Int { isBits ? 1 : 8 }
  var lightness: [UInt8] { isBits ? [255, 0] : (0...255).map { $0 } }

  mutating func readRow(into row: inout [UInt8]) throws {
    switch kind {
    case 1: try readTextBits(into: &row)
    case 4: try lines.input.take(bytesPerRow, into: &row)
    case 5 where largest == 255: try lines.input.take(width, into: &row)
    default: try readSamples(into: &row)
    }
  }

  private func readTextBits(into row: inout [UInt8]) throws {
    for index in 0..<bytesPerRow { row[index] = 0 }
    for x in 0..<width { row[x >> 3] |= try Netpbm.bit(lines) << UInt8(7 - x & 7) }
  }

  private mutating func readSamples(into row: inout [UInt8]) throws {
    let samples = isColored ? 3 : 1
    if kind > 3 { try readBytes(width * samples * bytesPerSample) }
    for x in 0..<width {
      let gray = try sample(x * samples)
      guard isColored else {
        row[x] = gray
        continue
      }
      row[x] = luma(
        red: gray, green: try sample(x * 3 + 1), blue: try sample(x * 3 + 2))
    }
  }

  private mutating func readBytes(_ count: Int) throws {
    if bytes.count < count { bytes = [UInt8](repeating: 0, count: count) }
    try lines.input.take(count, into: &bytes)
  }

  /// The sample at `index` of a binary row, or the next sample of a text, scaled to 0...255.
  private func sample(_ index: Int) throws -> UInt8 {
    let value: Int
    if kind < 4 {
      value = try Netpbm.number(from: lines, in: 0...largest, what: "a value")
    } else if bytesPerSample == 2 {
      value = Int(bytes[index * 2]) << 8 | Int(bytes[index * 2 + 1])
    } else {
      value = Int(bytes[index])
    }
    return UInt8((min(value, largest) * 255 + largest / 2) / largest)
  }
}
