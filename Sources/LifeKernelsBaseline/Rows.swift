// Walks along the rows of a board, whose layout `advanceBand` draws, and what their ends need.

typealias SixRows = (
  a: UnsafePointer<UInt64>, b: UnsafePointer<UInt64>, c: UnsafePointer<UInt64>,
  d: UnsafePointer<UInt64>, e: UnsafePointer<UInt64>, f: UnsafePointer<UInt64>
)

typealias FourRows = (
  p: UnsafeMutablePointer<UInt64>, q: UnsafeMutablePointer<UInt64>,
  r: UnsafeMutablePointer<UInt64>, s: UnsafeMutablePointer<UInt64>
)

/// Makes four rows, which share what is made of the six around them.
@inline(__always)
func advanceFour<Rule: CellRule>(
  _ band: Band, _ from: SixRows, _ to: FourRows, _ part: Int, _ law: Rule.Law, _ rule: Rule.Type
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
    unsafe store(rows, to, word, law, rule)
    word = next
  }
  let rows = unsafe (
    last(a, band, part, rule), last(b, band, part, rule), last(c, band, part, rule),
    last(d, band, part, rule), last(e, band, part, rule), last(f, band, part, rule)
  )
  unsafe store(rows, to, word, law, rule)
}

@inline(__always)
private func store<Rule: CellRule>(
  _ rows: (Rule.Row, Rule.Row, Rule.Row, Rule.Row, Rule.Row, Rule.Row), _ to: FourRows,
  _ word: Int, _ law: Rule.Law, _ rule: Rule.Type
) {
  unsafe store(Rule.next(rows.0, rows.1, rows.2, law), to.p + word)
  unsafe store(Rule.next(rows.1, rows.2, rows.3, law), to.q + word)
  unsafe store(Rule.next(rows.2, rows.3, rows.4, law), to.r + word)
  unsafe store(Rule.next(rows.3, rows.4, rows.5, law), to.s + word)
}

/// Makes one row: long circuits need all the registers for one.
@inline(__always)
func advanceOne<Rule: CellRule>(
  _ band: Band, _ from: (UnsafePointer<UInt64>, UnsafePointer<UInt64>, UnsafePointer<UInt64>),
  _ to: UnsafeMutablePointer<UInt64>, _ part: Int, _ law: Rule.Law, _ rule: Rule.Type
) {
  var north = unsafe strip(from.0, band, part)
  var middle = unsafe strip(from.1, band, part)
  var south = unsafe strip(from.2, band, part)
  var word = part &* Wide.scalarCount
  var left = unsafe band.vectors
  while left > 0 {
    left &-= 1
    let next = word &+ 8
    // A second copy of the circuit for the last vector would cost more than the question.
    let rows = unsafe (
      step(&north, next, left, band, part, rule), step(&middle, next, left, band, part, rule),
      step(&south, next, left, band, part, rule)
    )
    unsafe store(Rule.next(rows.0, rows.1, rows.2, law), to + word)
    word = next
  }
}

/// A walk along one row that holds the vector to the west and the one here.
typealias Strip = (row: UnsafePointer<UInt64>, west: Wide, here: Wide)

@inline(__always)
private func strip(_ row: UnsafePointer<UInt64>, _ band: Band, _ part: Int) -> Strip {
  unsafe (
    row, laneUp(row + (band.vectors &- 1) &* 8, part, band),
    load(row + part &* Wide.scalarCount)
  )
}

/// What the rule makes of the vector here; moves one vector east, to the word at index `next`.
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

/// The same for the last vector: east of it lies the first one, a bit down.
@inline(__always)
private func last<Rule: CellRule>(
  _ strip: Strip, _ band: Band, _ part: Int, _ rule: Rule.Type
) -> Rule.Row {
  unsafe Rule.row(strip.west, strip.here, laneDown(strip.row, part, band))
}

/// The same for any vector, with `left` more to the east.
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

/// The last vector of a row, at `words`, moved up by a bit: what lies west of the first vector.
@inline(__always)
private func laneUp(_ words: UnsafePointer<UInt64>, _ part: Int, _ band: Band) -> Wide {
  let here = unsafe load(words + part &* Wide.scalarCount)
  let previous = part == 0 ? parts &- 1 : part &- 1
  let before = unsafe load(words + previous &* Wide.scalarCount)
  let moved = up(here, by: 1) | down(lanesUp(before, here), by: 63)
  guard unsafe part == 0 && !band.turns else { return moved }
  let last = unsafe band.bits &- 1
  let word = unsafe words[last >> 6] & band.wraps
  let bit = word &>> UInt64(truncatingIfNeeded: last) & 1
  return choose(firstBit, Wide(repeating: 0 &- bit), moved)
}

/// The first vector of a row, at `words`, moved down by a bit: what lies east of the last vector.
@inline(__always)
private func laneDown(_ words: UnsafePointer<UInt64>, _ part: Int, _ band: Band) -> Wide {
  let here = unsafe load(words + part &* Wide.scalarCount)
  let next = part == parts &- 1 ? 0 : part &+ 1
  let after = unsafe load(words + next &* Wide.scalarCount)
  let moved = down(here, by: 1) | up(lanesDown(here, after), by: 63)
  if unsafe band.turns { return moved }
  let bit = unsafe words[0] & band.wraps & 1
  let lastBit = unsafe load(band.scratch + (16 &* 8 &+ part &* Wide.scalarCount))
  return choose(lastBit, Wide(repeating: 0 &- bit), moved)
}

/// Makes the two cells beside the first and the last column true: copies of the far ends, or dead.
///
/// - Parameter edges: word and mask of the first column, of the last, of the cell east of the last
///   and of the one west of the first; then all ones on a torus, else 0.
@inline(__always)
func mend(_ row: UnsafeMutablePointer<UInt64>, _ edges: UnsafePointer<UInt64>) {
  let torus = unsafe edges[8]
  let east = unsafe row[Int(truncatingIfNeeded: edges[0])] & edges[1] & torus
  let west = unsafe row[Int(truncatingIfNeeded: edges[2])] & edges[3] & torus
  unsafe set(row + Int(truncatingIfNeeded: edges[4]), edges[5], east)
  unsafe set(row + Int(truncatingIfNeeded: edges[6]), edges[7], west)
}

@inline(__always)
func set(_ word: UnsafeMutablePointer<UInt64>, _ mask: UInt64, _ alive: UInt64) {
  unsafe word.pointee = alive == 0 ? word.pointee & (mask ^ .max) : word.pointee | mask
}

/// Kills row `y`, if it lies beyond the board.
@inline(__always)
func clear(_ band: Band, _ row: UnsafeMutablePointer<UInt64>, _ y: Int) {
  guard unsafe y < 0 || y >= band.height else { return }
  for word in unsafe 0..<band.stride { unsafe row[word] = 0 }
}
