/// A node of a quadtree: above the level of leaves by its index in the table of nodes, at that
/// level a ``LeafID``; 0 is the empty node of every level.
///
///      bit 31     30 … 0
///      is leaf    index in the table of leaves or of nodes
///
/// The top bit makes the quadrants of every node tell its level apart from all others: two nodes
/// of different levels never have the same quadrants, unless both are empty.
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
