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

  /// The first cell in reading order whose states differ; nil if there is none.
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

  private static func firstDifference(between a: CellRun?, and b: CellRun?) -> Cell? {
    guard let a, let b else { return (a ?? b).map { Cell(x: $0.x, y: $0.y) } }
    if a.y == b.y && a.x == b.x {
      return Cell(x: a.x + (a.state == b.state ? min(a.length, b.length) : 0), y: a.y)
    }
    return (a.y, a.x) < (b.y, b.x) ? Cell(x: a.x, y: a.y) : Cell(x: b.x, y: b.y)
  }
}
