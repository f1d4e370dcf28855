internal import LifeCore

/// A rule compiled for boards: the circuit for its live cells, and the conversion between states
/// and the planes of a row.
///
/// The first plane holds the cells that the kernels count as neighbors. The other planes hold the
/// ages of dying cells of a Generations rule, their states less one:
///
///      state        0    1    2    3    4  …     as binary planes in patterns
///      plane 0      0    1    0    0    0  …     on the board: alive
///      planes 1…    0    0    1    2    3  …     on the board: age
///
/// or the marks of a History rule:
///
///      state        0    1    2    3    4    5    6
///      plane 0      0    1    0    1    0    1    0    alive
///      plane 1      0    0    0    1    1    1    1    marked
///      plane 2      0    1    1    0    0    1    1    past: the two lowest bits differ
///
/// A rule of four particles has a plane for each particle.
struct BoardRule {
  /// The circuit for live cells; `nil` for rules of four particles.
  let circuit: Circuit?
  let particles: ParticleCircuit?
  let states: Int
  /// Bits of a state.
  let statePlanes: Int
  /// The neighborhood in which a History rule looks for walls, as a mask of ``MooreMap``; `nil` for
  /// other rules.
  let wallNeighborhood: Int?

  /// The planes of a board.
  var planes: Int {
    if particles != nil { return 4 }
    return hasMarks ? 3 : 1 + agePlanes
  }

  var hasMarks: Bool { wallNeighborhood != nil }
  var hasAges: Bool { !hasMarks && particles == nil && agePlanes > 0 }

  /// Bits of an age; the maximum age is `states` − 2.
  private var agePlanes: Int { Int.bitWidth - (states - 2).leadingZeroBitCount }

  /// - Throws: ``UnsupportedPattern`` for other families of rules.
  init(_ rule: Rule) throws {
    particles = ParticleCircuit(rule)
    circuit =
      rule.states == 2 || rule.runsOnMultistateBoards ? Circuit(liveCellsOf: rule) : nil
    guard particles != nil || circuit != nil else {
      throw UnsupportedPattern(
        engine: "bitmap",
        reason: "it runs no rule tables, and no Super or Investigator rules")
    }
    if case .history(let rule) = rule.phases[0].rule.family {
      wallNeighborhood = rule.base.neighborhood.mask
    } else {
      wallNeighborhood = nil
    }
    states = rule.states
    statePlanes = rule.planes
  }

  /// The bits of each state of a History rule on a board.
  private static let bitsOfMarks = [0b000, 0b101, 0b100, 0b011, 0b010, 0b111, 0b110]

  /// The bits of a state on a board, one for each plane.
  func bits(of state: State) -> Int {
    if hasMarks { return Self.bitsOfMarks[Int(state)] }
    guard hasAges else { return Int(state) }
    return state < 2 ? Int(state) : (Int(state) - 1) << 1
  }

  /// The inverse of ``bits(of:)``.
  func state(of bits: Int) -> State {
    if hasMarks { return State(Self.bitsOfMarks.firstIndex(of: bits) ?? 0) }
    guard hasAges else { return State(bits) }
    return State(bits < 2 ? bits : bits >> 1 + 1)
  }

  /// Converts the planes of a row from the bits of the states to those of a board.
  func encode(_ rows: inout [[UInt64]]) {
    if hasMarks { return encodeMarks(&rows) }
    guard hasAges else { return }
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
      for plane in 0..<agePlanes { rows[1 + plane][index] = age[plane] }
    }
  }

  /// The inverse of ``encode(_:)``.
  func decode(_ rows: inout [[UInt64]]) {
    if hasMarks { return decodeMarks(&rows) }
    guard hasAges else { return }
    for index in rows[0].indices {
      var carry: UInt64 = 0
      for plane in 1..<planes { carry |= rows[plane][index] }
      var low = rows[0][index]
      for plane in 0..<statePlanes {
        let age = plane < agePlanes ? rows[1 + plane][index] : 0
        rows[plane][index] = age ^ carry | low
        carry &= age
        low = 0
      }
    }
  }
}

extension BoardRule {
  private func encodeMarks(_ rows: inout [[UInt64]]) {
    for index in rows[0].indices {
      let low = rows[0][index]
      let middle = rows[1][index]
      rows[1][index] = rows[2][index] | (middle & low)
      rows[2][index] = low ^ middle
    }
  }

  private func decodeMarks(_ rows: inout [[UInt64]]) {
    for index in rows[0].indices {
      let low = rows[0][index]
      let middle = low ^ rows[2][index]
      rows[2][index] = rows[1][index] & ~(low & middle)
      rows[1][index] = middle
    }
  }
}

extension Rule {
  /// Whether boards with planes for states, marks or particles serve the rule.
  var runsOnMultistateBoards: Bool {
    switch family {
    case .generations, .partitioned: true
    case .history(let rule): rule.marks == .history
    case .alternating(let rules): rules.allSatisfy(\.runsOnMultistateBoards)
    case .twoState, .largerThanLife, .table: false
    }
  }
}
