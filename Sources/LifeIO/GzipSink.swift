/// Compresses with gzip, in pieces of 1 MiB. The header has no name and no time, so equal inputs
/// give equal bytes.
///
///      header, 10 bytes │ piece 0 │ … │ last piece │ CRC-32 │ size modulo 2^32
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc1952>
package final class GzipSink: ByteSink {
  private let sink: any ByteSink
  /// The bytes of the next piece.
  private var input: [UInt8] = []
  /// The header until the first piece is written: deflate, no flags, no time, Unix.
  private var header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
  private var checksum = CRC32()
  private var size: UInt32 = 0

  private static let pieceSize = 1 << 20

  package init(_ sink: any ByteSink) { self.sink = sink }

  package func write(_ bytes: Span<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = min(rest.count, Self.pieceSize - input.count)
      let part = rest.extracting(first: count)
      unsafe part.withUnsafeBufferPointer { unsafe input.append(contentsOf: $0) }
      if input.count == Self.pieceSize { try writePiece(isLast: false) }
      rest = rest.extracting(droppingFirst: count)
    }
  }

  package func finish() throws {
    try writePiece(isLast: true)
    let trailer = checksum.value.littleEndianBytes + size.littleEndianBytes
    try sink.write(trailer.span)
    try sink.finish()
  }

  private func writePiece(isLast: Bool) throws {
    checksum.add(input.span)
    size &+= UInt32(input.count)
    let bytes = try header + DeflatedPiece(input, isLast: isLast).bytes
    header = []
    input.removeAll(keepingCapacity: true)
    try sink.write(bytes.span)
  }
}
