package import LifeCore

// Sets cells in place.
extension HashLifeStepper {
  /// Sets cells by making new nodes on the paths from the root to them. Nodes never change, so all
  /// memos stay valid.
  package func set(_ cells: CellStates) throws -> CellStates {
    guard let window = cells.window else { return cells }
    let offset = cells.origin - center
    var edited = try treeAround(Bounds(window, from: offset))
    let half = BigInt.powerOfTwo(edited.level - 1)
    let corner = Position(x: -half, y: -half) - offset
    var former = CellStates(from: cells.origin, planes: cells.planes)
    for first in stride(from: 0, to: cells.count, by: Self.wordsAtOnce) {
      let words = first..<min(first + Self.wordsAtOnce, cells.count)
      let cellCount = words.reduce(0) { $0 + cells[$1].mask.nonzeroBitCount }
      let leaves = min(cellCount, words.count * (64 / store.shape.leafSide + 1))
      try successors.makeRoom(nodes: leaves * (edited.level - store.leafLevel), leaves: leaves)
      var edit = TreeEdit(words, of: cells, in: store)
      let root = try edit.apply(to: edited.root, level: edited.level, corner: corner)
      edited = Quadtree(root, level: edited.level, in: store)
      for index in words {
        let planeWords = (index - first) * planes..<(index - first + 1) * planes
        try former.append(
          y: cells[index].y, x: cells[index].x, mask: cells[index].mask,
          states: edit.former.span.extracting(planeWords))
      }
    }
    try successors.makeRoom(nodes: edited.level)
    tree = try store.copy(of: edited)
    checkInDebugBuilds(if: bytesUsed < Self.maxBytesToCheck)
    return former
  }

  /// The words of one descent. Their paths all need room at the same time.
  private static let wordsAtOnce = 64

  /// The tree, grown until it has room for a box.
  private func treeAround(_ box: Bounds) throws -> Quadtree {
    let reach = [box.x + box.width, box.y + box.height, -box.x, -box.y].reduce(1) { max($0, $1) }
    let needed = max(tree.level, (reach - 1).bitWidth + 1)
    guard needed <= Self.maxExponent else { throw MemoryExhausted.tooFar }
    return try widenedTree(to: needed)
  }
}
