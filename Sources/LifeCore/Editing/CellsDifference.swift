/// Where two patterns are not the same.
package struct CellsDifference: Hashable, Sendable {
  /// How many cells are in different states.
  package var count: BigInt
  /// The bounding box of those cells.
  package var bounds: Bounds
  /// The first of them in reading order.
  package var first: Position
}

extension Pattern {
  /// Where the cells of two patterns differ, each in its place; nil if nowhere.
  ///
  /// - Throws: ``MemoryExhausted`` if they are too far apart, or too many to be looked at.
  package func difference(from other: Pattern) throws -> CellsDifference? {
    if tree != nil || other.tree != nil, rule.planes == 1, other.rule.planes == 1 {
      return try treeDifference(from: other)
    }
    let (mine, theirs) = (
      try inRows(limit: Self.mostBytes), try other.inRows(limit: Self.mostBytes)
    )
    guard let dx = (theirs.origin.x - mine.origin.x).int,
      let dy = (theirs.origin.y - mine.origin.y).int, dx.isWithin(1 << 61), dy.isWithin(1 << 61)
    else {
      guard !mine.cells.isEmpty || !theirs.cells.isEmpty else { return nil }
      throw MemoryExhausted(purpose: "comparison", bytes: .max)
    }
    var differences = DifferenceCounter()
    differences.compare(mine.cells, theirs.cells, shiftedBy: (dx, dy))
    guard let box = differences.box, let first = differences.first else { return nil }
    return CellsDifference(
      count: BigInt(differences.count), bounds: Bounds(box, from: mine.origin),
      first: mine.origin.offset(byX: first.x, y: first.y))
  }

  /// What a comparison may take.
  private static var mostBytes: Int { 4 << 30 }

  private func treeDifference(from other: Pattern) throws -> CellsDifference? {
    let store = try QuadStore(memoryLimit: Self.mostBytes)
    let (mine, theirs) = (try copied(to: store), try other.copied(to: store))
    let difference = try store.difference(mine, theirs)
    guard let box = difference.bounds, let first = difference.firstCell else { return nil }
    let corner = Quadtree.corner
    return CellsDifference(
      count: difference.population,
      bounds: Bounds(
        x: box.x + corner.x, y: box.y + corner.y, width: box.width, height: box.height),
      first: Position(x: first.x + corner.x, y: first.y + corner.y))
  }
}

/// Walks along two patterns run by run.
private struct DifferenceCounter {
  var count = 0
  var box: Window?
  var first: Cell?

  mutating func compare(_ mine: Cells, _ theirs: Cells, shiftedBy shift: (x: Int, y: Int)) {
    var left = RunIterator(mine)
    var right = RunIterator(theirs)
    var a = left.next()
    var b = right.next()?.shifted(by: shift)
    while a != nil || b != nil {
      let cut = takeCommon(&a, &b)
      if cut.a { a = left.next() }
      if cut.b { b = right.next()?.shifted(by: shift) }
    }
  }

  /// Looks at the first stretch of cells that is in one run of each, or in one only, and takes it
  /// from the runs; tells which of them are used up.
  private mutating func takeCommon(_ a: inout Run?, _ b: inout Run?) -> (a: Bool, b: Bool) {
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

  private mutating func note(_ run: Run?) {
    guard let run else { return }
    count += run.length
    let window = Window(x: run.x, y: run.y, width: run.length, height: 1)
    box = box?.union(window) ?? window
    if first == nil { first = Cell(x: run.x, y: run.y) }
  }
}

extension Run {
  fileprivate var end: Int { x + length }

  fileprivate func shifted(by shift: (x: Int, y: Int)) -> Run {
    Run(y: y + shift.y, x: x + shift.x, length: length, state: state)
  }

  /// Cuts off the first cells.
  fileprivate mutating func takeFirst(_ count: Int) -> Run {
    let head = Run(y: y, x: x, length: count, state: state)
    x += count
    length -= count
    return head
  }
}
