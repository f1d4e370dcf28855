internal import LifeCore

/// A cluster of cells with a bounding box of at most 8 × 8.
struct SmallCluster {
  /// Eight rows of eight cells, with the box in the corner.
  let bitmap: UInt64
  let box: Window
}

/// Splits the cells of up to 8 × 8 blocks into clusters.
struct SmallClusterReader {
  enum Next {
    case cluster(SmallCluster)
    /// A cluster with a bounding box larger than 8 × 8 cells.
    case tooLarge
    case end
  }

  private var rows: [UInt64]
  private let left: Int
  private let top: Int
  private var row = 0

  init(_ board: SoupBoard, blocks: Window) {
    left = 8 * blocks.x
    top = 8 * blocks.y
    let mask: UInt64 = blocks.width >= 8 ? .max : (1 << UInt64(8 * blocks.width)) - 1
    rows = blocks.cells.rows.map { [left] y in
      unsafe SoupBoard.bits(board.cells, x: left, y: y) & mask
    }
  }

  /// The next cluster, from north to south.
  mutating func next() -> Next {
    while row < rows.count, rows[row] == 0 { row += 1 }
    if row == rows.count { return .end }
    var flooded = InlineArray<14, UInt64>(repeating: 0)
    flooded[2] = rows[row] & (0 &- rows[row])
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for line in 2..<min(12, rows.count - row + 2) {
        var around = flooded[line - 2] | flooded[line - 1] | flooded[line]
        around |= flooded[line + 1] | flooded[line + 2]
        around |= around << 1 | around >> 1
        around |= around << 1 | around >> 1
        let cells = around & rows[row + line - 2]
        if cells != flooded[line] {
          flooded[line] = cells
          hasChanged = true
        }
      }
    }
    var columns: UInt64 = 0
    var height = 0
    for line in 2..<12 where flooded[line] != 0 {
      columns |= flooded[line]
      height = line - 1
    }
    let first = UInt64(columns.trailingZeroBitCount)
    guard height <= 8, columns >> first < 256 else { return .tooLarge }
    var bitmap: UInt64 = 0
    for line in 0..<height {
      bitmap |= (flooded[line + 2] >> first) << UInt64(8 * line)
      rows[row + line] &= ~flooded[line + 2]
    }
    return .cluster(
      SmallCluster(
        bitmap: bitmap,
        box: Window(
          x: left + Int(first), y: top + row,
          width: 64 - columns.leadingZeroBitCount - Int(first), height: height)))
  }
}
