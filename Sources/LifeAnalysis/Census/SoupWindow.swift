internal import LifeCore

/// A window of a ``SoupBoard``. Only some of its blocks are written back.
struct SoupWindow {
  /// The place on the board, in blocks of 8 × 8 cells.
  let column: Int
  let row: Int
  /// The width in words of 64 cells.
  let wordsPerRow: Int
  /// The height in blocks, a multiple of eight.
  let blockRows: Int
  /// The blocks to write back, counted from the corner of the window.
  var own: Window
  var generations = 0
  /// The index of its first word among the results.
  var result = 0

  /// The number of blocks in a word of a row.
  static let wordBlocks = 8

  /// A window with a group of blocks in its middle and at least one block around it.
  init(around group: Window) {
    wordsPerRow = (group.width + 2 + Self.wordBlocks - 1) / Self.wordBlocks
    blockRows = (group.height + 2 + 7) & ~7
    column = Self.origin(group.x, count: group.width, size: wordsPerRow * Self.wordBlocks)
    row = Self.origin(group.y, count: group.height, size: blockRows)
    own = Window(x: 0, y: 0, width: wordsPerRow * Self.wordBlocks, height: blockRows)
  }

  /// A window of 8 × 8 blocks.
  init(column: Int, row: Int, own: Window) {
    self.column = column
    self.row = row
    self.own = own
    wordsPerRow = 1
    blockRows = 8
  }

  /// The first block of a window with a group in its middle.
  private static func origin(_ first: Int, count: Int, size: Int) -> Int {
    min(max(first - (size - count) / 2, 0), SoupBoard.blocks - size)
  }

  var box: Window {
    Window(x: column, y: row, width: wordsPerRow * Self.wordBlocks, height: blockRows)
  }

  /// Its own blocks on the board.
  var ownBox: Window { own.moved(byX: column, y: row) }

  var words: Int { 8 * wordsPerRow * blockRows }
}
