/// The cells in which two patterns differ: their number, bounding box and first one.
package struct CellsDifference: Hashable, Sendable {
  /// The number of cells whose states differ.
  package var count: BigInt
  /// The bounding box of those cells.
  package var bounds: Bounds
  /// The first of them in reading order.
  package var first: Position
}

extension Pattern {
  /// The difference from another pattern at equal absolute positions; nil if all cells are equal.
  ///
  /// - Throws: ``MemoryExhausted`` if the patterns are farther apart than 2^61 cells, or need more
  ///   than 4 GiB as rows or nodes.
  package func difference(from other: Pattern) throws -> CellsDifference? {
    if tree != nil || other.tree != nil, rule.planes == 1, other.rule.planes == 1 {
      return try treeDifference(from: other)
    }
    let mine = try inRows(limit: Self.mostBytes)
    let theirs = try other.inRows(limit: Self.mostBytes)
    guard let dx = (theirs.origin.x - mine.origin.x).int,
      let dy = (theirs.origin.y - mine.origin.y).int, dx.isWithin(1 << 61), dy.isWithin(1 << 61)
    else {
      guard !mine.cells.isEmpty || !theirs.cells.isEmpty else { return nil }
      throw MemoryExhausted(purpose: "comparison", bytes: .max)
    }
    var differences = DifferenceCounter()
    differences.compare(mine.cells, with: theirs.cells, shiftedBy: (dx, dy))
    guard let box = differences.box, let first = differences.first else { return nil }
    return CellsDifference(
      count: BigInt(differences.count), bounds: Bounds(box, from: mine.origin),
      first: mine.origin.offset(byX: first.x, y: first.y))
  }

  /// The memory limit of a comparison, in bytes.
  private static var mostBytes: Int { 4 << 30 }

  private func treeDifference(from other: Pattern) throws -> CellsDifference? {
    let store = try QuadStore(memoryLimit: Self.mostBytes)
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

  mutating func compare(_ mine: Cells, with theirs: Cells, shiftedBy shift: (x: Int, y: Int)) {
    var left = CellRunIterator(mine)
    var right = CellRunIterator(theirs)
    var a = left.next()
    var b = right.next()?.shifted(by: shift)
    while a != nil || b != nil {
      let cut = takeCommon(of: &a, and: &b)
      if cut.a { a = left.next() }
      if cut.b { b = right.next()?.shifted(by: shift) }
    }
  }

  /// Removes the westmost cells that are in both runs, or in one only, from the runs; returns which
  /// runs are then empty.
  private mutating func takeCommon(of a: inout CellRun?, and b: inout CellRun?) -> (
    a: Bool, b: Bool
  ) {
    guard let mine = a else {
      note(b)
      return (false, true)
    }
    guard let theirs = b else {
      note(a)
      return (true, false)
    }
    if mine.y != theirs.y || mine.end <= theirs.x || theirs.end <= mine.x {
      let isMine = (mine.y, mine.x) < (theirs.y, theirs.x)
      note(isMine ? a : b)
      return (isMine, !isMine)
    }
    if mine.x < theirs.x {
      note(a?.takeFirst(theirs.x - mine.x))
    } else if theirs.x < mine.x {
      note(b?.takeFirst(mine.x - theirs.x))
    } else {
      let length = min(mine.length, theirs.length)
      let head = a?.takeFirst(length)
      _ = b?.takeFirst(length)
      if mine.state != theirs.state { note(head) }
    }
    return (a?.length == 0, b?.length == 0)
  }

  /// Counts the cells of a run as different.
  private mutating func note(_ run: CellRun?) {
    guard let run else { return }
    count += run.length
    let window = Window(x: run.x, y: run.y, width: run.length, height: 1)
    box = box?.union(window) ?? window
    if first == nil { first = Cell(x: run.x, y: run.y) }
  }
}

extension CellRun {
  fileprivate var end: Int { x + length }

  fileprivate func shifted(by shift: (x: Int, y: Int)) -> CellRun {
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
