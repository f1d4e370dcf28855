/// The differing cells of two patterns: their number, bounding box and first one.
package struct CellsDifference: Hashable, Sendable {
  /// The number of cells with different states.
  package var count: BigInt
  package var bounds: Bounds
  /// The first differing cell in reading order.
  package var first: Position
}

extension Pattern {
  /// The difference from another pattern at equal absolute positions. Returns `nil` if all cells
  /// are equal.
  ///
  /// - Throws: ``MemoryExhausted`` if the patterns are farther apart than 2^61 cells, or need more
  ///   than 4 GiB as rows or nodes.
  package func difference(from other: Pattern) throws -> CellsDifference? {
    if tree != nil || other.tree != nil, rule.planes == 1, other.rule.planes == 1 {
      return try treeDifference(from: other)
    }
    let mine = try inRows(limit: Self.maxBytes)
    let theirs = try other.inRows(limit: Self.maxBytes)
    guard let shift = theirs.origin.offset(from: mine.origin, atMost: 1 << 61) else {
      guard !mine.cells.isEmpty || !theirs.cells.isEmpty else { return nil }
      throw MemoryExhausted(purpose: "comparison", bytes: .max)
    }
    var differences = DifferenceCounter()
    differences.compare(mine.cells, with: theirs.cells, shiftedBy: shift)
    guard let box = differences.box, let first = differences.first else { return nil }
    return CellsDifference(
      count: BigInt(differences.count), bounds: Bounds(box, from: mine.origin),
      first: mine.origin.moved(byX: first.x, y: first.y))
  }

  /// The memory limit of a comparison, in bytes.
  private static var maxBytes: Int { 4 << 30 }

  private func treeDifference(from other: Pattern) throws -> CellsDifference? {
    let store = try QuadStore(memoryLimit: Self.maxBytes)
    let center = tree == nil ? other.origin : origin
    let mine = try copied(to: store, center: center)
    let theirs = try other.copied(to: store, center: center)
    let difference = try store.difference(between: mine, and: theirs)
    guard let box = difference.bounds, let first = difference.firstCell else { return nil }
    return CellsDifference(
      count: difference.population, bounds: box.moved(by: center), first: first + center)
  }
}

/// Counts differing cells by merging the runs of two patterns.
private struct DifferenceCounter {
  var count = 0
  var box: Window?
  var first: Cell?

  mutating func compare(_ mine: Cells, with theirs: Cells, shiftedBy shift: Offset) {
    var left = CellRunIterator(mine)
    var right = CellRunIterator(theirs)
    var a = left.next()
    var b = right.next()?.shifted(by: shift)
    while a != nil || b != nil {
      if let only = a?.takeCells(before: b) ?? b?.takeCells(before: a) {
        countCells(of: only)
      } else if let mine = a, let theirs = b {
        // Both begin with the same cell.
        let length = min(mine.length, theirs.length)
        if let both = a?.takeFirst(length), mine.state != theirs.state { countCells(of: both) }
        _ = b?.takeFirst(length)
      }
      if a?.length == 0 { a = left.next() }
      if b?.length == 0 { b = right.next()?.shifted(by: shift) }
    }
  }

  /// Counts the cells of a run as different.
  private mutating func countCells(of run: CellRun) {
    count += run.length
    let window = Window(x: run.x, y: run.y, width: run.length, height: 1)
    box = box?.union(window) ?? window
    if first == nil { first = Cell(x: run.x, y: run.y) }
  }
}

extension CellRun {
  fileprivate func shifted(by shift: Offset) -> CellRun {
    CellRun(y: y + shift.y, x: x + shift.x, length: length, state: state)
  }

  /// Removes the cells before another run, in reading order, and returns them. Returns `nil` if
  /// there are none.
  fileprivate mutating func takeCells(before other: CellRun?) -> CellRun? {
    guard let other, other.y <= y else { return takeFirst(length) }
    let count = other.y < y ? 0 : min(length, other.x - x)
    return count > 0 ? takeFirst(count) : nil
  }

  /// Removes the first cells and returns them.
  fileprivate mutating func takeFirst(_ count: Int) -> CellRun {
    let head = CellRun(y: y, x: x, length: count, state: state)
    x += count
    length -= count
    return head
  }
}
