/// Collects words of cells in any order and at any column, in two layers.
///
/// A live cell of the upper layer hides the cell of the lower layer at its position.
struct WordGatherer {
  private struct Word: BitwiseCopyable {
    var y: Int
    /// The column of bit 0, a multiple of 64, plus the number of the bit-plane. The planes of the
    /// upper layer follow those of the lower one, so there are at most 16.
    var columnAndPlane: Int
    var bits: UInt64

    var x: Int { columnAndPlane & ~63 }
    var plane: Int { columnAndPlane & 63 }
  }

  private let all = FallibleArray<Word>(purpose: "pattern")
  private let planes: Int
  private let limit: Int

  init(planes: Int, limit: Int) {
    self.planes = planes
    self.limit = limit
  }

  /// Adds 64 cells of one bit-plane, bit 0 at column `x`.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  func add(y: Int, x: Int, plane: Int, bits: UInt64) throws(MemoryExhausted) {
    guard bits != 0 else { return }
    let offset = UInt64(x & 63)
    let place = x & ~63 + plane
    try append(Word(y: y, columnAndPlane: place, bits: bits << offset))
    // A shift by 64 gives 0.
    try append(Word(y: y, columnAndPlane: place + 64, bits: bits >> (64 - offset)))
  }

  private func append(_ word: Word) throws(MemoryExhausted) {
    if word.bits != 0 { try all.append(word, limit: limit) }
  }

  /// Adds all cells, moved by `shift`, to the upper or the lower layer.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  func add(
    _ cells: Cells, shiftedBy shift: Offset, isUpper: Bool
  ) throws(MemoryExhausted) {
    for index in 0..<cells.pieces.count {
      let piece = cells.pieces[index]
      for place in piece.first..<cells.end(ofPiece: index) {
        let word = place - piece.first
        let (column, plane) = word.quotientAndRemainder(dividingBy: cells.planes)
        try add(
          y: piece.y + shift.y, x: piece.x + column << 6 + shift.x,
          plane: plane + (isUpper ? planes : 0), bits: cells.words[place])
      }
    }
  }

  /// The cells of both layers.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  func finish() throws(MemoryExhausted) -> Cells {
    try all.sort { ($0.y, $0.columnAndPlane) < ($1.y, $1.columnAndPlane) }
    let builder = Cells.Builder(planes: planes, limit: limit)
    var group = [UInt64](repeating: 0, count: 2 * planes)
    var index = 0
    while index < all.count {
      let first = all[index]
      for plane in group.indices { group[plane] = 0 }
      while index < all.count, all[index].y == first.y, all[index].x == first.x {
        group[all[index].plane] |= all[index].bits
        index += 1
      }
      let hidden = group[planes...].reduce(0, |)
      for plane in 0..<planes { group[plane] = group[plane] & ~hidden | group[planes + plane] }
      try builder.append(y: first.y, x: first.x, words: group.span.extracting(0..<planes))
    }
    return builder.finish()
  }
}
