internal import LifeCore

/// How cells of a Generations rule go on that are in a later state than 1.
///
/// The cells in state 1 are a plane of their own, because only they are neighbors. The dying cells,
/// those in later states, are planes with the bits of their states, 0 for all other cells:
///
///     state     0   1   2   3   …   n−1      a dying cell is not born; a cell in state 1 that does
///     dying     0   0   2   3   …   n−1      not survive is in state 2 next, and what is in state
///     alive     no  yes no  no  …   no       n−1 is dead next
struct Aging: Sendable {
  private let last: UInt64
  /// The number of bit-planes that hold a state.
  let planes: Int

  /// - Parameter states: at least 3.
  init(states: Int) {
    last = UInt64(states - 1)
    planes = Int.bitWidth - (states - 1).leadingZeroBitCount
  }

  /// Advances the dying cells among some.
  ///
  /// - Parameters:
  ///   - alive: the cells in state 1.
  ///   - next: those in state 1 next if no cell is dying.
  ///   - load: returns a plane of the dying cells.
  ///   - store: replaces it.
  /// - Returns: the cells in state 1 next, those that are dying next, and those that are or were.
  @inline(__always)
  func advance<Bits: CellBits>(
    alive: Bits, next: Bits, load: (_ plane: Int) -> Bits, store: (_ plane: Int, Bits) -> Void
  ) -> (alive: Bits, dying: Bits, aged: Bits) {
    var dying = Bits(repeating: 0)
    var oldest = Bits(repeating: .max)
    for plane in 0..<planes {
      let bits = load(plane)
      dying = dying | bits
      // A mask of ones where a bit of the last state is 0.
      oldest = oldest & (bits ^ Bits(repeating: (last >> UInt64(plane) & 1) &- 1))
    }
    let lives = next & ~dying
    let starting = alive & ~lives
    let older = dying & ~oldest
    var carry = older
    for plane in 0..<planes {
      let bits = load(plane)
      let later = (bits ^ carry) & ~oldest
      // State 2 has the bits of plane 1.
      store(plane, plane == 1 ? later | starting : later)
      carry = carry & bits
    }
    return (lives, older | starting, dying | starting)
  }
}
