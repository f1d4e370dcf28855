import LifeCore

/// The soup that everything is measured on: the same cells on every machine.
enum Soup {
  /// `size` × `size` cells, each alive with a chance of three in eight.
  ///
  /// Each number of a xorshift generator decides four cells, row by row: a cell lives if its 16
  /// bits, the lowest first, are below three eighths of 65536.
  ///
  /// - SeeAlso: G. Marsaglia, "Xorshift RNGs" (2003).
  static func cells(_ size: Int) throws -> Cells {
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
