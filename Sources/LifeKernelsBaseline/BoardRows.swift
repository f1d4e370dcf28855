internal import CCPU

// Loops along the rows of a board, in the layout described at `advanceBoard`, and the ends of rows.

typealias SixRows = (
  a: UnsafePointer<UInt64>, b: UnsafePointer<UInt64>, c: UnsafePointer<UInt64>,
  d: UnsafePointer<UInt64>, e: UnsafePointer<UInt64>, f: UnsafePointer<UInt64>
)

typealias FourRows = (
  p: UnsafeMutablePointer<UInt64>, q: UnsafeMutablePointer<UInt64>,
  r: UnsafeMutablePointer<UInt64>, s: UnsafeMutablePointer<UInt64>
)

/// Makes four rows from the shared sums of the six rows around them.
@inline(__always)
func advanceFour<Rule: CellRule>(
  _ band: Band, from: SixRows, to: FourRows, part: Int, transition: Rule.Transition,
  by rule: Rule.Type
) {
  var a = unsafe strip(of: from.a, in: band, part: part)
  var b = unsafe strip(of: from.b, in: band, part: part)
  var c = unsafe strip(of: from.c, in: band, part: part)
  var d = unsafe strip(of: from.d, in: band, part: part)
  var e = unsafe strip(of: from.e, in: band, part: part)
  var f = unsafe strip(of: from.f, in: band, part: part)
  var word = part &* Wide.scalarCount
  for _ in unsafe 1..<band.vectors {
    let next = word &+ 8
    let rows = unsafe (
      step(&a, next: next, by: rule), step(&b, next: next, by: rule),
      step(&c, next: next, by: rule), step(&d, next: next, by: rule),
      step(&e, next: next, by: rule), step(&f, next: next, by: rule)
    )
    unsafe storeNext(of: rows, to: to, word: word, transition: transition, by: rule)
    word = next
  }
  let rows = unsafe (
    last(of: a, in: band, part: part, by: rule), last(of: b, in: band, part: part, by: rule),
    last(of: c, in: band, part: part, by: rule),
    last(of: d, in: band, part: part, by: rule), last(of: e, in: band, part: part, by: rule),
    last(of: f, in: band, part: part, by: rule)
  )
  unsafe storeNext(of: rows, to: to, word: word, transition: transition, by: rule)
}

@inline(__always)
private func storeNext<Rule: CellRule>(
  of rows: (Rule.Row, Rule.Row, Rule.Row, Rule.Row, Rule.Row, Rule.Row), to: FourRows,
  word: Int, transition: Rule.Transition, by rule: Rule.Type
) {
  let north = Rule.nextTwo(of: (rows.0, rows.1, rows.2, rows.3), by: transition)
  unsafe store(north.first, at: to.p + word)
  unsafe store(north.second, at: to.q + word)
  let south = Rule.nextTwo(of: (rows.2, rows.3, rows.4, rows.5), by: transition)
  unsafe store(south.first, at: to.r + word)
  unsafe store(south.second, at: to.s + word)
}

/// Makes one row, for circuits that need all registers.
@inline(__always)
func advanceOne<Rule: CellRule>(
  _ band: Band, from: (UnsafePointer<UInt64>, UnsafePointer<UInt64>, UnsafePointer<UInt64>),
  to: UnsafeMutablePointer<UInt64>, part: Int, transition: Rule.Transition, by rule: Rule.Type
) {
  var north = unsafe strip(of: from.0, in: band, part: part)
  var middle = unsafe strip(of: from.1, in: band, part: part)
  var south = unsafe strip(of: from.2, in: band, part: part)
  var word = part &* Wide.scalarCount
  var left = unsafe band.vectors
  while left > 0 {
    left &-= 1
    let next = word &+ 8
    // A second copy of the circuit for the last vector would cost more than the branch.
    let rows = unsafe (
      step(&north, next: next, left: left, in: band, part: part, by: rule),
      step(&middle, next: next, left: left, in: band, part: part, by: rule),
      step(&south, next: next, left: left, in: band, part: part, by: rule)
    )
    unsafe store(
      Rule.next(north: rows.0, middle: rows.1, south: rows.2, by: transition), at: to + word)
    word = next
  }
}

/// A row, with the vector at the current position in it and the one west of that.
typealias Strip = (row: UnsafePointer<UInt64>, west: Wide, here: Wide)

@inline(__always)
private func strip(of row: UnsafePointer<UInt64>, in band: Band, part: Int) -> Strip {
  unsafe (
    row, westOfFirst(row + (band.vectors &- 1) &* 8, part: part, in: band),
    load(row + part &* Wide.scalarCount)
  )
}

/// The rule's row for this vector. Moves one vector east, to the word at index `next`.
@inline(__always)
private func step<Rule: CellRule>(
  _ strip: inout Strip, next: Int, by rule: Rule.Type
) -> Rule.Row {
  let east = unsafe load(strip.row + next)
  let row = unsafe Rule.row(west: strip.west, here: strip.here, east: east)
  unsafe strip.west = strip.here
  unsafe strip.here = east
  return row
}

/// The rule's row for the last vector. East of it is the first one, shifted down by a bit.
@inline(__always)
private func last<Rule: CellRule>(
  of strip: Strip, in band: Band, part: Int, by rule: Rule.Type
) -> Rule.Row {
  unsafe Rule.row(
    west: strip.west, here: strip.here, east: eastOfLast(strip.row, part: part, in: band))
}

/// The rule's row for any vector, with `left` more to its east. Moves one vector east.
@inline(__always)
private func step<Rule: CellRule>(
  _ strip: inout Strip, next: Int, left: Int, in band: Band, part: Int, by rule: Rule.Type
) -> Rule.Row {
  let east =
    unsafe left > 0 ? load(strip.row + next) : eastOfLast(strip.row, part: part, in: band)
  let row = unsafe Rule.row(west: strip.west, here: strip.here, east: east)
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
// 512 bits are `parts` vectors of the machine with lanes of 64 bits. So a shift by a bit is a shift
// within lanes, plus a bit from the adjacent lane:
//
//      up(here, by: 1)                     | b62 … b1 b0  0 |   of each lane
//      down(lanesUp(before, here), by: 63) |  0  …  0   b63 |   of the lane before it
//
// The bit shifted in at column 0 or at the last column is the opposite end of the row on a torus,
// and 0 if the universe is a plane.

/// The last vector of a row, at `words`, shifted up by a bit: the cells west of the first vector.
@inline(__always)
private func westOfFirst(_ words: UnsafePointer<UInt64>, part: Int, in band: Band) -> Wide {
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
private func eastOfLast(_ words: UnsafePointer<UInt64>, part: Int, in band: Band) -> Wide {
  let here = unsafe load(words + part &* Wide.scalarCount)
  let next = part == parts &- 1 ? 0 : part &+ 1
  let after = unsafe load(words + next &* Wide.scalarCount)
  let shifted = down(here, by: 1) | up(lanesDown(here, after), by: 63)
  if unsafe band.rotates { return shifted }
  let bit = unsafe words[0] & band.wrapMask & 1
  let lastBit = unsafe load(band.lastBit + part &* Wide.scalarCount)
  return choose(lastBit, Wide(repeating: 0 &- bit), shifted)
}

/// Sets the two padding cells beside the first and the last column to the opposite ends of the row,
/// or to dead on a plane.
@inline(__always)
func setPadding(
  of row: UnsafeMutablePointer<UInt64>, in band: Band, edges: UnsafePointer<life_board_edges>
) {
  let mask: UInt64 = unsafe band.isTorus ? .max : 0
  let first = unsafe edges.pointee.first_column
  let last = unsafe edges.pointee.last_column
  let beyond = unsafe edges.pointee.east_of_last
  let before = unsafe edges.pointee.west_of_first
  let east = unsafe row[first.word] & first.mask & mask
  let west = unsafe row[last.word] & last.mask & mask
  unsafe set(row + beyond.word, mask: beyond.mask, alive: east)
  unsafe set(row + before.word, mask: before.mask, alive: west)
}

@inline(__always)
func set(_ word: UnsafeMutablePointer<UInt64>, mask: UInt64, alive: UInt64) {
  unsafe word.pointee = alive == 0 ? word.pointee & (mask ^ .max) : word.pointee | mask
}

/// Clears row `y` if it is beyond the northern or southern edge.
@inline(__always)
func clear(_ band: Band, row: UnsafeMutablePointer<UInt64>, y: Int) {
  guard unsafe y < 0 || y >= band.height else { return }
  for word in unsafe 0..<band.stride { unsafe row[word] = 0 }
}

/// Keeps the marks in a row of a History rule. The first plane of a row holds the live cells; in
/// `next`, the rule has already written this plane. The others tell marked cells and their past.
///
///     state    0   1   2   3   4   5   6      past: cells without a mark that live or have lived
///     alive    no  yes no  yes no  yes no     (1, 2); marked cells that have lived since the start
///     marked   no  no  no  yes yes yes yes    (5), which become 4 when they die; walls (6)
///     past     no  yes yes no  no  yes yes
///
/// On a torus of 2048² cells, planes of bits are 20 times as fast as tiles with a byte per cell.
///
/// - Parameter besideWalls: the cells beside walls; they don't survive. `nil` without walls.
@inline(__always)
func keepMarks(
  _ band: Band, from now: UnsafePointer<UInt64>, to next: UnsafeMutablePointer<UInt64>,
  besideWalls: UnsafePointer<UInt64>?
) {
  let plane = unsafe band.vectors &* 8
  var word = 0
  while word < plane {
    let alive = unsafe load(now + word)
    let marked = unsafe load(now + word + plane)
    let past = unsafe load(now + word + 2 &* plane)
    // A dead cell with the bits of both `marked` and `past` is a wall.
    var lives = unsafe load(next + word) & (alive | ~(marked & past))
    if let besideWalls = unsafe besideWalls {
      lives = unsafe lives & ~(alive & load(besideWalls + word))
    }
    unsafe store(lives, at: next + word)
    unsafe store(marked, at: next + word + plane)
    unsafe store(
      choose(marked, past & (lives | ~alive), past | lives), at: next + word + 2 &* plane)
    word &+= Wide.scalarCount
  }
}
