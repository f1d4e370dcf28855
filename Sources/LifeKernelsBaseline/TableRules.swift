internal import CCPU

// Circuits for any transition table: a tree of choices over some of the nine cells. Its leaves are
// functions of the two remaining planes.
//
//      choose nw                  a leaf is one of the 16 functions of two planes a and b; all 16
//       ├─ choose n               are computed first and stored in the scratch, which stays in the
//       │   ├─ …                  cache. Four bits of the program select one for each leaf, so the
//       │   └─ leaf 127           circuit is the same for all rules.
//
// A table without symmetry has 128 leaves, an isotropic one 29.

/// The functions at the leaves, sixteen to a word, and the scratch for the functions of two planes.
typealias TableTransition = (leaves: UnsafePointer<UInt64>, scratch: Scratch)

/// The three cells of a row.
typealias Triple = (west: Wide, here: Wide, east: Wide)

protocol TableRule: CellRule where Row == Triple, Transition == TableTransition {}

extension TableRule {
  @inline(__always) static var alternates: Bool { true }
  @inline(__always) static var sharesRows: Bool { false }

  @inline(__always)
  static func transition(of program: Program, in scratch: Scratch) -> Transition {
    unsafe store(Wide(), at: scratch)
    unsafe store(~Wide(), at: scratch + 15 &* 8)
    return unsafe (program + 1, scratch)
  }

  @inline(__always)
  static func row(west: Wide, here: Wide, east: Wide) -> Row { (west, here, east) }
}

/// Stores the functions of two planes. Bit *a* + 2 · *b* of a function's number is its value for
/// *a* and *b*; for example, function 8 is `a & b`. The constants 0 and 15 are stored before the
/// loop.
@inline(__always)
func storeFunctions(of a: Wide, and b: Wide, in scratch: Scratch) {
  unsafe store(~(a | b), at: scratch + 1 &* 8)
  unsafe store(a & ~b, at: scratch + 2 &* 8)
  unsafe store(~b, at: scratch + 3 &* 8)
  unsafe store(b & ~a, at: scratch + 4 &* 8)
  unsafe store(~a, at: scratch + 5 &* 8)
  unsafe store(a ^ b, at: scratch + 6 &* 8)
  unsafe store(~(a & b), at: scratch + 7 &* 8)
  unsafe store(a & b, at: scratch + 8 &* 8)
  unsafe store(~(a ^ b), at: scratch + 9 &* 8)
  unsafe store(a, at: scratch + 10 &* 8)
  unsafe store(a | ~b, at: scratch + 11 &* 8)
  unsafe store(b, at: scratch + 12 &* 8)
  unsafe store(~a | b, at: scratch + 13 &* 8)
  unsafe store(a | b, at: scratch + 14 &* 8)
}

/// The function at a leaf.
@inline(__always)
func function(of transition: TableTransition, at index: Int) -> Wide {
  let number =
    unsafe transition.leaves[index / 16] &>> UInt64(truncatingIfNeeded: index % 16 &* 4) & 15
  return unsafe load(transition.scratch + Int(truncatingIfNeeded: number) &* 8)
}

// A tree with leaves numbered by their path. A choice is low ⊕ v · (low ⊕ high). The program holds
// low and low ⊕ high (computed by CircuitShape), so a CPU without gates of three inputs needs only
// two gates.

@inline(__always)
private func tree(of transition: TableTransition, first: Int, a: Wide) -> Wide {
  unsafe function(of: transition, at: first) ^ (a & function(of: transition, at: first &+ 1))
}

@inline(__always)
private func tree(of transition: TableTransition, first: Int, a: Wide, b: Wide) -> Wide {
  unsafe tree(of: transition, first: first, a: a)
    ^ (b & tree(of: transition, first: first &+ 2, a: a))
}

@inline(__always)
private func tree(of transition: TableTransition, first: Int, a: Wide, b: Wide, c: Wide)
  -> Wide
{
  unsafe tree(of: transition, first: first, a: a, b: b)
    ^ (c & tree(of: transition, first: first &+ 4, a: a, b: b))
}

@inline(__always)
private func tree(
  of transition: TableTransition, first: Int, a: Wide, b: Wide, c: Wide, d: Wide, e: Wide
) -> Wide {
  let low =
    unsafe tree(of: transition, first: first, a: a, b: b, c: c)
    ^ (d & tree(of: transition, first: first &+ 8, a: a, b: b, c: c))
  let high =
    unsafe tree(of: transition, first: first &+ 16, a: a, b: b, c: c)
    ^ (d & tree(of: transition, first: first &+ 24, a: a, b: b, c: c))
  return low ^ (e & high)
}

/// Rules by which a table of the three cells north of a dead cell decides its birth, and all live
/// cells have the same result. These are Wolfram's rules, with generations as rows. W110 is three
/// times as fast as with a table of all neighborhoods.
enum NorthMap: CellRule {
  @inline(__always) static var alternates: Bool { true }
  @inline(__always) static var sharesRows: Bool { true }

  @inline(__always)
  static func transition(of program: Program, in scratch: Scratch) -> UInt64 {
    unsafe program[1]
  }

  @inline(__always)
  static func row(west: Wide, here: Wide, east: Wide) -> Triple { (west, here, east) }

  @inline(__always)
  static func next(north: Triple, middle: Triple, south: Triple, by transition: UInt64) -> Wide {
    let leaf = { (index: UInt64) in Wide(repeating: 0 &- (transition &>> index & 1)) }
    let pair = { (first: UInt64) in choose(north.east, leaf(first &+ 1), leaf(first)) }
    let born = choose(
      north.west, choose(north.here, pair(6), pair(4)), choose(north.here, pair(2), pair(0)))
    return choose(middle.here, leaf(8), born)
  }
}

/// Any table of the 512 Moore neighborhoods.
enum SquareMap: @unsafe TableRule {
  @inline(__always)
  static func next(north: Row, middle: Row, south: Row, by transition: Transition) -> Wide {
    unsafe storeFunctions(of: south.east, and: south.here, in: transition.scratch)
    let low = unsafe half(middle: middle, south: south, north: north, by: transition, first: 0)
    let high = unsafe half(middle: middle, south: south, north: north, by: transition, first: 64)
    return low ^ (north.west & high)
  }

  @inline(__always)
  private static func half(
    middle: Row, south: Row, north: Row, by transition: Transition, first: Int
  ) -> Wide {
    let low = unsafe tree(
      of: transition, first: first, a: south.west, b: middle.east, c: middle.here, d: middle.west,
      e: north.east)
    let high = unsafe tree(
      of: transition, first: first &+ 32, a: south.west, b: middle.east, c: middle.here,
      d: middle.west, e: north.east)
    return low ^ (north.here & high)
  }
}
