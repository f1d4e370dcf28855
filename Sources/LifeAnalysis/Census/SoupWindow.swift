/// A window of a ``SoupBoard`` and the blocks of it that are written back.
struct SoupWindow {
  let column: Int
  let row: Int
  /// The width in words of 64 cells, and the height in blocks of 8 × 8, a multiple of eight.
  let columns: Int
  let lanes: Int
  /// The blocks that are written back, counted from the corner of the window.
  var own: BlockBox
  var generations = 0
  /// Where its cells are in the results, as a number of words.
  var result = 0

  /// The blocks in a word of a row.
  static let wordBlocks = 8

  /// A window that holds a group of blocks in its middle, with a block or more around it.
  init(around group: BlockBox) {
    columns = (group.width + 2 + Self.wordBlocks - 1) / Self.wordBlocks
    lanes = (group.height + 2 + 7) & ~7
    column = Self.origin(group.left, count: group.width, size: columns * Self.wordBlocks)
    row = Self.origin(group.top, count: group.height, size: lanes)
    own = BlockBox(left: 0, top: 0, right: columns * Self.wordBlocks - 1, bottom: lanes - 1)
  }

  /// A window of 8 × 8 blocks.
  init(column: Int, row: Int, own: BlockBox) {
    self.column = column
    self.row = row
    self.own = own
    columns = 1
    lanes = 8
  }

  /// The first block of a window with a group in its middle.
  private static func origin(_ first: Int, count: Int, size: Int) -> Int {
    min(max(first - (size - count) / 2, 0), SoupBoard.blocks - size)
  }

  var box: BlockBox {
    BlockBox(
      left: column, top: row, right: column + columns * Self.wordBlocks - 1,
      bottom: row + lanes - 1)
  }

  /// Its own blocks on the board.
  var ownBox: BlockBox { own.moved(byColumns: column, rows: row) }

  var words: Int { 8 * columns * lanes }
}
