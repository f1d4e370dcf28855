// Format: https://www.w3.org/TR/png-3/
package import LifeCore
package import LifeIO

/// A compressed picture; dark is alive, and what is transparent is not.
package enum PNG: PatternFormat {
  package static let name = "png"
  package static let summary = "a compressed picture, dark pixels alive"
  package static let extensions = ["png"]
  package static let holds: Holding = [
    .rule, .universe, .position, .generation, .comments, .name, .states,
  ]

  /// A chunk of our own with an RLE file without cells: the rule, notes, place and time.
  static let noteChunk = "liFe"

  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  package static func recognises(_ prefix: Span<UInt8>) -> Bool {
    prefix.count >= 8 && signature.indices.allSatisfy { prefix[$0] == signature[$0] }
  }

  package static func read(_ input: ByteReader, _ options: ReadOptions) throws -> Pattern {
    let source = try PNGSource(input, options)
    var options = options
    var pattern = Pattern(cells: .none)
    if let notes = source.notes {
      pattern = try RLE.read(ByteReader(notes, name: input.path), options)
      options.rule = options.rule ?? pattern.statedRule
    }
    var reader = try PixelReader(source, input, options)
    let picture = try reader.read()
    try source.finish()
    pattern.cells = picture.cells
    pattern.statedRule = picture.statedRule
    pattern.declaredSize = picture.declaredSize
    return pattern
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try pictureSize(pattern, most: mostPixels)
    let states = pattern.rule.states
    // Two states are gray, black alive; more are the places in a palette.
    let bits = [1, 2, 4, 8].first { 1 << $0 >= states } ?? 8
    let kind: [UInt8] = [UInt8(bits), states > 2 ? 3 : 0, 0, 0, 0]
    try output.write(signature)
    try output.write(chunk("IHDR", bigEndian(box.width) + bigEndian(box.height) + kind))
    if states > 2 { try output.write(chunk("PLTE", palette(states))) }
    let notes = RLE.head(of: pattern) + Array("!\n".utf8) + RLE.trailer(of: pattern)
    try output.write(chunk(noteChunk, notes))
    var data = PNGData(output)
    try pattern.cells.forEachPixelRow(in: box, bits: bits) { row in
      // Not filtered.
      try data.add([0] + (states > 2 ? row : row.map { ~$0 }))
    }
    try data.finish()
    try output.write(chunk("IEND", []))
  }

  /// White for the dead, and dark grays for the living, who are so under rules of two states, too.
  private static func palette(_ states: Int) -> [UInt8] {
    let levels = (1..<states).map { UInt8(($0 - 1) * 120 / (states - 1)) }
    return ([255] + levels).flatMap { [$0, $0, $0] }
  }

  static let mostPixels = 1 << 26

  fileprivate static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(crc32(body)))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// Compresses rows in pieces, each a chunk.
private struct PNGData {
  private let output: ByteWriter
  private var rows: [UInt8] = []
  private var isFirst = true
  private var pieces: [DeflatedPiece] = []

  private static let pieceSize = 1 << 22

  init(_ output: ByteWriter) { self.output = output }

  mutating func add(_ row: [UInt8]) throws {
    if rows.count > Self.pieceSize { try flush(isLast: false) }
    rows += row
  }

  private mutating func flush(isLast: Bool) throws {
    let piece = try DeflatedPiece(rows, isLast: isLast)
    pieces.append(piece)
    let head = isFirst ? DeflatedPiece.header : []
    let tail = isLast ? DeflatedPiece.trailer(pieces) : []
    try output.write(PNG.chunk("IDAT", head + piece.bytes + tail))
    isFirst = false
    rows.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws { try flush(isLast: true) }
}
