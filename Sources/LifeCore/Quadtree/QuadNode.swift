/// The four quadrants of a node: squares of half its side.
///
///      nw ne     each a node, or a leaf where this node is one level above leaves
///      sw se
@usableFromInline
package struct QuadNode: Hashable, TableKey {
  @usableFromInline package var nw: NodeID
  @usableFromInline package var ne: NodeID
  @usableFromInline package var sw: NodeID
  @usableFromInline package var se: NodeID

  @inlinable
  package init(nw: NodeID, ne: NodeID, sw: NodeID, se: NodeID) {
    self.nw = nw
    self.ne = ne
    self.sw = sw
    self.se = se
  }

  /// Quadrant 0 is nw, 1 ne, 2 sw, 3 se.
  @inlinable
  package subscript(quadrant: Int) -> NodeID {
    switch quadrant {
    case 0: nw
    case 1: ne
    case 2: sw
    default: se
    }
  }

  @inline(__always)
  package var hash: UInt64 {
    north &* 0x9e37_79b9_7f4a_7c15 &+ south &* 0xc2b2_ae3d_27d4_eb4f
  }

  // Two quadrants in a word, as they lie in memory.
  @inline(__always)
  private var north: UInt64 { UInt64(nw.rawValue) | UInt64(ne.rawValue) &<< 32 }
  @inline(__always)
  private var south: UInt64 { UInt64(sw.rawValue) | UInt64(se.rawValue) &<< 32 }

  /// The block of 1 024 IDs with the highest ID among the quadrants: usually the quadrant that was
  /// created last.
  @inline(__always)
  package var shard: Int {
    let highest = max(max(nw.rawValue, ne.rawValue), max(sw.rawValue, se.rawValue))
    return Int(NodeID(rawValue: highest).tableIndex &>> Self.logShardWidth)
  }

  private static let logShardWidth: UInt32 = 10

  /// The number of shards for nodes whose quadrants have IDs of at most this index.
  static func shardCount(highestIndex: Int) -> Int { highestIndex >> Int(logShardWidth) + 2 }

  @inline(__always)
  package func difference(from other: QuadNode) -> UInt64 {
    (north ^ other.north) | (south ^ other.south)
  }

  @inline(__always)
  package var isEmpty: Bool { north | south == 0 }
}

/// An entry of the table of nodes, in 24 bytes.
///
///      nw ne sw se  memo tag     six words of 32 bits
///
/// The memo and its tag are not part of the node. They belong to the owner of the store's
/// ``NodeMemos`` and lie here because they are read together with the quadrants.
@usableFromInline
package struct NodeEntry: TableEntry {
  @usableFromInline package let node: QuadNode
  @usableFromInline package var memo: NodeID
  @usableFromInline package var memoTag: UInt32

  @inline(__always)
  package init(_ node: QuadNode) {
    self.node = node
    memo = .empty
    memoTag = 0
  }

  @inline(__always)
  package var key: QuadNode { node }

  package static func unused(next: NodeID) -> NodeEntry {
    var entry = NodeEntry(QuadNode(nw: .empty, ne: .empty, sw: .empty, se: .empty))
    entry.memo = next
    return entry
  }

  package var nextUnused: NodeID { memo }
}

/// The right to keep a memo in every node of a store: at most one exists for each store.
///
/// Nodes are immutable; this is the only access to the fields beside them. The store itself only
/// clears memos of nodes that it frees or that point to such nodes.
package final class NodeMemos {
  package let store: QuadStore
  private let arena: Arena<NodeEntry>

  /// - Returns: nil if the memos of this store have an owner, or had one: its memos may still be
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
