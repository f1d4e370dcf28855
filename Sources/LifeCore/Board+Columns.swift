import CCPU

// Converts between a board's strided rows and plain rows, with bits in column order.
//
// A plain row, cut into 512 groups of n = `vectors` bits, is the transpose of a strided row: bit j
// of group k is column k · n + j, or bit k of vector j. It is transposed in blocks of 64 × 64 bits:
//
//      plain row, bits                          a block: words of 64 bits
//      0 … n−1 | n … 2n−1 | 2n … 3n−1 | …       word k: group k   →   word j: vector j, 64 bits
//      group 0    group 1    group 2

extension Board {
  /// Replaces a plane of row `y` by `words`; bit 0 is column 0. Bits beyond the width must be 0,
  /// and missing words count as 0.
  package func setRow(_ y: Int, plane: Int = 0, to words: Span<UInt64>) {
    let target = unsafe self.words(ofRow: y, plane: plane)
    if let interleaver { return unsafe interleaver.split(words, to: target) }
    var block = BitBlock()
    for first in Swift.stride(from: 0, to: vectors, by: 64) {
      let count = min(64, vectors - first)
      for lane in 0..<8 {
        for bit in 0..<64 {
          block[bit] = words.bits(at: (lane * 64 + bit) * vectors + first, count: count)
        }
        block.transpose()
        for vector in 0..<count { unsafe target[(first + vector) * 8 + lane] = block[vector] }
      }
    }
  }

  /// Writes a plane of row `y` into `words`; bit 0 is column 0. Bits beyond the width become 0.
  ///
  /// - Parameter words: at least ``stride`` words.
  package func copyRow(_ y: Int, plane: Int = 0, to words: inout MutableSpan<UInt64>) {
    copyRow(row(y, plane: plane), to: &words)
  }

  /// Writes any strided row of the width of this board into `words`, as above.
  package func copyRow(_ source: Span<UInt64>, to words: inout MutableSpan<UInt64>) {
    for index in 0..<stride { words[index] = 0 }
    if let interleaver {
      interleaver.join(source, to: &words)
      return clearPadding(&words)
    }
    var block = BitBlock()
    for first in Swift.stride(from: 0, to: vectors, by: 64) {
      let count = min(64, vectors - first)
      for lane in 0..<8 {
        block.clear()
        var any: UInt64 = 0
        for vector in 0..<count {
          let word = source[(first + vector) * 8 + lane]
          block[vector] = word
          any |= word
        }
        if any == 0 { continue }
        block.transpose()
        for bit in 0..<64 {
          words.merge(block[bit], at: (lane * 64 + bit) * vectors + first, count: count)
        }
      }
    }
    clearPadding(&words)
  }

  private func clearPadding(_ words: inout MutableSpan<UInt64>) {
    var index = width >> 6
    guard index < stride else { return }
    words[index] &= WordMask.bits(from: 0, to: width & 63)
    index += 1
    while index < stride {
      words[index] = 0
      index += 1
    }
  }
}

extension Span<UInt64> {
  /// `count` bits from bit `position` on. Bits beyond the last word are 0.
  func bits(at position: Int, count: Int) -> UInt64 {
    let index = position >> 6
    let shift = UInt64(position & 63)
    guard index < self.count else { return 0 }
    var word = self[index] >> shift
    if shift > 0 && index + 1 < self.count { word |= self[index + 1] << (64 - shift) }
    return word & WordMask.bits(from: 0, to: count)
  }
}

extension MutableSpan<UInt64> {
  /// Sets the `count` bits from bit `position` on. They must be 0 before.
  mutating func merge(_ bits: UInt64, at position: Int, count: Int) {
    let index = position >> 6
    let shift = UInt64(position & 63)
    self[index] |= bits << shift
    if Int(shift) + count > 64 { self[index + 1] |= bits >> (64 - shift) }
  }
}

/// A matrix of 64 × 64 bits, to be transposed.
///
/// Six rounds exchange the off-diagonal quarters of blocks of 64, 32, … 2 bits a side. An exchange
/// takes two rows, 32, 16, … 1 apart, and swaps the quarters of all blocks in them at once.
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

extension Board {
  /// Replaces the bits of a cell, one for each plane.
  ///
  /// - Returns: its former bits.
  package func exchange(_ bits: Int, x: Int, y: Int) -> Int {
    precondition(x >= 0 && x < width)
    let place = bit(column: x)
    var former = 0
    for plane in 0..<planes {
      let words = unsafe words(ofRow: y, plane: plane)
      let word = unsafe words[place.word]
      if word & place.mask != 0 { former |= 1 << plane }
      unsafe words[place.word] = bits >> plane & 1 == 1 ? word | place.mask : word & ~place.mask
    }
    return former
  }
}
