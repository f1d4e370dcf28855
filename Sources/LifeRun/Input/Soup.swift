package import LifeCore

/// The soup of all benchmarks: the same cells on every machine.
package enum Soup {
  /// `size` × `size` cells, each alive with probability 3/8.
  ///
  /// Each number of a xorshift generator sets four cells, row by row: a cell is alive if its 16
  /// bits, the lowest first, are less than three eighths of 65536.
  ///
  /// - SeeAlso: G. Marsaglia, "Xorshift RNGs" (2003).
  package static func cells(_ size: Int) throws -> Cells {
    let builder = Cells.Builder()
    var state: UInt64 = 88_172_645_463_325_252
    for y in 0..<size {
      for x in stride(from: 0, to: size, by: 64) {
        try builder.append(y: y, x: x, word: word(&state, columns: min(64, size - x)))
      }
    }
    return builder.finish()
  }

  private static func word(_ state: inout UInt64, columns: Int) -> UInt64 {
    let threshold = 65536 * 3 / 8
    var word: UInt64 = 0
    for column in stride(from: 0, to: columns, by: 4) {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      for cell in 0..<4 where state >> UInt64(16 * cell) & 0xffff < threshold {
        word |= 1 << UInt64(column + cell)
      }
    }
    return word & WordMask.bits(from: 0, to: columns)
  }
}
