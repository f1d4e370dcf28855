// Format: https://www.w3.org/TR/png-3/
package import LifeCore
package import LifeIO

/// A compressed image: dark pixels are live cells, transparent ones are dead.
///
/// An image that is written here has the rule, notes, position and generation in a chunk of its
/// own. Under a rule of more than two states the palette index of a pixel is the state of the cell.
/// Such an image has one pixel per cell and can be read back; pictures with colors and scales are
/// drawn by `LifeRender`.
package enum PNG: PatternFormat {
  package static let name = "png"
  package static let summary = "a compressed image, dark pixels live"
  package static let extensions = ["png"]
  package static let capabilities: FormatCapabilities = [
    .rule, .universe, .position, .generation, .comments, .name, .states,
  ]

  /// A private chunk with an RLE file without cells: rule, notes, position and generation.
  static let metadataChunk = "liFe"

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let signature = PNGChunk.signature
    return prefix.count >= 8 && signature.indices.allSatisfy { prefix[$0] == signature[$0] }
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let decoder = try PNGDecoder(input, options: options)
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

  /// - Throws: ``WriteError`` if the image would be too large, or be refused as a possible bomb
  ///   when it is read (``ImageExpansion``); ``FileFailure``.
  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try imageBounds(pattern, most: mostPixels)
    let states = pattern.rule.states
    // Two states are gray levels, 0 for live cells; more are palette indices.
    let bits = [1, 2, 4, 8].first { 1 << $0 >= states } ?? 8
    let metadata = RLE.head(of: pattern) + Array("!\n".utf8) + RLE.trailer(of: pattern)
    let head = [
      PNGChunk.signature,
      PNGChunk.header(
        width: box.width, height: box.height, bitDepth: bits,
        pixel: states > 2 ? .indexed : .gray),
      states > 2 ? PNGChunk.palette(palette(states)) : [],
      PNGChunk.bytes(metadataChunk, content: metadata),
    ].flatMap { $0 }
    try output.write(head)
    let background: UInt8 = states > 2 ? 0 : 0xff
    var data = PNGRows(output, after: head.count, bits: bits, background: background)
    try pattern.cells.forEachPixelRow(in: box, bits: bits, background: background) {
      try data.add($0)
    }
    try data.finish()
    try output.write(PNGChunk.end)
  }

  /// White for state 0 and dark grays for the others, which are live under two-state rules, too.
  private static func palette(_ states: Int) -> [UInt8] {
    let levels = (1..<states).map { UInt8(($0 - 1) * 120 / (states - 1)) }
    return ([255] + levels).flatMap { [$0, $0, $0] }
  }

  /// The largest width and height that are read and written.
  static let mostPixels = 1 << 26
}

/// Compresses rows in pieces of 4 MiB, each written as an `IDAT` chunk.
private struct PNGRows {
  private let output: ByteWriter
  private var rows: [UInt8] = []
  private var stream = DeflatedStream()
  private var expansion = ImageExpansion(Limits())
  /// Bytes of the file so far.
  private var written: Int
  /// The number of bytes of 64 pixels.
  private let group: Int
  /// A byte of dead cells.
  private let background: UInt8

  private static let pieceSize = 1 << 22

  /// - Parameter written: the bytes of the file before the pixels.
  init(_ output: ByteWriter, after written: Int, bits: Int, background: UInt8) {
    self.output = output
    self.written = written
    group = 8 * bits
    self.background = background
  }

  mutating func add(_ row: [UInt8]) throws {
    if rows.count > Self.pieceSize { try flush(isLast: false) }
    expansion.addRow(bytes: row.count + 1, blankBytes: blankBytes(row.span))
    // The filter of the row: none.
    rows.append(0)
    rows += row
  }

  /// The bytes that ``ImageReader`` skips: complete groups of 64 dead cells.
  private func blankBytes(_ row: Span<UInt8>) -> Int {
    let blank = EightBytes.all(background)
    var count = 0
    for start in stride(from: 0, through: row.count - group, by: group) {
      var isBlank = true
      for offset in stride(from: start, to: start + group, by: 8)
      where row.eight(at: offset) != blank { isBlank = false }
      if isBlank { count += group }
    }
    return count
  }

  private mutating func flush(isLast: Bool) throws {
    // The reader may reach the last row of this piece with no more than its first bytes read.
    guard !expansion.isBeyondLimit else {
      throw WriteError(
        "png would have more than \(Limits().expandedBytes >> 30) GiB of pixels, the limit for "
          + "reading it; write rle or macrocell")
    }
    let padding = DeflatedPiece.padding(expansion.lack(of: written))
    let piece = try DeflatedPiece(rows, isLast: isLast)
    let chunk = PNGChunk.bytes(
      "IDAT", content: stream.bytes(of: piece, isLast: isLast, padding: padding))
    try output.write(chunk)
    written += chunk.count
    rows.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws { try flush(isLast: true) }
}
