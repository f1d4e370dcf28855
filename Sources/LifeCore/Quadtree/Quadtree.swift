/// An immutable set of cells around a center, as the root of a canonical tree in a store.
///
/// The tree has coordinates of its own: its cell (0, 0) is the north-western one of the
/// south-eastern quadrant. The pattern knows the position of this cell in the universe
/// (``Pattern/origin``). As long as a tree exists, the store keeps its nodes.
///
/// Trees are in `LifeCore`, not in the HashLife engine that steps them: the macrocell format also
/// needs them, for patterns too large to expand, and a format must not import an engine.
@safe
package final class Quadtree: @unchecked Sendable {
  package let store: QuadStore
  package let root: NodeID
  /// The root has 2^level cells a side, and is larger than a leaf.
  package let level: Int

  package init(_ root: NodeID, level: Int, in store: QuadStore) {
    precondition(level > store.leafLevel && !root.isLeaf)
    self.store = store
    self.root = root
    self.level = level
    store.pin(root)
  }

  deinit { store.unpin(root) }

  package var isEmpty: Bool { root.isEmpty }

  package var population: BigInt { store.population(of: root) }

  /// The bounding box of the live cells, relative to the tree's (0, 0). Returns `nil` if there are
  /// none.
  package var bounds: Bounds? {
    let half = BigInt.powerOfTwo(level - 1)
    return store.bounds(of: root, level: level)?.moved(by: Position(x: -half, y: -half))
  }

  /// The highest level with coordinates computed as `Int`. Larger nodes take big integers.
  static let maxIntLevel = 60
}

extension QuadStore {
  /// The same tree in this store, at the smallest possible level.
  package func copy(of tree: Quadtree) throws(MemoryExhausted) -> Quadtree {
    precondition(tree.store.shape == shape, "a tree with leaves of another shape")
    if tree.store === self { return try narrowedTree(tree.root, level: tree.level) }
    var copies: [NodeID: NodeID] = [.empty: .empty]
    let root = try copy(of: tree.root, from: tree.store, copies: &copies)
    return try narrowedTree(root, level: tree.level)
  }

  private func copy(
    of id: NodeID, from other: QuadStore, copies: inout [NodeID: NodeID]
  ) throws(MemoryExhausted) -> NodeID {
    if let known = copies[id] { return known }
    let result: NodeID
    if id.isLeaf {
      result = try node(other[id.leaf])
    } else {
      let node = other[id]
      result = try join(
        nw: copy(of: node.nw, from: other, copies: &copies),
        ne: copy(of: node.ne, from: other, copies: &copies),
        sw: copy(of: node.sw, from: other, copies: &copies),
        se: copy(of: node.se, from: other, copies: &copies))
    }
    copies[id] = result
    return result
  }

  /// The same cells in the middle of a node of twice the size.
  package func widened(_ root: NodeID) throws(MemoryExhausted) -> NodeID {
    if root.isEmpty { return .empty }
    let node = self[root]
    return try join(
      nw: join(nw: .empty, ne: .empty, sw: .empty, se: node.nw),
      ne: join(nw: .empty, ne: .empty, sw: node.ne, se: .empty),
      sw: join(nw: .empty, ne: node.sw, sw: .empty, se: .empty),
      se: join(nw: node.se, ne: .empty, sw: .empty, se: .empty))
  }

  /// A tree with the cells of a node. Takes its middle as long as all cells around it are dead,
  /// down to the lowest level of a tree.
  package func narrowedTree(_ root: NodeID, level: Int) throws(MemoryExhausted) -> Quadtree {
    var root = root
    var level = level
    while level > leafLevel + 1 {
      let node = self[root]
      let nw = self[node.nw]
      let ne = self[node.ne]
      let sw = self[node.sw]
      let se = self[node.se]
      let border = [
        nw.nw, nw.ne, nw.sw, ne.nw, ne.ne, ne.se, sw.nw, sw.sw, sw.se, se.ne, se.sw, se.se,
      ]
      guard border.allSatisfy(\.isEmpty) else { break }
      if !root.isEmpty { root = try join(nw: nw.se, ne: ne.sw, sw: sw.ne, se: se.nw) }
      level -= 1
    }
    return Quadtree(root, level: level, in: self)
  }
}
