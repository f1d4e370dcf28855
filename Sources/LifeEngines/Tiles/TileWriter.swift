internal import LifeCore

/// Places pieces of rows in one phase of the tiles, and makes missing tiles.
struct TileWriter {
  private let field: TileField
  private let phase: Int
  // The latest tile and its place; none at first.
  private var tile = TileID.none
  private var row = 0
  private var column = 0

  init(_ field: TileField, phase: Int) {
    self.field = field
    self.phase = phase
  }

  private static let side = TileField.side

  /// Places words in row `y`; bit 0 of the first word is the cell in column `x`.
  mutating func write(_ words: Span<UInt64>, y: Int, x: Int) throws(MemoryExhausted) {
    let (row, line) = y.tileAndOffset
    for index in words.indices {
      var word = words[index]
      var x = x + 64 * index
      while word != 0 {
        let skipped = word.trailingZeroBitCount
        word = word &>> UInt64(skipped)
        x += skipped
        let (column, bit) = x.tileAndOffset
        try move(toColumn: column, row: row)
        let rows = unsafe field.rows(tile, phase: phase)
        // The tile's cells are bits 8 to 55 of its rows.
        unsafe rows[line] |= (word << UInt64(bit)) << 8 & TileField.ownBits
        let taken = Self.side - bit
        word = word >> UInt64(taken)
        x += taken
      }
    }
  }

  private mutating func move(toColumn column: Int, row: Int) throws(MemoryExhausted) {
    if !tile.isNone, self.column == column, self.row == row { return }
    let isNext = !tile.isNone && self.row == row && self.column + 1 == column
    tile =
      isNext
      ? field.neighbor(of: tile, toward: TileDirection.east) : field.find(column: column, row: row)
    if tile.isNone { tile = try field.make(column: column, row: row) }
    self.column = column
    self.row = row
  }

  /// Tells which margins of a tile's 48 rows have live cells, in the kernel's format.
  static func margins(_ rows: UnsafePointer<UInt64>) -> TileMargins {
    var all: UInt64 = 0
    var north: UInt64 = 0
    var south: UInt64 = 0
    for line in 0..<side {
      let word = unsafe rows[line]
      all |= word
      if line < 8 { north |= word }
      if line >= side - 8 { south |= word }
    }
    let west = WordMask.bits(from: 8, to: 16)
    let east = WordMask.bits(from: 48, to: 56)
    let near = [
      north, north & east, all & east, south & east, south, south & west, all & west,
      north & west, all,
    ]
    return near.indices.reduce(0) { $0 | (near[$1] == 0 ? 0 : 1 << UInt16($1)) }
  }
}

extension Int {
  /// The row or column of a cell's tile, and the cell's offset in the tile.
  var tileAndOffset: (tile: Int, offset: Int) {
    let (tile, offset) = quotientAndRemainder(dividingBy: TileField.side)
    return offset < 0 ? (tile - 1, offset + TileField.side) : (tile, offset)
  }
}

extension Window {
  /// The columns and rows of all tiles that touch a window of cells.
  var tilePlaces: Window {
    let column = x.tileAndOffset.tile
    let row = y.tileAndOffset.tile
    return Window(
      x: column, y: row, width: (endX - 1).tileAndOffset.tile - column + 1,
      height: (endY - 1).tileAndOffset.tile - row + 1)
  }
}
