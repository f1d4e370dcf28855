extension Quadtree {
  /// Counts the live cells in each square of `side` × `side` cells of a grid.
  ///
  /// - Parameters:
  ///   - corner: the grid's north-western cell, relative to the tree's (0, 0).
  ///   - columns: squares in a row of the grid.
  ///   - rows: rows of the grid.
  ///   - interrupt: checked now and then.
  /// - Returns: the counts row by row, each at most the largest `UInt64`.
  /// - Throws: ``Stopped``.
  /// - Complexity: O(squares of the grid, and different nodes for each line between them), however
  ///   many cells they have.
  package func density(
    from corner: Position, side: Int, columns: Int, rows: Int, interrupt: Interrupt? = nil
  ) throws(Stopped) -> [UInt64] {
    precondition(side > 0 && columns >= 0 && rows >= 0)
    var counter = DensityCounter(
      store: store, side: side, columns: columns, rows: rows, interrupt: interrupt)
    let half = BigInt.powerOfTwo(level - 1)
    try counter.count(root, level, x: -half - corner.x, y: -half - corner.y)
    return counter.counts
  }
}

/// Adds up the populations of nodes, in four cases by how a node lies in the grid:
///
///      inside a square           its population counts there
///      across a vertical edge    its populations on both sides of the edge are added; they depend
///                                on the node and the place of the edge, so they are memoized
///      across a horizontal edge  the same
///      across both               its quadrants are counted; of nodes that are not larger than a
///                                square, there is one of each level at each corner of the grid
///
/// Without the memo, the nodes along all edges would be visited down to the leaves: a tree from a
/// file of 60 lines can have 2^55 of them along one edge.
private struct DensityCounter {
  let store: QuadStore
  let side: Int
  let columns: Int
  let rows: Int
  let interrupt: Interrupt?
  /// The size of the grid in cells, or `Int.max` if that is less.
  private let width: Int
  private let height: Int
  private(set) var counts: [UInt64]
  private var visits = 0
  private var memo: [Split: (UInt64, UInt64)] = [:]

  /// A node that lies across an edge of one direction.
  private struct Split: Hashable {
    var id: NodeID
    /// The number of its columns, or rows, before the edge.
    var before: Int
    var isVertical: Bool
  }

  init(store: QuadStore, side: Int, columns: Int, rows: Int, interrupt: Interrupt?) {
    self.store = store
    self.side = side
    self.columns = columns
    self.rows = rows
    self.interrupt = interrupt
    width = (BigInt(side) * columns).int ?? .max
    height = (BigInt(side) * rows).int ?? .max
    counts = [UInt64](repeating: 0, count: columns * rows)
  }

  /// The places of nodes of at most this level that overlap the grid fit an `Int`.
  private static let levelOfInts = 60

  /// Counts the cells of a node whose corner is at (x, y) of the grid.
  mutating func count(_ id: NodeID, _ level: Int, x: BigInt, y: BigInt) throws(Stopped) {
    let size = BigInt.powerOfTwo(level)
    guard !id.isEmpty, x < BigInt(width), y < BigInt(height), x + size > 0, y + size > 0 else {
      return
    }
    if level <= Self.levelOfInts, let x = x.int, let y = y.int, max(x, y) < 1 << 61 {
      return try count(id, level, x, y)
    }
    let node = store[id]
    let half = BigInt.powerOfTwo(level - 1)
    for quadrant in 0..<4 {
      try count(
        node[quadrant], level - 1, x: quadrant & 1 == 0 ? x : x + half,
        y: quadrant < 2 ? y : y + half)
    }
  }

  private mutating func count(_ id: NodeID, _ level: Int, _ x: Int, _ y: Int) throws(Stopped) {
    let size = 1 << level
    guard !id.isEmpty, x < width, y < height, x > -size, y > -size else { return }
    try visit()
    let (column, row) = (floor(x), floor(y))
    let (lastColumn, lastRow) = (floor(x + (size - 1)), floor(y + (size - 1)))
    if column == lastColumn, row == lastRow {
      add(population(id), column, row)
    } else if level == store.leafLevel {
      count(store[id.leaf], x, y)
    } else if row == lastRow {
      let sums = try split(id, level, lastColumn * side - x, isVertical: true)
      add(sums.0, column, row)
      add(sums.1, lastColumn, row)
    } else if column == lastColumn {
      let sums = try split(id, level, lastRow * side - y, isVertical: false)
      add(sums.0, column, row)
      add(sums.1, column, lastRow)
    } else {
      let node = store[id]
      let half = size / 2
      try count(node.nw, level - 1, x, y)
      try count(node.ne, level - 1, x + half, y)
      try count(node.sw, level - 1, x, y + half)
      try count(node.se, level - 1, x + half, y + half)
    }
  }

  /// The column or row of a place, which may be outside the grid.
  private func floor(_ place: Int) -> Int {
    place >= 0 ? place / side : (place + 1) / side - 1
  }

  private mutating func visit() throws(Stopped) {
    visits += 1
    if visits & 0xfff == 0, let interrupt, interrupt.isRaised { throw Stopped() }
  }

  private func population(_ id: NodeID) -> UInt64 {
    store.population(id).int.map { UInt64($0) } ?? .max
  }

  private mutating func add(_ population: UInt64, _ column: Int, _ row: Int) {
    guard column >= 0, column < columns, row >= 0, row < rows else { return }
    counts[row * columns + column].addUpToMaximum(population)
  }

  private mutating func count(_ leaf: QuadLeaf, _ x: Int, _ y: Int) {
    for line in max(0, -y)..<max(0, min(store.shape.leafSide, height - y)) {
      var bits = store.shape.liveCells(leaf, row: line)
      let row = (y + line) / side * columns
      while bits != 0 {
        let cell = x + bits.trailingZeroBitCount
        bits &= bits - 1
        if cell >= 0, cell < width { counts[row + cell / side].addUpToMaximum(1) }
      }
    }
  }
}

// MARK: - Nodes across edges of one direction

extension DensityCounter {
  /// So the memo takes some megabytes at most.
  private static let mostSplits = 1 << 16

  /// The populations of a node on both sides of an edge with `before` of its columns, or rows, on
  /// the first side.
  private mutating func split(
    _ id: NodeID, _ level: Int, _ before: Int, isVertical: Bool
  ) throws(Stopped) -> (UInt64, UInt64) {
    if id.isEmpty { return (0, 0) }
    if before <= 0 { return (0, population(id)) }
    if before >= 1 << level { return (population(id), 0) }
    if level == store.leafLevel { return split(store[id.leaf], before, isVertical: isVertical) }
    let key = Split(id: id, before: before, isVertical: isVertical)
    if let known = memo[key] { return known }
    try visit()
    let node = store[id]
    var sums: (UInt64, UInt64) = (0, 0)
    for quadrant in 0..<4 {
      let isSecond = isVertical ? quadrant & 1 == 1 : quadrant >= 2
      let part = try split(
        node[quadrant], level - 1, isSecond ? before - (1 << (level - 1)) : before,
        isVertical: isVertical)
      sums.0.addUpToMaximum(part.0)
      sums.1.addUpToMaximum(part.1)
    }
    if memo.count == Self.mostSplits { memo.removeAll(keepingCapacity: true) }
    memo[key] = sums
    return sums
  }

  private func split(
    _ leaf: QuadLeaf, _ before: Int, isVertical: Bool
  ) -> (UInt64, UInt64) {
    var sums: (UInt64, UInt64) = (0, 0)
    for line in 0..<store.shape.leafSide {
      let cells = store.shape.liveCells(leaf, row: line)
      let mask: UInt64 = isVertical ? (1 << UInt64(before)) - 1 : line < before ? ~0 : 0
      sums.0 += UInt64((cells & mask).nonzeroBitCount)
      sums.1 += UInt64((cells & ~mask).nonzeroBitCount)
    }
    return sums
  }
}

extension UInt64 {
  fileprivate mutating func addUpToMaximum(_ other: UInt64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}
