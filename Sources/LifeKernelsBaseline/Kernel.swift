// The inner loops of the dense board, compiled once per CPU level from this one source.
//
// Only integers, SIMD, pointers and tuples of them may stand here. A specialisation of a
// standard-library generic, and even the copying of a struct, is a weak function that all levels
// would share, and the linker might keep the one that older CPUs cannot run.

/// Advances rows `0..<count` of a board by one generation.
///
/// A row is `vectors` vectors of eight words; bit *k* of vector *j* is the cell in column
/// *k* · `vectors` + *j*, so that a vector's neighbours to the west and east are the vectors beside
/// it. Column 0's western neighbours are the last vector's, one bit up, and if `wraps` the last
/// cell comes around to the first.
///
/// - Parameters:
///   - source: row 0; the rows lie one after the other. The words just before and after any row
///     are read, too, so there must be one.
///   - above: the row north of row 0.
///   - below: the row south of row `count` − 1.
///   - target: where row 0 of the next generation goes; must not overlap the source.
///   - birth: bit *n* is set if a dead cell with *n* living neighbours is born.
///   - survival: bit *n* is set if a living cell with *n* living neighbours survives.
package func advanceRows(
  source: UnsafePointer<UInt64>, above: UnsafePointer<UInt64>, below: UnsafePointer<UInt64>,
  target: UnsafeMutablePointer<UInt64>, vectors: Int, count: Int, wraps: Bool,
  birth: UInt16, survival: UInt16
) {
  let rows: Rows = unsafe (
    source, above, below, target, vectors, count, vectors &* 8, wraps ? UInt64.max : 0
  )
  // The usual rules have circuits of their own, three times shorter than the general one.
  let law: Law = (birth, survival)
  switch law {
  case conway: unsafe advance(rows, law, Conway.self)
  case highLife: unsafe advance(rows, law, HighLife.self)
  case dayAndNight: unsafe advance(rows, law, DayAndNight.self)
  case seeds: unsafe advance(rows, law, Seeds.self)
  default: unsafe advance(rows, law, AnyCounts.self)
  }
}

/// The arguments of ``advanceRows``; `wraps` is all ones or 0.
typealias Rows = (
  source: UnsafePointer<UInt64>, above: UnsafePointer<UInt64>, below: UnsafePointer<UInt64>,
  target: UnsafeMutablePointer<UInt64>, vectors: Int, count: Int, stride: Int, wraps: UInt64
)

@inline(__always)
func advance<Rule: CellRule>(_ rows: Rows, _ law: Law, _ rule: Rule.Type) {
  var y = 0
  while unsafe y &+ 4 <= rows.count {
    for part in 0..<parts { unsafe advanceFour(rows, y, part, law, rule) }
    y &+= 4
  }
  while unsafe y < rows.count {
    for part in 0..<parts { unsafe advanceOne(rows, y, part, law, rule) }
    y &+= 1
  }
}

/// Four rows at a time share the sums of the six rows around them.
@inline(__always)
func advanceFour<Rule: CellRule>(
  _ rows: Rows, _ y: Int, _ part: Int, _ law: Law, _ rule: Rule.Type
) {
  let stride = unsafe rows.stride
  let first = unsafe rows.source + y &* stride
  var a = unsafe strip(y == 0 ? rows.above : first - stride, rows, part)
  var b = unsafe strip(first, rows, part)
  var c = unsafe strip(first + stride, rows, part)
  var d = unsafe strip(first + 2 &* stride, rows, part)
  var e = unsafe strip(first + 3 &* stride, rows, part)
  var f = unsafe strip(
    y &+ 4 == rows.count ? rows.below : first + 4 &* stride, rows, part)
  var out = unsafe rows.target + y &* stride + part &* Wide.scalarCount
  var next = part &* Wide.scalarCount &+ 8
  for _ in unsafe 1..<rows.vectors {
    let sums: SixSums = unsafe (
      step(&a, next), step(&b, next), step(&c, next), step(&d, next), step(&e, next),
      step(&f, next)
    )
    unsafe store(sums, out, stride, law, rule)
    unsafe out += 8
    next &+= 8
  }
  let sums: SixSums = unsafe (
    lastSum(a, rows, part), lastSum(b, rows, part), lastSum(c, rows, part),
    lastSum(d, rows, part), lastSum(e, rows, part), lastSum(f, rows, part)
  )
  unsafe store(sums, out, stride, law, rule)
}

/// The sums of six rows, which decide the four in the middle.
typealias SixSums = (a: Sum, b: Sum, c: Sum, d: Sum, e: Sum, f: Sum)

@inline(__always)
func store<Rule: CellRule>(
  _ sums: SixSums, _ out: UnsafeMutablePointer<UInt64>, _ stride: Int, _ law: Law,
  _ rule: Rule.Type
) {
  unsafe store(Rule.next(sums.b.alive, counts(sums.a, sums.b, sums.c), law), out)
  unsafe store(Rule.next(sums.c.alive, counts(sums.b, sums.c, sums.d), law), out + stride)
  unsafe store(Rule.next(sums.d.alive, counts(sums.c, sums.d, sums.e), law), out + 2 &* stride)
  unsafe store(Rule.next(sums.e.alive, counts(sums.d, sums.e, sums.f), law), out + 3 &* stride)
}

@inline(__always)
func advanceOne<Rule: CellRule>(
  _ rows: Rows, _ y: Int, _ part: Int, _ law: Law, _ rule: Rule.Type
) {
  let row = unsafe rows.source + y &* rows.stride
  var a = unsafe strip(y == 0 ? rows.above : row - rows.stride, rows, part)
  var b = unsafe strip(row, rows, part)
  var c = unsafe strip(y &+ 1 == rows.count ? rows.below : row + rows.stride, rows, part)
  var out = unsafe rows.target + y &* rows.stride + part &* Wide.scalarCount
  var next = part &* Wide.scalarCount &+ 8
  for _ in unsafe 1..<rows.vectors {
    let middle = unsafe step(&b, next)
    let square = unsafe counts(step(&a, next), middle, step(&c, next))
    unsafe store(Rule.next(middle.alive, square, law), out)
    unsafe out += 8
    next &+= 8
  }
  let middle = unsafe lastSum(b, rows, part)
  let square = unsafe counts(lastSum(a, rows, part), middle, lastSum(c, rows, part))
  unsafe store(Rule.next(middle.alive, square, law), out)
}

/// A walk along one row that holds the vector to the west and the one here.
typealias Strip = (row: UnsafePointer<UInt64>, west: Wide, here: Wide)

@inline(__always)
func strip(_ row: UnsafePointer<UInt64>, _ rows: Rows, _ part: Int) -> Strip {
  unsafe (
    row, laneUp(row + (rows.vectors &- 1) &* 8, part, rows.wraps),
    load(row + part &* Wide.scalarCount)
  )
}

/// The three-cell sums here; moves one vector east, to the word at index `next`.
@inline(__always)
func step(_ strip: inout Strip, _ next: Int) -> Sum {
  let east = unsafe load(strip.row + next)
  let sum = unsafe sum(strip.west, strip.here, east)
  unsafe strip.west = strip.here
  unsafe strip.here = east
  return sum
}

/// The sums of the last vector: east of it lies the first one, a bit down.
@inline(__always)
func lastSum(_ strip: Strip, _ rows: Rows, _ part: Int) -> Sum {
  unsafe sum(strip.west, strip.here, laneDown(strip.row, part, rows.wraps))
}

/// The vector at `words` moved up by one bit, through all 512: bit *k* holds what bit *k* − 1 held.
/// Reads the word before the vector, too.
@inline(__always)
func laneUp(_ words: UnsafePointer<UInt64>, _ part: Int, _ wraps: UInt64) -> Wide {
  let base = unsafe words + part &* Wide.scalarCount
  var below = unsafe load(base - 1)
  if part == 0 { below = unsafe choose(firstLane, Wide(repeating: words[7] & wraps), below) }
  return unsafe up(load(base), by: 1) | down(below, by: 63)
}

/// The inverse of ``laneUp``: bit *k* holds what bit *k* + 1 held. Reads the word after the vector.
@inline(__always)
func laneDown(_ words: UnsafePointer<UInt64>, _ part: Int, _ wraps: UInt64) -> Wide {
  let base = unsafe words + part &* Wide.scalarCount
  var above = unsafe load(base + 1)
  if part == parts - 1 {
    above = unsafe choose(lastLane, Wide(repeating: words[0] & wraps), above)
  }
  return unsafe down(load(base), by: 1) | up(above, by: 63)
}
