internal import LifeCore

/// A row of packed cells: one word for each bit of the states of 64 cells, adjacent in memory.
struct PackedRow {
  private(set) var words: [UInt64]
  private let width: Int
  private let planes: Int

  init(width: Int, planes: Int) {
    self.width = width
    self.planes = planes
    words = [UInt64](repeating: 0, count: (width + 63) / 64 * planes)
  }

  mutating func clear() {
    for index in words.indices { words[index] = 0 }
  }

  /// Adds the cells of a piece, whose first cell is at column `position`; cells outside the row are
  /// ignored.
  mutating func merge(_ piece: Span<UInt64>, from position: Int) {
    let groups = piece.count / planes
    let first = max(0, -position >> 6)
    let end = min(groups, (width - position + 63) >> 6)
    guard first < end else { return }
    for group in first..<end {
      let at = position + group * 64
      let mask = WordMask.bits(from: max(0, -at), to: min(64, width - at))
      for plane in 0..<planes { add(piece[group * planes + plane] & mask, at: at, plane: plane) }
    }
  }

  /// Adds the bits of a word of a plane, none of them outside the row.
  private mutating func add(_ word: UInt64, at position: Int, plane: Int) {
    guard word != 0 else { return }
    let group = position >> 6
    let shift = UInt64(position & 63)
    let low = word << shift
    let high = shift > 0 ? word >> (64 - shift) : 0
    if low != 0 { words[group * planes + plane] |= low }
    if high != 0 { words[(group + 1) * planes + plane] |= high }
  }
}
