/// 256 bits of cells in four square blocks: 16 × 16 cells of two states, or fewer cells of more
/// states (``LeafShape``).
///
///      nw ne     with two states, a block of 8 × 8 cells is a byte for each row, the northmost in
///      sw se     the lowest bits; bit 0 of a row is its westmost cell
@usableFromInline
package struct QuadLeaf: TableKey, TableEntry {
  @usableFromInline package var nw: UInt64
  @usableFromInline package var ne: UInt64
  @usableFromInline package var sw: UInt64
  @usableFromInline package var se: UInt64

  @inlinable
  package init(nw: UInt64, ne: UInt64, sw: UInt64, se: UInt64) {
    self.nw = nw
    self.ne = ne
    self.sw = sw
    self.se = se
  }

  @inlinable package static var empty: QuadLeaf { QuadLeaf(nw: 0, ne: 0, sw: 0, se: 0) }

  /// Block 0 is nw, 1 ne, 2 sw, 3 se.
  package subscript(block: Int) -> UInt64 {
    switch block {
    case 0: nw
    case 1: ne
    case 2: sw
    default: se
    }
  }

  /// The number of live cells, for two states.
  var population: Int {
    nw.nonzeroBitCount + ne.nonzeroBitCount + sw.nonzeroBitCount + se.nonzeroBitCount
  }

  /// Row `y` of 16 cells, for two states.
  package func row(_ y: Int) -> UInt64 {
    let shift = UInt64(y & 7) * 8
    return y < 8
      ? nw >> shift & 0xff | (ne >> shift & 0xff) << 8
      : sw >> shift & 0xff | (se >> shift & 0xff) << 8
  }
}

// A leaf as an entry of the table of leaves is its own key.
extension QuadLeaf {
  @inline(__always)
  package var hash: UInt64 {
    mixed(
      (nw ^ (sw &>> 29 | sw &<< 35)) &* 0x9e37_79b9_7f4a_7c15 ^ sw,
      with: (ne ^ (se &>> 31 | se &<< 33)) &* 0xc2b2_ae3d_27d4_eb4f ^ se)
  }

  /// Leaves looked up together have nothing in common to choose a shard by.
  package var shard: Int { 0 }

  @inline(__always)
  package func difference(from other: QuadLeaf) -> UInt64 {
    (nw ^ other.nw) | (ne ^ other.ne) | (sw ^ other.sw) | (se ^ other.se)
  }

  @inline(__always)
  package var isEmpty: Bool { nw | ne | sw | se == 0 }

  @inline(__always)
  package init(_ key: QuadLeaf) { self = key }

  @inline(__always)
  package var key: QuadLeaf { self }

  package static func unused(next: LeafID) -> QuadLeaf {
    QuadLeaf(nw: UInt64(next.rawValue), ne: 0, sw: 0, se: 0)
  }

  package var nextUnused: LeafID { LeafID(rawValue: UInt32(truncatingIfNeeded: nw)) }
}

/// A hash of two words; nearly every bit depends on all bits of both.
@inline(__always)
private func mixed(_ a: UInt64, with b: UInt64) -> UInt64 {
  var hash = a ^ (b &>> 32 | b &<< 32)
  hash ^= hash &>> 29
  hash = hash &* 0xbf58_476d_1ce4_e5b9
  return hash ^ hash &>> 32
}
