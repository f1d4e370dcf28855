/// An exchange of two bits in the indices of a word's bits: each bit of the word moves to the place
/// whose index has them exchanged.
struct IndexExchange {
  let shift: UInt64
  let mask: UInt64

  private init(_ low: Int, _ high: Int) {
    shift = 1 << UInt64(high) - 1 << UInt64(low)
    var mask: UInt64 = 0
    for index in 0..<64 where index >> low & 1 == 1 && index >> high & 1 == 0 {
      mask |= 1 << UInt64(index)
    }
    self.mask = mask
  }

  /// The exchanges that move bit k of piece j of a word to place k · `pieces` + j.
  static func rotation(_ pieces: Int) -> [IndexExchange] {
    let count = pieces.trailingZeroBitCount
    // The bits of the old index, in the order in which they stand in the present one.
    var present = Array(0..<6)
    var exchanges: [IndexExchange] = []
    for low in present.indices {
      let wanted = low < count ? low + 6 - count : low - count
      guard let high = present.firstIndex(of: wanted), high != low else { continue }
      present.swapAt(low, high)
      exchanges.append(IndexExchange(low, high))
    }
    return exchanges
  }
}
