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
/// - `ring`: `rows_north` + `rows_south` + 1 rows; `accumulators`: 36 rows; both zero at first;
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
  let low = y &+ south
  if S.accumulates { unsafe clearNumbers(band) }
  while unsafe y < band.pointee.end {
    if unsafe lives(band, y &+ south, low) { unsafe spread(band, y &+ south) }
    for which in unsafe 0..<band.pointee.neighbourhoods {
      if S.accumulates || y >= first { unsafe sum(band, y, which, low, lanes, scheme) }
      if y >= first { unsafe decide(band, y, which, low, lanes) }
    }
    if y >= first { unsafe gather(band, y) }
    y &+= 1
  }
}

// MARK: Rows of bytes and of numbers

/// Whether a row is in the ring; the others are dead, or not to be looked at.
@inline(__always)
private func lives(_ band: SumBand, _ row: Int, _ low: Int) -> Bool {
  if row < low { return false }
  return unsafe band.pointee.wraps != 0 || (row >= band.pointee.top && row < band.pointee.bottom)
}

/// Column 0 of a row in the ring.
@inline(__always)
private func slot(_ band: SumBand, _ row: Int) -> UnsafeMutablePointer<UInt8> {
  let rows = unsafe band.pointee.rows_north &+ band.pointee.rows_south &+ 1
  return unsafe band.pointee.ring + modulo(row, rows) &* band.pointee.row_bytes
    + band.pointee.front
}

/// Column 0 of a row that is in the ring or dead.
@inline(__always)
private func cells(_ band: SumBand, _ row: Int, _ low: Int) -> UnsafeMutablePointer<UInt8> {
  unsafe lives(band, row, low) ? slot(band, row) : bytes(band, 3)
}

/// Column 0 of one of the rows of numbers of a neighbourhood, four bytes a number at most.
@inline(__always)
private func numbers<L: Lanes>(
  _ band: SumBand, _ which: Int, _ index: Int, _ lanes: L.Type
) -> UnsafeMutablePointer<UInt8> {
  unsafe band.pointee.accumulators + (4 &* which &+ index) &* 4 &* band.pointee.row_bytes
    + band.pointee.front &* L.size
}

/// Column 0 of one of the rows of bytes after them: the next states of both neighbourhoods, the
/// states of this row, and a dead row.
@inline(__always)
private func bytes(_ band: SumBand, _ index: Int) -> UnsafeMutablePointer<UInt8> {
  unsafe band.pointee.accumulators + (32 &+ index) &* band.pointee.row_bytes
    + band.pointee.front
}

@inline(__always)
private func clearNumbers(_ band: SumBand) {
  let words = unsafe UnsafeMutableRawPointer(band.pointee.accumulators)
    .assumingMemoryBound(to: UInt64.self)
  for index in unsafe 0..<4 &* band.pointee.row_bytes { unsafe words[index] = 0 }
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
private func spread(_ band: SumBand, _ row: Int) {
  let to = unsafe slot(band, row)
  unsafe spreadWeights(band, row, to)
  guard unsafe band.pointee.wraps != 0 else { return }
  let width = unsafe band.pointee.width
  for column in unsafe 0..<band.pointee.reach {
    unsafe to[-1 &- column] = to[width &- 1 &- column]
  }
  for column in unsafe 0..<band.pointee.reach { unsafe to[width &+ column] = to[column] }
}

@inline(__always)
private func spreadWeights(_ band: SumBand, _ row: Int, _ to: UnsafeMutablePointer<UInt8>) {
  let from = unsafe words(band, row)
  let planes = unsafe band.pointee.planes
  for group in unsafe 0..<band.pointee.groups {
    for part in 0..<parts {
      var cells = unsafe states(from + group &* planes, planes, part)
      if let weights = unsafe band.pointee.weights {
        cells = unsafe weigh(cells, weights, band.pointee.states)
      } else if planes > 1 {
        cells = life_equal8(cells, life_splat8(1)) & life_splat8(1)
      }
      let at = group &* 64 &+ part &* vectorBytes
      unsafe life_store(cells, to + at)
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
private func words(_ band: SumBand, _ row: Int) -> UnsafePointer<UInt64> {
  let row = unsafe band.pointee.wraps != 0 ? modulo(row, band.pointee.height) : row
  return unsafe band.pointee.source + row &* band.pointee.stride
}

// MARK: Bytes to counts to bytes

@inline(__always)
private func sum<L: Lanes, S: Summation>(
  _ band: SumBand, _ y: Int, _ which: Int, _ low: Int, _ lanes: L.Type, _ scheme: S.Type
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
    unsafe from[term] = UnsafePointer(cells(band, y &+ dy, low) + dx)
  }
  let rows: NumberRows = unsafe (
    numbers(band, which, 0, lanes), numbers(band, which, 1, lanes),
    numbers(band, which, 2 &+ (y &- 1) & 1, lanes), numbers(band, which, 2 &+ y & 1, lanes)
  )
  var carry: Carry = (Wide(), Wide())
  var x = unsafe 0 &- band.pointee.lead
  let end = unsafe 64 &* band.pointee.groups &+ (S.looksEast ? band.pointee.lead : 0)
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
private func decide<L: Lanes>(
  _ band: SumBand, _ y: Int, _ which: Int, _ low: Int, _ lanes: L.Type
) {
  let counts = unsafe numbers(band, which, 2 &+ y & 1, lanes)
  let now = unsafe currentStates(band, y, low)
  let next = unsafe bytes(band, which)
  let one = L.splat(1)
  let oldest = unsafe L.splat(Int32(truncatingIfNeeded: band.pointee.states))
  var x = 0
  while unsafe x < 64 &* band.pointee.groups {
    let count = unsafe life_load(counts + x &* L.size)
    let state = unsafe L.states(now + x)
    let born = unsafe isIn(band.pointee.births, band.pointee.birth_count, count, lanes)
    let stays = unsafe isIn(band.pointee.survivals, band.pointee.survival_count, count, lanes)
    let older = L.add(state, one)
    let aged = older & ~L.equal(older, oldest)
    let living = choose(stays & L.equal(state, one), one, aged)
    unsafe L.put(choose(L.equal(state, Wide()), born & one, living), next + x)
    x &+= L.cells
  }
}

/// The states of row `y`, which are its weights if there are only two.
@inline(__always)
private func currentStates(_ band: SumBand, _ y: Int, _ low: Int) -> UnsafePointer<UInt8> {
  let planes = unsafe band.pointee.planes
  if unsafe planes == 1 && band.pointee.weights == nil {
    return unsafe UnsafePointer(cells(band, y, low))
  }
  let row = unsafe bytes(band, 2)
  let from = unsafe words(band, y)
  for group in unsafe 0..<band.pointee.groups {
    for part in 0..<parts {
      let cells = unsafe states(from + group &* planes, planes, part)
      let at = group &* 64 &+ part &* vectorBytes
      unsafe life_store(cells, row + at)
    }
  }
  return unsafe UnsafePointer(row)
}

@inline(__always)
private func isIn<L: Lanes>(
  _ ranges: UnsafePointer<Int32>, _ count: Int, _ numbers: Wide, _ lanes: L.Type
) -> Wide {
  var result = Wide()
  for index in 0..<count {
    let above = unsafe L.subtract(numbers, L.splat(ranges[2 &* index]))
    result = unsafe result | L.atMost(above, L.splat(ranges[2 &* index &+ 1]))
  }
  return result
}

// MARK: Bytes to bits

@inline(__always)
private func gather(_ band: SumBand, _ y: Int) {
  let planes = unsafe band.pointee.planes
  let groups = unsafe band.pointee.groups
  let target = unsafe band.pointee.target + y &* band.pointee.stride
  // Where column and row add up to an even number.
  let even: UInt64 =
    unsafe (y &+ band.pointee.odd_corner) & 1 == 0 ? 0x5555_5555_5555_5555 : 0xaaaa_aaaa_aaaa_aaaa
  let rest = unsafe UInt64(truncatingIfNeeded: band.pointee.width & 63)
  var union: UInt64 = 0
  for group in 0..<groups {
    let inside = group &+ 1 == groups && rest > 0 ? (1 &<< rest) &- 1 : UInt64.max
    var any: UInt64 = 0
    for plane in 0..<planes {
      var word = unsafe packed(bytes(band, 0) + 64 &* group, plane)
      if unsafe band.pointee.neighbourhoods == 2 {
        let odd = unsafe packed(bytes(band, 1) + 64 &* group, plane)
        word = word & even | odd & ~even
      }
      word &= inside
      unsafe target[group &* planes &+ plane] = word
      any |= word
    }
    unsafe band.pointee.columns[group] |= any
    union |= any
  }
  guard union != 0 else { return }
  if unsafe band.pointee.rows[0] > y { unsafe band.pointee.rows[0] = y }
  unsafe band.pointee.rows[1] = y
}

/// One plane of the states of 64 cells.
@inline(__always)
private func packed(_ states: UnsafePointer<UInt8>, _ plane: Int) -> UInt64 {
  let bit = life_splat8(1 &<< Int32(truncatingIfNeeded: plane))
  var word: UInt64 = 0
  for part in 0..<parts {
    let bytes = unsafe life_load(states + part &* vectorBytes) & bit
    word |= life_gather(bytes, Int32(truncatingIfNeeded: part))
  }
  return word
}
