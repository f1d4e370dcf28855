/// A matrix of 64 × 64 bits that can be transposed.
///
/// Six rounds exchange the off-diagonal quarters of blocks of 64, 32, … 2 bits a side, each with
/// one exclusive-or swap for 64 bits.
///
/// - SeeAlso: H. S. Warren, "Hacker's Delight", 7-3.
struct BitBlock {
  private var rows = InlineArray<64, UInt64>(repeating: 0)

  subscript(row: Int) -> UInt64 {
    get { rows[row] }
    set { rows[row] = newValue }
  }

  mutating func clear() {
    for row in 0..<64 { rows[row] = 0 }
  }

  mutating func transpose() {
    var size = 32
    var mask: UInt64 = 0x0000_0000_ffff_ffff
    while size > 0 {
      var row = 0
      while row < 64 {
        for above in row..<row + size {
          let swapped = (rows[above] >> UInt64(size) ^ rows[above + size]) & mask
          rows[above + size] ^= swapped
          rows[above] ^= swapped << UInt64(size)
        }
        row += 2 * size
      }
      size /= 2
      mask ^= mask << UInt64(size)
    }
  }
}
