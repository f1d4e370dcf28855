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
  /// The grid's size in cells, or what is larger than any place that is looked at.
  private let width: Int
  private let height: Int
  private(set) var counts: [UInt64]

  init(store: QuadStore, side: Int, columns: Int, rows: Int) {
    self.store = store
    self.side = side
    self.columns = columns
    self.rows = rows
    width = (BigInt(side) * columns).int ?? .max
    height = (BigInt(side) * rows).int ?? .max
    counts = [UInt64](repeating: 0, count: columns * rows)
  }

  /// Squares of at most this level, and no farther away than that, have places that fit an `Int`.
  private static let levelOfInts = 60

  /// Counts the cells of a square whose corner is at (x, y) of the grid.
  mutating func count(_ number: UInt32, _ level: Int, x: BigInt, y: BigInt) {
    let size = BigInt.powerOfTwo(level)
    guard number != 0, x < BigInt(width), y < BigInt(height), x + size > 0, y + size > 0 else {
      return
    }
    if level <= Self.levelOfInts, let x = x.int, let y = y.int, max(x, y) < 1 << 61 {
      return count(number, level, x, y)
    }
    let node = store.node(number)
    let half = BigInt.powerOfTwo(level - 1)
    for quadrant in 0..<4 {
      count(
        node[quadrant], level - 1, x: quadrant & 1 == 0 ? x : x + half,
        y: quadrant < 2 ? y : y + half)
    }
  }

  private mutating func count(_ number: UInt32, _ level: Int, _ x: Int, _ y: Int) {
    let size = 1 << level
    guard number != 0, x < width, y < height, x > -size, y > -size else { return }
    if let place = place(x, y, size) {
      add(store.population(number), at: place)
    } else if level == store.leafLevel {
      count(store.leaf(number), x, y)
    } else {
      let node = store.node(number)
      let half = size / 2
      count(node.nw, level - 1, x, y)
      count(node.ne, level - 1, x + half, y)
      count(node.sw, level - 1, x, y + half)
      count(node.se, level - 1, x + half, y + half)
    }
  }

  /// The square of the grid that holds the whole square of the tree; nil if none does.
  private func place(_ x: Int, _ y: Int, _ size: Int) -> Int? {
    guard size <= side, x >= 0, y >= 0 else { return nil }
    let (column, row) = (x / side, y / side)
    guard x - column * side <= side - size, y - row * side <= side - size, column < columns,
      row < rows
    else { return nil }
    return row * columns + column
  }

  private mutating func count(_ leaf: QuadLeaf, _ x: Int, _ y: Int) {
    for line in max(0, -y)..<max(0, min(store.shape.leafSide, height - y)) {
      var bits = store.shape.living(leaf, row: line)
      let row = (y + line) / side * columns
      while bits != 0 {
        let cell = x + bits.trailingZeroBitCount
        bits &= bits - 1
        if cell >= 0, cell < width { counts[row + cell / side] += 1 }
      }
    }
  }

  private mutating func add(_ population: BigInt, at place: Int) {
    let (sum, overflow) = counts[place].addingReportingOverflow(
      population.int.map { UInt64($0) } ?? .max)
    counts[place] = overflow ? .max : sum
  }
}
