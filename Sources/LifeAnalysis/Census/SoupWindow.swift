/// A window of 8 × 8 blocks of a ``SoupBoard`` and the blocks of it that are written back.
struct SoupWindow {
  let column: Int
  let row: Int
  /// The blocks that are written back, counted from the corner of the window.
  var own: BlockBox
  var generations = 0
  /// Blocks that differ from those of two generations before, and blocks with live cells: block
  /// *k* of row *l* is bit 8 *l* + *k*.
  var changes: UInt64 = 0
  var alive: UInt64 = 0

  static let side = 8
  static let all = BlockBox(left: 0, top: 0, right: side - 1, bottom: side - 1)

  init(column: Int, row: Int, own: BlockBox = all) {
    self.column = column
    self.row = row
    self.own = own
  }

  var box: BlockBox {
    BlockBox(left: column, top: row, right: column + Self.side - 1, bottom: row + Self.side - 1)
  }

  /// The columns of its own blocks, a bit for each block.
  var ownColumns: UInt64 {
    ((1 << UInt64(own.width)) - 1) << UInt64(own.left)
  }
}
