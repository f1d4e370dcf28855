internal import CCPU

extension Board {
  /// Replaces the bits of a cell, one for each plane.
  ///
  /// - Returns: the bits that the cell had.
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
