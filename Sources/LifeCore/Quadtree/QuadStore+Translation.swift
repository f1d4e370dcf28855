// Moves all cells of a tree.
extension QuadStore {
  /// A tree of this store with all cells moved by `offset`.
  ///
  /// - Complexity: O(different squares of four neighboring nodes): at most a few times the number
  ///   of nodes, for any number of cells.
  package func translated(
    _ tree: Quadtree, by offset: Position
  ) throws(MemoryExhausted) -> Quadtree {
    precondition(tree.store === self)
    if tree.isEmpty || offset == .origin { return tree }
    var root = tree.root
    var level = tree.level
    let reach = max(offset.x.magnitude, offset.y.magnitude) + BigInt.powerOfTwo(level - 1)
    while reach > BigInt.powerOfTwo(level - 1) {
      root = try widened(root)
      level += 1
    }
    // A window of the root's size, moved by -offset from the root, contains the result. Around the
    // root, the plane is empty, so the window lies within the root and three empty nodes.
    var windows = ShiftedWindows(self, level: level, x: -offset.x, y: -offset.y)
    let isWest = offset.x > 0
    let isNorth = offset.y > 0
    func rootOrEmpty(_ isRoot: Bool) -> NodeID { isRoot ? root : .empty }
    let square = QuadNode(
      nw: rootOrEmpty(!isWest && !isNorth), ne: rootOrEmpty(isWest && !isNorth),
      sw: rootOrEmpty(!isWest && isNorth), se: rootOrEmpty(isWest && isNorth))
    return try narrowedTree(windows.window(over: square, level: level), level: level)
  }
}

/// Windows of the size of one node over squares of four nodes, all at the same offset.
///
///      ┌────┬────┐     the offset within a node of level k is the offset of the whole window
///      │ ┌──┼─┐  │     modulo 2^k, so the memo needs the four nodes only
///      ├─┼──┼─┼──┤
///      │ └──┼─┘  │
///      └────┴────┘
private struct ShiftedWindows {
  private let store: QuadStore
  /// For each level whether the window begins in the eastern or southern half of a node.
  private let isEast: [Bool]
  private let isSouth: [Bool]
  /// For each level whether the window is at the corner of a node.
  private let isAligned: [Bool]
  /// The offset in a leaf.
  private let x: Int
  private let y: Int
  private var known: [QuadNode: NodeID] = [:]

  init(_ store: QuadStore, level: Int, x: BigInt, y: BigInt) {
    self.store = store
    isEast = (0...level).map { $0 > 0 && (x >> ($0 - 1)).isOdd }
    isSouth = (0...level).map { $0 > 0 && (y >> ($0 - 1)).isOdd }
    let zeros = [x, y].filter { $0 != 0 }.map(\.trailingZeroBitCount).min() ?? .max
    isAligned = (0...level).map { $0 <= zeros }
    let side = store.shape.leafSide
    func inLeaf(_ offset: BigInt) -> Int { offset.floorDivided(by: side).remainder }
    self.x = inLeaf(x)
    self.y = inLeaf(y)
  }

  mutating func window(over four: QuadNode, level: Int) throws(MemoryExhausted) -> NodeID {
    if four.isEmpty { return .empty }
    if isAligned[level] { return four.nw }
    if let result = known[four] { return result }
    // The memo has the same limit as the nodes.
    let bytes = known.count * 2 * MemoryLayout<(QuadNode, NodeID)>.stride
    if bytes > store.memoryLimit { throw MemoryExhausted(purpose: "quadtree", bytes: bytes) }
    let result: NodeID
    if level == store.leafLevel {
      result = try store.node(leaf(over: four))
    } else {
      let grid = NodeGrid(four) { store[$0] }
      let x = isEast[level] ? 1 : 0
      let y = isSouth[level] ? 1 : 0
      result = try store.join(
        nw: window(over: grid.four(x: x, y: y), level: level - 1),
        ne: window(over: grid.four(x: x + 1, y: y), level: level - 1),
        sw: window(over: grid.four(x: x, y: y + 1), level: level - 1),
        se: window(over: grid.four(x: x + 1, y: y + 1), level: level - 1))
    }
    known[four] = result
    return result
  }

  private func leaf(over four: QuadNode) -> QuadLeaf {
    let shape = store.shape
    let side = shape.leafSide
    let leaves = (0..<4).map { store[four[$0].leaf] }
    var result = QuadLeaf.empty
    for row in 0..<side {
      for column in 0..<side {
        let x = self.x + column
        let y = self.y + row
        let leaf = leaves[2 * (y / side) + x / side]
        let state = shape.state(leaf, x: x % side, y: y % side)
        if state != 0 { shape.set(in: &result, x: column, y: row, to: state) }
      }
    }
    return result
  }
}
