extension Cells: Equatable {
  /// The same states at the same local coordinates.
  package static func == (left: Cells, right: Cells) -> Bool {
    left.population == right.population && left.isSame(as: right, shiftedBy: (0, 0))
  }

  /// Whether these cells equal those of `other` moved by `shift`.
  ///
  /// - Complexity: O(runs).
  package func isSame(as other: Cells, shiftedBy shift: (x: Int, y: Int)) -> Bool {
    firstDifference(from: other, shiftedBy: shift) == nil
  }

  /// The first cell in reading order whose state differs from that in `other` moved by `shift`; nil
  /// if there is none.
  package func firstDifference(from other: Cells, shiftedBy shift: (x: Int, y: Int)) -> Cell? {
    var mine = CellRunIterator(self)
    var theirs = CellRunIterator(other)
    while true {
      let a = mine.next()
      var b = theirs.next()
      b?.x += shift.x
      b?.y += shift.y
      if a == b {
        if a == nil { return nil }
        continue
      }
      return Self.firstDifference(between: a, and: b)
    }
  }

  /// The first cell that is in one of two different runs only, or in another state there.
  private static func firstDifference(between a: CellRun?, and b: CellRun?) -> Cell? {
    guard let a else { return b?.start }
    guard let b else { return a.start }
    guard a.start == b.start else { return (a.y, a.x) < (b.y, b.x) ? a.start : b.start }
    if a.state != b.state { return a.start }
    // The shorter run ends there.
    return Cell(x: a.x + min(a.length, b.length), y: a.y)
  }
}
