internal import LifeCore

/// A square of 32 × 32 cells of two states, stepped row by row.
struct LaneWindow {
  static let side = 32
  private(set) var rows = InlineArray<32, UInt32>(repeating: 0)

  /// - Parameter leaves: four leaves of 16 × 16 cells.
  init(nw: QuadLeaf, ne: QuadLeaf, sw: QuadLeaf, se: QuadLeaf) {
    for (top, west, east) in [(0, nw, ne), (16, sw, se)] {
      for y in 0..<16 { rows[top + y] = UInt32(west.row(y) | east.row(y) << 16) }
    }
  }

  /// The same window with only the cells whose coordinate is in a range.
  func cells(with range: ClosedRange<Int>, along diagonal: Diagonal) -> LaneWindow {
    var part = self
    for y in 0..<Self.side {
      // The columns with a coordinate in the range.
      let shift = diagonal == .rising ? -y : y
      let first = max(0, range.lowerBound + shift)
      let last = min(Self.side - 1, range.upperBound + shift)
      let mask = first > last ? 0 : (UInt32.max >> UInt32(31 - last + first)) << UInt32(first)
      part.rows[y] &= mask
    }
    return part
  }

  /// The coordinates of live cells at least `margin` cells from the edge, as bits: bit 0 is the
  /// minimum coordinate of the window.
  func coordinates(along diagonal: Diagonal, margin: Int) -> UInt64 {
    var coordinates: UInt64 = 0
    let inner = (UInt32.max << UInt32(2 * margin)) >> UInt32(margin)
    for y in margin..<Self.side - margin {
      let shift = diagonal == .rising ? y : Self.side - 1 - y
      coordinates |= UInt64(rows[y] & inner) << UInt64(shift)
    }
    return coordinates
  }

  /// The next generation. Cells near the edge are wrong, because cells outside count as dead.
  func next(_ rule: LifeLike) -> LaneWindow {
    var result = self
    for y in 0..<Self.side {
      var ones: UInt32 = 0
      var twos: UInt32 = 0
      var fours: UInt32 = 0
      var eights: UInt32 = 0
      for dy in -1...1 {
        guard (0..<Self.side).contains(y + dy) else { continue }
        let row = rows[y + dy]
        for cells in [row << 1, row >> 1, dy == 0 ? 0 : row] {
          let carry = ones & cells
          ones ^= cells
          let carry2 = twos & carry
          twos ^= carry
          eights |= fours & carry2
          fours ^= carry2
        }
      }
      var alive: UInt32 = 0
      for count in 0...8 where rule.isBorn(count) || rule.survives(count) {
        func matching(_ cells: UInt32, digit: Int) -> UInt32 { count & digit == 0 ? ~cells : cells }
        let matches =
          matching(ones, digit: 1) & matching(twos, digit: 2) & matching(fours, digit: 4)
          & matching(eights, digit: 8)
        if rule.isBorn(count) { alive |= matches & ~rows[y] }
        if rule.survives(count) { alive |= matches & rows[y] }
      }
      result.rows[y] = alive
    }
    return result
  }

  /// Whether the cells at least four cells from the edge equal those of `former`, moved.
  func equals(_ former: LaneWindow, movedBy drift: (x: Int, y: Int)) -> Bool {
    let inner: UInt32 = 0x0fff_fff0
    for y in 4..<Self.side - 4 {
      let moved = former.rows[y - drift.y] << drift.x
      if (moved ^ rows[y]) & inner != 0 { return false }
    }
    return true
  }
}
