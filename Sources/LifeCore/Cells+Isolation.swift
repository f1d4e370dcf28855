extension Cells {
  /// The cells of two states without isolated ones, which have no other cell at most `reach`
  /// columns and rows away; nil if at most half of the cells are isolated.
  ///
  /// Cells that share a word with others are kept, even if they are isolated.
  ///
  /// - Parameter limit: the memory limit of the result in bytes.
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  /// - Complexity: O(pieces · log pieces of a row); O(1) if the cells are dense.
  package func withoutIsolatedCells(
    reach: Int, limit: Int = .max
  ) throws(MemoryExhausted) -> Cells? {
    guard planes == 1, population > 0, population < 2 * words.count else { return nil }
    let builder = Builder(limit: limit)
    var isolated = 0
    // The pieces of each row near the current one, and the next piece after them.
    var near: [Range<Int>] = []
    var current = 0
    var next = 0
    while next < pieces.count || current < near.count {
      if current == near.count { addRow(&next, to: &near) }
      let row = near[current]
      let y = pieces[row.lowerBound].y
      while next < pieces.count, pieces[next].y <= y + reach { addRow(&next, to: &near) }
      while pieces[near[0].lowerBound].y < y - reach {
        near.removeFirst()
        current -= 1
      }
      for piece in row {
        for index in pieces[piece].first..<end(ofPiece: piece) {
          let x = pieces[piece].x + (index - pieces[piece].first) * 64
          if words[index].nonzeroBitCount == 1,
            isIsolated(
              at: x + words[index].trailingZeroBitCount, in: row, near: near, within: reach)
          {
            isolated += 1
          } else {
            try builder.append(y: y, x: x, word: words[index])
          }
        }
      }
      current += 1
    }
    return 2 * isolated > population ? builder.finish() : nil
  }

  /// Adds the pieces of the row that begins with a piece, and moves on to the next row.
  private func addRow(_ piece: inout Int, to rows: inout [Range<Int>]) {
    let first = piece
    while piece < pieces.count, pieces[piece].y == pieces[first].y { piece += 1 }
    rows.append(first..<piece)
  }

  /// Whether the only cell of its word, in column `x` of a row, is isolated among the rows near it.
  private func isIsolated(
    at x: Int, in row: Range<Int>, near: [Range<Int>], within reach: Int
  ) -> Bool {
    near.allSatisfy { other in
      // Its own column separates the others of its row.
      let hasWestern = hasCells(in: other, from: x - reach, to: other == row ? x : x + 1)
      return !hasWestern && !hasCells(in: other, from: x + 1, to: x + reach + 1)
    }
  }

  /// Whether a row has cells in the columns from `start` up to `end`, which are at most 64.
  private func hasCells(in row: Range<Int>, from start: Int, to end: Int) -> Bool {
    let word = start >> 6
    let fromBit = start & 63
    // Counted from bit 0 of the first of two words.
    let toBit = fromBit + end - start
    if hasCells(in: row, word: word, fromBit: fromBit, toBit: min(toBit, 64)) { return true }
    return toBit > 64 && hasCells(in: row, word: word + 1, fromBit: 0, toBit: toBit - 64)
  }

  /// Whether a row has cells among some bits of the word that begins at column 64 · `word`.
  private func hasCells(in row: Range<Int>, word: Int, fromBit: Int, toBit: Int) -> Bool {
    // The last piece that begins at this word or west of it.
    var low = row.lowerBound
    var high = row.upperBound
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].x <= word << 6 { low = middle + 1 } else { high = middle }
    }
    guard low > row.lowerBound else { return false }
    let index = pieces[low - 1].first + word - (pieces[low - 1].x >> 6)
    guard index < end(ofPiece: low - 1) else { return false }
    return words[index] & WordMask.bits(from: fromBit, to: toBit) != 0
  }
}
