/// The sides and corners of a block at which there are cells, a bit for each of the blocks around.
struct BlockEdges {
  let bits: UInt8

  init(bits: UInt8) { self.bits = bits }

  init(of rows: [UInt64]) {
    var bits: UInt8 = 0
    for (row, shift) in [(rows[0], 0), (rows[rows.count - 1], 5)] where row != 0 {
      bits |= (UInt8(row & 1) | 2 | UInt8(row >> 63) << 2) << UInt8(shift)
    }
    let all = rows.reduce(0, |)
    self.bits = bits | UInt8(all & 1) << 3 | UInt8(all >> 63) << 4
  }

  /// Visits these sides and corners, as numbers of the blocks around (``BlockMap/neighbors``).
  @inline(__always)
  func forEachSide(_ body: (_ side: Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
