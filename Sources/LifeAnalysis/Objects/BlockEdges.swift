/// The sides and corners of a block at which there are cells, a bit for each of the blocks around.
struct BlockEdges {
  let bits: UInt8

  init(of words: some Sequence<UInt64>) {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var all: UInt64 = 0
    for (index, word) in words.enumerated() {
      if index == 0 { first = word }
      last = word
      all |= word
    }
    self.init(north: first, south: last, all: all)
  }

  init(north: UInt64, south: UInt64, all: UInt64) {
    var bits: UInt8 = 0
    for (index, row) in [north, south].enumerated() where row != 0 {
      let shift = UInt8(5 * index)
      bits |= (UInt8(row & 1) | 2 | UInt8(row >> 63) << 2) << shift
    }
    bits |= UInt8(all & 1) << 3 | UInt8(all >> 63) << 4
    self.bits = bits
  }
}
