internal import LifeCore

/// A rule as boards have it: the circuit for its living cells, and how states are spread over the
/// planes of a row.
///
/// The kernels want a plane of those that count as neighbours, the cells in state 1, so the first
/// one holds these. The others hold the age of the dying, which is their state less one.
struct BoardRule {
  let circuit: Circuit
  let states: Int
  /// The bits of a state.
  let statePlanes: Int

  /// The planes of a board.
  var planes: Int { 1 + ages }

  /// Bits of the age of a dying cell; the oldest is of age `states` − 2.
  private var ages: Int { Int.bitWidth - (states - 2).leadingZeroBitCount }

  /// - Throws: ``UnsupportedPattern`` if boards do not know the family.
  init(_ rule: Rule) throws {
    if case .generations(let rule) = rule.family {
      circuit = Circuit(rule.base.map)
    } else if let found = Circuit(rule) {
      circuit = found
    } else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "its boards know rules of two states and Generations")
    }
    states = rule.states
    statePlanes = rule.planes
  }

  /// From the bits of the states to the planes of a board, `rows` by planes.
  func encode(_ rows: inout [[UInt64]]) {
    guard states > 2 else { return }
    for index in rows[0].indices {
      var dying: UInt64 = 0
      for plane in 1..<statePlanes { dying |= rows[plane][index] }
      let alive = rows[0][index] & ~dying
      var borrow = dying
      var age = InlineArray<8, UInt64>(repeating: 0)
      for plane in 0..<statePlanes {
        let bit = rows[plane][index]
        age[plane] = (bit ^ borrow) & dying
        borrow &= ~bit
      }
      rows[0][index] = alive
      for plane in 0..<ages { rows[1 + plane][index] = age[plane] }
    }
  }

  /// The inverse of ``encode(_:)``.
  func decode(_ rows: inout [[UInt64]]) {
    guard states > 2 else { return }
    for index in rows[0].indices {
      var carry: UInt64 = 0
      for plane in 1..<planes { carry |= rows[plane][index] }
      var low = rows[0][index]
      for plane in 0..<statePlanes {
        let age = plane < ages ? rows[1 + plane][index] : 0
        rows[plane][index] = age ^ carry | low
        carry &= age
        low = 0
      }
    }
  }
}
