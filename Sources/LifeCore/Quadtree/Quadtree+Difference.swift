extension QuadStore {
  /// The cells that live in only one of two trees of this store.
  ///
  /// - Complexity: O(pairs of different squares), however many cells they have.
  package func difference(
    _ one: Quadtree, _ other: Quadtree
  ) throws(MemoryExhausted) -> Quadtree {
    precondition(one.store === self && other.store === self)
    var (a, b) = (one.root, other.root)
    let level = max(one.level, other.level)
    for _ in one.level..<level { a = try widened(a) }
    for _ in other.level..<level { b = try widened(b) }
    var known: [Pair: UInt32] = [:]
    return Quadtree(try difference(a, b, &known), level: level, in: self)
  }

  private struct Pair: Hashable {
    var one: UInt32
    var other: UInt32
  }

  private func difference(
    _ a: UInt32, _ b: UInt32, _ known: inout [Pair: UInt32]
  ) throws(MemoryExhausted) -> UInt32 {
    if a == b { return 0 }
    if a == 0 || b == 0 { return a | b }
    let pair = Pair(one: min(a, b), other: max(a, b))
    if let result = known[pair] { return result }
    let result: UInt32
    if a & Self.leafBit != 0 {
      let (one, other) = (leaf(a), leaf(b))
      result = try leaf(
        QuadLeaf(
          one.nw ^ other.nw, one.ne ^ other.ne, one.sw ^ other.sw, one.se ^ other.se))
    } else {
      let (one, other) = (node(a), node(b))
      result = try join(
        difference(one.nw, other.nw, &known), difference(one.ne, other.ne, &known),
        difference(one.sw, other.sw, &known), difference(one.se, other.se, &known))
    }
    known[pair] = result
    return result
  }
}

extension Quadtree {
  /// The first living cell in reading order, counted from the tree's (0, 0); nil if none lives.
  package var firstCell: Position? {
    guard let box = bounds else { return nil }
    // The northmost row is as long as the tree, and its first cell is the westmost in it.
    var known: [UInt32: Position] = [:]
    let half = BigInt.powerOfTwo(level - 1)
    let cell = firstCell(of: root, level, &known)
    precondition(cell.y - half == box.y)
    return Position(x: cell.x - half, y: cell.y - half)
  }

  /// The first cell of a square that is not empty, counted from its corner.
  private func firstCell(
    of number: UInt32, _ level: Int, _ known: inout [UInt32: Position]
  ) -> Position {
    if let cell = known[number] { return cell }
    var cell: Position
    if number & QuadStore.leafBit != 0 {
      let leaf = store.leaf(number)
      let y = (0..<16).first { leaf.row($0) != 0 } ?? 0
      cell = Position(x: BigInt(leaf.row(y).trailingZeroBitCount), y: BigInt(y))
    } else {
      let node = store.node(number)
      let half = BigInt.powerOfTwo(level - 1)
      let isNorth = node.nw | node.ne != 0
      let west = isNorth ? node.nw : node.sw
      let east = isNorth ? node.ne : node.se
      let inWest = west == 0 ? nil : firstCell(of: west, level - 1, &known)
      var inEast = east == 0 ? nil : firstCell(of: east, level - 1, &known)
      inEast?.x += half
      let candidates = [inWest, inEast].compactMap { $0 }
      cell = candidates.min { ($0.y, $0.x) < ($1.y, $1.x) } ?? .origin
      if !isNorth { cell.y += half }
    }
    known[number] = cell
    return cell
  }
}
