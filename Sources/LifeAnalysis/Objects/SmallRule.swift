internal import LifeCore

/// A rule in the form that ``SmallBoard`` steps, for even and for odd generations: which cells are
/// in state 1 next, and how cells in later states go on.
struct SmallRule: Sendable {
  /// Whether a cell is in state 1 next, as it follows from the cells in state 1 around it.
  enum Transition: Sendable {
    /// By the number of live neighbors.
    case counting(LifeLike)
    /// Bit *i* & 63 of word *i* / 64 is the next state for the nine cells *i*: bit 0 is the
    /// north-western neighbor, bit 4 the cell, bit 8 the south-eastern neighbor.
    case map([UInt64])
  }

  let even: Transition
  let odd: Transition
  /// Nil for two states.
  let aging: Aging?

  /// The number of bit-planes that hold a state.
  var planes: Int { aging?.planes ?? 1 }

  /// Nil if the rule is neither one of two states nor a Generations rule, or has a range above 1.
  init?(_ rule: Rule) {
    let base: TwoStateRule
    switch rule.family {
    case .twoState(let twoState):
      base = twoState
      aging = nil
    case .generations(let generations):
      base = generations.base
      aging = generations.states > 2 ? Aging(states: generations.states) : nil
    default: return nil
    }
    even = Self.transition(base.phase(atOdd: false))
    odd = Self.transition(base.phase(atOdd: true))
  }

  private static func transition(_ phase: TwoStateRule.Phase) -> Transition {
    if let lifeLike = phase.lifeLike { return .counting(lifeLike) }
    var words = [UInt64](repeating: 0, count: 8)
    for index in 0..<MooreMap.count {
      // A map's index has the north-western cell in its highest bit.
      let reversed = (0..<9).reduce(0) { $0 | (index >> $1 & 1) << (8 - $1) }
      if phase.map[reversed] { words[index >> 6] |= 1 << UInt64(index & 63) }
    }
    return .map(words)
  }
}

/// Cells side by side, a bit for each.
protocol CellBits {
  init(repeating word: UInt64)
  static func & (one: Self, other: Self) -> Self
  static func | (one: Self, other: Self) -> Self
  static func ^ (one: Self, other: Self) -> Self
  static prefix func ~ (bits: Self) -> Self
}

extension UInt64: CellBits {
  init(repeating word: UInt64) { self = word }
}

extension SIMD8<UInt64>: CellBits {}

/// The next states of the cells of one row, from it and its neighbors; `births` and `survivals` are
/// the masks of a ``LifeLike``.
@inline(__always)
func nextRow(
  _ above: UInt64, center: UInt64, below: UInt64, births: UInt16, survivals: UInt16
) -> UInt64 {
  nextBits(
    above: sumOfThree(above << 1, above, above >> 1),
    below: sumOfThree(below << 1, below, below >> 1),
    west: center << 1, center: center, east: center >> 1, births: births, survivals: survivals)
}

/// The number of live cells among three, in two bit-planes.
@inline(__always)
func sumOfThree<Bits: CellBits>(
  _ west: Bits, _ center: Bits, _ east: Bits
) -> (ones: Bits, twos: Bits) {
  let sides = west ^ east
  return (sides ^ center, west & east | sides & center)
}

/// The next states of cells, from their western and eastern neighbors and the sums of those above
/// and below: the number of neighbors is four bit-planes.
@inline(__always)
func nextBits<Bits: CellBits>(
  above: (ones: Bits, twos: Bits), below: (ones: Bits, twos: Bits),
  west: Bits, center: Bits, east: Bits, births: UInt16, survivals: UInt16
) -> Bits {
  let besideOnes = west ^ east
  let besideTwos = west & east
  let partial = above.ones ^ below.ones
  let ones = partial ^ besideOnes
  let carry = above.ones & below.ones | partial & besideOnes
  let pair = above.twos ^ below.twos
  let more = besideTwos ^ carry
  let twos = pair ^ more
  let pairCarry = above.twos & below.twos
  let moreCarry = besideTwos & carry
  let crossCarry = pair & more
  let fours = pairCarry ^ moreCarry ^ crossCarry
  let eights = pairCarry & moreCarry
  var next = Bits(repeating: 0)
  var counts = births | survivals
  while counts != 0 {
    let count = UInt64(counts.trailingZeroBitCount)
    counts &= counts - 1
    // A mask of ones where a bit of the count is 0, so that XOR compares.
    let low =
      (ones ^ Bits(repeating: (count & 1) &- 1))
      & (twos ^ Bits(repeating: (count >> 1 & 1) &- 1))
    let same =
      low & (fours ^ Bits(repeating: (count >> 2 & 1) &- 1))
      & (eights ^ Bits(repeating: (count >> 3) &- 1))
    if births >> UInt16(count) & 1 == 1 { next = next | same & ~center }
    if survivals >> UInt16(count) & 1 == 1 { next = next | same & center }
  }
  return next
}

/// The next states of some columns of a row by a table, see ``SmallRule/Transition/map(_:)``.
@inline(__always)
func nextRow(
  _ above: UInt64, center: UInt64, below: UInt64, columns: ClosedRange<Int>,
  map: Span<UInt64>
) -> UInt64 {
  // So that the western neighbor of column c is bit c.
  let above = above << 1
  let center = center << 1
  let below = below << 1
  var next: UInt64 = 0
  for column in columns {
    let shift = UInt64(column)
    let index =
      above >> shift & 7 | (center >> shift & 7) << 3 | (below >> shift & 7) << 6
    next |= (map[Int(index >> 6)] >> (index & 63) & 1) << shift
  }
  return next
}
