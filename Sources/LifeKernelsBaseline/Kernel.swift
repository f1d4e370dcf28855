// The inner loops of the dense board, compiled once per CPU level from this one source.
// Only integers, SIMD, pointers and own types may stand here: a specialisation of a standard-library
// generic would be shared by all levels and run on CPUs that cannot.

internal import CCPU

/// How many of the machine's vectors make one vector of the board's 512 bits.
@inline(__always) var parts: Int { 8 / Wide.scalarCount }

/// Advances rows `0..<count` of a board by one generation.
///
/// A row is `vectors` vectors of eight words; bit *k* of vector *j* is the cell in column
/// *k* · `vectors` + *j*, so that a vector's neighbours to the west and east are the vectors beside
/// it. Column 0's western neighbours are the last vector's, one bit up, and if `wraps` the last cell
/// comes around to the first.
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
  let rows = unsafe Rows(
    source: source, above: above, below: below, target: target,
    vectors: vectors, count: count, wraps: wraps ? .max : 0)
  // The usual rules have circuits of their own, three times shorter than the general one.
  switch (birth, survival) {
  case (Conway.birth, Conway.survival): unsafe advance(rows, ConwayCircuit())
  case (HighLife.birth, HighLife.survival): unsafe advance(rows, Fixed<HighLife>())
  case (DayAndNight.birth, DayAndNight.survival): unsafe advance(rows, Fixed<DayAndNight>())
  case (Seeds.birth, Seeds.survival): unsafe advance(rows, Fixed<Seeds>())
  default: unsafe advance(rows, AnyCounts(birth: birth, survival: survival))
  }
}

/// The arguments of ``advanceRows``, in one value.
@unsafe
struct Rows {
  var source: UnsafePointer<UInt64>
  var above: UnsafePointer<UInt64>
  var below: UnsafePointer<UInt64>
  var target: UnsafeMutablePointer<UInt64>
  var vectors: Int
  var count: Int
  /// All ones if the first and the last column are neighbours, else 0.
  var wraps: UInt64

  @inline(__always) var stride: Int { unsafe vectors &* 8 }
}

@inline(__always)
func advance(_ rows: Rows, _ rule: some CellRule) {
  var y = 0
  while unsafe y + 4 <= rows.count {
    for part in 0..<parts { unsafe advanceFour(rows, y, part, rule) }
    y += 4
  }
  while unsafe y < rows.count {
    for part in 0..<parts { unsafe advanceOne(rows, y, part, rule) }
    y += 1
  }
}

/// Four rows at a time share the sums of the six rows around them.
@inline(__always)
func advanceFour(_ rows: Rows, _ y: Int, _ part: Int, _ rule: some CellRule) {
  var six = unsafe SixStrips(rows, y, part)
  let stride = unsafe rows.stride
  var out = unsafe rows.target + y * stride + part * Wide.scalarCount
  var next = part * Wide.scalarCount + 8
  for _ in unsafe 1..<rows.vectors {
    unsafe store(six.step(next), rule, out, stride)
    unsafe out += 8
    next &+= 8
  }
  unsafe store(six.lastStep(rows, y, part), rule, out, stride)
}

@inline(__always)
func store(
  _ sums: SixSums, _ rule: some CellRule, _ out: UnsafeMutablePointer<UInt64>, _ stride: Int
) {
  unsafe store(rule.next(sums.b.alive, Counts(sums.a, sums.b, sums.c)), out)
  unsafe store(rule.next(sums.c.alive, Counts(sums.b, sums.c, sums.d)), out + stride)
  unsafe store(rule.next(sums.d.alive, Counts(sums.c, sums.d, sums.e)), out + 2 * stride)
  unsafe store(rule.next(sums.e.alive, Counts(sums.d, sums.e, sums.f)), out + 3 * stride)
}

typealias SixSums = (a: Sum, b: Sum, c: Sum, d: Sum, e: Sum, f: Sum)

/// The six rows that decide four, walked east together.
@unsafe
struct SixStrips {
  var a: Strip
  var b: Strip
  var c: Strip
  var d: Strip
  var e: Strip
  var f: Strip

  @inline(__always)
  init(_ rows: Rows, _ y: Int, _ part: Int) {
    let stride = unsafe rows.stride
    let first = unsafe rows.source + y &* stride
    unsafe a = Strip(y == 0 ? rows.above : first - stride, rows, part)
    unsafe b = Strip(first, rows, part)
    unsafe c = Strip(first + stride, rows, part)
    unsafe d = Strip(first + 2 &* stride, rows, part)
    unsafe e = Strip(first + 3 &* stride, rows, part)
    unsafe f = Strip(y &+ 4 == rows.count ? rows.below : first + 4 &* stride, rows, part)
  }

  @inline(__always)
  mutating func step(_ next: Int) -> SixSums {
    unsafe (a.step(next), b.step(next), c.step(next), d.step(next), e.step(next), f.step(next))
  }

  @inline(__always)
  func lastStep(_ rows: Rows, _ y: Int, _ part: Int) -> SixSums {
    unsafe (
      a.lastStep(rows, part), b.lastStep(rows, part), c.lastStep(rows, part),
      d.lastStep(rows, part), e.lastStep(rows, part), f.lastStep(rows, part)
    )
  }
}

@inline(__always)
func advanceOne(_ rows: Rows, _ y: Int, _ part: Int, _ rule: some CellRule) {
  let row = unsafe rows.source + y &* rows.stride
  var a = unsafe Strip(y == 0 ? rows.above : row - rows.stride, rows, part)
  var b = unsafe Strip(row, rows, part)
  var c = unsafe Strip(y &+ 1 == rows.count ? rows.below : row + rows.stride, rows, part)
  var out = unsafe rows.target + y * rows.stride + part * Wide.scalarCount
  var next = part * Wide.scalarCount + 8
  for _ in unsafe 1..<rows.vectors {
    let middle = unsafe b.step(next)
    unsafe store(rule.next(middle.alive, Counts(a.step(next), middle, c.step(next))), out)
    unsafe out += 8
    next &+= 8
  }
  let middle = unsafe b.lastStep(rows, part)
  let counts = unsafe Counts(a.lastStep(rows, part), middle, c.lastStep(rows, part))
  unsafe store(rule.next(middle.alive, counts), out)
}

/// A walk along one row that holds the vector to the west and the one here, and fetches the next.
@unsafe
struct Strip {
  let row: UnsafePointer<UInt64>
  var west: Wide
  var here: Wide

  @inline(__always)
  init(_ words: UnsafePointer<UInt64>, _ rows: Rows, _ part: Int) {
    unsafe row = words
    unsafe here = load(row + part * Wide.scalarCount)
    unsafe west = laneUp(row + (rows.vectors &- 1) &* 8, part, rows)
  }

  /// The three-cell sums here; moves one vector east, to the word at index `next`.
  @inline(__always)
  mutating func step(_ next: Int) -> Sum {
    let east = unsafe load(row + next)
    let sum = unsafe Sum(west, here, east)
    unsafe west = here
    unsafe here = east
    return sum
  }

  /// The sums of the last vector: east of it lies the first one, a bit down.
  @inline(__always)
  func lastStep(_ rows: Rows, _ part: Int) -> Sum {
    unsafe Sum(west, here, laneDown(row, part, rows))
  }
}

/// Two bit-planes that count a cell and its neighbours in its row: 0 to 3.
struct Sum {
  var ones: Wide
  var twos: Wide
  var alive: Wide

  @inline(__always)
  init(_ west: Wide, _ here: Wide, _ east: Wide) {
    ones = parity(west, here, east)
    twos = majority(west, here, east)
    alive = here
  }
}

/// How many live among a cell and its eight neighbours, 0 to 9, as planes that are not yet added up:
/// `ones` + 2 · (`pairs` + `carry`) + 4 · `quads`.
struct Counts {
  var ones: Wide
  var carry: Wide
  var pairs: Wide
  var quads: Wide

  @inline(__always)
  init(_ north: Sum, _ middle: Sum, _ south: Sum) {
    ones = parity(north.ones, middle.ones, south.ones)
    carry = majority(north.ones, middle.ones, south.ones)
    pairs = parity(north.twos, middle.twos, south.twos)
    quads = majority(north.twos, middle.twos, south.twos)
  }

  @inline(__always) var twos: Wide { pairs ^ carry }
  @inline(__always) var fours: Wide { quads ^ (pairs & carry) }
  @inline(__always) var eights: Wide { quads & (pairs & carry) }
}

/// The vector at `words` moved up by one bit, through all 512: bit *k* holds what bit *k* − 1 held.
/// Reads the word before the vector, too.
@inline(__always)
func laneUp(_ words: UnsafePointer<UInt64>, _ part: Int, _ rows: Rows) -> Wide {
  let base = unsafe words + part &* Wide.scalarCount
  var below = unsafe load(base - 1)
  if part == 0 {
    below = unsafe choose(firstLane, Wide(repeating: words[7] & rows.wraps), below)
  }
  return unsafe up(load(base), by: 1) | down(below, by: 63)
}

/// The inverse of ``laneUp``: bit *k* holds what bit *k* + 1 held. Reads the word after the vector.
@inline(__always)
func laneDown(_ words: UnsafePointer<UInt64>, _ part: Int, _ rows: Rows) -> Wide {
  let base = unsafe words + part &* Wide.scalarCount
  var above = unsafe load(base + 1)
  if part == parts - 1 {
    above = unsafe choose(lastLane, Wide(repeating: words[0] & rows.wraps), above)
  }
  return unsafe down(load(base), by: 1) | up(above, by: 63)
}
