/// A node of a quadtree. At the level of leaves it is a ``LeafID``, above it an index in the table
/// of nodes; 0 is the empty node of every level.
///
///      bit 31     30 … 0
///      is leaf    index in the table of leaves or of nodes
///
/// The top bit distinguishes leaves from nodes with the same index. So every ID but 0 belongs to
/// one level, and nodes of different levels never have the same quadrants, unless both are empty.
@usableFromInline
package struct NodeID: Hashable, BitwiseCopyable, Sendable, TableID {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable
  package init(_ leaf: LeafID) {
    rawValue = leaf.isEmpty ? 0 : leaf.rawValue | 1 << 31
  }

  @inlinable package static var empty: NodeID { NodeID(rawValue: 0) }

  @inlinable package var isEmpty: Bool { rawValue == 0 }
  @inlinable package var isLeaf: Bool { rawValue >> 31 == 1 }

  /// The index in the table of leaves or of nodes.
  @inlinable package var tableIndex: UInt32 { rawValue & ~(1 << 31) }

  /// The index in the table of nodes.
  @inlinable package var index: Int {
    assert(!isLeaf)
    return Int(rawValue)
  }

  /// The leaf, for a node at the level of leaves.
  @inlinable package var leaf: LeafID {
    assert(isLeaf || isEmpty)
    return LeafID(rawValue: tableIndex)
  }
}

/// A leaf, by its index in the table of leaves; 0 is the empty leaf.
@usableFromInline
package struct LeafID: Hashable, BitwiseCopyable, Sendable, TableID {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable package static var empty: LeafID { LeafID(rawValue: 0) }

  @inlinable package var isEmpty: Bool { rawValue == 0 }
  @inlinable package var index: Int { Int(rawValue) }
}

/// An entry of the table of nodes, in 24 bytes.
///
///      nw ne sw se  memo tag     six words of 32 bits
///
/// The memo and its tag are not part of the node. They belong to the owner of the store's
/// ``NodeMemos`` and lie here because both are read together with the quadrants.
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
