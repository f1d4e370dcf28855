/// Masks of neighboring bits of a 64-bit word.
package enum WordMask {
  /// Ones at `from`, …, `to` − 1, for 0 ≤ from ≤ to ≤ 64.
  package static func bits(from: Int, to: Int) -> UInt64 {
    let below: UInt64 = to >= 64 ? ~0 : (1 << UInt64(to)) - 1
    return below & (~0 << UInt64(from))
  }
}
