internal import LifeCore
internal import LifeIO

/// The pixels of a PNG file.
final class PNGSource: PixelSource {
  let width: Int
  let height: Int
  let isBottomUp = false
  private(set) var palette: [UInt8]?
  /// What we wrote about the pattern.
  private(set) var notes: [UInt8]?
  private let input: ByteReader
  private let chunks: PNGChunks
  /// Bytes of rows so far, or pixels if those are more.
  private var expanded = 0
  private let data: InflateSource
  private let header: PNGHeader
  /// What transparent pixels count as: whatever is dead.
  private let background: UInt8
  private var transparent: [Int]?
  /// The current row and the one above, each after as many zeros as a pixel has bytes.
  private var line: [UInt8]
  private var above: [UInt8]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0

  init(_ input: ByteReader, _ options: ReadOptions) throws {
    self.input = input
    chunks = try PNGChunks(input)
    header = try PNGHeader(chunks)
    (width, height) = (header.width, header.height)
    background = options.pictures.isInverted ? 0 : 255
    let size = header.bytesPerPixel + header.bytesPerRow
    line = [UInt8](repeating: 0, count: size)
    above = line
    data = try InflateSource(chunks, hasHeader: true, path: input.path, what: "PNG picture")
    try readColors(options.limits)
  }

  /// Reads the chunks before the pixels.
  private func readColors(_ limits: Limits) throws {
    while true {
      switch try chunks.next() {
      case "PLTE":
        let colors = try chunks.data(upTo: 768)
        palette = stride(from: 0, to: colors.count - 2, by: 3).map {
          lightness(red: colors[$0], green: colors[$0 + 1], blue: colors[$0 + 2])
        }
      case PNG.noteChunk: notes = try chunks.data(upTo: limits.noteBytes)
      case "tRNS": try readTransparency(try chunks.data(upTo: 256))
      case "IDAT":
        if header.isIndexed, palette == nil { throw chunks.damaged("it has no palette") }
        if !header.isIndexed { palette = nil }
        return
      case "IEND": throw chunks.damaged("it has no pixels")
      default: try chunks.skip()
      }
    }
  }

  private func readTransparency(_ values: [UInt8]) throws {
    if header.isIndexed {
      for (index, alpha) in values.enumerated() where alpha < 128 && index < palette?.count ?? 0 {
        palette?[index] = background
      }
    } else if values.count >= header.samples * 2 {
      transparent = (0..<header.samples).map { Int(values[$0 * 2]) << 8 | Int(values[$0 * 2 + 1]) }
    }
  }

  func read(into row: inout [UInt8]) throws {
    swap(&line, &above)
    let filter = try takeByte()
    try takeRow()
    try unfilter(filter)
    expanded += max(line.count, width)
    try input.checkExpansion(to: expanded, butFor: Self.usualBytes)
    if isPlain {
      row.replaceSubrange(0..<width, with: line[header.bytesPerPixel...])
    } else if header.bitDepth < 8 {
      spread(into: &row)
    } else {
      for x in 0..<width { row[x] = pixel(x) }
    }
  }

  /// What a picture may have however small its file is: screenshots of little are small.
  private static let usualBytes = 64 << 20

  /// Whether the bytes are what pixels look like.
  private var isPlain: Bool {
    header.bitDepth == 8 && header.samples == 1 && !header.isIndexed && !header.hasAlpha
      && transparent == nil
  }

  /// Makes sure that nothing is missing or left.
  func finish() throws {
    guard position == end, try data.read(into: &buffer, from: 0) == 0 else {
      throw chunks.damaged("more pixels than its size says")
    }
    try chunks.finish()
  }

  private func refill() throws {
    (position, end) = (0, try data.read(into: &buffer, from: 0))
    guard end > 0 else { throw chunks.damaged("fewer pixels than its size says") }
  }

  private func takeByte() throws -> UInt8 {
    if position == end { try refill() }
    position += 1
    return buffer[position - 1]
  }

  private func takeRow() throws {
    var index = header.bytesPerPixel
    while index < line.count {
      if position == end { try refill() }
      let count = min(end - position, line.count - index)
      line.replaceSubrange(index..<index + count, with: buffer[position..<position + count])
      position += count
      index += count
    }
  }

  /// Undoes what made the row easier to compress: each byte was made the difference from a guess.
  private func unfilter(_ filter: UInt8) throws {
    let step = header.bytesPerPixel
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
        line[index] &+= Self.nearest(line[index - step], above[index], above[index - step])
      }
    default: throw chunks.damaged("filter \(filter) is unknown")
    }
  }

  /// The neighbour that is nearest to west + north − north-west.
  private static func nearest(_ west: UInt8, _ north: UInt8, _ corner: UInt8) -> UInt8 {
    let guess = Int(west) + Int(north) - Int(corner)
    let (a, b, c) = (abs(guess - Int(west)), abs(guess - Int(north)), abs(guess - Int(corner)))
    return a <= b && a <= c ? west : b <= c ? north : corner
  }

  /// What the values of a pixel that is less than a byte stand for.
  private lazy var shades: [UInt8] = (0..<1 << header.bitDepth).map { value in
    if header.isIndexed { return UInt8(value) }
    return transparent == [value] ? background : UInt8(value * 255 / (1 << header.bitDepth - 1))
  }

  /// Makes bytes of pixels that are less than a byte, the westmost in the highest bits.
  private func spread(into row: inout [UInt8]) {
    let (shades, bits) = (shades, header.bitDepth)
    var x = 0
    for byte in line[1...] {
      var rest = byte
      for _ in 0..<min(8 / bits, width - x) {
        row[x] = shades[Int(rest >> UInt8(8 - bits))]
        rest <<= UInt8(bits)
        x += 1
      }
    }
  }

  private func pixel(_ x: Int) -> UInt8 {
    if header.isIndexed { return sample(x, 0).low }
    let values = (0..<header.samples).map { sample(x, $0) }
    if header.hasAlpha, sample(x, header.samples).low < 128 { return background }
    if let transparent, values.map(\.whole) == transparent { return background }
    return header.samples == 1
      ? values[0].low
      : lightness(red: values[0].low, green: values[1].low, blue: values[2].low)
  }

  /// A sample of a byte or two as it stands in the file, and as one of 0 to 255.
  private func sample(_ x: Int, _ channel: Int) -> (whole: Int, low: UInt8) {
    let step = header.bytesPerPixel
    let index = step + x * step + channel * header.bitDepth / 8
    if header.bitDepth == 8 { return (Int(line[index]), line[index]) }
    return (Int(line[index]) << 8 | Int(line[index + 1]), line[index])
  }
}

/// What the first chunk says.
private struct PNGHeader {
  let width: Int
  let height: Int
  let bitDepth: Int
  let isIndexed: Bool
  let hasAlpha: Bool
  /// Numbers in a pixel, without transparency.
  let samples: Int

  var bytesPerPixel: Int { max(1, bitsPerPixel / 8) }
  var bytesPerRow: Int { (width * bitsPerPixel + 7) / 8 }
  private var bitsPerPixel: Int { bitDepth * (samples + (hasAlpha ? 1 : 0)) }

  init(_ chunks: PNGChunks) throws {
    guard try chunks.next() == "IHDR" else { throw chunks.damaged("its header is missing") }
    let bytes = try chunks.data(upTo: 13)
    guard bytes.count == 13 else { throw chunks.damaged("its header is cut short") }
    width = bytes.bigEndian(at: 0)
    height = bytes.bigEndian(at: 4)
    bitDepth = Int(bytes[8])
    let kind = bytes[9]
    isIndexed = kind == 3
    hasAlpha = kind & 4 != 0
    samples = kind == 2 || kind == 6 ? 3 : 1
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    guard depths[Int(kind)]?.contains(bitDepth) == true, bytes[10] == 0, bytes[11] == 0 else {
      throw chunks.damaged("its header makes no sense")
    }
    guard bytes[12] == 0 else {
      throw ParseError("interlaced PNG is not read; save it without", in: chunks.path)
    }
    guard (1...PNG.mostPixels).contains(width), (1...PNG.mostPixels).contains(height),
      bytesPerRow <= mostBytesInRow
    else {
      throw ParseError("a picture of \(width) × \(height) pixels is not read", in: chunks.path)
    }
  }
}

/// The chunks of a PNG file, and the bytes of those that hold pixels as one stretch.
private final class PNGChunks: ByteSource {
  private let input: ByteReader
  private var type: [UInt8] = []
  private var rest = 0
  private var checksum = CRC32()

  var path: Path { input.path }

  init(_ input: ByteReader) throws {
    self.input = input
    guard try input.take(8) == PNG.signature else { throw damaged("it does not begin as one") }
  }

  func damaged(_ how: String) -> ParseError {
    ParseError("the PNG picture is damaged: \(how)", in: path)
  }

  /// Begins the next chunk.
  func next() throws -> String {
    let head = try input.take(8)
    rest = head.bigEndian(at: 0)
    type = Array(head[4...])
    checksum = CRC32()
    checksum.add(type, type.count)
    return String(decoding: type, as: UTF8.self)
  }

  /// The bytes of a small chunk.
  func data(upTo limit: Int) throws -> [UInt8] {
    guard rest <= limit else { throw damaged("a chunk of \(rest) bytes, not at most \(limit)") }
    let bytes = try input.take(rest)
    checksum.add(bytes, bytes.count)
    try check()
    return bytes
  }

  /// Steps over a chunk that does not matter here.
  func skip() throws {
    var left = rest
    while left > 0 {
      let bytes = try input.take(min(left, 1 << 16))
      checksum.add(bytes, bytes.count)
      left -= bytes.count
    }
    try check()
  }

  /// Steps over all chunks that are left.
  func finish() throws {
    try skip()
    while type != Array("IEND".utf8) {
      _ = try next()
      try skip()
    }
  }

  private func check() throws {
    let expected = try input.take(4).bigEndian(at: 0)
    guard expected == Int(checksum.value) else { throw damaged("a checksum is another") }
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
    checksum.add(bytes, count)
    buffer.replaceSubrange(start..<start + count, with: bytes)
    rest -= count
    return count
  }
}

extension [UInt8] {
  /// The number in four bytes from `offset` on, the highest first.
  fileprivate func bigEndian(at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }
}
