internal import LifeCore

/// Counts the tiles in large squares of the plane, so that a spaceship far from all tiles is seen
/// to be so at once, even inside the box around them.
struct TileRegions: Equatable {
  /// The sides of the squares in tiles, coarsest first, as powers of two: 49 152 and 768 cells.
  private static let shifts = [10, 4]

  private struct Key: Hashable {
    var shift: Int
    var column: Int
    var row: Int
  }

  private var counts: [Key: Int] = [:]

  mutating func add(column: Int, row: Int) {
    for shift in Self.shifts {
      counts[Key(shift: shift, column: column >> shift, row: row >> shift), default: 0] += 1
    }
  }

  mutating func remove(column: Int, row: Int) {
    for shift in Self.shifts {
      let key = Key(shift: shift, column: column >> shift, row: row >> shift)
      let left = (counts[key] ?? 0) - 1
      counts[key] = left > 0 ? left : nil
    }
  }

  /// A number of tiles around a window of columns and rows in which there is certainly no tile.
  func clearance(around window: Window) -> Int {
    for shift in Self.shifts {
      let columns = (window.x >> shift) - 1...((window.endX - 1) >> shift) + 1
      let rows = (window.y >> shift) - 1...((window.endY - 1) >> shift) + 1
      let isClear = rows.allSatisfy { row in
        columns.allSatisfy { counts[Key(shift: shift, column: $0, row: row)] == nil }
      }
      if isClear { return 1 << shift }
    }
    return 0
  }
}
