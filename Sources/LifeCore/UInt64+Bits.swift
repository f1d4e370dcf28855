// Reverses and gathers bits, and makes masks of words.
extension UInt64 {
  /// Each byte with its bits in reverse order.
  ///
  /// - SeeAlso: S. E. Anderson, "Bit Twiddling Hacks",
  ///   <https://graphics.stanford.edu/~seander/bithacks.html#ReverseParallel>
  @inlinable
  @inline(__always)
  package var withBytesBitReversed: UInt64 {
    var word = self
    word = word &>> 1 & 0x5555_5555_5555_5555 | (word & 0x5555_5555_5555_5555) &<< 1
    word = word &>> 2 & 0x3333_3333_3333_3333 | (word & 0x3333_3333_3333_3333) &<< 2
    return word &>> 4 & 0x0f0f_0f0f_0f0f_0f0f | (word & 0x0f0f_0f0f_0f0f_0f0f) &<< 4
  }

  /// Bit 0 of each byte, packed into eight bits: the lowest byte's becomes bit 0.
  @inlinable
  @inline(__always)
  package var lowBitsOfBytes: UInt64 {
    // The bit of byte i is at 8i; times 2^(56 - 7i) it is at 56 + i. The other products set bits
    // below 56, or overflow, and never carry.
    ((self & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56
  }

  /// The bits in reverse order: bit 0 becomes bit 63, and so on.
  @inlinable
  package var bitReversed: UInt64 { byteSwapped.withBytesBitReversed }
}

/// Masks of neighboring bits of a 64-bit word.
package enum WordMask {
  /// Ones at `from`, …, `to` − 1, for 0 ≤ from ≤ to ≤ 64.
  package static func bits(from: Int, to: Int) -> UInt64 {
    let below: UInt64 = to >= 64 ? ~0 : (1 << UInt64(to)) - 1
    return below & (~0 << UInt64(from))
  }
}
