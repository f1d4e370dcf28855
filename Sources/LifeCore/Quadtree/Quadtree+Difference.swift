// Finds the differing cells of two trees.
extension QuadStore {
  /// The cells alive in exactly one of two trees of this store, which must have two states.
  ///
  /// - Complexity: O(pairs of different nodes at the same place), for any number of cells.
  package func difference(
    between one: Quadtree, and other: Quadtree
  ) throws(MemoryExhausted) -> Quadtree {
    precondition(one.store === self && other.store === self)
    var a = one.root
    var b = other.root
    let level = max(one.level, other.level)
    for _ in one.level..<level { a = try widened(a) }
    for _ in other.level..<level { b = try widened(b) }
    var known: [UInt64: NodeID] = [:]
    return Quadtree(try difference(between: a, and: b, known: &known), level: level, in: self)
  }

  private func difference(
    between a: NodeID, and b: NodeID, known: inout [UInt64: NodeID]
  ) throws(MemoryExhausted) -> NodeID {
    if a == b { return .empty }
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    // The order of the two nodes does not matter.
    let low = min(a.rawValue, b.rawValue)
    let high = max(a.rawValue, b.rawValue)
    let pair = UInt64(low) | UInt64(high) << 32
    if let result = known[pair] { return result }
    let result: NodeID
    if a.isLeaf {
      let one = self[a.leaf]
      let other = self[b.leaf]
      result = try node(
        QuadLeaf(
          nw: one.nw ^ other.nw, ne: one.ne ^ other.ne, sw: one.sw ^ other.sw, se: one.se ^ other.se
        ))
    } else {
      let one = self[a]
      let other = self[b]
      result = try join(
        nw: difference(between: one.nw, and: other.nw, known: &known),
        ne: difference(between: one.ne, and: other.ne, known: &known),
        sw: difference(between: one.sw, and: other.sw, known: &known),
        se: difference(between: one.se, and: other.se, known: &known))
    }
    known[pair] = result
    return result
  }
}

extension Quadtree {
  /// The first live cell in reading order, relative to the tree's (0, 0). Returns `nil` if all are
  /// dead.
  ///
  /// - Complexity: O(different nodes).
  package var firstCell: Position? {
    guard !isEmpty else { return nil }
    var known: [NodeID: Position] = [:]
    let half = BigInt.powerOfTwo(level - 1)
    let cell = firstCell(of: root, level: level, known: &known)
    return Position(x: cell.x - half, y: cell.y - half)
  }

  /// The first live cell of a nonempty node, relative to its north-western corner.
  private func firstCell(
    of id: NodeID, level: Int, known: inout [NodeID: Position]
  ) -> Position {
    if let cell = known[id] { return cell }
    var cell: Position
    if id.isLeaf {
      let leaf = store[id.leaf]
      let shape = store.shape
      let y = (0..<shape.leafSide).first { shape.liveCells(leaf, row: $0) != 0 } ?? 0
      let x = shape.liveCells(leaf, row: y).trailingZeroBitCount
      cell = Position(x: BigInt(x), y: BigInt(y))
    } else {
      let node = store[id]
      let half = BigInt.powerOfTwo(level - 1)
      let isNorth = !node.nw.isEmpty || !node.ne.isEmpty
      let west = isNorth ? node.nw : node.sw
      let east = isNorth ? node.ne : node.se
      let inWest = west.isEmpty ? nil : firstCell(of: west, level: level - 1, known: &known)
      var inEast = east.isEmpty ? nil : firstCell(of: east, level: level - 1, known: &known)
      inEast?.x += half
      let candidates = [inWest, inEast].compactMap { $0 }
      cell = candidates.min { ($0.y, $0.x) < ($1.y, $1.x) } ?? .origin
      if !isNorth { cell.y += half }
    }
    known[id] = cell
    return cell
  }
}
