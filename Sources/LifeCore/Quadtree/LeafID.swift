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
