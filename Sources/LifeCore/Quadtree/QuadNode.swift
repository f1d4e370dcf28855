/// The four quadrants of a node: squares of half its side.
///
///      nw ne     each a node, or a leaf if this node is one level above leaves
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

  // Two quadrants in a word, as in memory.
  @inline(__always)
  private var north: UInt64 { UInt64(nw.rawValue) | UInt64(ne.rawValue) &<< 32 }
  @inline(__always)
  private var south: UInt64 { UInt64(sw.rawValue) | UInt64(se.rawValue) &<< 32 }

  /// The highest index of a quadrant, divided by 1 024. This quadrant is usually the youngest.
  @inline(__always)
  package var shard: Int {
    let highest = max(max(nw.rawValue, ne.rawValue), max(sw.rawValue, se.rawValue))
    return Int(NodeID(rawValue: highest).tableIndex &>> Self.logShardWidth)
  }

  private static let logShardWidth: UInt32 = 10

  /// The number of shards for nodes with quadrant IDs of at most this index.
  static func shardCount(maxIndex: Int) -> Int { maxIndex >> Int(logShardWidth) + 2 }

  @inline(__always)
  package func difference(from other: QuadNode) -> UInt64 {
    (north ^ other.north) | (south ^ other.south)
  }

  @inline(__always)
  package var isEmpty: Bool { north | south == 0 }
}
