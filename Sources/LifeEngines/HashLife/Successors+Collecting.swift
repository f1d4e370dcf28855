internal import LifeCore

// Garbage collection: at any allocation, all nodes in use are on the stack or below a pinned root.
extension Successors {
  /// Makes room for new nodes and leaves, if necessary by a garbage collection.
  ///
  /// All pointers into the store are invalid afterwards; the IDs on the stack stay valid.
  func makeRoom(nodes: Int, leaves: Int = 0) throws {
    do throws(MemoryExhausted) {
      try store.reserve(nodes: nodes, leaves: leaves)
    } catch {
      guard mayCollect else { throw error }
      let before = store.nodeCount
      try collect()
      // If little was freed, the next collection would follow soon, and so on: give up.
      if store.nodeCount > before - before / 16 { throw error }
      try store.reserve(nodes: nodes, leaves: leaves)
    }
  }

  func collect() throws {
    let nodes = unsafe memos.entries
    try store.collect { marking in
      for index in 0..<stack.count {
        let id = unsafe stack.elements[index]
        marking.mark(id)
        // The successors of these nodes are about to be used.
        if !id.isLeaf { marking.mark(unsafe nodes[id.index].memo) }
      }
    }
  }
}
