/// A rule by its counts: bit *n* of `birth` and `survival` is about *n* living neighbours.
typealias Law = (birth: UInt16, survival: UInt16)

@inline(__always) var conway: Law { (0b0_0000_1000, 0b0_0000_1100) }
@inline(__always) var highLife: Law { (0b0_0100_1000, 0b0_0000_1100) }
@inline(__always) var dayAndNight: Law { (0b1_1100_1000, 0b1_1101_1000) }
@inline(__always) var seeds: Law { (0b0_0000_0100, 0) }

@inline(__always)
func ~= (pattern: Law, value: Law) -> Bool {
  pattern.birth == value.birth && pattern.survival == value.survival
}

/// Decides 64 cells a word from how many live in the 3 × 3 square around each.
protocol CellRule {
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide
  /// Whether every second stage has a law of its own; where not, the law is the same for a whole
  /// pass, and what is made from it is made once.
  static var alternates: Bool { get }
}

extension CellRule {
  @inline(__always) static var alternates: Bool { false }
}

/// B3/S23 in four gates of three inputs.
///
/// A cell lives if the square around it holds three, or four and it is alive itself. With t twos,
/// three is `ones` and t = 1, four is not `ones` and t = 2; `odd` rules out every other t.
enum Conway: CellRule {
  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
    let odd = parity(counts.ones, counts.pairs, counts.carry)
    let four = (counts.carry ^ counts.quads) & alive
    return choose(counts.ones, ~counts.quads, four) & ~odd
  }
}

// Rules known when the program is compiled: their choices are folded to the few gates they need.

enum HighLife: CellRule {
  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
    decide(alive, counts, highLife)
  }
}

enum DayAndNight: CellRule {
  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
    decide(alive, counts, dayAndNight)
  }
}

enum Seeds: CellRule {
  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
    decide(alive, counts, seeds)
  }
}

/// Any rule, chosen when it runs.
enum AnyCounts: CellRule {
  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
    decide(alive, counts, law)
  }
}

/// Any two rules in turn.
enum Alternating: CellRule {
  @inline(__always) static var alternates: Bool { true }

  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
    decide(alive, counts, law)
  }
}

/// What becomes of each cell, by a tree of choices over the four planes of its square's total.
@inline(__always)
func decide(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
  let ones = counts.ones
  let both = counts.pairs & counts.carry
  let twos = counts.pairs ^ counts.carry
  let leaf = { (total: UInt16) in outcome(alive, total, law) }
  let low = choose(twos, choose(ones, leaf(3), leaf(2)), choose(ones, leaf(1), leaf(0)))
  let high = choose(twos, choose(ones, leaf(7), leaf(6)), choose(ones, leaf(5), leaf(4)))
  let top = choose(ones, leaf(9), leaf(8))
  return choose(counts.quads & both, top, choose(counts.quads ^ both, high, low))
}

/// What becomes of a cell whose square holds `total`, itself included: a living cell with n
/// neighbours counts n + 1.
@inline(__always)
func outcome(_ alive: Wide, _ total: UInt16, _ law: Law) -> Wide {
  let born = total < 9 ? UInt64(law.birth &>> total & 1) : 0
  let stays = total > 0 ? UInt64(law.survival &>> (total &- 1) & 1) : 0
  return Wide(repeating: 0 &- born) ^ (alive & Wide(repeating: 0 &- (born ^ stays)))
}

/// Two bit-planes that count a cell and its neighbours in its row, 0 to 3, and the cell itself.
typealias Sum = (ones: Wide, twos: Wide, alive: Wide)

@inline(__always)
func sum(_ west: Wide, _ here: Wide, _ east: Wide) -> Sum {
  (parity(west, here, east), majority(west, here, east), here)
}

/// How many live among a cell and its eight neighbours, 0 to 9, as planes that are not yet added
/// up:
/// `ones` + 2 · (`pairs` + `carry`) + 4 · `quads`.
typealias Counts = (ones: Wide, carry: Wide, pairs: Wide, quads: Wide)

@inline(__always)
func counts(_ north: Sum, _ middle: Sum, _ south: Sum) -> Counts {
  (
    parity(north.ones, middle.ones, south.ones), majority(north.ones, middle.ones, south.ones),
    parity(north.twos, middle.twos, south.twos), majority(north.twos, middle.twos, south.twos)
  )
}
