/// The mark phase of a garbage collection: the nodes and leaves to keep.
package final class Marking {
  private let store: QuadStore
  let nodes: Bitset
  let leaves: Bitset
  /// Marked nodes whose quadrants are not visited yet.
  private var pending: [NodeID] = []

  init(_ store: QuadStore) throws(MemoryExhausted) {
    self.store = store
    nodes = try Bitset(count: store.nodes.end)
    leaves = try Bitset(count: store.leaves.end)
  }

  private func isMarked(_ id: NodeID) -> Bool {
    if id.isEmpty { return true }
    return id.isLeaf ? leaves.contains(id.leaf.index) : nodes.contains(id.index)
  }

  /// Marks a node and everything below it.
  package func mark(_ root: NodeID) {
    let entries = unsafe store.nodes.entries.elements
    visit(root)
    while let id = pending.popLast() {
      let node = unsafe entries[id.index].node
      visit(node.nw)
      visit(node.ne)
      visit(node.sw)
      visit(node.se)
    }
  }

  @inline(__always)
  private func visit(_ id: NodeID) {
    if id.isLeaf {
      leaves.insert(id.leaf.index)
    } else if !id.isEmpty, nodes.insert(id.index) {
      pending.append(id)
    }
  }

  func clearMemosPointingToUnmarkedNodes() {
    let entries = unsafe store.nodes.entries.elements
    for index in 1..<store.nodes.end {
      guard nodes.contains(index), unsafe !isMarked(entries[index].memo) else { continue }
      unsafe entries[index].memo = .empty
      unsafe entries[index].memoTag = 0
    }
  }
}

/// A set of indices, a bit each.
final class Bitset {
  private let words: Arena<UInt64>

  /// - Parameter count: larger than every index.
  init(count: Int) throws(MemoryExhausted) {
    words = try Arena(purpose: "quadtree", capacity: count / 64 + 1)
  }

  @inline(__always)
  func contains(_ index: Int) -> Bool {
    unsafe words.elements[index &>> 6] &>> UInt64(index & 63) & 1 == 1
  }

  /// - Returns: whether the index is new in the set.
  @inline(__always)
  @discardableResult
  func insert(_ index: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(index & 63)
    let word = unsafe words.elements[index &>> 6]
    unsafe words.elements[index &>> 6] = word | bit
    return word & bit == 0
  }
}
