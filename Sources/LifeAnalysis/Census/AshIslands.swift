internal import LifeCore

/// The islands of ash whose period is 1 or 2: what ``PseudoObjects`` finds by exact separation of
/// any cycle, for the usual case and by words instead of cells.
///
/// Two objects often settle next to each other, in thousands of ways, and ``PseudoObjects`` takes
/// as long for each of them as a soup.
struct AshIslands {
  /// The rows of both phases in one frame, with an empty row before the first and after the last;
  /// a still life has two equal phases.
  private var even: [UInt64]
  private var odd: [UInt64]

  /// One island, in the same frame.
  struct Island {
    var even: [UInt64]
    var odd: [UInt64]
  }

  /// Nil for a longer period, or if the phases are too wide.
  init?(_ cycle: ObjectCycle) {
    guard cycle.period <= 2, !cycle.isMoving, let box = cycle.box, box.width <= 62 else {
      return nil
    }
    even = []
    odd = []
    even = rows(cycle.phases[0], box: box)
    odd = cycle.period == 2 ? rows(cycle.phases[1], box: box) : even
  }

  private func rows(_ phase: Phase, box: Window) -> [UInt64] {
    var rows = [UInt64](repeating: 0, count: box.height + 2)
    for (row, word) in phase.bitmap.words.enumerated() {
      rows[phase.y - box.y + row + 1] = word << UInt64(phase.x - box.x + 1)
    }
    return rows
  }

  /// The islands: cells that are neighbors in one phase, or in successive phases neighbors or the
  /// same cell, belong together. Nil if cells of the odd phase remain.
  func islands() -> [Island]? {
    var rest = self
    var islands: [Island] = []
    while let first = rest.even.firstIndex(where: { $0 != 0 }) {
      let empty = [UInt64](repeating: 0, count: even.count)
      var island = Island(even: empty, odd: empty)
      island.even[first] = rest.even[first] & (0 &- rest.even[first])
      while rest.grow(&island) {}
      for row in even.indices {
        rest.even[row] &= ~island.even[row]
        rest.odd[row] &= ~island.odd[row]
      }
      islands.append(island)
    }
    return rest.odd.allSatisfy { $0 == 0 } ? islands : nil
  }

  /// Whether no cell has live neighbors in more than two islands, in either phase.
  static func areBesideTwo(_ islands: [Island]) -> Bool {
    for rows in [\Island.even, \Island.odd] {
      for row in islands[0].even.indices {
        var one: UInt64 = 0
        var two: UInt64 = 0
        for island in islands {
          let near = island.near(island[keyPath: rows], row: row)
          if two & near != 0 { return false }
          two |= one & near
          one |= near
        }
      }
    }
    return true
  }

  /// Adds the cells beside an island; false if there are none.
  private func grow(_ island: inout Island) -> Bool {
    var hasGrown = false
    for row in 1..<even.count - 1 {
      var near: UInt64 = 0
      for other in row - 1...row + 1 { near |= island.even[other] | island.odd[other] }
      near |= near << 1 | near >> 1
      let inEven = near & even[row]
      let inOdd = near & odd[row]
      if inEven != island.even[row] || inOdd != island.odd[row] {
        island.even[row] = inEven
        island.odd[row] = inOdd
        hasGrown = true
      }
    }
    return hasGrown
  }
}

extension AshIslands.Island {
  /// The cells of the even phase, in their bounding box.
  var phase: Phase { Self.phase(even) }

  private static func phase(_ rows: [UInt64]) -> Phase {
    let columns = rows.reduce(0, |)
    guard columns != 0, let top = rows.firstIndex(where: { $0 != 0 }),
      let bottom = rows.lastIndex(where: { $0 != 0 })
    else { return Phase(bitmap: .empty, x: 0, y: 0) }
    let left = columns.trailingZeroBitCount
    return Phase(
      bitmap: Bitmap(
        width: 64 - columns.leadingZeroBitCount - left,
        rows: rows[top...bottom].map { $0 >> UInt64(left) }), x: left, y: top)
  }

  /// The cells of a row that are alive or beside a live cell.
  func near(_ rows: [UInt64], row: Int) -> UInt64 {
    var near = rows[row]
    if row > 0 { near |= rows[row - 1] }
    if row + 1 < rows.count { near |= rows[row + 1] }
    return near | near << 1 | near >> 1
  }

  /// Whether a cycle that starts with ``phase`` has the cells of the island in both phases.
  func evolves(as cycle: ObjectCycle) -> Bool {
    cycle.period <= 2 && !cycle.isMoving && Self.phase(odd) == cycle.phases[cycle.period - 1]
  }
}
