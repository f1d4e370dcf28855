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
