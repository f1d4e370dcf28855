/// Joins pieces to a complete stream.
package struct DeflatedStream {
  private var checksum = DeflatedPiece.Checksum()
  private var isAtStart = true

  package init() {}

  /// The bytes of the next piece, with the beginning or the end of the stream.
  package mutating func bytes(of piece: DeflatedPiece, isLast: Bool) -> [UInt8] {
    defer { isAtStart = false }
    checksum.add(piece)
    let start = isAtStart ? DeflatedPiece.header : []
    return start + piece.bytes + (isLast ? checksum.bytes : [])
  }
}
