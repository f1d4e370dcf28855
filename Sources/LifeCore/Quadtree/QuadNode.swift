/// A square of 2^level cells a side, in four quadrants, which are nodes or, at level 5, leaves.
///
///      nw ne     every quadrant by its number; 0 is the empty one of any level
///      sw se
///
/// The last two words are not the node's own: whoever steps the tree remembers there what he found,
/// as they are read together with the quadrants.
@safe
@usableFromInline
package struct QuadNode: Canonical {
  @usableFromInline package var nw: UInt32
  @usableFromInline package var ne: UInt32
  @usableFromInline package var sw: UInt32
  @usableFromInline package var se: UInt32
  @usableFromInline package var memo: UInt32 = 0
  @usableFromInline package var memoTag: UInt32 = 0

  @inlinable
  package init(_ nw: UInt32, _ ne: UInt32, _ sw: UInt32, _ se: UInt32) {
    (self.nw, self.ne, self.sw, self.se) = (nw, ne, sw, se)
  }

  @inline(__always)
  package var hash: UInt64 {
    north &* 0x9e37_79b9_7f4a_7c15 &+ south &* 0xc2b2_ae3d_27d4_eb4f
  }

  // Two quadrants in a word, as they lie in memory.
  @inline(__always)
  private var north: UInt64 { UInt64(nw) | UInt64(ne) &<< 32 }
  @inline(__always)
  private var south: UInt64 { UInt64(sw) | UInt64(se) &<< 32 }

  /// That of the quadrant with the highest number, a thousand or so of them: as a rule, it was made
  /// just before.
  @inline(__always)
  package var shelf: Int {
    Self.shelf(ofNumbers: max(max(nw, ne), max(sw, se)) & ~QuadStore.leafBit)
  }

  @inline(__always)
  static func shelf(ofNumbers number: UInt32) -> Int { Int(number &>> 10) }

  @inline(__always)
  package func difference(from other: QuadNode) -> UInt64 {
    (north ^ other.north) | (south ^ other.south)
  }

  @inline(__always)
  package var content: UInt64 { north | south }

  package static func unused(next: UInt32) -> QuadNode {
    var node = QuadNode(0, 0, 0, 0)
    node.memo = next
    return node
  }

  package var nextUnused: UInt32 { memo }

  /// Quadrant 0 is nw, 1 ne, 2 sw, 3 se.
  @inlinable
  package subscript(quadrant: Int) -> UInt32 {
    switch quadrant {
    case 0: nw
    case 1: ne
    case 2: sw
    default: se
    }
  }
}

/// 16 × 16 cells of two states in four blocks of 8 × 8, or fewer of more states (``LeafShape``).
///
///      nw ne     a block is a byte a row, the northmost in the lowest bits;
///      sw se     bit 0 of a row is its westmost cell
@usableFromInline
package struct QuadLeaf: Canonical {
  @usableFromInline package var nw: UInt64
  @usableFromInline package var ne: UInt64
  @usableFromInline package var sw: UInt64
  @usableFromInline package var se: UInt64

  @inlinable
  package init(_ nw: UInt64, _ ne: UInt64, _ sw: UInt64, _ se: UInt64) {
    (self.nw, self.ne, self.sw, self.se) = (nw, ne, sw, se)
  }

  @inline(__always)
  package var hash: UInt64 {
    mixed(
      (nw ^ (sw &>> 29 | sw &<< 35)) &* 0x9e37_79b9_7f4a_7c15 ^ sw,
      (ne ^ (se &>> 31 | se &<< 33)) &* 0xc2b2_ae3d_27d4_eb4f ^ se)
  }

  package var shelf: Int { 0 }

  @inline(__always)
  package func difference(from other: QuadLeaf) -> UInt64 {
    (nw ^ other.nw) | (ne ^ other.ne) | (sw ^ other.sw) | (se ^ other.se)
  }

  @inline(__always)
  package var content: UInt64 { nw | ne | sw | se }

  package static func unused(next: UInt32) -> QuadLeaf { QuadLeaf(UInt64(next), 0, 0, 0) }
  package var nextUnused: UInt32 { UInt32(truncatingIfNeeded: nw) }

  /// The number of living cells of two states.
  var population: Int {
    nw.nonzeroBitCount + ne.nonzeroBitCount + sw.nonzeroBitCount + se.nonzeroBitCount
  }

  /// Block 0 is nw, 1 ne, 2 sw, 3 se.
  package subscript(block: Int) -> UInt64 {
    switch block {
    case 0: nw
    case 1: ne
    case 2: sw
    default: se
    }
  }

  /// Row `y` of 16 cells of two states.
  func row(_ y: Int) -> UInt64 {
    let shift = UInt64(y & 7) * 8
    return y < 8
      ? nw >> shift & 0xff | (ne >> shift & 0xff) << 8
      : sw >> shift & 0xff | (se >> shift & 0xff) << 8
  }
}

/// Every bit of the result depends on all of both.
@inline(__always)
private func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var hash = a ^ (b &>> 32 | b &<< 32)
  hash ^= hash &>> 29
  hash = hash &* 0xbf58_476d_1ce4_e5b9
  return hash ^ hash &>> 32
}
