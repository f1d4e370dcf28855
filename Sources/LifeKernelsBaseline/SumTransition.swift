internal import CCPU

// The second half of a Larger than Life generation: sums and states become the next states.

/// Writes the next states of those cells in a row that have this neighborhood: see ``ownCells``.
@inline(__always)
func decide<L: Lanes>(_ band: SumBand, y: Int, neighborhood: Int, lanes: L.Type) {
  let rowSums = unsafe sums(of: band, neighborhood: neighborhood, row: 1, lanes: lanes)
  let groups = unsafe band.pointee.groups
  let own = unsafe ownCells(of: band, y: y, neighborhood: neighborhood)
  let adds = neighborhood > 0
  let transition: SumTransition = unsafe (
    ranges(band.pointee.births, count: band.pointee.birth_count, lanes: lanes),
    ranges(band.pointee.survivals, count: band.pointee.survival_count, lanes: lanes),
    L.splat(Int32(truncatingIfNeeded: band.pointee.state_count))
  )
  var population = 0
  for group in 0..<groups {
    let at = unsafe y &* band.pointee.stride &+ 64 &* group
    let mask = unsafe group &+ 1 == groups ? own & lastCells(band) : own
    let states = unsafe band.pointee.states + at
    let sums = unsafe rowSums + 64 &* group &* L.size
    var any: UInt64 = 0
    if unsafe band.pointee.planes == 1 && band.pointee.state_weights == nil {
      any = unsafe nextOfTwo(states: states, sums: sums, by: transition, lanes: lanes) & mask
      unsafe write(any, to: band.pointee.next_weights + at, adds: adds)
    } else {
      any = unsafe writeNextOfMany(
        band, at: at, sums: sums, by: transition, lanes: lanes, mask: mask, adds: adds)
    }
    unsafe band.pointee.columns[group] |= any
    population &+= any.nonzeroBitCount
  }
  if population > 0 { unsafe note(band, population, y: y) }
}

/// Records a row with live cells, and their number. Rows come from north to south.
@inline(__always)
private func note(_ band: SumBand, _ population: Int, y: Int) {
  let found = unsafe band.pointee.found
  if unsafe found[0] > y { unsafe found[0] = y }
  unsafe found[1] = y
  unsafe found[2] &+= population
}

/// Ranges of sums. The first is separate, because most rules have only one.
private typealias Ranges = (
  first: Wide, span: Wide, isEmpty: Wide, others: UnsafePointer<Int32>, count: Int
)

/// The sums for births and for survivals, and the number of states.
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

/// The next states of 64 cells with two states.
@inline(__always)
private func nextOfTwo<L: Lanes>(
  states: UnsafePointer<UInt8>, sums: UnsafePointer<UInt8>, by transition: SumTransition,
  lanes: L.Type
) -> UInt64 {
  var word: UInt64 = 0
  for part in 0..<64 / L.cells {
    let at = part &* L.cells
    let sum = unsafe life_load(sums + at &* L.size)
    let isDead = unsafe L.equal(L.states(states + at), Wide())
    let next = unsafe choose(
      isDead, isIn(transition.births, numbers: sum, lanes: lanes),
      isIn(transition.survivals, numbers: sum, lanes: lanes))
    word |= L.bits(next, Int32(part))
  }
  return word
}

@inline(__always) private var vectorBytes: Int { Wide.scalarCount &* 8 }

/// Writes 64 cells with two states as bytes.
///
/// - Parameter adds: whether some of the bytes were already written.
@inline(__always)
private func write(_ cells: UInt64, to bytes: UnsafeMutablePointer<UInt8>, adds: Bool) {
  for part in 0..<parts {
    let at = unsafe bytes + part &* vectorBytes
    let states = life_spread(cells, Int32(part)) & life_splat8(1)
    unsafe life_store(adds ? states | life_load(at) : states, at)
  }
}

/// Writes the next states and weights of 64 cells with any number of states. Cells outside the mask
/// become dead or, if `adds`, stay as written before. Returns the live cells in the mask.
@inline(__always)
private func writeNextOfMany<L: Lanes>(
  _ band: SumBand, at: Int, sums: UnsafePointer<UInt8>, by transition: SumTransition,
  lanes: L.Type, mask: UInt64, adds: Bool
) -> UInt64 {
  let planes = unsafe band.pointee.planes
  // Debug builds do not inline the initializer that repeats a value, see `BoardKernel.swift`.
  var bits: InlineArray<8, UInt64> = [0, 0, 0, 0, 0, 0, 0, 0]
  for part in 0..<64 / L.cells {
    let first = part &* L.cells
    let next = unsafe nextOfMany(
      state: L.states(band.pointee.states + (at &+ first)),
      sum: life_load(sums + first &* L.size), by: transition, lanes: lanes)
    for plane in 0..<planes {
      bits[plane] |= L.bits(next & L.splat(1 &<< Int32(plane)), Int32(part)) & mask
    }
  }
  for part in 0..<parts {
    var states = Wide()
    for plane in 0..<planes {
      let bit = life_splat8(1 &<< Int32(plane))
      states = states | (life_spread(bits[plane], Int32(part)) & bit)
    }
    let to = at &+ part &* vectorBytes
    if adds { states = unsafe states | life_load(band.pointee.next_states + to) }
    unsafe life_store(states, band.pointee.next_states + to)
    unsafe life_store(weigh(states, band), band.pointee.next_weights + to)
  }
  var any: UInt64 = 0
  for plane in 0..<planes { any |= bits[plane] }
  return any
}

/// The next states of cells with any number of states.
@inline(__always)
private func nextOfMany<L: Lanes>(
  state: Wide, sum: Wide, by transition: SumTransition, lanes: L.Type
) -> Wide {
  let one = L.splat(1)
  let older = L.add(state, one)
  let aged = unsafe older & ~L.equal(older, transition.states)
  let stays =
    unsafe isIn(transition.survivals, numbers: sum, lanes: lanes) & L.equal(state, one)
  let born = unsafe isIn(transition.births, numbers: sum, lanes: lanes) & one
  return choose(L.equal(state, Wide()), born, choose(stays, one, aged))
}

/// The weights of states, as bytes.
@inline(__always)
private func weigh(_ states: Wide, _ band: SumBand) -> Wide {
  let one = life_splat8(1)
  guard let weights = unsafe band.pointee.state_weights else {
    return life_equal8(states, one) & one
  }
  var result = Wide()
  for state in unsafe 1..<band.pointee.state_count {
    let number = life_splat8(Int32(truncatingIfNeeded: state))
    let weight = unsafe life_splat8(Int32(weights[state]))
    result = result | (life_equal8(states, number) & weight)
  }
  return result
}

/// The cells of a word that have this neighborhood: all if it is the only one, otherwise those with
/// an even or an odd sum of column and row.
@inline(__always)
private func ownCells(of band: SumBand, y: Int, neighborhood: Int) -> UInt64 {
  if unsafe band.pointee.neighborhoods == 1 { return .max }
  let isEven = unsafe (y &+ band.pointee.odd_corner &+ neighborhood) & 1 == 0
  return isEven ? 0x5555_5555_5555_5555 : 0xaaaa_aaaa_aaaa_aaaa
}

/// The cells of the last word inside the board.
@inline(__always)
private func lastCells(_ band: SumBand) -> UInt64 {
  let rest = unsafe UInt64(truncatingIfNeeded: band.pointee.width & 63)
  return rest == 0 ? .max : (1 &<< rest) &- 1
}
