/// What becomes of a cell of two states, for each of the 512 states of the square around it.
///
///     bit of the index      256 128  64       NW  N NE
///                            32  16   8        W  C  E
///                             4   2   1       SW  S SE
///
/// Any rule of two states that looks no further than a cell's neighbours is one of these.
package struct MooreMap: Hashable, Sendable {
  /// Bit *i* & 63 of lane *i* / 64 is set if a cell lives after index *i*.
  package var bits: SIMD8<UInt64>

  package static let count = 512
  /// The bit of the index that is the cell itself.
  package static let centre = 1 << 4

  package init(bits: SIMD8<UInt64> = .zero) { self.bits = bits }

  package init(_ isAlive: (_ index: Int) -> Bool) {
    bits = .zero
    for index in 0..<Self.count where isAlive(index) { self[index] = true }
  }

  package subscript(index: Int) -> Bool {
    get { bits[index >> 6] >> UInt64(index & 63) & 1 == 1 }
    set {
      let bit: UInt64 = 1 << UInt64(index & 63)
      if newValue { bits[index >> 6] |= bit } else { bits[index >> 6] &= ~bit }
    }
  }
}

extension MooreMap {
  /// The map of a rule that counts neighbours.
  package init(_ rule: LifeLike) {
    self.init { index in
      rule.next(
        alive: index & Self.centre != 0, neighbours: (index & ~Self.centre).nonzeroBitCount)
    }
  }

  /// The same rule by its counts; nil if it also matters where the neighbours are.
  package var lifeLike: LifeLike? {
    var (birth, survival): (UInt16, UInt16) = (0, 0)
    for count in 0...8 {
      // The lowest `count` neighbours: those around the gap that the centre leaves.
      let low = (1 << count) - 1
      let index = low & 0xf | (low & ~0xf) << 1
      if self[index] { birth |= 1 << UInt16(count) }
      if self[index | Self.centre] { survival |= 1 << UInt16(count) }
    }
    let rule = LifeLike(birthMask: birth, survivalMask: survival)
    return MooreMap(rule) == self ? rule : nil
  }

  /// True cells in, their complement out.
  package var complementingOutput: MooreMap { MooreMap(bits: ~bits) }

  /// Complemented cells in, true ones out.
  package var complementingInput: MooreMap { MooreMap { self[Self.count - 1 - $0] } }

  /// Complemented cells in and out.
  package var conjugate: MooreMap { complementingInput.complementingOutput }
}
