// Population and bounds of a board.
extension Board {
  /// A strided row of ones in all columns and zeros in the padding. Returns `nil` if the rows of
  /// this board have no padding.
  package func columnMask() -> [UInt64]? {
    guard isPadded else { return nil }
    var mask = [UInt64](repeating: 0, count: stride)
    for vector in 0..<vectors {
      for lane in 0..<8 {
        // Bit b is column (64 · lane + b) · vectors + vector, so the lowest bits are inside.
        let inside = (width - vector + vectors - 1) / vectors - 64 * lane
        mask[vector * 8 + lane] = WordMask.bits(from: 0, to: max(0, min(64, inside)))
      }
    }
    return mask
  }

  /// The number of live cells.
  package var population: Int {
    let mask = columnMask()
    var total = 0
    for y in 0..<height {
      if planes > 1 {
        var alive = [UInt64](repeating: 0, count: stride)
        for plane in 0..<planes { _ = gather(row(y, plane: plane), mask: mask, into: &alive) }
        for word in alive { total &+= word.nonzeroBitCount }
        continue
      }
      let row = row(y)
      if let mask {
        for index in 0..<stride { total &+= (row[index] & mask[index]).nonzeroBitCount }
      } else {
        for index in 0..<stride { total &+= row[index].nonzeroBitCount }
      }
    }
    return total
  }

  /// The bounding box of the live cells. Returns `nil` if there are none.
  package var liveWindow: Window? {
    let mask = columnMask()
    var union = [UInt64](repeating: 0, count: stride)
    var top: Int?
    var bottom = 0
    for y in 0..<height {
      for plane in 0..<planes where gather(row(y, plane: plane), mask: mask, into: &union) {
        if top == nil { top = y }
        bottom = y
      }
    }
    guard let top else { return nil }
    var columns = [UInt64](repeating: 0, count: stride)
    var span = columns.mutableSpan
    copyRow(union.span, to: &span)
    guard let first = columns.firstIndex(where: { $0 != 0 }),
      let last = columns.lastIndex(where: { $0 != 0 })
    else { return nil }
    let left = first * 64 + columns[first].trailingZeroBitCount
    let right = last * 64 + 63 - columns[last].leadingZeroBitCount
    return Window(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Adds the live cells of a row to `union`.
  ///
  /// - Returns: whether the row has any.
  private func gather(_ row: Span<UInt64>, mask: [UInt64]?, into union: inout [UInt64]) -> Bool {
    var any: UInt64 = 0
    for index in row.indices {
      let word = row[index] & (mask?[index] ?? .max)
      any |= word
      union[index] |= word
    }
    return any != 0
  }

  /// A board with the same cells.
  package func copy() throws(MemoryExhausted) -> Board {
    let copy = try Board(width: width, height: height, planes: planes)
    let from = unsafe words(ofRow: 0)
    let to = unsafe copy.words(ofRow: 0)
    unsafe to.update(from: from, count: stride * planes * height)
    return copy
  }

  /// A hash of the cells: equal for boards of the same size and cells, and rarely for others.
  package var digest: UInt64 {
    let mask = columnMask()
    var digest: UInt64 = 0
    for y in 0..<height {
      for plane in 0..<planes {
        let row = row(y, plane: plane)
        for index in 0..<stride {
          digest = (digest ^ (row[index] & (mask?[index] ?? .max))) &* 0x9e37_79b9_7f4a_7c15
          digest ^= digest >> 32
        }
      }
    }
    return digest
  }

  /// Whether a board of the same size has the same states; the padding is ignored.
  package func hasSameCells(as other: Board) -> Bool {
    precondition(width == other.width && height == other.height && planes == other.planes)
    let mask = columnMask() ?? [UInt64](repeating: .max, count: stride)
    for y in 0..<height {
      for plane in 0..<planes {
        let mine = row(y, plane: plane)
        let theirs = other.row(y, plane: plane)
        for index in 0..<stride where (mine[index] ^ theirs[index]) & mask[index] != 0 {
          return false
        }
      }
    }
    return true
  }
}
