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
