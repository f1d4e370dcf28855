// Format: https://www.w3.org/TR/png-3/
import LifeCore
internal import LifeIO

/// Decodes the rows of a PNG file.
///
/// Pixels of one sample of up to eight bits pass unchanged. Every other pixel becomes a byte of
/// lightness.
final class PNGDecoder: ImageDecoder {
  let width: Int
  let height: Int
  private(set) var bitsPerPixel = 8
  private(set) var lightness: [UInt8] = []
  var isIndexed: Bool { header.isIndexed }
  /// The content of the chunk ``PNG/metadataType``; `nil` if there is none.
  private(set) var metadata: [UInt8]?
  /// The pattern of a picture, as RLE; `nil` if there is none.
  private(set) var pattern: [UInt8]?
  private let input: ByteReader
  private let chunks: PNGChunks
  private let data: InflateSource
  private let header: PNGHeader
  /// The lightness of transparent pixels. They are dead cells.
  private let background: UInt8
  /// The transparent color, a value per sample.
  private var transparent: [Int]?
  /// The current row and the one above. Each begins with `header.bytesPerPixel` zero bytes.
  private var line: [UInt8]
  private var above: [UInt8]
  /// The pixels of an interlaced image, one byte each, and the next row to return.
  private var pixels: [UInt8] = []
  private var y = 0

  init(_ input: ByteReader, options: ReadOptions) throws {
    self.input = input
    chunks = try PNGChunks(input)
    header = try PNGHeader(chunks, limits: options.limits)
    width = header.width
    height = header.height
    background = options.images.isInverted ? 0 : 255
    let size = header.bytesPerPixel + header.bytesPerRow
    line = [UInt8](repeating: 0, count: size)
    above = line
    data = try InflateSource(chunks, .zlib, path: input.path, dataName: "PNG image")
    try readColors(options.limits)
    if header.keepsPixels {
      if !header.isInterlaced { bitsPerPixel = header.bitDepth }
      if !header.isIndexed { lightness = grays() }
    } else {
      lightness = (0...255).map { $0 }
    }
  }

  /// Reads the chunks before the pixels.
  private func readColors(_ limits: Limits) throws {
    var hasPalette = false
    while true {
      switch try chunks.next() {
      case "PLTE":
        let colors = try chunks.data(upTo: 768)
        lightness = stride(from: 0, to: colors.count - 2, by: 3).map {
          luma(red: colors[$0], green: colors[$0 + 1], blue: colors[$0 + 2])
        }
        hasPalette = true
      case PNG.metadataType: metadata = try chunks.data(upTo: limits.noteBytes)
      case PNGChunk.patternType: pattern = try chunks.data(upTo: limits.noteBytes)
      case "tRNS": try readTransparency(try chunks.data(upTo: 256))
      case "IDAT":
        if header.isIndexed, !hasPalette { throw chunks.damaged("it has no palette") }
        return
      case "IEND": throw chunks.damaged("it has no pixels")
      default: try chunks.skip()
      }
    }
  }

  private func readTransparency(_ values: [UInt8]) throws {
    if header.isIndexed {
      for (index, alpha) in values.enumerated() where alpha < 128 && index < lightness.count {
        lightness[index] = background
      }
    } else if values.count >= header.samples * 2 {
      transparent = (0..<header.samples).map { Int(values[$0 * 2]) << 8 | Int(values[$0 * 2 + 1]) }
    }
  }

  /// The lightness of each value of a gray pixel with up to eight bits.
  private func grays() -> [UInt8] {
    let maxValue = 1 << header.bitDepth - 1
    return (0...maxValue).map { value in
      transparent == [value] ? background : UInt8(value * 255 / maxValue)
    }
  }

  func readRow(into row: inout [UInt8]) throws {
    if header.isInterlaced {
      if pixels.isEmpty { try readPasses() }
      for x in 0..<width { row[x] = pixels[y * width + x] }
      y += 1
      return
    }
    try readLine()
    if header.keepsPixels {
      row.replaceSubrange(0..<header.bytesPerRow, with: line[header.bytesPerPixel...])
    } else {
      for x in 0..<width { row[x] = pixel(x) }
    }
  }

  /// Reads the next row of the image or pass into ``line``.
  private func readLine() throws {
    swap(&line, &above)
    // The filter byte precedes the pixels, in a place that must be 0 afterwards.
    var index = header.bytesPerPixel - 1
    let start = index
    while index < line.count {
      let count = try data.read(into: &line, from: index)
      guard count > 0 else { throw chunks.damaged("fewer pixels than its header declares") }
      index += count
    }
    let filter = line[start]
    line[start] = 0
    guard Self.unfilter(filter, line: &line, above: above, step: header.bytesPerPixel) else {
      throw chunks.damaged("filter \(filter) is unknown")
    }
  }

  /// Reads an interlaced image: seven smaller images, from every eighth pixel to every second row.
  private func readPasses() throws {
    pixels = [UInt8](repeating: 0, count: width * height)
    for (x, y, dx, dy) in [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ] where x < width {
      let columns = (width - x + dx - 1) / dx
      line = [UInt8](repeating: 0, count: header.bytesPerPixel + header.bytes(columns))
      above = line
      for row in stride(from: y, to: height, by: dy) {
        try readLine()
        for column in 0..<columns {
          pixels[row * width + x + column * dx] =
            header.keepsPixels
            ? line.sample(column + 8 / header.bitDepth, bits: header.bitDepth)
            : pixel(column)
        }
      }
    }
  }

  /// Checks that the file ends after the last row.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  func finish() throws {
    var more: [UInt8] = [0]
    guard try data.read(into: &more, from: 0) == 0 else {
      throw chunks.damaged("more pixels than its header declares")
    }
    try chunks.finish()
  }

  /// Undoes the filter of a row: each byte is stored as the difference from a prediction.
  ///
  /// - Returns: `false` if the filter is unknown.
  private static func unfilter(
    _ filter: UInt8, line: inout [UInt8], above: [UInt8], step: Int
  ) -> Bool {
    switch filter {
    case 0: break
    case 1: for index in step..<line.count { line[index] &+= line[index - step] }
    case 2: for index in step..<line.count { line[index] &+= above[index] }
    case 3:
      for index in step..<line.count {
        line[index] &+= UInt8((Int(line[index - step]) + Int(above[index])) / 2)
      }
    case 4:
      for index in step..<line.count {
        line[index] &+= nearest(
          west: line[index - step], north: above[index], corner: above[index - step])
      }
    default: return false
    }
    return true
  }

  /// The Paeth predictor: the neighbor nearest to west + north − north-west.
  private static func nearest(west: UInt8, north: UInt8, corner: UInt8) -> UInt8 {
    let sum = Int(west) + Int(north) - Int(corner)
    let toWest = abs(sum - Int(west))
    let toNorth = abs(sum - Int(north))
    let toCorner = abs(sum - Int(corner))
    if toWest <= toNorth && toWest <= toCorner { return west }
    return toNorth <= toCorner ? north : corner
  }

  /// The lightness of a pixel of several samples, or of 16 bits.
  private func pixel(_ x: Int) -> UInt8 {
    let values = (0..<header.samples).map { sample(at: x, channel: $0) }
    if header.hasAlpha, sample(at: x, channel: header.samples).high < 128 { return background }
    if let transparent, values.map(\.whole) == transparent { return background }
    return header.samples == 1
      ? values[0].high
      : luma(red: values[0].high, green: values[1].high, blue: values[2].high)
  }

  /// A sample of one byte or two, and its most significant byte.
  private func sample(at x: Int, channel: Int) -> (whole: Int, high: UInt8) {
    let step = header.bytesPerPixel
    let index = step + x * step + channel * header.bitDepth / 8
    if header.bitDepth == 8 { return (Int(line[index]), line[index]) }
    return (Int(line[index]) << 8 | Int(line[index + 1]), line[index])
  }
}

/// The content of the first chunk: the size of the image and the form of its pixels.
private struct PNGHeader {
  let width: Int
  let height: Int
  let bitDepth: Int
  let isIndexed: Bool
  let isInterlaced: Bool
  let hasAlpha: Bool
  /// Samples per pixel, without transparency: one, or three for red, green and blue.
  let samples: Int

  var bytesPerPixel: Int { max(1, bitsPerPixel / 8) }
  var bytesPerRow: Int { bytes(width) }
  /// Whether decoding keeps the pixels unchanged: one sample of up to a byte.
  var keepsPixels: Bool { samples == 1 && !hasAlpha && bitDepth <= 8 }
  /// The number of bytes for a row of pixels.
  func bytes(_ pixels: Int) -> Int { (pixels * bitsPerPixel + 7) / 8 }
  private var bitsPerPixel: Int { bitDepth * (samples + (hasAlpha ? 1 : 0)) }

  /// The maximum number of pixels of an interlaced image: all are in memory at once.
  private static let maxInterlacedPixels = 1 << 26

  init(_ chunks: PNGChunks, limits: Limits) throws {
    guard try chunks.next() == "IHDR" else { throw chunks.damaged("its header is missing") }
    let fields = try chunks.data(upTo: 13)
    guard fields.count == 13 else { throw chunks.damaged("its header is incomplete") }
    width = fields.bigEndian(at: 0)
    height = fields.bigEndian(at: 4)
    bitDepth = Int(fields[8])
    let kind = fields[9]
    isIndexed = kind == 3
    hasAlpha = kind & 4 != 0
    samples = kind == 2 || kind == 6 ? 3 : 1
    // The depths of gray (0), colored (2) and indexed (3) pixels; kinds 4 and 6 add opacity.
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    isInterlaced = fields[12] == 1
    guard depths[Int(kind)]?.contains(bitDepth) == true, fields[10] == 0, fields[11] == 0,
      fields[12] <= 1
    else { throw chunks.damaged("its header is invalid") }
    guard !isInterlaced || width * height <= Self.maxInterlacedPixels else {
      throw ParseError(
        "an interlaced image of \(width) × \(height) pixels is too large; save it without "
          + "interlacing", in: chunks.path)
    }
    guard min(width, height) > 0, max(width, height, bytesPerRow) <= maxImageSide else {
      throw ParseError(
        "an image of \(width) × \(height) pixels is not supported", in: chunks.path)
    }
    let limit = min(PNG.maxBytes, limits.expandedBytes)
    guard PNG.fits(height: height, bytesPerRow: bytesPerRow, in: limit) else {
      throw ParseError(
        "an image of \(width) × \(height) pixels takes more than \(limit) bytes, the limit",
        in: chunks.path
      ).overLimit
    }
  }
}

/// Reads the chunks of a PNG file. As a byte source it joins the contents of all `IDAT` chunks.
private final class PNGChunks: ByteSource {
  private let input: ByteReader
  private var type: [UInt8] = []
  private var rest = 0
  private var checksum = CRC32()

  var path: Path { input.path }

  init(_ input: ByteReader) throws {
    self.input = input
    guard try input.take(8) == PNGChunk.signature else {
      throw damaged("it does not begin with the signature")
    }
  }

  func damaged(_ how: String) -> ParseError {
    ParseError("the PNG image is damaged: \(how)", in: path)
  }

  /// Reads the length and the type of the next chunk. Returns the type.
  func next() throws -> String {
    let head = try input.take(8)
    rest = head.bigEndian(at: 0)
    type = Array(head[4...])
    checksum = CRC32()
    checksum.add(type.span)
    return String(decoding: type, as: UTF8.self)
  }

  /// The content of a chunk of at most `limit` bytes.
  func data(upTo limit: Int) throws -> [UInt8] {
    guard rest <= limit else { throw damaged("a chunk of \(rest) bytes, more than \(limit)") }
    let bytes = try input.take(rest)
    checksum.add(bytes.span)
    try check()
    return bytes
  }

  /// Skips the content of a chunk.
  func skip() throws {
    var left = rest
    while left > 0 {
      let bytes = try input.take(min(left, 1 << 16))
      checksum.add(bytes.span)
      left -= bytes.count
    }
    try check()
  }

  /// Skips all remaining chunks.
  func finish() throws {
    try skip()
    while type != Array("IEND".utf8) {
      _ = try next()
      try skip()
    }
  }

  private func check() throws {
    let expected = try input.take(4).bigEndian(at: 0)
    guard expected == Int(checksum.value) else { throw damaged("a checksum is wrong") }
    rest = 0
  }

  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    while rest == 0 {
      guard type == Array("IDAT".utf8) else { return 0 }
      try check()
      _ = try next()
    }
    guard type == Array("IDAT".utf8) else { return 0 }
    let count = min(rest, buffer.count - start, 1 << 16)
    let bytes = try input.take(count)
    checksum.add(bytes.span)
    buffer.replaceSubrange(start..<start + count, with: bytes)
    rest -= count
    return count
  }
}

extension [UInt8] {
  /// The number in the four bytes at `offset`, most significant byte first.
  fileprivate func bigEndian(at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }
}
