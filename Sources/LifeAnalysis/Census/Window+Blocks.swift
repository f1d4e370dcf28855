internal import LifeCore

/// Windows of blocks of 8 × 8 cells on a ``SoupBoard``.
extension Window {
  /// All blocks of a board.
  static let board = Window(x: 0, y: 0, width: SoupBoard.blocks, height: SoupBoard.blocks)

  /// A bit for each column on a board.
  var columnBits: UInt64 { (.max >> UInt64(SoupBoard.blocks - width)) << UInt64(x) }

  var rows: Range<Int> { y..<endY }

  /// The cells of the blocks.
  var cells: Window { scaled(by: 8) }

  /// Whether the window reaches or crosses the edge of a board.
  var isAtEdge: Bool { !Window.board.widened(by: -1).contains(self) }

  /// Cuts this window of `group` off in the middle of the gap to another group. The gap is between
  /// columns or between rows, whichever is wider.
  mutating func endMidway(between group: Window, and other: Window) {
    let east = other.x - group.endX
    let west = group.x - other.endX
    let south = other.y - group.endY
    let north = group.y - other.endY
    var first = Cell(x: x, y: y)
    var end = Cell(x: endX, y: endY)
    switch max(max(east, west), max(south, north)) {
    case east: end.x = min(end.x, (group.endX + other.x) / 2)
    case west: first.x = max(first.x, (other.endX + group.x) / 2)
    case south: end.y = min(end.y, (group.endY + other.y) / 2)
    default: first.y = max(first.y, (other.endY + group.y) / 2)
    }
    self = Window(x: first.x, y: first.y, width: end.x - first.x, height: end.y - first.y)
  }
}
