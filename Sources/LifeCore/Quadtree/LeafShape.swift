/// The layout of a leaf's cells in 256 bits: four square blocks of 64 bits. The cells of a block
/// are in reading order, the first in the lowest bits.
///
/// All leaves have the same size in memory, so one kind of tree and one kind of memo serve every
/// rule.
///
///      states      bits a cell   block   leaf
///      2           1             8 × 8   16 × 16
///      up to 16    4             4 × 4   8 × 8
///      up to 256   16            2 × 2   4 × 4
package enum LeafShape: Hashable, Sendable {
  case bits
  case nibbles
  case bytePairs

  package init(states: Int) {
    switch states {
    case 2: self = .bits
    case ...16: self = .nibbles
    default: self = .bytePairs
    }
  }

  package var bitsPerCell: Int {
    switch self {
    case .bits: 1
    case .nibbles: 4
    case .bytePairs: 16
    }
  }

  /// The mask of the state of a block's first cell. Of 16 bits, a state takes 8.
  private var stateMask: UInt64 {
    switch self {
    case .bits: 1
    case .nibbles: 0xf
    case .bytePairs: 0xff
    }
  }

  /// A block has 2^`blockLevel` cells a side.
  package var blockLevel: Int {
    switch self {
    case .bits: 3
    case .nibbles: 2
    case .bytePairs: 1
    }
  }

  package var leafLevel: Int { blockLevel + 1 }
  package var blockSide: Int { 1 << blockLevel }
  package var leafSide: Int { 1 << leafLevel }
}

package extension LeafShape {
  /// The lowest bit of the cell (x, y) of a block.
  func place(x: Int, y: Int) -> UInt64 {
    UInt64((y << blockLevel | x) * bitsPerCell)
  }

  func state(_ leaf: QuadLeaf, x: Int, y: Int) -> State {
    let block = leaf[(y >> blockLevel) << 1 | x >> blockLevel]
    let inner = blockSide - 1
    return State(block >> place(x: x & inner, y: y & inner) & stateMask)
  }

  func set(in leaf: inout QuadLeaf, x: Int, y: Int, to state: State) {
    let inner = blockSide - 1
    let place = place(x: x & inner, y: y & inner)
    let mask: UInt64 = ((1 << UInt64(bitsPerCell)) - 1) << place
    let bits = UInt64(state) << place
    switch (y > inner, x > inner) {
    case (false, false): leaf.nw = leaf.nw & ~mask | bits
    case (false, true): leaf.ne = leaf.ne & ~mask | bits
    case (true, false): leaf.sw = leaf.sw & ~mask | bits
    case (true, true): leaf.se = leaf.se & ~mask | bits
    }
  }

  /// The states of a row of a leaf: word *p* has bit *p* of each; bit 0 is the westmost cell.
  func bitPlanes(of leaf: QuadLeaf, row y: Int) -> InlineArray<8, UInt64> {
    var planes = InlineArray<8, UInt64>(repeating: 0)
    if self == .bits {
      planes[0] = leaf.row(y)
      return planes
    }
    for x in 0..<leafSide {
      var state = state(leaf, x: x, y: y)
      while state != 0 {
        planes[state.trailingZeroBitCount] |= 1 << UInt64(x)
        state &= state - 1
      }
    }
    return planes
  }

  /// The live cells of a row of a leaf; bit 0 is the westmost cell.
  func liveCells(_ leaf: QuadLeaf, row y: Int) -> UInt64 {
    if self == .bits { return leaf.row(y) }
    var row: UInt64 = 0
    for x in 0..<leafSide where state(leaf, x: x, y: y) != 0 { row |= 1 << UInt64(x) }
    return row
  }

  func population(_ leaf: QuadLeaf) -> Int {
    if self == .bits { return leaf.population }
    return population(leaf.nw) + population(leaf.ne) + population(leaf.sw) + population(leaf.se)
  }

  private func population(_ block: UInt64) -> Int {
    var any = block | block >> 1
    any |= any >> 2
    if self == .nibbles { return (any & 0x1111_1111_1111_1111).nonzeroBitCount }
    any |= any >> 4
    return (any & 0x0001_0001_0001_0001).nonzeroBitCount
  }
}
