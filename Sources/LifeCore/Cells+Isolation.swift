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
          let x = pieces[piece].x + (index - pieces[piece].first) << 6
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

  /// Adds the pieces of the row that begins with one.
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
      let west = hasCells(other, from: x - reach, to: other == row ? x : x + 1)
      return !west && !hasCells(other, from: x + 1, to: x + reach + 1)
    }
  }

  /// Whether a row has cells in some columns, fewer than 64, before `end`.
  private func hasCells(_ row: Range<Int>, from start: Int, to end: Int) -> Bool {
    bit(of: row, at: start >> 6, from: start & 63, to: min(end - (start & ~63), 64))
      || (end > start & ~63 + 64
        && bit(of: row, at: start >> 6 + 1, from: 0, to: end - (start & ~63) - 64))
  }

  /// Whether a row has cells among some bits of a word.
  private func bit(of row: Range<Int>, at column: Int, from: Int, to: Int) -> Bool {
    // The last piece that begins at this word or west of it.
    var low = row.lowerBound
    var high = row.upperBound
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].x <= column << 6 { low = middle + 1 } else { high = middle }
    }
    guard low > row.lowerBound else { return false }
    let index = pieces[low - 1].first + column - pieces[low - 1].x >> 6
    guard index < self.end(ofPiece: low - 1) else { return false }
    return words[index] & WordMask.bits(from: from, to: to) != 0
  }

  /// The number of pieces, a measure for how sparse the cells are.
  package var pieceCount: Int { pieces.count }
}
