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
      takeFirstCells(of: &a, and: &b)
      if a == nil { a = left.next() }
      if b == nil { b = right.next()?.shifted(by: shift) }
    }
  }

  /// Removes the first cells in reading order, either in both runs or in one of them only, and
  /// counts them if they differ. An empty run becomes `nil`.
  private mutating func takeFirstCells(of a: inout CellRun?, and b: inout CellRun?) {
    guard var mine = a, var theirs = b else {
      if let single = a ?? b { countCells(of: single) }
      a = nil
      b = nil
      return
    }
    if mine.y != theirs.y || mine.end <= theirs.x || theirs.end <= mine.x {
      if (mine.y, mine.x) < (theirs.y, theirs.x) {
        countCells(of: mine)
        a = nil
      } else {
        countCells(of: theirs)
        b = nil
      }
      return
    }
    if mine.x < theirs.x {
      countCells(of: mine.takeFirst(theirs.x - mine.x))
    } else if theirs.x < mine.x {
      countCells(of: theirs.takeFirst(mine.x - theirs.x))
    } else {
      let length = min(mine.length, theirs.length)
      let head = mine.takeFirst(length)
      _ = theirs.takeFirst(length)
      if mine.state != theirs.state { countCells(of: head) }
    }
    a = mine.length > 0 ? mine : nil
    b = theirs.length > 0 ? theirs : nil
  }

  /// Counts the cells of a run as different.
  private mutating func countCells(of run: CellRun) {
    count += run.length
    let window = Window(x: run.x, y: run.y, width: run.length, height: 1)
    box = box?.union(window) ?? window
    if first == nil { first = run.start }
  }
}

extension CellRun {
  fileprivate var end: Int { x + length }

  fileprivate func shifted(by shift: Offset) -> CellRun {
    CellRun(y: y + shift.y, x: x + shift.x, length: length, state: state)
  }

  /// Removes the first cells and returns them.
  fileprivate mutating func takeFirst(_ count: Int) -> CellRun {
    let head = CellRun(y: y, x: x, length: count, state: state)
    x += count
    length -= count
    return head
  }
}
