/// Blocks of 8 × 8 cells from `left` to `right` and from `top` to `bottom`, all inclusive.
struct BlockBox: Equatable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  /// All blocks of a board.
  static let board = BlockBox(
    left: 0, top: 0, right: SoupBoard.blocks - 1, bottom: SoupBoard.blocks - 1)

  var width: Int { right - left + 1 }
  var height: Int { bottom - top + 1 }
  /// A bit for each of its columns on a board.
  var columnBits: UInt64 { (.max >> UInt64(SoupBoard.blocks - width)) << UInt64(left) }

  mutating func formUnion(_ other: BlockBox) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }

  func union(_ other: BlockBox) -> BlockBox {
    var box = self
    box.formUnion(other)
    return box
  }

  /// The part of it that is on a board.
  var onBoard: BlockBox {
    let last = SoupBoard.blocks - 1
    return BlockBox(
      left: max(left, 0), top: max(top, 0), right: min(right, last), bottom: min(bottom, last))
  }

  /// Whether it has blocks at the edge of a board, or beyond it.
  var isAtEdge: Bool {
    let last = SoupBoard.blocks - 1
    return left <= 0 || top <= 0 || right >= last || bottom >= last
  }

  func grown(by count: Int) -> BlockBox {
    BlockBox(
      left: left - count, top: top - count, right: right + count, bottom: bottom + count)
  }

  /// Whether a column and a row of blocks are at most `distance` from one of the other box.
  func isWithin(_ distance: Int, of other: BlockBox) -> Bool {
    left <= other.right + distance && other.left <= right + distance
      && top <= other.bottom + distance && other.top <= bottom + distance
  }

  func moved(byColumns columns: Int, rows: Int) -> BlockBox {
    BlockBox(left: left + columns, top: top + rows, right: right + columns, bottom: bottom + rows)
  }

  /// Cuts off what is beyond the middle of the wider gap between two groups, on the side of
  /// `other`.
  mutating func cut(_ group: BlockBox, from other: BlockBox) {
    let east = other.left - group.right
    let west = group.left - other.right
    let south = other.top - group.bottom
    let north = group.top - other.bottom
    switch max(max(east, west), max(south, north)) {
    case east: right = min(right, (group.right + other.left - 1) / 2)
    case west: left = max(left, (other.right + group.left - 1) / 2 + 1)
    case south: bottom = min(bottom, (group.bottom + other.top - 1) / 2)
    default: top = max(top, (other.bottom + group.top - 1) / 2 + 1)
    }
  }

  func contains(_ other: BlockBox) -> Bool {
    left <= other.left && right >= other.right && top <= other.top && bottom >= other.bottom
  }
}
