package import CCPU

/// Advances rows `first..<end` of a board by a generation of a rule that counts weights.
///
/// A row of the board is `groups` times `planes` words: plane *p* of a group holds bit *p* of the
/// states of its 64 cells. Rows become bytes as they come into reach, in a ring, with copies of the
/// far ends beside them if the board `wraps`; then they are summed, decided and packed again.
///
///      y + rows_south  ▒▒▒▒▒▒▒▒   spread: bits → bytes
///                      ▒▒▒▒▒▒▒▒
///      y               ▓▓▓▓▓▓▓▓   differences → counts → states → bits of the target
///                      ▒▒▒▒▒▒▒▒
///      y - rows_north  ▒▒▒▒▒▒▒▒
///
/// The fields of the band:
/// - `source`, `target`: the first word of row 0; `stride` words from row to row;
/// - `width`: the cells of a row, `height`: the rows of the board;
/// - `top`, `bottom`: no row north of `top` lives nor one from `bottom` on, unless it `wraps`;
/// - `scheme`: 0 for differences along rows, 1 for boxes, 2 for diagonals, 3 for pyramids;
/// - `reach`: the columns that are copied beside a row that wraps;
/// - `weights`: what each state counts for; nil if only state 1 counts, as one;
/// - `neighbourhoods`: 1, or 2 for cells whose column and row add up to an even and an odd number;
/// - `terms`: column, row and factor of each difference, and `term_counts` how many have the factor
///   1, −1 and others, for each neighbourhood in turn;
/// - `births`, `survivals`: the least count and how many follow it, for each range;
/// - `odd_corner`: 1 if the first column and row 0 add up to an odd number;
/// - `lead`: how far west of column 0 summing begins, where nothing counts yet; `front`: the bytes
///   before column 0, and as many behind the last; `row_bytes`: all of them;
/// - `ring`: `rows_north` + `rows_south` + 1 rows; `accumulators`: 34 rows; both zero at first;
///   `pointers`: one for each term;
/// - `columns`: gets the union of all that lives; `rows`: gets the first and last row that does.
package func advanceSums(_ band: UnsafePointer<life_sums_band>) {
  switch unsafe band.pointee.lane_bits {
  case 8: unsafe advance(band, Lanes8.self)
  case 16: unsafe advance(band, Lanes16.self)
  default: unsafe advance(band, Lanes32.self)
  }
}

typealias SumBand = UnsafePointer<life_sums_band>

private func advance<L: Lanes>(_ band: SumBand, _ lanes: L.Type) {
  switch unsafe band.pointee.scheme {
  case 0: unsafe advance(band, lanes, AlongRows.self)
  case 1: unsafe advance(band, lanes, Boxes.self)
  case 2: unsafe advance(band, lanes, Diagonals.self)
  default: unsafe advance(band, lanes, Pyramids.self)
  }
}

@inline(__always)
private func advance<L: Lanes, S: Summation>(_ band: SumBand, _ lanes: L.Type, _ scheme: S.Type) {
  let first = unsafe band.pointee.first
  let (north, south) = unsafe (band.pointee.rows_north, band.pointee.rows_south)
  // Sums begin where nothing is in reach.
  var y = first &- north &- south
  if unsafe band.pointee.wraps == 0 && y < band.pointee.top &- south {
    y = unsafe band.pointee.top &- south
  }
  if y > first { y = first }
  var row: Row = (y, y &+ south, 0)
  if S.accumulates { unsafe clearNumbers(band, lanes) }
  while unsafe row.y < band.pointee.end {
    unsafe spread(band, row.y &+ south, row)
    for which in unsafe 0..<band.pointee.neighbourhoods {
      if S.accumulates || row.y >= first { unsafe sum(band, row, which, lanes, scheme) }
      if row.y >= first { unsafe decide(band, row, which, lanes) }
    }
    row.y &+= 1
    row.newest = row.newest == north &+ south ? 0 : row.newest &+ 1
  }
}

/// The row that is made, the first row that is looked at, and the place in the ring of the
/// southernmost one in reach.
private typealias Row = (y: Int, low: Int, newest: Int)

// MARK: Rows of bytes and of numbers

/// Whether a row is in the ring; the others are dead, or not to be looked at.
@inline(__always)
private func lives(_ band: SumBand, _ y: Int, _ row: Row) -> Bool {
  if y < row.low { return false }
  return unsafe band.pointee.wraps != 0 || (y >= band.pointee.top && y < band.pointee.bottom)
}

/// Column 0 of a row in the ring.
@inline(__always)
private func slot(_ band: SumBand, _ y: Int, _ row: Row) -> UnsafeMutablePointer<UInt8> {
  let (north, south) = unsafe (band.pointee.rows_north, band.pointee.rows_south)
  var place = row.newest &+ y &- row.y &- south
  if place < 0 { place &+= north &+ south &+ 1 }
  return unsafe band.pointee.ring + place &* band.pointee.row_bytes + band.pointee.front
}

/// Column 0 of a row that is in the ring or dead.
@inline(__always)
private func cells(_ band: SumBand, _ y: Int, _ row: Row) -> UnsafeMutablePointer<UInt8> {
  unsafe lives(band, y, row) ? slot(band, y, row) : bytes(band, 1)
}

/// Column 0 of one of the rows of numbers of a neighbourhood, four bytes a number at most.
@inline(__always)
private func numbers<L: Lanes>(
  _ band: SumBand, _ which: Int, _ index: Int, _ lanes: L.Type
) -> UnsafeMutablePointer<UInt8> {
  unsafe band.pointee.accumulators + (4 &* which &+ index) &* 4 &* band.pointee.row_bytes
    + band.pointee.front &* L.size
}

/// Column 0 of one of the rows of bytes after them: the states of the row that is made, and a dead
/// row.
@inline(__always)
private func bytes(_ band: SumBand, _ index: Int) -> UnsafeMutablePointer<UInt8> {
  unsafe band.pointee.accumulators + (32 &+ index) &* band.pointee.row_bytes
    + band.pointee.front
}

/// Makes all numbers 0, as they are where nothing is in reach.
@inline(__always)
private func clearNumbers<L: Lanes>(_ band: SumBand, _ lanes: L.Type) {
  for which in unsafe 0..<4 &* band.pointee.neighbourhoods {
    let row = unsafe numbers(band, 0, which, lanes) - band.pointee.front &* L.size
    var at = 0
    while unsafe at < band.pointee.row_bytes &* L.size {
      unsafe life_store(Wide(), row + at)
      at &+= vectorBytes
    }
  }
}

@inline(__always)
private func modulo(_ a: Int, _ b: Int) -> Int {
  let rest = a % b
  return rest < 0 ? rest &+ b : rest
}

// MARK: Bits to bytes

@inline(__always) private var vectorBytes: Int { Wide.scalarCount &* 8 }

/// Puts what the cells of a row count for into the ring.
@inline(__always)
private func spread(_ band: SumBand, _ y: Int, _ row: Row) {
  guard unsafe lives(band, y, row) else { return }
  let to = unsafe slot(band, y, row)
  unsafe spreadWeights(band, y, to)
  guard unsafe band.pointee.wraps != 0 else { return }
  let width = unsafe band.pointee.width
  for column in unsafe 0..<band.pointee.reach {
    unsafe to[-1 &- column] = to[width &- 1 &- column]
  }
  for column in unsafe 0..<band.pointee.reach { unsafe to[width &+ column] = to[column] }
}

@inline(__always)
private func spreadWeights(_ band: SumBand, _ y: Int, _ to: UnsafeMutablePointer<UInt8>) {
  let from = unsafe words(band, y)
  let planes = unsafe band.pointee.planes
  let weights = unsafe band.pointee.weights
  let one = life_splat8(1)
  for group in unsafe 0..<band.pointee.groups {
    for part in 0..<parts {
      let at = group &* 64 &+ part &* vectorBytes
      if unsafe planes == 1 && weights == nil {
        unsafe life_store(life_spread(from[group], Int32(part)) & one, to + at)
        continue
      }
      let cells = unsafe states(from + group &* planes, planes, part)
      if let weights = unsafe weights {
        unsafe life_store(weigh(cells, weights, band.pointee.states), to + at)
      } else {
        unsafe life_store(life_equal8(cells, one) & one, to + at)
      }
    }
  }
}

/// The weights of states.
@inline(__always)
private func weigh(_ cells: Wide, _ weights: UnsafePointer<Int8>, _ count: Int) -> Wide {
  var result = Wide()
  for state in 1..<count {
    let number = Int32(truncatingIfNeeded: state)
    let weight = unsafe life_splat8(Int32(weights[state]))
    result = result | (life_equal8(cells, life_splat8(number)) & weight)
  }
  return result
}

/// The states of some of a group's cells.
@inline(__always)
private func states(_ group: UnsafePointer<UInt64>, _ planes: Int, _ part: Int) -> Wide {
  let which = Int32(truncatingIfNeeded: part)
  var result = unsafe life_spread(group[0], which) & life_splat8(1)
  var plane = 1
  while plane < planes {
    result = unsafe result | (life_spread(group[plane], which) & life_splat8(1 &<< Int32(plane)))
    plane &+= 1
  }
  return result
}

@inline(__always)
private func words(_ band: SumBand, _ y: Int) -> UnsafePointer<UInt64> {
  let row = unsafe band.pointee.wraps != 0 ? modulo(y, band.pointee.height) : y
  return unsafe band.pointee.source + row &* band.pointee.stride
}

// MARK: Bytes to counts to bits

@inline(__always)
private func sum<L: Lanes, S: Summation>(
  _ band: SumBand, _ row: Row, _ which: Int, _ lanes: L.Type, _ scheme: S.Type
) {
  let counts = unsafe band.pointee.term_counts + 3 &* which
  let skipped = unsafe which == 0 ? 0 : counts[-3] &+ counts[-2] &+ counts[-1]
  let terms = unsafe band.pointee.terms + 3 &* skipped
  let pluses = unsafe counts[0]
  let minuses = unsafe pluses &+ counts[1]
  let all = unsafe minuses &+ counts[2]
  let from = unsafe band.pointee.pointers
  for term in 0..<all {
    let (dx, dy) = unsafe (Int(terms[3 &* term]), Int(terms[3 &* term &+ 1]))
    unsafe from[term] = UnsafePointer(cells(band, row.y &+ dy, row) + dx)
  }
  let rows: NumberRows = unsafe (
    numbers(band, which, 0, lanes), numbers(band, which, 1, lanes),
    numbers(band, which, 2 &+ ~row.y & 1, lanes), numbers(band, which, 2 &+ row.y & 1, lanes)
  )
  var carry: Carry = (Wide(), Wide())
  var x = unsafe 0 &- band.pointee.lead
  let end = unsafe 64 &* band.pointee.groups &+ (S.looksEast ? band.pointee.lead : 0)
  if pluses == 2 && minuses == 4 && all == 4 {
    // A square; without loops around so few it takes an eighth less time.
    let (a, b, c, d) = unsafe (from[0], from[1], from[2], from[3])
    while x < end {
      let sum = unsafe L.subtract(
        L.add(L.weights(a + x), L.weights(b + x)), L.add(L.weights(c + x), L.weights(d + x)))
      let here = unsafe S.counts(sum, rows, x &* L.size, &carry, lanes)
      unsafe life_store(here, rows.here + x &* L.size)
      x &+= L.cells
    }
  }
  while x < end {
    var sum = Wide()
    var term = 0
    while term < pluses {
      sum = unsafe L.add(sum, L.weights(from[term] + x))
      term &+= 1
    }
    while term < minuses {
      sum = unsafe L.subtract(sum, L.weights(from[term] + x))
      term &+= 1
    }
    while term < all {
      let factor = unsafe L.splat(terms[3 &* term &+ 2])
      sum = unsafe L.add(sum, L.multiply(L.weights(from[term] + x), factor))
      term &+= 1
    }
    let here = unsafe S.counts(sum, rows, x &* L.size, &carry, lanes)
    unsafe life_store(here, rows.here + x &* L.size)
    x &+= L.cells
  }
}

@inline(__always)
private func decide<L: Lanes>(_ band: SumBand, _ row: Row, _ which: Int, _ lanes: L.Type) {
  let counts = unsafe numbers(band, which, 2 &+ row.y & 1, lanes)
  let now = unsafe currentStates(band, row)
  let planes = unsafe band.pointee.planes
  let groups = unsafe band.pointee.groups
  let target = unsafe band.pointee.target + row.y &* band.pointee.stride
  let own = unsafe ownCells(band, row.y, which)
  let law: SumLaw = unsafe (
    ranges(band.pointee.births, band.pointee.birth_count, lanes),
    ranges(band.pointee.survivals, band.pointee.survival_count, lanes),
    L.splat(Int32(truncatingIfNeeded: band.pointee.states))
  )
  var union: UInt64 = 0
  for group in 0..<groups {
    let to = unsafe target + group &* planes
    let mask = unsafe group &+ 1 == groups ? own & lastCells(band) : own
    let (states, sums) = unsafe (now + 64 &* group, counts + 64 &* group &* L.size)
    var any: UInt64 = 0
    if unsafe planes == 1 && band.pointee.weights == nil {
      any = unsafe nextOfTwo(states, sums, law, lanes) & mask
      unsafe to[0] = which == 0 ? any : to[0] | any
    } else {
      any = unsafe nextOfMany(states, sums, law, lanes, to, planes, mask, which == 0)
    }
    unsafe band.pointee.columns[group] |= any
    union |= any
  }
  guard union != 0 else { return }
  if unsafe band.pointee.rows[0] > row.y { unsafe band.pointee.rows[0] = row.y }
  unsafe band.pointee.rows[1] = row.y
}

/// Ranges of counts; the first of them by itself, as most rules have only one.
private typealias Ranges = (
  first: Wide, span: Wide, isEmpty: Wide, others: UnsafePointer<Int32>, count: Int
)

/// What gives birth, what lets live, and the number of states.
private typealias SumLaw = (births: Ranges, survivals: Ranges, states: Wide)

@inline(__always)
private func ranges<L: Lanes>(
  _ pairs: UnsafePointer<Int32>, _ count: Int, _ lanes: L.Type
) -> Ranges {
  if count == 0 { return unsafe (Wide(), Wide(), ~Wide(), pairs, 0) }
  return unsafe (L.splat(pairs[0]), L.splat(pairs[1]), Wide(), pairs + 2, count &- 1)
}

@inline(__always)
private func isIn<L: Lanes>(_ ranges: Ranges, _ numbers: Wide, _ lanes: L.Type) -> Wide {
  let above = unsafe L.subtract(numbers, ranges.first)
  var result = unsafe L.atMost(above, ranges.span) & ~ranges.isEmpty
  for index in unsafe 0..<ranges.count {
    let above = unsafe L.subtract(numbers, L.splat(ranges.others[2 &* index]))
    result = unsafe result | L.atMost(above, L.splat(ranges.others[2 &* index &+ 1]))
  }
  return result
}

/// Which of 64 cells of two states will live.
@inline(__always)
private func nextOfTwo<L: Lanes>(
  _ states: UnsafePointer<UInt8>, _ counts: UnsafePointer<UInt8>, _ law: SumLaw, _ lanes: L.Type
) -> UInt64 {
  var word: UInt64 = 0
  for part in 0..<64 / L.cells {
    let at = part &* L.cells
    let count = unsafe life_load(counts + at &* L.size)
    let isDead = unsafe L.equal(L.states(states + at), Wide())
    let next = unsafe choose(
      isDead, isIn(law.births, count, lanes), isIn(law.survivals, count, lanes))
    word |= L.bits(next, Int32(part))
  }
  return word
}

/// Puts the next states of 64 cells of any number of states, as far as the mask allows, into their
/// words; tells which live.
@inline(__always)
private func nextOfMany<L: Lanes>(
  _ states: UnsafePointer<UInt8>, _ counts: UnsafePointer<UInt8>, _ law: SumLaw, _ lanes: L.Type,
  _ to: UnsafeMutablePointer<UInt64>, _ planes: Int, _ mask: UInt64, _ isFirst: Bool
) -> UInt64 {
  if isFirst { for plane in 0..<planes { unsafe to[plane] = 0 } }
  let one = L.splat(1)
  var any: UInt64 = 0
  for part in 0..<64 / L.cells {
    let at = part &* L.cells
    let (state, count) = unsafe (L.states(states + at), life_load(counts + at &* L.size))
    let older = L.add(state, one)
    let aged = unsafe older & ~L.equal(older, law.states)
    let stays = unsafe isIn(law.survivals, count, lanes) & L.equal(state, one)
    let born = unsafe isIn(law.births, count, lanes) & one
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

/// The cells of a word that have this neighbourhood: all, or those whose column and row add up to
/// an even or to an odd number.
@inline(__always)
private func ownCells(_ band: SumBand, _ y: Int, _ which: Int) -> UInt64 {
  if unsafe band.pointee.neighbourhoods == 1 { return .max }
  let isEven = unsafe (y &+ band.pointee.odd_corner &+ which) & 1 == 0
  return isEven ? 0x5555_5555_5555_5555 : 0xaaaa_aaaa_aaaa_aaaa
}

/// The cells of the last word that are inside the board.
@inline(__always)
private func lastCells(_ band: SumBand) -> UInt64 {
  let rest = unsafe UInt64(truncatingIfNeeded: band.pointee.width & 63)
  return rest == 0 ? .max : (1 &<< rest) &- 1
}

/// The states of the row that is made, which are its weights if there are only two.
@inline(__always)
private func currentStates(_ band: SumBand, _ row: Row) -> UnsafePointer<UInt8> {
  let planes = unsafe band.pointee.planes
  if unsafe planes == 1 && band.pointee.weights == nil {
    return unsafe UnsafePointer(cells(band, row.y, row))
  }
  let to = unsafe bytes(band, 0)
  let from = unsafe words(band, row.y)
  for group in unsafe 0..<band.pointee.groups {
    for part in 0..<parts {
      let cells = unsafe states(from + group &* planes, planes, part)
      let at = group &* 64 &+ part &* vectorBytes
      unsafe life_store(cells, to + at)
    }
  }
  return unsafe UnsafePointer(to)
}
