internal import CCPU

/// Ages the dying cells in a row of a Generations rule. The first plane of a row holds the live
/// cells (state 1); in `next`, the rule has already written this plane. The other planes hold the
/// ages of dying cells.
///
///     state  0   1   2   3   …   n−1      a dying cell cannot be born; a live cell that does not
///     age    0   0   1   2   …   n−2      survive starts to die at age 1; after age n − 2 it is
///     alive  no  yes no  no  …   no       dead
@inline(__always)
func age(_ band: Band, from now: UnsafePointer<UInt64>, to next: UnsafeMutablePointer<UInt64>) {
  let last = unsafe band.states &- 2
  let plane = unsafe band.vectors &* 8
  switch unsafe band.planes {
  case 2: unsafe ageOne(from: now, to: next, plane: plane)
  default: unsafe ageMany(from: now, to: next, plane: plane, ages: band.planes &- 1, last: last)
  }
}

/// One plane of ages, so three states: cells die for one generation.
private func ageOne(
  from now: UnsafePointer<UInt64>, to next: UnsafeMutablePointer<UInt64>, plane: Int
) {
  var word = 0
  while word < plane {
    let alive = unsafe load(now + word)
    let lives = unsafe load(next + word) & ~load(now + word + plane)
    unsafe store(lives, at: next + word)
    unsafe store(alive & ~lives, at: next + word + plane)
    word &+= Wide.scalarCount
  }
}

/// `ages` planes of ages, the lowest bit first.
private func ageMany(
  from now: UnsafePointer<UInt64>, to next: UnsafeMutablePointer<UInt64>, plane: Int, ages: Int,
  last: Int
) {
  var word = 0
  while word < plane {
    var dying = Wide()
    var isOldest = ~Wide()
    for index in 1...ages {
      let bit = unsafe load(now + word + index &* plane)
      dying = dying | bit
      isOldest = isOldest & (last &>> (index &- 1) & 1 == 1 ? bit : ~bit)
    }
    let lives = unsafe load(next + word) & ~dying
    unsafe store(lives, at: next + word)
    // Add one to the age of cells that are dying or start to.
    var carry = unsafe dying | (load(now + word) & ~lives)
    for index in 1...ages {
      let bit = unsafe load(now + word + index &* plane)
      unsafe store((bit ^ carry) & ~isOldest, at: next + word + index &* plane)
      carry = carry & bit
    }
    word &+= Wide.scalarCount
  }
}
