internal import LifeCore

/// Puts pieces of rows into a slot of tiles, which it makes.
struct TilePen {
  private let field: TileField
  private let slot: Int
  private var row = 0
  private var column = 0
  /// The tile at that row and column, where the last word was put; 0 at first.
  private var tile: UInt32 = 0

  init(_ field: TileField, slot: Int) {
    self.field = field
    self.slot = slot
  }

  private static let side = TileField.side

  /// Draws words of row `y`; bit 0 of the first is the cell in column `x`.
  mutating func draw(y: Int, x: Int, _ words: Span<UInt64>) throws(MemoryExhausted) {
    let (row, line) = y.tileAndOffset
    for index in words.indices {
      var (word, x) = (words[index], x + 64 * index)
      while word != 0 {
        let skipped = word.trailingZeroBitCount
        (word, x) = (word &>> UInt64(skipped), x + skipped)
        let (column, bit) = x.tileAndOffset
        try move(toColumn: column, row: row)
        let rows = unsafe field.rows(tile, slot: slot)
        // The tile's cells are bits 8 to 55 of its rows.
        unsafe rows[line] |= (word << UInt64(bit)) << 8 & TileField.ownBits
        let taken = Self.side - bit
        (word, x) = (word >> UInt64(taken), x + taken)
      }
    }
  }

  private mutating func move(toColumn column: Int, row: Int) throws(MemoryExhausted) {
    if tile != 0, self.column == column, self.row == row { return }
    let isNext = tile != 0 && self.row == row && self.column + 1 == column
    tile = isNext ? field.neighbour(tile, 2) : field.find(column: column, row: row)
    if tile == 0 { tile = try field.make(column: column, row: row) }
    (self.column, self.row) = (column, row)
  }

  /// What lives near each neighbour, and bit 8 if anything does, as the kernel says it.
  static func life(_ rows: UnsafePointer<UInt64>) -> UInt16 {
    var (all, north, south): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for line in 0..<side {
      let word = unsafe rows[line]
      all |= word
      if line < 8 { north |= word }
      if line >= side - 8 { south |= word }
    }
    let (west, east) = (WordMask.bits(from: 8, to: 16), WordMask.bits(from: 48, to: 56))
    let near = [
      north, north & east, all & east, south & east, south, south & west, all & west,
      north & west, all,
    ]
    return near.indices.reduce(0) { $0 | (near[$1] == 0 ? 0 : 1 << UInt16($1)) }
  }
}

extension Int {
  /// The row or column of the tile that a cell is in, and its place there.
  var tileAndOffset: (tile: Int, offset: Int) {
    var (tile, offset) = quotientAndRemainder(dividingBy: TileField.side)
    if offset < 0 { (tile, offset) = (tile - 1, offset + TileField.side) }
    return (tile, offset)
  }
}
