internal import CCPU

// Loops along the rows of a board, whose layout `advanceBoard` draws, and the ends of rows.

typealias SixRows = (
  a: UnsafePointer<UInt64>, b: UnsafePointer<UInt64>, c: UnsafePointer<UInt64>,
  d: UnsafePointer<UInt64>, e: UnsafePointer<UInt64>, f: UnsafePointer<UInt64>
)

typealias FourRows = (
  p: UnsafeMutablePointer<UInt64>, q: UnsafeMutablePointer<UInt64>,
  r: UnsafeMutablePointer<UInt64>, s: UnsafeMutablePointer<UInt64>
)

/// Makes four rows, which share the sums of the six rows around them.
@inline(__always)
func advanceFour<Rule: CellRule>(
  _ band: Band, _ from: SixRows, _ to: FourRows, _ part: Int, _ transition: Rule.Transition,
  _ rule: Rule.Type
) {
  var a = unsafe strip(from.a, band, part)
  var b = unsafe strip(from.b, band, part)
  var c = unsafe strip(from.c, band, part)
  var d = unsafe strip(from.d, band, part)
  var e = unsafe strip(from.e, band, part)
  var f = unsafe strip(from.f, band, part)
  var word = part &* Wide.scalarCount
  for _ in unsafe 1..<band.vectors {
    let next = word &+ 8
    let rows = unsafe (
      step(&a, next, rule), step(&b, next, rule), step(&c, next, rule), step(&d, next, rule),
      step(&e, next, rule), step(&f, next, rule)
    )
    unsafe store(rows, to, word, transition, rule)
    word = next
  }
  let rows = unsafe (
    last(a, band, part, rule), last(b, band, part, rule), last(c, band, part, rule),
    last(d, band, part, rule), last(e, band, part, rule), last(f, band, part, rule)
  )
  unsafe store(rows, to, word, transition, rule)
}

@inline(__always)
private func store<Rule: CellRule>(
  _ rows: (Rule.Row, Rule.Row, Rule.Row, Rule.Row, Rule.Row, Rule.Row), _ to: FourRows,
  _ word: Int, _ transition: Rule.Transition, _ rule: Rule.Type
) {
  unsafe store(Rule.next(rows.0, rows.1, rows.2, transition), to.p + word)
  unsafe store(Rule.next(rows.1, rows.2, rows.3, transition), to.q + word)
  unsafe store(Rule.next(rows.2, rows.3, rows.4, transition), to.r + word)
  unsafe store(Rule.next(rows.3, rows.4, rows.5, transition), to.s + word)
}

/// Makes one row, for circuits that need all registers for one.
@inline(__always)
func advanceOne<Rule: CellRule>(
  _ band: Band, _ from: (UnsafePointer<UInt64>, UnsafePointer<UInt64>, UnsafePointer<UInt64>),
  _ to: UnsafeMutablePointer<UInt64>, _ part: Int, _ transition: Rule.Transition, _ rule: Rule.Type
) {
  var north = unsafe strip(from.0, band, part)
  var middle = unsafe strip(from.1, band, part)
  var south = unsafe strip(from.2, band, part)
  var word = part &* Wide.scalarCount
  var left = unsafe band.vectors
  while left > 0 {
    left &-= 1
    let next = word &+ 8
    // A second copy of the circuit for the last vector would cost more than the branch.
    let rows = unsafe (
      step(&north, next, left, band, part, rule), step(&middle, next, left, band, part, rule),
      step(&south, next, left, band, part, rule)
    )
    unsafe store(Rule.next(rows.0, rows.1, rows.2, transition), to + word)
    word = next
  }
}

/// A position in a row, with the vector there and the one west of it.
typealias Strip = (row: UnsafePointer<UInt64>, west: Wide, here: Wide)

@inline(__always)
private func strip(_ row: UnsafePointer<UInt64>, _ band: Band, _ part: Int) -> Strip {
  unsafe (
    row, laneUp(row + (band.vectors &- 1) &* 8, part, band),
    load(row + part &* Wide.scalarCount)
  )
}

/// The rule's row for the vector here; moves one vector east, to the word at index `next`.
@inline(__always)
private func step<Rule: CellRule>(
  _ strip: inout Strip, _ next: Int, _ rule: Rule.Type
) -> Rule.Row {
  let east = unsafe load(strip.row + next)
  let row = unsafe Rule.row(strip.west, strip.here, east)
  unsafe strip.west = strip.here
  unsafe strip.here = east
  return row
}

/// The same for the last vector: east of it is the first one, shifted down by a bit.
@inline(__always)
private func last<Rule: CellRule>(
  _ strip: Strip, _ band: Band, _ part: Int, _ rule: Rule.Type
) -> Rule.Row {
  unsafe Rule.row(strip.west, strip.here, laneDown(strip.row, part, band))
}

/// The same for any vector, with `left` more to the east of it.
@inline(__always)
private func step<Rule: CellRule>(
  _ strip: inout Strip, _ next: Int, _ left: Int, _ band: Band, _ part: Int, _ rule: Rule.Type
) -> Rule.Row {
  let east =
    unsafe left > 0 ? load(strip.row + next) : laneDown(strip.row, part, band)
  let row = unsafe Rule.row(strip.west, strip.here, east)
  unsafe strip.west = strip.here
  unsafe strip.here = east
  return row
}

// The ends of a row. With three vectors, bits and columns are
//
//      vector       0    1    2         West of column 3, which is bit 1 of vector 0, is column 2,
//      bit 0        0    1    2         which is bit 0 of vector 2: the western neighbors of the
//      bit 1        3    4    5         first vector are the last one, shifted up by a bit through
//      …                                all 512 bits, and the eastern ones of the last vector are
//      bit 511    1533 1534 1535        the first one, shifted down.
//
// 512 bits are `parts` vectors of the machine, and these are lanes of 64 bits, so a shift by a bit
// is a shift within lanes and the bit that comes from the next lane:
//
//      up(here, by: 1)                     | b62 … b1 b0  0 |   of each lane
//      down(lanesUp(before, here), by: 63) |  0  …  0   b63 |   of the lane before it
//
// The bit that is shifted in, west of column 0 or east of the last one, is the opposite end of the
// row on a torus and 0 on a plane.

/// The last vector of a row, at `words`, shifted up by a bit: the cells west of the first vector.
@inline(__always)
private func laneUp(_ words: UnsafePointer<UInt64>, _ part: Int, _ band: Band) -> Wide {
  let here = unsafe load(words + part &* Wide.scalarCount)
  let previous = part == 0 ? parts &- 1 : part &- 1
  let before = unsafe load(words + previous &* Wide.scalarCount)
  let shifted = up(here, by: 1) | down(lanesUp(before, here), by: 63)
  guard unsafe part == 0 && !band.rotates else { return shifted }
  let last = unsafe band.bits &- 1
  let word = unsafe words[last >> 6] & band.wrapMask
  let bit = word &>> UInt64(truncatingIfNeeded: last) & 1
  return choose(firstBit, Wide(repeating: 0 &- bit), shifted)
}

/// The first vector of a row, at `words`, shifted down by a bit: the cells east of the last vector.
@inline(__always)
private func laneDown(_ words: UnsafePointer<UInt64>, _ part: Int, _ band: Band) -> Wide {
  let here = unsafe load(words + part &* Wide.scalarCount)
  let next = part == parts &- 1 ? 0 : part &+ 1
  let after = unsafe load(words + next &* Wide.scalarCount)
  let shifted = down(here, by: 1) | up(lanesDown(here, after), by: 63)
  if unsafe band.rotates { return shifted }
  let bit = unsafe words[0] & band.wrapMask & 1
  let lastBit = unsafe load(band.lastBit + part &* Wide.scalarCount)
  return choose(lastBit, Wide(repeating: 0 &- bit), shifted)
}

/// Makes the two cells of the padding beside the first and the last column equal to the opposite
/// ends of the row, or dead on a plane.
@inline(__always)
func mend(
  _ band: Band, _ row: UnsafeMutablePointer<UInt64>, _ edges: UnsafePointer<life_board_edges>
) {
  let mask: UInt64 = unsafe band.isTorus ? .max : 0
  let first = unsafe edges.pointee.first_column
  let last = unsafe edges.pointee.last_column
  let beyond = unsafe edges.pointee.east_of_last
  let before = unsafe edges.pointee.west_of_first
  let east = unsafe row[first.word] & first.mask & mask
  let west = unsafe row[last.word] & last.mask & mask
  unsafe set(row + beyond.word, beyond.mask, east)
  unsafe set(row + before.word, before.mask, west)
}

@inline(__always)
func set(_ word: UnsafeMutablePointer<UInt64>, _ mask: UInt64, _ alive: UInt64) {
  unsafe word.pointee = alive == 0 ? word.pointee & (mask ^ .max) : word.pointee | mask
}

/// Clears row `y` if it is beyond the northern or southern edge.
@inline(__always)
func clear(_ band: Band, _ row: UnsafeMutablePointer<UInt64>, _ y: Int) {
  guard unsafe y < 0 || y >= band.height else { return }
  for word in unsafe 0..<band.stride { unsafe row[word] = 0 }
}
