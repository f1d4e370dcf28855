/// The next state of a cell for each of the 512 configurations of its 3 × 3 square.
///
///     bit of the index      256 128  64       NW  N NE
///                            32  16   8        W  C  E
///                             4   2   1       SW  S SE
///
/// Every two-state rule of range 1 is such a map.
package struct MooreMap: Hashable, Sendable {
  /// Bit *i* & 63 of lane *i* / 64 is set if configuration *i* gives a live cell.
  package var bits: SIMD8<UInt64>

  package static let count = 512
  /// The bit of the cell itself in an index.
  package static let center = 1 << 4

  package init(bits: SIMD8<UInt64> = .zero) { self.bits = bits }

  package init(_ isAlive: (_ index: Int) -> Bool) {
    bits = .zero
    for lane in bits.indices {
      var word: UInt64 = 0
      for bit in 0..<64 { word |= (isAlive(64 * lane + bit) ? 1 : 0) << UInt64(bit) }
      bits[lane] = word
    }
  }

  package subscript(index: Int) -> Bool { bits[index >> 6] >> UInt64(index & 63) & 1 == 1 }

  /// The map of an outer-totalistic rule.
  package init(_ rule: LifeLike) {
    self.init { index in
      rule.next(
        alive: index & Self.center != 0, neighbors: (index & ~Self.center).nonzeroBitCount)
    }
  }

  /// The same rule by counts. Returns `nil` if it is not outer-totalistic.
  package var lifeLike: LifeLike? {
    var birth: UInt16 = 0
    var survival: UInt16 = 0
    for count in 0...8 {
      // The lowest `count` bits, with the center's bit skipped.
      let low = (1 << count) - 1
      let index = low & 0xf | (low & ~0xf) << 1
      if self[index] { birth |= 1 << UInt16(count) }
      if self[index | Self.center] { survival |= 1 << UInt16(count) }
    }
    let rule = LifeLike(birthMask: birth, survivalMask: survival)
    return MooreMap(rule) == self ? rule : nil
  }

  /// The same map, but dead and live are exchanged in its results.
  package var complementingOutput: MooreMap { MooreMap(bits: ~bits) }

  /// The same map, but dead and live are exchanged in the squares that it takes.
  package var complementingInput: MooreMap { MooreMap { self[Self.count - 1 - $0] } }

  /// The same map with dead and live exchanged in both: `B0123478/S01234678` for `B3/S23`.
  package var conjugate: MooreMap { complementingInput.complementingOutput }
}
