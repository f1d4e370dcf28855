/// The neighboring places of a frame that are packed into a byte. A block of two rows is used where
/// possible, because its places change together more often than as many places of one row.
struct PlaceBlocks: Hashable {
  /// Bits per palette index: 1, 2, 4 or 8.
  let bits: Int
  /// The number of columns of places.
  let width: Int
  let height: Int

  init(bits: Int) {
    self.bits = bits
    switch bits {
    case 1:
      width = 4
      height = 2
    case 2:
      width = 2
      height = 2
    default:
      width = 8 / bits
      height = 1
    }
  }

  /// The block at place `first` of two words with a place per byte, which are of one row each.
  func value(_ words: (upper: UInt64, lower: UInt64), at first: Int) -> UInt8 {
    var value: UInt8 = 0
    for place in 0..<width * height {
      let word = place < width ? words.upper : words.lower
      let index = word >> UInt64(8 * (first + place % width)) & 0xff
      value |= UInt8(truncatingIfNeeded: index) << UInt8(place * bits)
    }
    return value
  }
}
