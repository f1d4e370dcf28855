/// Equal nodes side by side.
struct NodeRun {
  var column: Int
  var id: NodeID
  var count = 1

  /// The column after the last.
  var end: Int { column + count }
}

/// Builds a tree bottom-up: joins pairs of rows of nodes to rows of the next level.
///
///      row 2n      [a][b]   [c]           nodes of level k by their columns
///      row 2n + 1     [d]       [e]
///      ───────────────────────────
///      row n       [    ]  [   ][   ]     nodes of level k + 1
///
/// Equal nodes side by side are one run on every level, so the time for a row depends on its
/// different nodes, not on its length.
struct RowPairing {
  private let store: QuadStore
  /// For each level from that of leaves, the last row, until the other row of its pair is added.
  private var pending: [(row: Int, runs: [NodeRun])?]
  private let top: Int
  /// The rows of the top level, north to south.
  private(set) var result: [(row: Int, runs: [NodeRun])] = []

  /// - Parameter top: the level of the nodes of the result.
  init(_ store: QuadStore, top: Int) {
    self.store = store
    self.top = top
    pending = Array(repeating: nil, count: top - store.leafLevel)
  }

  /// Adds a row of leaves, sorted by column; rows come north to south.
  mutating func add(row: Int, _ leaves: [NodeRun]) throws(MemoryExhausted) {
    try add(row: row, leaves, level: store.leafLevel)
  }

  private mutating func add(
    row: Int, _ runs: [NodeRun], level: Int
  ) throws(MemoryExhausted) {
    if level == top {
      result.append((row, runs))
      return
    }
    let index = level - store.leafLevel
    if let other = pending[index] {
      pending[index] = nil
      if other.row >> 1 == row >> 1 {
        return try pair(row >> 1, other.runs, runs, level)
      }
      try pair(other, level)
    }
    pending[index] = (row, runs)
  }

  mutating func finish() throws(MemoryExhausted) {
    for index in pending.indices {
      guard let last = pending[index] else { continue }
      pending[index] = nil
      try pair(last, index + store.leafLevel)
    }
  }

  private mutating func pair(
    _ only: (row: Int, runs: [NodeRun]), _ level: Int
  ) throws(MemoryExhausted) {
    let isNorth = only.row & 1 == 0
    try pair(only.row >> 1, isNorth ? only.runs : [], isNorth ? [] : only.runs, level)
  }

  private mutating func pair(
    _ row: Int, _ north: [NodeRun], _ south: [NodeRun], _ level: Int
  ) throws(MemoryExhausted) {
    var builder = NodeRowBuilder(store)
    var (north, south) = (RowCursor(north), RowCursor(south))
    while min(north.next, south.next) < RowCursor.end {
      let column = min(north.next, south.next) >> 1
      let above = north.pair(below: column)
      let below = south.pair(below: column)
      let count = min(above.count, below.count)
      let node = QuadNode(above.west, above.east, below.west, below.east)
      try builder.add(node, at: column, count: count)
      north.skip(to: 2 * (column + count))
      south.skip(to: 2 * (column + count))
    }
    try add(row: row, builder.finish(), level: level + 1)
  }
}

/// Walks along a row of nodes from west to east.
private struct RowCursor {
  private let runs: [NodeRun]
  private var index = 0
  private var column = Int.min

  /// A column east of all others.
  static let end = 1 << 61

  init(_ runs: [NodeRun]) { self.runs = runs }

  /// The next column with a node.
  var next: Int { index < runs.count ? max(runs[index].column, column) : Self.end }

  mutating func skip(to column: Int) {
    self.column = column
    while index < runs.count, runs[index].end <= column { index += 1 }
  }

  /// The node in a column, and the next column where it may be another one.
  private mutating func node(at column: Int) -> (id: NodeID, end: Int) {
    skip(to: column)
    guard index < runs.count else { return (.empty, Self.end) }
    let run = runs[index]
    return run.column <= column ? (run.id, run.end) : (.empty, run.column)
  }

  /// The two nodes below a column of the next level, and the number of columns from this one on
  /// that have the same two.
  mutating func pair(below column: Int) -> (west: NodeID, east: NodeID, count: Int) {
    let west = node(at: 2 * column)
    if west.end >= 2 * column + 2 {
      return (west.id, west.id, (west.end - 2 * column) / 2)
    }
    return (west.id, node(at: 2 * column + 1).id, 1)
  }
}

/// Looks up the nodes of a row, many at once, and joins equal ones to runs.
struct NodeRowBuilder {
  private let store: QuadStore
  private var runs: [NodeRun] = []
  private var nodes: [QuadNode] = []
  private var leaves: [QuadLeaf] = []
  /// The places of the nodes or leaves that are not looked up yet.
  private var places: [(column: Int, count: Int)] = []

  private static let batch = 512

  init(_ store: QuadStore) { self.store = store }

  mutating func add(_ node: QuadNode, at column: Int, count: Int) throws(MemoryExhausted) {
    nodes.append(node)
    places.append((column, count))
    if places.count == Self.batch { try resolve() }
  }

  mutating func add(_ leaf: QuadLeaf, at column: Int, count: Int) throws(MemoryExhausted) {
    leaves.append(leaf)
    places.append((column, count))
    if places.count == Self.batch { try resolve() }
  }

  private mutating func resolve() throws(MemoryExhausted) {
    let ids = nodes.isEmpty ? try store.nodes(leaves) : try store.nodes(nodes)
    let bytes = (runs.count + ids.count) * MemoryLayout<NodeRun>.stride
    if bytes > store.memoryLimit { throw MemoryExhausted(purpose: "quadtree", bytes: bytes) }
    for (id, place) in zip(ids, places) where !id.isEmpty {
      if let last = runs.last, last.id == id, last.end == place.column {
        runs[runs.count - 1].count += place.count
      } else {
        runs.append(NodeRun(column: place.column, id: id, count: place.count))
      }
    }
    nodes.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// The row, west to east.
  mutating func finish() throws(MemoryExhausted) -> [NodeRun] {
    try resolve()
    return runs
  }
}
