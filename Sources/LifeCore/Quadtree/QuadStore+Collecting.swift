// Collects garbage: roots in use are pinned or marked.
extension QuadStore {
  /// Keeps a root and everything below it, until it is unpinned as often as it was pinned.
  package func pin(_ root: NodeID) { pins[root, default: 0] += 1 }

  package func unpin(_ root: NodeID) {
    let count = pins[root, default: 1] - 1
    pins[root] = count == 0 ? nil : count
  }

  /// Frees all nodes and leaves except below pinned roots and roots marked by `use`. Clears memos
  /// that point to freed nodes.
  package func collect(keeping use: (Marking) -> Void) throws(MemoryExhausted) {
    let marking = try Marking(self)
    for root in pins.keys { marking.mark(root) }
    use(marking)
    marking.clearMemosPointingToUnmarkedNodes()
    nodes.sweep(keeping: marking.nodes)
    leaves.sweep(keeping: marking.leaves)
    populations = [:]
    collections += 1
  }
}

// MARK: - Invariants

extension QuadStore {
  /// Traps unless both tables are consistent, and every node has quadrants in use: either leaves or
  /// nodes, not both.
  ///
  /// - Complexity: O(nodes and leaves).
  package func checkInvariants() {
    let unusedNodes = nodes.checkInvariants()
    let unusedLeaves = leaves.checkInvariants()
    for index in 1..<nodes.end where !unusedNodes.contains(UInt32(index)) {
      let entry = unsafe nodes.entries.elements[index]
      let quadrants = (0..<4).map { entry.node[$0] }.filter { !$0.isEmpty }
      precondition(
        quadrants.allSatisfy(\.isLeaf) || !quadrants.contains(where: \.isLeaf),
        "a node of both leaves and nodes")
      for id in quadrants + (entry.memo.isEmpty ? [] : [entry.memo]) {
        precondition(
          id.isLeaf
            ? id.leaf.index < leaves.end && !unusedLeaves.contains(id.leaf.rawValue)
            : id.index < nodes.end && !unusedNodes.contains(id.rawValue),
          "a node or leaf that was freed")
      }
    }
    for root in pins.keys {
      precondition(root.isEmpty || !unusedNodes.contains(root.rawValue), "a freed root")
    }
  }
}

extension Quadtree {
  /// Traps unless the tree has leaves at their level and nowhere else, and every empty node has the
  /// ID 0.
  ///
  /// - Complexity: O(different nodes).
  package func checkInvariants() {
    var ids: Set<NodeID> = [root]
    for _ in store.leafLevel..<level {
      var below: Set<NodeID> = []
      for id in ids where !id.isEmpty {
        precondition(!id.isLeaf, "a leaf above its level")
        precondition(!store[id].isEmpty, "an empty node with an ID of its own")
        for quadrant in 0..<4 { below.insert(store[id][quadrant]) }
      }
      ids = below
    }
    precondition(ids.allSatisfy { $0.isLeaf || $0.isEmpty }, "a node at the level of leaves")
  }
}
