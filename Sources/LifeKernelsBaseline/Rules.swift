/// What a rule is made of when it runs: the number of its circuit, then what the circuit reads.
typealias Program = UnsafePointer<UInt64>

/// Room for a circuit's own use, 16 vectors of eight words; one more holds the last bit in use.
typealias Scratch = UnsafeMutablePointer<UInt64>

/// Decides as many cells at once as a vector has bits, each by the square of nine around it.
///
///     north     nw n ne       a row is what the rule makes, once, of a vector and of those to
///     middle    w  c  e       the west and east of it; the three rows decide the middle one
///     south     sw s se
protocol CellRule {
  associatedtype Row
  /// What the rule reads of its program before it begins.
  associatedtype Law

  static func law(_ program: Program, _ scratch: Scratch) -> Law
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ law: Law) -> Wide

  /// Whether every second stage has a law of its own; where not, the law is the same for a whole
  /// pass, and what is made from it is made once.
  static var alternates: Bool { get }
  /// Whether so much is made of a row that rows should be made four at a time.
  static var sharesRows: Bool { get }
}

/// A rule by its counts: bit *n* of `birth` and `survival` is about *n* living neighbours.
typealias CountLaw = (birth: UInt16, survival: UInt16)

@inline(__always) var conway: CountLaw { (0b0_0000_1000, 0b0_0000_1100) }
@inline(__always) var highLife: CountLaw { (0b0_0100_1000, 0b0_0000_1100) }
@inline(__always) var dayAndNight: CountLaw { (0b1_1100_1000, 0b1_1101_1000) }
@inline(__always) var seeds: CountLaw { (0b0_0000_0100, 0) }

@inline(__always)
func ~= (pattern: CountLaw, value: CountLaw) -> Bool {
  pattern.birth == value.birth && pattern.survival == value.survival
}

/// A rule that counts the neighbours in some neighbourhood.
protocol CountingRule: CellRule where Row == Around.Row, Law == CountLaw {
  associatedtype Around: Neighbourhood
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide
}

extension CountingRule {
  @inline(__always) static var alternates: Bool { false }
  @inline(__always) static var sharesRows: Bool { true }

  @inline(__always)
  static func law(_ program: Program, _ scratch: Scratch) -> Law {
    unsafe (UInt16(truncatingIfNeeded: program[1]), UInt16(truncatingIfNeeded: program[2]))
  }

  @inline(__always)
  static func row(_ west: Wide, _ here: Wide, _ east: Wide) -> Row {
    Around.row(west, here, east)
  }

  @inline(__always)
  static func next(_ north: Row, _ middle: Row, _ south: Row, _ law: Law) -> Wide {
    next(Around.alive(middle), Around.counts(north, middle, south), law)
  }

  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: Law) -> Wide {
    decide(alive, counts, law)
  }
}

/// B3/S23 in four gates of three inputs.
///
/// A cell lives if the square around it holds three, or four and it is alive itself. With t twos,
/// three is `ones` and t = 1, four is not `ones` and t = 2; `odd` rules out every other t.
enum Conway: CountingRule {
  typealias Around = Moore

  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: CountLaw) -> Wide {
    let odd = parity(counts.ones, counts.pairs, counts.carry)
    let four = (counts.carry ^ counts.quads) & alive
    return choose(counts.ones, inverseOf: counts.quads, four) & ~odd
  }
}

// Rules known when the program is compiled: their choices are folded to the few gates they need.

enum HighLife: CountingRule {
  typealias Around = Moore

  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: CountLaw) -> Wide {
    decide(alive, counts, highLife)
  }
}

enum DayAndNight: CountingRule {
  typealias Around = Moore

  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: CountLaw) -> Wide {
    decide(alive, counts, dayAndNight)
  }
}

enum Seeds: CountingRule {
  typealias Around = Moore

  @inline(__always)
  static func next(_ alive: Wide, _ counts: Counts, _ law: CountLaw) -> Wide {
    decide(alive, counts, seeds)
  }
}

/// Any rule that counts eight neighbours, chosen when it runs.
enum AnyCounts: CountingRule { typealias Around = Moore }

/// Any two of them in turn.
enum Alternating: CountingRule {
  typealias Around = Moore
  @inline(__always) static var alternates: Bool { true }
}

/// Any one or two rules that count six neighbours.
enum HexagonCounts: CountingRule {
  typealias Around = Hexagon
  @inline(__always) static var alternates: Bool { true }
}

/// Any one or two rules that count four neighbours.
enum CrossCounts: CountingRule {
  typealias Around = Cross
  @inline(__always) static var alternates: Bool { true }
}

/// What becomes of each cell, by a tree of choices over the four planes of its square's total.
@inline(__always)
func decide(_ alive: Wide, _ counts: Counts, _ law: CountLaw) -> Wide {
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
func outcome(_ alive: Wide, _ total: UInt16, _ law: CountLaw) -> Wide {
  let born = total < 9 ? UInt64(law.birth &>> total & 1) : 0
  let stays = total > 0 ? UInt64(law.survival &>> (total &- 1) & 1) : 0
  return Wide(repeating: 0 &- born) ^ (alive & Wide(repeating: 0 &- (born ^ stays)))
}
