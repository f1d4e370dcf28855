/// The nodes and leaves of any number of quadtrees, each different one stored once.
///
/// Equal trees have equal roots, so comparing them is comparing two IDs. Nothing is freed until
/// ``collect(keeping:)``. It keeps pinned roots, roots marked by the caller, and all nodes below.
///
/// A store and its trees are used by one thread at a time.
@safe
package final class QuadStore {
  let nodes: NodeTable<NodeEntry>
  let leaves: NodeTable<QuadLeaf>
  /// The number of trees with each root.
  var pins: [NodeID: Int] = [:]
  /// The maximum number of bytes for nodes and leaves.
  @safe @exclusivity(unchecked) package var memoryLimit: Int
  /// Whether there is or was a ``NodeMemos`` of this store.
  package internal(set) var hasMemoOwner = false
  /// The number of collections so far. After each, the IDs of freed nodes may be used again.
  package internal(set) var collections = 0
  /// Known populations, until the next collection.
  var populations: [NodeID: BigInt] = [:]

  /// The number of states of a cell.
  package let states: Int
  package let shape: LeafShape
  package let leafLevel: Int

  package init(memoryLimit: Int = .max, states: Int = 2) throws(MemoryExhausted) {
    self.states = states
    shape = LeafShape(states: states)
    leafLevel = shape.leafLevel
    nodes = try NodeTable(purpose: "quadtree")
    leaves = try NodeTable(purpose: "quadtree")
    self.memoryLimit = memoryLimit
  }

  /// Bits of a state: the number of words for 64 cells of a row.
  package var planes: Int { Int.bitWidth - (states - 1).leadingZeroBitCount }

  /// Different nodes above the level of leaves, the empty one included.
  package var nodeCount: Int { nodes.count }
  /// The index behind the last node ever used.
  package var nodeEnd: Int { nodes.end }
  /// The index behind the last leaf ever used.
  package var leafEnd: Int { leaves.end }
}

// MARK: - Memory

package extension QuadStore {
  var byteCount: Int { nodes.byteCount + leaves.byteCount }

  /// Bytes kept free for lookups that open or enlarge a shard: its new buckets come all at once,
  /// whereas `growth(for:)` counts an average of slots for each entry.
  private static var shardMargin: Int { 1 << 15 }

  /// Makes room for more nodes and leaves.
  ///
  /// - Throws: ``MemoryExhausted`` if the limit or the system does not allow it.
  func reserve(nodes newNodes: Int, leaves newLeaves: Int = 0) throws(MemoryExhausted) {
    let hasRoom = nodes.hasRoom(for: newNodes) && leaves.hasRoom(for: newLeaves)
    // Lookups enlarge shards without checking the limit, so the check is here in any case.
    if hasRoom, byteCount < memoryLimit - Self.shardMargin { return }
    let bytes = byteCount + nodes.growth(for: newNodes) + leaves.growth(for: newLeaves)
    guard bytes <= memoryLimit - Self.shardMargin else {
      throw MemoryExhausted(purpose: "quadtree", bytes: bytes)
    }
    if hasRoom { return }
    let isGenerous = bytes <= memoryLimit / 2
    try nodes.reserve(newNodes, isGenerous: isGenerous)
    try leaves.reserve(newLeaves, isGenerous: isGenerous)
    let highest = max(nodes.entries.capacity, leaves.entries.capacity)
    try nodes.open(shards: QuadNode.shardCount(maxIndex: highest))
    try leaves.open(shards: 1)
  }
}

// MARK: - Lookup

package extension QuadStore {
  /// The node with these quadrants.
  func join(
    nw: NodeID, ne: NodeID, sw: NodeID, se: NodeID
  ) throws(MemoryExhausted) -> NodeID {
    try reserve(nodes: 1)
    var key = QuadNode(nw: nw, ne: ne, sw: sw, se: se)
    var id = NodeID.empty
    unsafe nodes.resolve(&key, count: 1, into: &id)
    return id
  }

  /// The node for this leaf.
  func node(_ leaf: QuadLeaf) throws(MemoryExhausted) -> NodeID {
    try reserve(nodes: 0, leaves: 1)
    var key = leaf
    var id = LeafID.empty
    unsafe leaves.resolve(&key, count: 1, into: &id)
    return NodeID(id)
  }

  /// The IDs of many nodes. There must be room for them.
  ///
  /// Other layers call this, not the method of the table: the compiler specializes the table only
  /// in this layer, and from outside, every comparison would be a call.
  func resolve(
    _ keys: UnsafePointer<QuadNode>, count: Int, into ids: UnsafeMutablePointer<NodeID>
  ) {
    unsafe nodes.resolve(keys, count: count, into: ids)
  }

  /// The IDs of many leaves. There must be room for them.
  func resolve(
    _ keys: UnsafePointer<QuadLeaf>, count: Int, into ids: UnsafeMutablePointer<LeafID>
  ) {
    unsafe leaves.resolve(keys, count: count, into: ids)
  }

  /// The nodes with these quadrants.
  func ids(of keys: [QuadNode]) throws(MemoryExhausted) -> [NodeID] {
    try reserve(nodes: keys.count)
    var ids = [NodeID](repeating: .empty, count: keys.count)
    unsafe nodes.resolve(keys, count: keys.count, into: &ids)
    return ids
  }

  /// The nodes for these leaves.
  func ids(of keys: [QuadLeaf]) throws(MemoryExhausted) -> [NodeID] {
    try reserve(nodes: 0, leaves: keys.count)
    var ids = [LeafID](repeating: .empty, count: keys.count)
    unsafe leaves.resolve(keys, count: keys.count, into: &ids)
    return ids.map { NodeID($0) }
  }

  /// The leaves by their indices. The pointer is valid until the store grows.
  var leafEntries: UnsafePointer<QuadLeaf> { unsafe UnsafePointer(leaves.entries.elements) }

  /// The quadrants of a node above the level of leaves.
  subscript(id: NodeID) -> QuadNode {
    precondition(!id.isLeaf && id.index < nodes.end)
    return unsafe nodes.entries.elements[id.index].node
  }

  /// The cells of a leaf.
  subscript(id: LeafID) -> QuadLeaf {
    precondition(id.index < leaves.end)
    return unsafe leaves.entries.elements[id.index]
  }
}

/// The right to keep a memo in every node of a store: at most one exists for each store.
///
/// Nodes are immutable; this is the only access to the fields beside them. The store itself only
/// clears memos, if it frees the node or the memo's target.
package final class NodeMemos {
  package let store: QuadStore
  private let arena: Arena<NodeEntry>

  /// - Returns: `nil` if the memos of this store have or had an owner: its memos may still be
  ///   there, and they are meaningless for any other rule.
  package init?(of store: QuadStore) {
    guard !store.hasMemoOwner else { return nil }
    store.hasMemoOwner = true
    self.store = store
    arena = store.nodes.entries
  }

  /// The nodes with their memos, by their indices. The pointer is valid until the store grows.
  @inline(__always)
  package var entries: UnsafeMutablePointer<NodeEntry> { unsafe arena.elements }
}
