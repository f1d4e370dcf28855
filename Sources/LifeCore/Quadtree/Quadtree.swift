/// A square of cells around a point, so large that all beyond it is dead, as a tree.
///
/// A value: what is done with the store does not change it, and as long as it is held its squares
/// stay. The cell (0, 0) is the north-western one of the south-eastern quadrant.
@safe
package final class Quadtree: @unchecked Sendable {
  package let store: QuadStore
  package let root: UInt32
  /// The root has 2^level cells a side, and is larger than a leaf.
  package let level: Int

  /// Where a tree's (0, 0) is in the universe.
  ///
  /// Macrocell files have it there, as they are drawn with y upwards, and say nothing of it.
  package static let corner = Position(x: 0, y: 1)

  package init(_ root: UInt32, level: Int, in store: QuadStore) {
    precondition(level > store.leafLevel && root & QuadStore.leafBit == 0)
    self.store = store
    self.root = root
    self.level = level
    store.pin(root)
  }

  deinit { store.unpin(root) }

  package var isEmpty: Bool { root == 0 }
}

extension QuadStore {
  /// The same tree here, as small as can be.
  package func copy(of tree: Quadtree) throws(MemoryExhausted) -> Quadtree {
    precondition(tree.store.shape == shape, "a tree of other leaves")
    var (root, level) = (tree.root, tree.level)
    if tree.store !== self {
      var copies: [UInt32: UInt32] = [0: 0]
      root = try copy(of: root, from: tree.store, &copies)
    }
    while let middle = try narrowed(root, level: level) { (root, level) = (middle, level - 1) }
    return Quadtree(root, level: level, in: self)
  }

  private func copy(
    of number: UInt32, from other: QuadStore, _ copies: inout [UInt32: UInt32]
  ) throws(MemoryExhausted) -> UInt32 {
    if let known = copies[number] { return known }
    let result: UInt32
    if number & Self.leafBit != 0 {
      result = try leaf(other.leaf(number))
    } else {
      let node = other.node(number)
      result = try join(
        copy(of: node.nw, from: other, &copies), copy(of: node.ne, from: other, &copies),
        copy(of: node.sw, from: other, &copies), copy(of: node.se, from: other, &copies))
    }
    copies[number] = result
    return result
  }

  /// The same cells in a square of twice the size.
  package func widened(_ root: UInt32) throws(MemoryExhausted) -> UInt32 {
    if root == 0 { return 0 }
    let node = node(root)
    return try join(
      join(0, 0, 0, node.nw), join(0, 0, node.ne, 0), join(0, node.sw, 0, 0),
      join(node.se, 0, 0, 0))
  }

  /// The middle of a square, if nothing lives around it; nil if something does, or it is as small
  /// as can be.
  package func narrowed(_ root: UInt32, level: Int) throws(MemoryExhausted) -> UInt32? {
    guard level > leafLevel + 1 else { return nil }
    if root == 0 { return 0 }
    let node = node(root)
    let (nw, ne) = (self.node(node.nw), self.node(node.ne))
    let (sw, se) = (self.node(node.sw), self.node(node.se))
    let outside =
      nw.nw | nw.ne | nw.sw | ne.nw | ne.ne | ne.se | sw.nw | sw.sw | sw.se | se.ne | se.sw | se.se
    return outside == 0 ? try join(nw.se, ne.sw, sw.ne, se.nw) : nil
  }
}
