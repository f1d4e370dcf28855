extension Quadtree {
  /// Counts the living cells in each square of `side` × `side` of a grid.
  ///
  /// - Parameters:
  ///   - corner: the grid's north-western cell, counted from the tree's (0, 0).
  ///   - columns: squares in a row of the grid.
  ///   - rows: rows of the grid.
  /// - Returns: the counts row by row, each at most the largest `UInt64`.
  /// - Complexity: O(squares of the grid, and squares of the tree that lie across their edges).
  package func density(
    from corner: Position, side: Int, columns: Int, rows: Int
  ) -> [UInt64] {
    precondition(side > 0 && columns >= 0 && rows >= 0)
    var counter = DensityCounter(store: store, side: side, columns: columns, rows: rows)
    let half = BigInt.powerOfTwo(level - 1)
    counter.count(root, level, x: -half - corner.x, y: -half - corner.y)
    return counter.counts
  }
}

private struct DensityCounter {
  let store: QuadStore
  let side: Int
  let columns: Int
  let rows: Int
  /// The grid's size in cells.
  private let width: BigInt
  private let height: BigInt
  private(set) var counts: [UInt64]

  init(store: QuadStore, side: Int, columns: Int, rows: Int) {
    self.store = store
    self.side = side
    self.columns = columns
    self.rows = rows
    width = BigInt(side) * columns
    height = BigInt(side) * rows
    counts = [UInt64](repeating: 0, count: columns * rows)
  }

  /// Counts the cells of a square whose corner is at (x, y) of the grid.
  mutating func count(_ number: UInt32, _ level: Int, x: BigInt, y: BigInt) {
    guard number != 0 else { return }
    let size = BigInt.powerOfTwo(level)
    if x >= width || y >= height || x + size <= 0 || y + size <= 0 { return }
    if let place = place(x, y, size) {
      add(store.population(number), at: place)
    } else if level == store.leafLevel {
      count(store.leaf(number), x: x, y: y)
    } else {
      let node = store.node(number)
      let half = BigInt.powerOfTwo(level - 1)
      count(node.nw, level - 1, x: x, y: y)
      count(node.ne, level - 1, x: x + half, y: y)
      count(node.sw, level - 1, x: x, y: y + half)
      count(node.se, level - 1, x: x + half, y: y + half)
    }
  }

  /// The square of the grid that holds the whole square of the tree; nil if none does.
  private func place(_ x: BigInt, _ y: BigInt, _ size: BigInt) -> Int? {
    guard x >= 0, y >= 0, x + size <= width, y + size <= height else { return nil }
    let (column, dx) = x.floorDivided(by: side)
    let (row, dy) = y.floorDivided(by: side)
    guard BigInt(dx) + size <= BigInt(side), BigInt(dy) + size <= BigInt(side),
      let column = column.int, let row = row.int
    else { return nil }
    return row * columns + column
  }

  private mutating func count(_ leaf: QuadLeaf, x: BigInt, y: BigInt) {
    for line in 0..<store.shape.leafSide {
      var bits = store.shape.living(leaf, row: line)
      let cellY = y + line
      guard bits != 0, !cellY.isNegative, cellY < height,
        let row = cellY.floorDivided(by: side).quotient.int
      else { continue }
      while bits != 0 {
        let cellX = x + bits.trailingZeroBitCount
        bits &= bits - 1
        guard !cellX.isNegative, cellX < width,
          let column = cellX.floorDivided(by: side).quotient.int
        else { continue }
        counts[row * columns + column] += 1
      }
    }
  }

  private mutating func add(_ population: BigInt, at place: Int) {
    let (sum, overflow) = counts[place].addingReportingOverflow(
      population.int.map { UInt64($0) } ?? .max)
    counts[place] = overflow ? .max : sum
  }
}
