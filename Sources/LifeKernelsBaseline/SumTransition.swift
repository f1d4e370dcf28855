internal import CCPU

// The third step of a Larger than Life generation: sums and states become the next states, as bits.

/// Writes the next states of a row's cells that have neighborhood `which`.
@inline(__always)
func decide<L: Lanes>(_ band: SumBand, row: RowPlace, which: Int, lanes: L.Type) {
  let counts = unsafe sums(of: band, which: which, index: 1, lanes: lanes)
  let now = unsafe currentStates(of: band, in: row)
  let planes = unsafe band.pointee.planes
  let groups = unsafe band.pointee.groups
  let target = unsafe band.pointee.target + row.y &* band.pointee.stride
  let own = unsafe ownCells(of: band, y: row.y, which: which)
  let transition: SumTransition = unsafe (
    ranges(band.pointee.births, count: band.pointee.birth_count, lanes: lanes),
    ranges(band.pointee.survivals, count: band.pointee.survival_count, lanes: lanes),
    L.splat(Int32(truncatingIfNeeded: band.pointee.states))
  )
  var union: UInt64 = 0
  for group in 0..<groups {
    let to = unsafe target + group &* planes
    let mask = unsafe group &+ 1 == groups ? own & lastCells(band) : own
    let states = unsafe now + 64 &* group
    let sums = unsafe counts + 64 &* group &* L.size
    var any: UInt64 = 0
    if unsafe planes == 1 && band.pointee.weights == nil {
      any = unsafe nextOfTwo(states: states, counts: sums, by: transition, lanes: lanes) & mask
      unsafe to[0] = which == 0 ? any : to[0] | any
    } else {
      any = unsafe nextOfMany(
        states: states, counts: sums, by: transition, lanes: lanes, to: to, planes: planes,
        mask: mask, isFirst: which == 0)
    }
    unsafe band.pointee.columns[group] |= any
    union |= any
  }
  if union != 0 { unsafe extend(band, to: row.y) }
}

/// Notes that a row, which is south of all those before, has live cells.
@inline(__always)
private func extend(_ band: SumBand, to y: Int) {
  if unsafe band.pointee.rows[0] > y { unsafe band.pointee.rows[0] = y }
  unsafe band.pointee.rows[1] = y
}

/// Ranges of sums. The first one is separate, because most rules have only one.
private typealias Ranges = (
  first: Wide, span: Wide, isEmpty: Wide, others: UnsafePointer<Int32>, count: Int
)

/// The sums of births and of survivals, and the number of states.
private typealias SumTransition = (births: Ranges, survivals: Ranges, states: Wide)

@inline(__always)
private func ranges<L: Lanes>(
  _ pairs: UnsafePointer<Int32>, count: Int, lanes: L.Type
) -> Ranges {
  if count == 0 { return unsafe (Wide(), Wide(), ~Wide(), pairs, 0) }
  return unsafe (L.splat(pairs[0]), L.splat(pairs[1]), Wide(), pairs + 2, count &- 1)
}

@inline(__always)
private func isIn<L: Lanes>(_ ranges: Ranges, numbers: Wide, lanes: L.Type) -> Wide {
  let above = unsafe L.subtract(numbers, ranges.first)
  var result = unsafe L.atMost(above, ranges.span) & ~ranges.isEmpty
  for index in unsafe 0..<ranges.count {
    let above = unsafe L.subtract(numbers, L.splat(ranges.others[2 &* index]))
    result = unsafe result | L.atMost(above, L.splat(ranges.others[2 &* index &+ 1]))
  }
  return result
}

/// The next states of 64 cells of two states.
@inline(__always)
private func nextOfTwo<L: Lanes>(
  states: UnsafePointer<UInt8>, counts: UnsafePointer<UInt8>, by transition: SumTransition,
  lanes: L.Type
) -> UInt64 {
  var word: UInt64 = 0
  for part in 0..<64 / L.cells {
    let at = part &* L.cells
    let count = unsafe life_load(counts + at &* L.size)
    let isDead = unsafe L.equal(L.states(states + at), Wide())
    let next = unsafe choose(
      isDead, isIn(transition.births, numbers: count, lanes: lanes),
      isIn(transition.survivals, numbers: count, lanes: lanes))
    word |= L.bits(next, Int32(part))
  }
  return word
}

/// Writes the next states of 64 cells of any number of states into their words, except cells
/// outside the mask; returns the live cells.
@inline(__always)
private func nextOfMany<L: Lanes>(
  states: UnsafePointer<UInt8>, counts: UnsafePointer<UInt8>, by transition: SumTransition,
  lanes: L.Type,
  to: UnsafeMutablePointer<UInt64>, planes: Int, mask: UInt64, isFirst: Bool
) -> UInt64 {
  if isFirst { for plane in 0..<planes { unsafe to[plane] = 0 } }
  let one = L.splat(1)
  var any: UInt64 = 0
  for part in 0..<64 / L.cells {
    let at = part &* L.cells
    let state = unsafe L.states(states + at)
    let count = unsafe life_load(counts + at &* L.size)
    let older = L.add(state, one)
    let aged = unsafe older & ~L.equal(older, transition.states)
    let stays =
      unsafe isIn(transition.survivals, numbers: count, lanes: lanes) & L.equal(state, one)
    let born = unsafe isIn(transition.births, numbers: count, lanes: lanes) & one
    let next = choose(L.equal(state, Wide()), born, choose(stays, one, aged))
    for plane in 0..<planes {
      let bit = L.splat(1 &<< Int32(plane))
      let bits = L.bits(next & bit, Int32(part)) & mask
      unsafe to[plane] |= bits
      any |= bits
    }
  }
  return any
}

/// The cells of a word that have neighborhood `which`: all, or those whose column and row add up to
/// an even or to an odd number.
@inline(__always)
private func ownCells(of band: SumBand, y: Int, which: Int) -> UInt64 {
  if unsafe band.pointee.neighborhoods == 1 { return .max }
  let isEven = unsafe (y &+ band.pointee.odd_corner &+ which) & 1 == 0
  return isEven ? 0x5555_5555_5555_5555 : 0xaaaa_aaaa_aaaa_aaaa
}

/// The cells of the last word that are inside the board.
@inline(__always)
private func lastCells(_ band: SumBand) -> UInt64 {
  let rest = unsafe UInt64(truncatingIfNeeded: band.pointee.width & 63)
  return rest == 0 ? .max : (1 &<< rest) &- 1
}
