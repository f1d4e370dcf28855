/// Nodes of one level that overlap the same rows of cells, west to east.
private typealias Row = [(x: Int, id: NodeID)]

extension Quadtree {
  /// Visits the rows inside a window as packed words, north to south and west to east.
  ///
  /// - Parameters:
  ///   - corner: the window's north-western cell, relative to the tree's (0, 0).
  ///   - limit: the maximum number of bytes for lists of nodes that share rows of cells. Beyond it,
  ///     rows of cells are visited one by one, more slowly.
  ///   - check: called now and then; its errors end the walk.
  ///   - body: gets the row and the column of the first word's bit 0, relative to the corner. Words
  ///     begin at multiples of 64, and no bit outside the window is set.
  /// - Complexity: O(nodes in the window, each as often as it occurs there).
  package func forEachRow(
    from corner: Position, width: Int, height: Int, limit: Int, check: () throws -> Void,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    guard width > 0, height > 0 else { return }
    let half = BigInt.powerOfTwo(level - 1)
    let rows = RowWalk(
      store: store, width: width, height: height, limit: min(limit, store.memoryLimit))
    var seeds: [(y: Int, row: Row)] = []
    store.forEachPart(
      of: root, level: level, x: -half - corner.x, y: -half - corner.y, width: BigInt(width),
      height: BigInt(height)
    ) { id, _, x, y in
      if let x = x.int, let y = y.int { seeds.append((y, [(x, id)])) }
    }
    for seed in Self.merged(seeds) {
      try rows.walk(
        seed.row, level: min(level, Self.maxIntLevel), y: seed.y, check: check, body: body)
    }
  }

  /// The same for a window of ordinary size.
  package func forEachRow(
    from corner: Position, width: Int, height: Int,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    try forEachRow(from: corner, width: width, height: height, limit: .max, check: {}, body)
  }

  /// Joins the seeds of the same rows, north to south.
  private static func merged(_ seeds: [(y: Int, row: Row)]) -> [(y: Int, row: Row)] {
    var result: [(y: Int, row: Row)] = []
    for y in Set(seeds.map(\.y)).sorted() {
      let row = seeds.filter { $0.y == y }.flatMap(\.row).sorted { $0.x < $1.x }
      result.append((y, row))
    }
    return result
  }
}

extension QuadStore {
  /// Visits the largest nodes of at most ``Quadtree/maxIntLevel`` in a window.
  ///
  /// - Parameters:
  ///   - x: the column of the root's north-western cell, counted from the window's corner.
  ///   - y: its row.
  ///   - body: gets a node, its level, and the place of its north-western cell in the window.
  func forEachPart(
    of id: NodeID, level: Int, x: BigInt, y: BigInt, width: BigInt, height: BigInt,
    _ body: (_ id: NodeID, _ level: Int, _ x: BigInt, _ y: BigInt) throws -> Void
  ) rethrows {
    let side = BigInt.powerOfTwo(level)
    guard !id.isEmpty, x < width, y < height, x + side > 0, y + side > 0 else { return }
    if level <= Quadtree.maxIntLevel { return try body(id, level, x, y) }
    let half = BigInt.powerOfTwo(level - 1)
    let node = self[id]
    for quadrant in 0..<4 {
      try forEachPart(
        of: node[quadrant], level: level - 1, x: quadrant & 1 == 0 ? x : x + half,
        y: quadrant < 2 ? y : y + half, width: width, height: height, body)
    }
  }
}

/// Descends from a row of nodes to rows of cells.
private struct RowWalk {
  let store: QuadStore
  let width: Int
  let height: Int
  /// The quadrants of a row are listed if it has at most this number of nodes.
  private let maxNodes: Int

  init(store: QuadStore, width: Int, height: Int, limit: Int) {
    self.store = store
    self.width = width
    self.height = height
    // The two lists of quadrants have up to four times as many nodes as the row. As much again is
    // left for the lists of the levels above.
    maxNodes = limit / (8 * MemoryLayout<Row.Element>.stride)
  }

  func walk(
    _ row: Row, level: Int, y: Int, check: () throws -> Void,
    body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let side = 1 << level
    guard !row.isEmpty, y < height, y > -side else { return }
    try check()
    if level == store.leafLevel { return try emit(row, y: y, body: body) }
    if row.count > maxNodes {
      return try emitLines(row, level: level, y: y, check: check, body: body)
    }
    let half = side / 2
    var north: Row = []
    var south: Row = []
    for (x, id) in row {
      let node = store[id]
      let west = x
      let east = x + half
      if west < width, west > -half {
        if !node.nw.isEmpty { north.append((west, node.nw)) }
        if !node.sw.isEmpty { south.append((west, node.sw)) }
      }
      if east < width, east > -half {
        if !node.ne.isEmpty { north.append((east, node.ne)) }
        if !node.se.isEmpty { south.append((east, node.se)) }
      }
    }
    try walk(north, level: level - 1, y: y, check: check, body: body)
    try walk(south, level: level - 1, y: y + half, check: check, body: body)
  }

  /// Visits the rows of cells in a row of leaves.
  private func emit(
    _ row: Row, y: Int, body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let shape = store.shape
    let leaves = row.map { (x: $0.x, leaf: store[$0.id.leaf]) }
    for line in max(0, -y)..<max(0, min(shape.leafSide, height - y)) {
      var words = LineOfWords(width: width, planes: store.planes)
      for (x, leaf) in leaves {
        try words.add(leaf, row: line, of: shape, at: x) { try body(y + line, $0, $1) }
      }
      try words.flush { try body(y + line, $0, $1) }
    }
  }
}

// MARK: - Rows too long for lists

extension RowWalk {
  /// Visits the rows of cells in a row of nodes one by one, descending to the leaves for each.
  private func emitLines(
    _ row: Row, level: Int, y: Int, check: () throws -> Void,
    body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let shape = store.shape
    for line in max(0, -y)..<max(0, min(1 << level, height - y)) {
      var words = LineOfWords(width: width, planes: store.planes)
      let place = y + line
      for (x, id) in row {
        try check()
        try descend(into: id, level: level, x: x, line: line) { x, leaf, line in
          try words.add(leaf, row: line, of: shape, at: x) { try body(place, $0, $1) }
        }
      }
      try words.flush { try body(place, $0, $1) }
    }
  }

  /// Visits the leaves crossed by one row of a node, west to east.
  private func descend(
    into id: NodeID, level: Int, x: Int, line: Int,
    visit: (_ x: Int, _ leaf: QuadLeaf, _ line: Int) throws -> Void
  ) rethrows {
    guard !id.isEmpty, x < width, x > -(1 << level) else { return }
    if level == store.leafLevel { return try visit(x, store[id.leaf], line) }
    let node = store[id]
    let half = 1 << (level - 1)
    let isNorth = line < half
    let rest = isNorth ? line : line - half
    try descend(into: isNorth ? node.nw : node.sw, level: level - 1, x: x, line: rest, visit: visit)
    try descend(
      into: isNorth ? node.ne : node.se, level: level - 1, x: x + half, line: rest, visit: visit)
  }
}

extension LineOfWords {
  /// Adds a row of a leaf from column `x` on; leaves must come west to east.
  @inline(__always)
  mutating func add(
    _ leaf: QuadLeaf, row: Int, of shape: LeafShape, at x: Int,
    body: (_ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    if shape == .bits {
      let bits = leaf.row(row)
      if bits != 0 { try add(at: x, body: body) { _ in bits } }
    } else {
      let bits = shape.bitPlanes(of: leaf, row: row)
      try add(at: x, body: body) { bits[$0] }
    }
  }
}
