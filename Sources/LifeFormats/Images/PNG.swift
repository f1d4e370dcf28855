// Format: https://www.w3.org/TR/png-3/
package import LifeCore
package import LifeIO

/// A compressed image: dark pixels are live cells, transparent ones are dead.
///
/// A private chunk stores the rule, notes, position and generation. Under a rule with more than two
/// states, a pixel's palette index is the state of the cell. The image has one pixel per cell.
/// `LifeRender` draws pictures with colors and scales. Their pattern is read back from the chunk
/// ``PNGChunk/patternType``.
package enum PNG: PatternFormat {
  package static let summary = "a compressed image, dark pixels live"
  package static let extensions = ["png"]
  package static let capabilities: FormatCapabilities = [
    .rule, .universe, .position, .generation, .comments, .name, .states,
  ]

  /// The type of a private chunk: an RLE file without cells, for rule, notes, position, generation.
  static let metadataType = "liFe"

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let signature = PNGChunk.signature
    return prefix.count >= 8 && signature.indices.allSatisfy { prefix[$0] == signature[$0] }
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let decoder = try PNGDecoder(input, options: options)
    // The pattern of a picture, unless options for pixels ask to read the picture itself.
    if let shown = decoder.pattern, options.images == ImageReadOptions() {
      return try RLE.read(ByteReader(shown, name: input.path), options: options)
    }
    var options = options
    var pattern = Pattern(cells: .none)
    if let metadata = decoder.metadata {
      pattern = try RLE.read(ByteReader(metadata, name: input.path), options: options)
      options.rule = options.rule ?? pattern.statedRule
    }
    var reader = try ImageReader(decoder, input: input, options: options)
    let image = try reader.read()
    try decoder.finish()
    pattern.cells = image.cells
    pattern.statedRule = image.statedRule
    pattern.declaredSize = image.declaredSize
    return pattern
  }

  /// - Throws: ``WriteError`` if the image would be too large to read back; ``FileFailure``.
  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try imageBounds(pattern)
    let states = pattern.rule.states
    // Two states are gray levels, with 0 for live cells; more states are palette indices.
    let bits = [1, 2, 4, 8].first { 1 << $0 >= states } ?? 8
    guard fits(height: box.height, bytesPerRow: (box.width * bits + 7) / 8) else {
      throw WriteError(
        "png would have more than \(maxBytes >> 20) MiB of pixels, the limit for reading it; "
          + "write rle or macrocell")
    }
    let metadata =
      RLE.head(of: pattern, in: pattern.bounds) + Array("!\n".utf8) + RLE.trailer(of: pattern)
    let head = [
      PNGChunk.signature,
      PNGChunk.header(
        width: box.width, height: box.height, bitDepth: bits,
        pixel: states > 2 ? .indexed : .gray),
      states > 2 ? PNGChunk.palette(palette(states)) : [],
      PNGChunk.bytes(metadataType, content: metadata),
    ].flatMap { $0 }
    try output.write(head)
    let background: UInt8 = states > 2 ? 0 : 0xff
    var data = PNGRows(output)
    try pattern.cells.forEachPixelRow(in: box, bits: bits, background: background) {
      try data.add($0)
    }
    try data.finish()
    try output.write(PNGChunk.end)
  }

  /// White for state 0, dark grays for other states: dark pixels are live in two-state rules, too.
  private static func palette(_ states: Int) -> [UInt8] {
    let levels = (1..<states).map { UInt8(($0 - 1) * 120 / (states - 1)) }
    return ([255] + levels).flatMap { [$0, $0, $0] }
  }

  /// The maximum number of bytes of pixels: a small file may expand to a great many.
  static let maxBytes = 1 << 27

  /// Whether the rows of an image fit into `limit` bytes. Each row counts 24 bytes more, for the
  /// time that even a short one takes.
  static func fits(height: Int, bytesPerRow: Int, in limit: Int = maxBytes) -> Bool {
    height <= limit / (bytesPerRow + 24)
  }
}

/// Compresses rows in pieces of 4 MiB, each written as an `IDAT` chunk.
private struct PNGRows {
  private let output: ByteWriter
  private var rows: [UInt8] = []
  private var stream = DeflatedStream()

  private static let pieceSize = 1 << 22

  init(_ output: ByteWriter) { self.output = output }

  mutating func add(_ row: [UInt8]) throws {
    if rows.count > Self.pieceSize { try flush(isLast: false) }
    // The filter of the row: none.
    rows.append(0)
    rows += row
  }

  private mutating func flush(isLast: Bool) throws {
    let piece = try DeflatedPiece(rows, isLast: isLast)
    try output.write(
      PNGChunk.bytes("IDAT", content: stream.bytes(of: piece, isLast: isLast)))
    rows.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws { try flush(isLast: true) }
}
