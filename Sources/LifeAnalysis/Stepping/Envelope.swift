internal import LifeCore

/// The cells alive in at least one of several generations, in blocks of 64 × 64 cells.
struct Envelope {
  /// The row and the column of a block.
  private struct BlockPosition: Hashable {
    var y: Int
    var x: Int
  }

  /// The index of the first of the 64 words of each block.
  private var blocks: [BlockPosition: Int] = [:]
  private var words: [UInt64] = []
  /// A cache of recent blocks, indexed by the lowest bits of their columns.
  private var recent = [(position: BlockPosition, first: Int)](
    repeating: (BlockPosition(y: .min, x: .min), 0), count: Self.recentCount)

  private static let recentCount = 64

  /// Adds 64 cells of a row, bit 0 in any column.
  mutating func add(_ word: UInt64, y: Int, x: Int) {
    guard word != 0 else { return }
    let shift = UInt64(x & 63)
    unite(word << shift, y: y, column: x >> 6)
    let rest = shift == 0 ? 0 : word >> (64 - shift)
    if rest != 0 { unite(rest, y: y, column: x >> 6 + 1) }
  }

  private mutating func unite(_ word: UInt64, y: Int, column: Int) {
    let position = BlockPosition(y: y >> 6, x: column)
    let slot = column & (Self.recentCount - 1)
    if recent[slot].position != position {
      let first = blocks[position] ?? words.count
      if first == words.count {
        blocks[position] = first
        words += repeatElement(0, count: 64)
      }
      recent[slot] = (position, first)
    }
    words[recent[slot].first + y & 63] |= word
  }

  /// All cells, in two states.
  func cells(limit: Int) throws(MemoryExhausted) -> Cells {
    let builder = Cells.Builder(planes: 1, limit: limit)
    let sorted = blocks.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }
    var start = 0
    while start < sorted.count {
      let band = sorted[start...].prefix { $0.key.y == sorted[start].key.y }
      for row in 0..<64 {
        for (position, first) in band {
          try builder.append(
            y: position.y << 6 + row, x: position.x << 6, word: words[first + row])
        }
      }
      start = band.endIndex
    }
    return builder.finish()
  }
}
