// Format: https://www.w3.org/TR/png-3/
package import LifeCore
package import LifeIO

/// A compressed picture; dark is alive, and what is transparent is not.
package enum PNG: PatternFormat {
  package static let name = "png"
  package static let summary = "a compressed picture, dark pixels alive"
  package static let extensions = ["png"]
  package static let holds: Holding = []

  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  package static func recognises(_ prefix: Span<UInt8>) -> Bool {
    prefix.count >= 8 && signature.indices.allSatisfy { prefix[$0] == signature[$0] }
  }

  package static func read(_ input: ByteReader, _ options: ReadOptions) throws -> Pattern {
    let source = try PNGSource(input, isInverted: options.pictures.isInverted)
    var reader = PixelReader(source, input, options)
    let pattern = try reader.read()
    try source.finish()
    return pattern
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let box = try pictureSize(pattern, most: mostPixels)
    try output.write(signature)
    // One bit a pixel, gray.
    try output.write(
      chunk("IHDR", bigEndian(box.width) + bigEndian(box.height) + [1, 0, 0, 0, 0]))
    var data = PNGData(output)
    try pattern.cells.forEachPixelRow(in: box, bytesPerRow: (box.width + 7) / 8) { row in
      // Not filtered; black is 0.
      try data.add([0] + row.map { ~$0 })
    }
    try data.finish()
    try output.write(chunk("IEND", []))
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
