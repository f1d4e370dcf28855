/// A B/S rule: bit *n* of `birth` and `survival` is for *n* live neighbors.
typealias CountTransition = (birth: UInt16, survival: UInt16)

@inline(__always)
func countTransition(_ program: Program) -> CountTransition {
  unsafe (UInt16(truncatingIfNeeded: program[1]), UInt16(truncatingIfNeeded: program[2]))
}

@inline(__always) var conway: CountTransition { (0b0_0000_1000, 0b0_0000_1100) }
@inline(__always) var highLife: CountTransition { (0b0_0100_1000, 0b0_0000_1100) }
@inline(__always) var dayAndNight: CountTransition { (0b1_1100_1000, 0b1_1101_1000) }
@inline(__always) var seeds: CountTransition { (0b0_0000_0100, 0) }

@inline(__always)
func ~= (pattern: CountTransition, value: CountTransition) -> Bool {
  pattern.birth == value.birth && pattern.survival == value.survival
}

/// A rule that counts live neighbors: the sums of rows are added up and the total selects the next
/// state.
protocol CountingRule: CellRule where Row == Around.Row, Transition == CountTransition {
  associatedtype Around: NeighborCounting
  static func next(alive: Wide, counts: Counts, by transition: Transition) -> Wide
}

extension CountingRule {
  @inline(__always) static var alternates: Bool { false }
  @inline(__always) static var sharesRows: Bool { true }

  @inline(__always)
  static func transition(of program: Program, in scratch: Scratch) -> Transition {
    unsafe countTransition(program)
  }

  @inline(__always)
  static func row(west: Wide, here: Wide, east: Wide) -> Row {
    Around.row(west: west, here: here, east: east)
  }

  @inline(__always)
  static func next(north: Row, middle: Row, south: Row, by transition: Transition) -> Wide {
    let counts = Around.counts(north: north, middle: middle, south: south)
    return next(alive: Around.alive(middle), counts: counts, by: transition)
  }

  @inline(__always)
  static func next(alive: Wide, counts: Counts, by transition: Transition) -> Wide {
    decide(alive: alive, counts: counts, by: transition)
  }
}

/// B3/S23 in four gates of three inputs.
///
/// A cell lives in the next generation if the total of its nine cells, itself included, is three,
/// or four and it is alive. Write the total as `ones` + 2 · t: three is `ones` = 1 and t = 1, four
/// is `ones` = 0 and t = 2. Here t is `pairs` + `carry` + 2 · `quads`, not added up:
///
///     odd        the parity of `ones`, `pairs` and `carry`; 0 for both totals
///     ones = 1   then t must be odd, and 1 rather than 3: not `quads`
///     ones = 0   then t must be 2 rather than 0 or 4: one of `carry` and `quads`, not both
enum Conway: CountingRule {
  typealias Around = Moore
  @inline(__always) static var isCommon: Bool { true }

  @inline(__always)
  static func next(alive: Wide, counts: Counts, by transition: CountTransition) -> Wide {
    let odd = parity(counts.ones, counts.pairs, counts.carry)
    let four = (counts.carry ^ counts.quads) & alive
    return choose(counts.ones, inverseOf: counts.quads, four) & ~odd
  }
}

// Rules known at compile time: the general circuit is folded to the few gates that they need.

enum HighLife: CountingRule {
  typealias Around = Moore

  @inline(__always)
  static func next(alive: Wide, counts: Counts, by transition: CountTransition) -> Wide {
    decide(alive: alive, counts: counts, by: highLife)
  }
}

enum DayAndNight: CountingRule {
  typealias Around = Moore

  @inline(__always)
  static func next(alive: Wide, counts: Counts, by transition: CountTransition) -> Wide {
    decide(alive: alive, counts: counts, by: dayAndNight)
  }
}

enum Seeds: CountingRule {
  typealias Around = Moore

  @inline(__always)
  static func next(alive: Wide, counts: Counts, by transition: CountTransition) -> Wide {
    decide(alive: alive, counts: counts, by: seeds)
  }
}

/// Any B/S rule of the Moore neighborhood.
enum AnyCounts: CountingRule { typealias Around = Moore }

/// Any two of them, one for even and one for odd generations.
enum AlternatingCounts: CountingRule {
  typealias Around = Moore
  @inline(__always) static var alternates: Bool { true }
}

/// Any one or two rules of the hexagonal neighborhood.
enum HexagonCounts: CountingRule {
  typealias Around = Hexagon
  @inline(__always) static var alternates: Bool { true }
}

/// Any one or two rules of the von Neumann neighborhood.
enum CrossCounts: CountingRule {
  typealias Around = Cross
  @inline(__always) static var alternates: Bool { true }
}

/// The next states for any B/S rule: a tree of choices over the four bits of the total of nine
/// cells.
@inline(__always)
func decide(alive: Wide, counts: Counts, by transition: CountTransition) -> Wide {
  let ones = counts.ones
  let both = counts.pairs & counts.carry
  let twos = counts.pairs ^ counts.carry
  let leaf = { (total: UInt16) in leafState(alive: alive, total: total, by: transition) }
  let low = choose(twos, choose(ones, leaf(3), leaf(2)), choose(ones, leaf(1), leaf(0)))
  let high = choose(twos, choose(ones, leaf(7), leaf(6)), choose(ones, leaf(5), leaf(4)))
  let top = choose(ones, leaf(9), leaf(8))
  return choose(counts.quads & both, top, choose(counts.quads ^ both, high, low))
}

/// The next states of cells whose nine cells hold `total` live ones: a live cell with n neighbors
/// has the total n + 1.
@inline(__always)
private func leafState(alive: Wide, total: UInt16, by transition: CountTransition) -> Wide {
  let born = total < 9 ? UInt64(transition.birth &>> total & 1) : 0
  let stays = total > 0 ? UInt64(transition.survival &>> (total &- 1) & 1) : 0
  return Wide(repeating: 0 &- born) ^ (alive & Wide(repeating: 0 &- (born ^ stays)))
}
