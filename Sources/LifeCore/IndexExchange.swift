/// An exchange of two bits in the indices of a word's bits: each bit of the word moves to the place
/// whose index has them exchanged.
struct IndexExchange {
  let shift: UInt64
  let mask: UInt64

  private init(ofIndexBit low: Int, and high: Int) {
    shift = (1 << UInt64(high)) - (1 << UInt64(low))
    var mask: UInt64 = 0
    for index in 0..<64 where index >> low & 1 == 1 && index >> high & 1 == 0 {
      mask |= 1 << UInt64(index)
    }
    self.mask = mask
  }

  /// The exchanges that move bit k of piece j of a word to place k · `pieces` + j.
  static func rotation(ofPieces pieces: Int) -> [IndexExchange] {
    // The low bits of the new index are j, the others are k.
    let lowBits = pieces.trailingZeroBitCount
    // For each bit of the present index, the bit of the old index that stands there.
    var present = Array(0..<6)
    var exchanges: [IndexExchange] = []
    for low in present.indices {
      let wanted = low < lowBits ? low + 6 - lowBits : low - lowBits
      guard let high = present.firstIndex(of: wanted), high != low else { continue }
      present.swapAt(low, high)
      exchanges.append(IndexExchange(ofIndexBit: low, and: high))
    }
    return exchanges
  }
}
