/// A node or leaf, and its place in the grid of its level.
struct PlacedNode: BitwiseCopyable {
  var row: Int
  var column: Int
  var id = NodeID.empty
}

/// All nodes or leaves of one level, in reading order.
@safe
struct NodeRows<Key: TableKey> {
  private let nodes = FallibleArray<PlacedNode>(purpose: "quadtree")
  /// The keys of the last nodes, which have no IDs yet. They are looked up together, in any number
  /// of rows: reading and building 300 000 isolated cells, 2.1 → 1.2 s.
  private var keys: [Key] = []
  private let memoryLimit: Int
  private let lookUp: ([Key]) throws(MemoryExhausted) -> [NodeID]

  /// - Parameters:
  ///   - memoryLimit: in bytes.
  ///   - lookUp: finds or makes the nodes with these keys.
  init(memoryLimit: Int, lookUp: @escaping ([Key]) throws(MemoryExhausted) -> [NodeID]) {
    self.memoryLimit = memoryLimit
    self.lookUp = lookUp
  }

  var count: Int { nodes.count }

  subscript(index: Int) -> PlacedNode { nodes[index] }

  /// Adds a node behind all others, unless it is empty.
  mutating func add(_ key: Key, row: Int, column: Int) throws(MemoryExhausted) {
    if key.isEmpty { return }
    try nodes.append(PlacedNode(row: row, column: column), limit: memoryLimit)
    keys.append(key)
    if keys.count == 512 { try finish() }
  }

  /// Looks up the last nodes.
  mutating func finish() throws(MemoryExhausted) {
    let first = count - keys.count
    for (index, id) in try lookUp(keys).enumerated() { nodes[first + index].id = id }
    keys.removeAll(keepingCapacity: true)
  }
}

extension NodeRows {
  /// The nodes of the next level.
  ///
  ///      row 2n      [a][b]   [c]           nodes of this level by their columns
  ///      row 2n + 1     [d]       [e]
  ///      ───────────────────────────
  ///      row n       [    ]  [   ][   ]     nodes of the next level
  func joined(in store: QuadStore) throws(MemoryExhausted) -> NodeRows<QuadNode> {
    var result = NodeRows<QuadNode>(memoryLimit: store.memoryLimit) {
      (keys) throws(MemoryExhausted) in try store.nodes(keys)
    }
    var first = 0
    while first < count {
      let row = nodes[first].row >> 1
      var north = first
      var south = end(ofRow: 2 * row, from: north)
      let northEnd = south
      let southEnd = end(ofRow: 2 * row + 1, from: south)
      first = southEnd
      while north < northEnd || south < southEnd {
        let column =
          min(
            north < northEnd ? nodes[north].column : .max,
            south < southEnd ? nodes[south].column : .max) >> 1
        let (nw, ne) = pair(below: column, from: &north, to: northEnd)
        let (sw, se) = pair(below: column, from: &south, to: southEnd)
        try result.add(QuadNode(nw: nw, ne: ne, sw: sw, se: se), row: row, column: column)
      }
    }
    try result.finish()
    return result
  }

  /// The index behind the last node of a row. All earlier rows end at `start`.
  private func end(ofRow row: Int, from start: Int) -> Int {
    var end = start
    while end < count, nodes[end].row == row { end += 1 }
    return end
  }

  /// The two nodes below a column of the next level.
  private func pair(
    below column: Int, from index: inout Int, to end: Int
  ) -> (west: NodeID, east: NodeID) {
    var pair = (west: NodeID.empty, east: NodeID.empty)
    while index < end, nodes[index].column >> 1 == column {
      if nodes[index].column & 1 == 0 {
        pair.west = nodes[index].id
      } else {
        pair.east = nodes[index].id
      }
      index += 1
    }
    return pair
  }
}
