internal import LifeCore

/// Two rows of cells, made from a row of blocks of 2 × 2. The four planes of the blocks are the
/// upper left, the upper right, the lower left and the lower right cells.
struct BlockRows {
  /// The blocks of the row, from west to east: 64 from `column` on, with a word for each plane.
  private var blocks: [(column: Int, words: SIMD4<UInt64>)] = []
  /// The number of the row of blocks.
  private(set) var y = 0
  /// The window's corner in block (0, 0), each coordinate 0 or 1, and the window's size.
  private let corner: Cell
  private let width: Int
  private let height: Int

  init(from corner: Cell, width: Int, height: Int) {
    self.corner = corner
    self.width = width
    self.height = height
  }

  /// Visits both rows if they are inside the window, and begins row `next` of blocks.
  mutating func finish(next: Int, _ body: (Int, Int, Span<UInt64>) throws -> Void) rethrows {
    for part in 0..<2 {
      let row = 2 * y + part - corner.y
      guard row >= 0, row < height else { continue }
      var line = LineOfWords(width: width, planes: 1)
      for (column, words) in blocks {
        for half in 0..<2 {
          let left = (words[2 * part] >> UInt64(32 * half)).spread
          let right = (words[2 * part + 1] >> UInt64(32 * half)).spread
          let x = 2 * column + 64 * half - corner.x
          try line.add(at: x, body: { try body(row, $0, $1) }) { _ in left | right << 1 }
        }
      }
      try line.flush { try body(row, $0, $1) }
    }
    y = next
    blocks.removeAll(keepingCapacity: true)
  }

  /// Adds blocks east of all others, four words for each 64 blocks.
  mutating func add(_ words: Span<UInt64>, from column: Int) {
    for first in stride(from: 0, to: words.count, by: 4) {
      let planes = SIMD4(words[first], words[first + 1], words[first + 2], words[first + 3])
      blocks.append((column + 16 * first, planes))
    }
  }

  /// The blocks of a pattern's cells, as cells of four planes.
  ///
  /// - Parameter offset: the column and the row of cell (0, 0) in block (0, 0).
  /// - Throws: ``MemoryExhausted``.
  static func blocks(of cells: Cells, offset: Cell, limit: Int) throws -> Cells {
    let builder = Cells.Builder(planes: 4, limit: limit)
    var row: [Int: [UInt64]] = [:]
    var current: Int?
    func flush() throws {
      guard let current else { return }
      for (x, words) in row.sorted(by: { $0.key < $1.key }) {
        try builder.append(y: current, x: x, words: words.span)
      }
      row.removeAll(keepingCapacity: true)
    }
    func add(_ word: UInt64, plane: Int, at x: Int) {
      if word == 0 { return }
      row[x & ~63, default: [0, 0, 0, 0]][plane] |= word << UInt64(x & 63)
    }
    try cells.forEachPiece { cellRow, column, words in
      let y = (cellRow + offset.y) >> 1
      if y != current { try flush() }
      current = y
      let plane = (cellRow + offset.y) & 1 * 2
      for index in words.indices {
        let word = words[index]
        let x = column / 2 + 32 * index
        // Words begin at even columns: if cell (0, 0) is a block's right cell, so is each bit 0.
        let moved = word << UInt64(offset.x)
        add(moved.compressed, plane: plane, at: x)
        add((moved >> 1).compressed, plane: plane + 1, at: x)
        if offset.x == 1 { add(word >> 63, plane: plane, at: x + 32) }
      }
    }
    try flush()
    return builder.finish()
  }
}

extension UInt64 {
  /// The lower 32 bits in the even places.
  fileprivate var spread: UInt64 {
    var word = self & 0xffff_ffff
    word = (word | word << 16) & 0x0000_ffff_0000_ffff
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff
    word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f
    word = (word | word << 2) & 0x3333_3333_3333_3333
    return (word | word << 1) & 0x5555_5555_5555_5555
  }

  /// The bits in the even places, as the lower 32 bits.
  fileprivate var compressed: UInt64 {
    var word = self & 0x5555_5555_5555_5555
    word = (word | word >> 1) & 0x3333_3333_3333_3333
    word = (word | word >> 2) & 0x0f0f_0f0f_0f0f_0f0f
    word = (word | word >> 4) & 0x00ff_00ff_00ff_00ff
    word = (word | word >> 8) & 0x0000_ffff_0000_ffff
    return (word | word >> 16) & 0xffff_ffff
  }
}
