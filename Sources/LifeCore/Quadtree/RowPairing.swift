/// Equal nodes side by side.
struct NodeRun: BitwiseCopyable {
  var column: Int
  var id: NodeID
  var count = 1

  /// The column after the last.
  var end: Int { column + count }
}

/// The place of equal nodes side by side.
struct NodePlace: BitwiseCopyable {
  var row: Int
  var column: Int
  var count = 1
}

/// Nodes or leaves of any number of rows, to be looked up together.
struct NodeBatch<Key> {
  private(set) var keys: [Key] = []
  private(set) var places: [NodePlace] = []

  var isFull: Bool { keys.count >= Self.size }

  private static var size: Int { 512 }

  mutating func add(_ key: Key, at place: NodePlace) {
    keys.append(key)
    places.append(place)
  }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }
}

/// Rows of nodes of one level, north to south.
struct NodeRows {
  /// The number of each row, and the index of its first run; its runs end before the next row's.
  private(set) var rows: [(row: Int, first: Int)] = []
  private(set) var runs: [NodeRun] = []

  func runs(at index: Int) -> ArraySlice<NodeRun> {
    runs[rows[index].first..<(index + 1 < rows.count ? rows[index + 1].first : runs.count)]
  }

  /// Adds equal nodes to the eastern end of a row.
  mutating func add(_ run: NodeRun, row: Int) {
    if rows.last?.row != row {
      rows.append((row, runs.count))
    } else if let last = runs.last, last.id == run.id, last.end == run.column {
      runs[runs.count - 1].count += run.count
      return
    }
    runs.append(run)
  }

  /// Removes all rows but the last `count`.
  mutating func removeAll(exceptLast count: Int) {
    let first = count == 0 ? runs.count : rows[rows.count - count].first
    let kept = rows.suffix(count)
    runs.removeFirst(first)
    rows.removeAll(keepingCapacity: true)
    for row in kept { rows.append((row.row, row.first - first)) }
  }
}

/// Builds a tree bottom-up: joins pairs of rows of nodes to rows of the next level.
///
///      row 2n      [a][b]   [c]           nodes of level k by their columns
///      row 2n + 1     [d]      [e]
///      ───────────────────────────
///      row n       [    ][    ][    ]     nodes of level k + 1
///
/// Equal nodes side by side are one run on every level, so the time for a row depends on its
/// different nodes, not on its length. A level is joined once it has many runs, in any number of
/// rows, so the nodes of many rows are looked up together: reading and building 300 000 isolated
/// cells takes 43 % less time.
struct RowPairing {
  private let store: QuadStore
  /// For each level, beginning with leaves, the rows not joined yet.
  private var levels: [NodeRows]
  /// The rows of the top level.
  var result: NodeRows { levels[levels.count - 1] }

  /// A level with this number of runs is joined.
  private static let batch = 512

  /// - Parameter topLevel: the level of the nodes of the result.
  init(_ store: QuadStore, topLevel: Int) {
    self.store = store
    levels = Array(repeating: NodeRows(), count: topLevel - store.leafLevel + 1)
  }

  /// Takes all leaves of a batch; rows come north to south, and the leaves of a row west to east.
  mutating func take(_ leaves: inout NodeBatch<QuadLeaf>) throws(MemoryExhausted) {
    try add(leaves.places, ids: store.ids(of: leaves.keys), level: 0)
    leaves.removeAll()
  }

  private mutating func take(
    _ nodes: inout NodeBatch<QuadNode>, level: Int
  ) throws(MemoryExhausted) {
    try add(nodes.places, ids: store.ids(of: nodes.keys), level: level)
    nodes.removeAll()
  }

  mutating func finish() throws(MemoryExhausted) {
    for level in 0..<levels.count - 1 { try joinRows(of: level, isComplete: true) }
  }

  private mutating func add(
    _ places: [NodePlace], ids: [NodeID], level: Int
  ) throws(MemoryExhausted) {
    for (place, id) in zip(places, ids) where !id.isEmpty {
      levels[level].add(
        NodeRun(column: place.column, id: id, count: place.count), row: place.row)
    }
    let bytes = levels[level].runs.count * MemoryLayout<NodeRun>.stride
    if bytes > store.memoryLimit { throw MemoryExhausted(purpose: "quadtree", bytes: bytes) }
    if level < levels.count - 1, levels[level].runs.count >= Self.batch {
      try joinRows(of: level, isComplete: false)
    }
  }

  /// Joins the rows of a level: all if the level is complete, otherwise all but the last row and
  /// the other one of its pair, because the last may still get nodes.
  private mutating func joinRows(of level: Int, isComplete: Bool) throws(MemoryExhausted) {
    let nodes = levels[level]
    // The row of the next level that a row becomes part of.
    let pair = { (index: Int) in nodes.rows[index].row >> 1 }
    let count = nodes.rows.count
    // The last row, and the other one of its pair if it exists.
    var kept = isComplete || count == 0 ? 0 : 1
    if kept == 1, count > 1, pair(count - 2) == pair(count - 1) { kept = 2 }
    guard count > kept else { return }
    levels[level].removeAll(exceptLast: kept)
    var batch = NodeBatch<QuadNode>()
    var index = 0
    while index < count - kept {
      let isPair = index + 1 < count - kept && pair(index) == pair(index + 1)
      let isNorth = nodes.rows[index].row & 1 == 0
      var north = nodes.runs[0..<0]
      var south = nodes.runs[0..<0]
      if isNorth { north = nodes.runs(at: index) } else { south = nodes.runs(at: index) }
      if isPair { south = nodes.runs(at: index + 1) }
      try join(row: pair(index), north: north, south: south, into: &batch, level: level)
      index += isPair ? 2 : 1
    }
    try take(&batch, level: level + 1)
  }

  private mutating func join(
    row: Int, north: ArraySlice<NodeRun>, south: ArraySlice<NodeRun>,
    into batch: inout NodeBatch<QuadNode>, level: Int
  ) throws(MemoryExhausted) {
    var north = RowCursor(north)
    var south = RowCursor(south)
    while min(north.next, south.next) < RowCursor.end {
      let column = min(north.next, south.next) >> 1
      let northern = north.pair(below: column)
      let southern = south.pair(below: column)
      let count = min(northern.count, southern.count)
      batch.add(
        QuadNode(nw: northern.west, ne: northern.east, sw: southern.west, se: southern.east),
        at: NodePlace(row: row, column: column, count: count))
      if batch.isFull { try take(&batch, level: level + 1) }
      north.skip(to: 2 * (column + count))
      south.skip(to: 2 * (column + count))
    }
  }
}

/// Walks along a row of nodes from west to east.
private struct RowCursor {
  private let runs: ArraySlice<NodeRun>
  private var index: Int
  private var column = Int.min

  /// A column east of all others.
  static let end = 1 << 61

  init(_ runs: ArraySlice<NodeRun>) {
    self.runs = runs
    index = runs.startIndex
  }

  /// The next column with a node.
  var next: Int { index < runs.endIndex ? max(runs[index].column, column) : Self.end }

  mutating func skip(to column: Int) {
    self.column = column
    while index < runs.endIndex, runs[index].end <= column { index += 1 }
  }

  /// The node in a column, and the next column where another one may begin.
  private mutating func node(at column: Int) -> (id: NodeID, end: Int) {
    skip(to: column)
    guard index < runs.endIndex else { return (.empty, Self.end) }
    let run = runs[index]
    return run.column <= column ? (run.id, run.end) : (.empty, run.column)
  }

  /// The two nodes below a column of the next level, and the number of columns from this one on
  /// with the same two.
  mutating func pair(below column: Int) -> (west: NodeID, east: NodeID, count: Int) {
    let west = node(at: 2 * column)
    if west.end >= 2 * column + 2 {
      return (west.id, west.id, (west.end - 2 * column) / 2)
    }
    return (west.id, node(at: 2 * column + 1).id, 1)
  }
}
