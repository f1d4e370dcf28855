internal import LifeCore

/// A rule compiled for boards: the circuit for its live cells, and the conversion between states
/// and the planes of a row.
///
/// The kernels need a plane of the cells that are counted as neighbors, which are those in state 1.
/// This is the first plane; the others hold the ages of dying cells, which are their states less
/// one.
///
///      state        0    1    2    3    4  …     as binary planes in patterns
///      plane 0      0    1    0    0    0  …     on the board: alive
///      planes 1…    0    0    1    2    3  …     on the board: age
struct BoardRule {
  let circuit: Circuit
  let states: Int
  /// Bits of a state.
  let statePlanes: Int

  /// The planes of a board.
  var planes: Int { 1 + ages }

  /// Bits of an age; the greatest is `states` − 2.
  private var ages: Int { Int.bitWidth - (states - 2).leadingZeroBitCount }

  /// - Throws: ``UnsupportedPattern`` for other families of rules.
  init(_ rule: Rule) throws {
    if case .generations(let rule) = rule.family {
      circuit = Circuit(rule.base.map)
    } else if let found = Circuit(rule) {
      circuit = found
    } else {
      throw UnsupportedPattern(
        engine: "bitmap", reason: "the rule has neither two states nor is it a Generations rule")
    }
    states = rule.states
    statePlanes = rule.planes
  }

  /// The bits of a state on a board, one for each plane.
  func bits(of state: State) -> Int { state < 2 ? Int(state) : (Int(state) - 1) << 1 }

  /// The inverse of ``bits(of:)``.
  func state(of bits: Int) -> State { State(bits < 2 ? bits : bits >> 1 + 1) }

  /// Converts the planes of a row from the bits of the states to those of a board.
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
