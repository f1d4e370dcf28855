// Computes the bounding box of a node.
extension QuadStore {
  /// The bounding box of a node's live cells, relative to its north-western corner. Returns `nil`
  /// if there are none.
  ///
  /// - Complexity: O(different nodes along the edges of the box).
  package func bounds(of root: NodeID, level: Int) -> Bounds? {
    guard !root.isEmpty else { return nil }
    let west = margin(of: root, level: level, nearQuadrants: (0, 2), farQuadrants: (1, 3)) {
      emptyColumns($0, isWest: true)
    }
    let east = margin(of: root, level: level, nearQuadrants: (1, 3), farQuadrants: (0, 2)) {
      emptyColumns($0, isWest: false)
    }
    let north = margin(of: root, level: level, nearQuadrants: (0, 1), farQuadrants: (2, 3)) {
      emptyRows($0, isNorth: true)
    }
    let south = margin(of: root, level: level, nearQuadrants: (2, 3), farQuadrants: (0, 1)) {
      emptyRows($0, isNorth: false)
    }
    let size = BigInt.powerOfTwo(level)
    return Bounds(x: west, y: north, width: size - west - east, height: size - north - south)
  }

  /// The number of empty columns or rows along one edge.
  ///
  /// Descends level by level with all nodes that touch the first line with possibly live cells.
  /// Their quadrants far from the edge matter only if the near ones of all these nodes are empty.
  ///
  /// - Parameter leafMargin: the number of empty columns or rows of a leaf along that edge.
  private func margin(
    of root: NodeID, level: Int, nearQuadrants near: (Int, Int), farQuadrants far: (Int, Int),
    leafMargin: (QuadLeaf) -> Int
  ) -> BigInt {
    var ids: Set<NodeID> = [root]
    var margin: BigInt = 0
    for level in stride(from: level, to: leafLevel, by: -1) {
      var nearer: Set<NodeID> = []
      var farther: Set<NodeID> = []
      for id in ids {
        let node = self[id]
        for quadrant in [near.0, near.1] where !node[quadrant].isEmpty {
          nearer.insert(node[quadrant])
        }
        guard nearer.isEmpty else { continue }
        for quadrant in [far.0, far.1] where !node[quadrant].isEmpty {
          farther.insert(node[quadrant])
        }
      }
      if nearer.isEmpty { margin += BigInt.powerOfTwo(level - 1) }
      ids = nearer.isEmpty ? farther : nearer
    }
    return margin + (ids.map { leafMargin(self[$0.leaf]) }.min() ?? 0)
  }

  private func emptyColumns(_ leaf: QuadLeaf, isWest: Bool) -> Int {
    let all = (0..<shape.leafSide).reduce(0) { $0 | shape.liveCells(leaf, row: $1) }
    return isWest ? all.trailingZeroBitCount : all.leadingZeroBitCount - 64 + shape.leafSide
  }

  private func emptyRows(_ leaf: QuadLeaf, isNorth: Bool) -> Int {
    let side = shape.leafSide
    return (0..<side).first { row in
      shape.liveCells(leaf, row: isNorth ? row : side - 1 - row) != 0
    } ?? side
  }
}

extension QuadStore {
  /// The exact number of live cells in a node.
  ///
  /// - Complexity: O(different nodes in it not counted yet).
  package func population(of id: NodeID) -> BigInt {
    if id.isEmpty { return 0 }
    if id.isLeaf { return BigInt(shape.population(self[id.leaf])) }
    if let known = populations[id] { return known }
    let node = self[id]
    let sum =
      population(of: node.nw) + population(of: node.ne) + population(of: node.sw)
      + population(of: node.se)
    populations[id] = sum
    return sum
  }
}
