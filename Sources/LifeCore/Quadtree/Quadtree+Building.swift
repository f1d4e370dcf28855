// Builds trees from rows of cells.
extension Quadtree {
  /// A tree of `cells`. Their (0, 0) is at `offset` from the (0, 0) of the tree.
  package convenience init(
    _ cells: Cells, at offset: Position, in store: QuadStore
  ) throws(MemoryExhausted) {
    let reach = 1 << Self.maxIntLevel
    // Nodes far away from the tree's center are built near it, and then moved by a multiple of
    // 2^60.
    let (columns, x) = offset.x.floorDivided(by: reach)
    let (rows, y) = offset.y.floorDivided(by: reach)
    var builder = RowPairing(store, topLevel: Self.maxIntLevel)
    try LeafBands(cells, offset: Offset(x: x, y: y), in: store).add(to: &builder)
    try builder.finish()
    var nodes: [Position: NodeID] = [:]
    let top = builder.result
    for (index, row) in top.rows.enumerated() {
      for run in top.runs(at: index) {
        for column in run.column..<run.end {
          nodes[Position(x: columns + BigInt(column), y: rows + BigInt(row.row))] = run.id
        }
      }
    }
    let tree = try store.gather(nodes, level: Self.maxIntLevel)
    self.init(tree.root, level: tree.level, in: store)
  }
}

extension QuadStore {
  /// The smallest tree with these nodes, all of one level. A key is the column and row of its node,
  /// in units of such nodes.
  func gather(_ nodes: [Position: NodeID], level: Int) throws(MemoryExhausted) -> Quadtree {
    var nodes = nodes.filter { !$0.value.isEmpty }
    var level = level
    while nodes.keys.contains(where: { !Self.isCentral($0.x) || !Self.isCentral($0.y) }) {
      var parents: Set<Position> = []
      for place in nodes.keys { parents.insert(Position(x: place.x >> 1, y: place.y >> 1)) }
      var next: [Position: NodeID] = [:]
      for parent in parents {
        next[parent] = try join(nodes, from: Position(x: parent.x * 2, y: parent.y * 2))
      }
      nodes = next
      level += 1
    }
    return try narrowedTree(join(nodes, from: Position(x: -1, y: -1)), level: level + 1)
  }

  private static func isCentral(_ place: BigInt) -> Bool { place == 0 || place == -1 }

  /// Joins four nodes, the north-western one at `place`.
  private func join(
    _ nodes: [Position: NodeID], from place: Position
  ) throws(MemoryExhausted) -> NodeID {
    let x = place.x
    let y = place.y
    return try join(
      nw: nodes[place] ?? .empty, ne: nodes[Position(x: x + 1, y: y)] ?? .empty,
      sw: nodes[Position(x: x, y: y + 1)] ?? .empty,
      se: nodes[Position(x: x + 1, y: y + 1)] ?? .empty)
  }
}
