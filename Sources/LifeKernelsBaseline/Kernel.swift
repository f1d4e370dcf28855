// The inner loops of the dense board, compiled once per CPU level from this one source.
//
// Only integers, SIMD, pointers and tuples of them may stand here. A specialisation of a
// standard-library generic, and even the copying of a struct, is a weak function that all levels
// would share, and the linker might keep the one that older CPUs cannot run.

/// Advances rows `first..<end` of a board by `stages` generations in one pass over memory.
///
/// A row is `vectors` vectors of eight words; bit *k* of vector *j* is the cell in column
/// *k* · `vectors` + *j*, so that a vector's neighbours to the west and east are the vectors beside
/// it. Column 0's western neighbours are the last vector's, one bit up, and if `wraps` the last
/// cell comes around to the first.
///
///      source   ▓▓▓▓▓▓▓▓▓▓▓▓▓▓      rows come in blocks of four; as soon as a stage has a block,
///      stage 1       ▒▒▒▒           the next stage makes the block north of it from that, its
///      stage 2    ▒▒▒▒              own and the one before. What lies between the first and the
///      target  ░░░                  last stage stays in a ring of four blocks, in the cache.
///
/// Beyond its rows a pass makes what it needs of the neighbours' by itself, so that bands of rows
/// can be stepped by threads that only meet after `stages` generations.
///
/// - Parameters:
///   - source: row 0; the rows lie one after the other. The words just before and after any row
///     are read, too, so there must be one. The same holds for the other pointers.
///   - target: where row 0 of the last generation goes; must not overlap the source.
///   - ring: 16 rows for each stage but the last, and 4 more.
///   - dead: a row without life.
///   - height: the rows of the board; beyond them lies its other end if `isTorus`, else nothing.
///   - edges: nil, or what ``mend`` takes.
///   - laws: the birth and survival masks of the first stage and of the second, which take turns;
///     bit *n* is about *n* living neighbours.
package func advanceBand(
  source: UnsafePointer<UInt64>, target: UnsafeMutablePointer<UInt64>,
  ring: UnsafeMutablePointer<UInt64>, dead: UnsafePointer<UInt64>, vectors: Int, height: Int,
  first: Int, end: Int, stages: Int, wraps: Bool, isTorus: Bool, edges: UnsafePointer<UInt64>?,
  laws: UnsafePointer<UInt16>
) {
  let odd: Law = unsafe (laws[0], laws[1])
  let even: Law = unsafe (laws[2], laws[3])
  let band: Band = unsafe (
    source, target, ring, dead, edges, vectors, vectors &* 8, height, first, end, stages,
    wraps ? UInt64.max : 0, isTorus, odd, even
  )
  // The usual rules have circuits of their own, three times shorter than the general one.
  guard odd ~= even else { return unsafe advance(band, Alternating.self) }
  switch odd {
  case conway: unsafe advance(band, Conway.self)
  case highLife: unsafe advance(band, HighLife.self)
  case dayAndNight: unsafe advance(band, DayAndNight.self)
  case seeds: unsafe advance(band, Seeds.self)
  default: unsafe advance(band, AnyCounts.self)
  }
}

/// The arguments of ``advanceBand``; `stride` is the words of a row, `wraps` all ones or 0.
typealias Band = (
  source: UnsafePointer<UInt64>, target: UnsafeMutablePointer<UInt64>,
  ring: UnsafeMutablePointer<UInt64>, dead: UnsafePointer<UInt64>, edges: UnsafePointer<UInt64>?,
  vectors: Int, stride: Int, height: Int, first: Int, end: Int, stages: Int, wraps: UInt64,
  isTorus: Bool, odd: Law, even: Law
)

/// Blocks are counted from the band's first row; stage *s* makes those from −(stages − *s*) on.
@inline(__always)
func advance<Rule: CellRule>(_ band: Band, _ rule: Rule.Type) {
  let blocks = unsafe (band.end &- band.first &+ 3) / 4
  let stages = unsafe band.stages
  var step = 1 &- stages
  while step < blocks &+ stages &- 1 {
    var stage = 1
    while stage <= stages {
      let block = step &- stage &+ 1
      if block >= stage &- stages && block < blocks &+ stages &- stage {
        unsafe advanceBlock(band, block, stage, rule)
      }
      stage &+= 1
    }
    step &+= 1
  }
}

/// Makes the four rows of a block at a stage. They share the sums of the six rows around them.
@inline(__always)
func advanceBlock<Rule: CellRule>(_ band: Band, _ block: Int, _ stage: Int, _ rule: Rule.Type) {
  let y = unsafe band.first &+ 4 &* block
  let law = unsafe Rule.alternates && stage & 1 == 0 ? band.even : band.odd
  let a = unsafe input(band, block, -1, stage)
  let b = unsafe input(band, block, 0, stage)
  let c = unsafe input(band, block, 1, stage)
  let d = unsafe input(band, block, 2, stage)
  let e = unsafe input(band, block, 3, stage)
  let f = unsafe input(band, block, 4, stage)
  let p = unsafe output(band, block, 0, stage)
  let q = unsafe output(band, block, 1, stage)
  let r = unsafe output(band, block, 2, stage)
  let s = unsafe output(band, block, 3, stage)
  for part in 0..<parts {
    unsafe advanceFour(band, (a, b, c, d, e, f), (p, q, r, s), part, law, rule)
  }
  if let edges = unsafe band.edges {
    unsafe mend(p, edges)
    unsafe mend(q, edges)
    unsafe mend(r, edges)
    unsafe mend(s, edges)
  }
  if unsafe !band.isTorus && (y < 0 || y &+ 4 > band.height) {
    unsafe clear(band, (p, q, r, s), y)
  }
}

/// Row `4 · block + offset` of the generation before a stage.
@inline(__always)
func input(_ band: Band, _ block: Int, _ offset: Int, _ stage: Int) -> UnsafePointer<UInt64> {
  let row = 4 &* block &+ offset
  if stage > 1 { return unsafe UnsafePointer(slot(band, row, stage &- 1)) }
  var y = unsafe band.first &+ row
  if unsafe y >= 0 && y < band.height { return unsafe band.source + y &* band.stride }
  guard unsafe band.isTorus else { return unsafe band.dead }
  y = unsafe y % band.height
  if y < 0 { y = unsafe y &+ band.height }
  return unsafe band.source + y &* band.stride
}

/// Where row `4 · block + offset` of a stage goes: the ring, at last the target, or, for a row that
/// belongs to another band, nowhere.
@inline(__always)
func output(
  _ band: Band, _ block: Int, _ offset: Int, _ stage: Int
) -> UnsafeMutablePointer<UInt64> {
  let row = 4 &* block &+ offset
  if unsafe stage < band.stages { return unsafe slot(band, row, stage) }
  let y = unsafe band.first &+ row
  if unsafe y < band.end { return unsafe band.target + y &* band.stride }
  return unsafe band.ring + (16 &* (band.stages &- 1) &+ offset) &* band.stride
}

@inline(__always)
func slot(_ band: Band, _ row: Int, _ stage: Int) -> UnsafeMutablePointer<UInt64> {
  unsafe band.ring + (16 &* (stage &- 1) &+ row & 15) &* band.stride
}

typealias SixRows = (
  a: UnsafePointer<UInt64>, b: UnsafePointer<UInt64>, c: UnsafePointer<UInt64>,
  d: UnsafePointer<UInt64>, e: UnsafePointer<UInt64>, f: UnsafePointer<UInt64>
)

typealias FourRows = (
  p: UnsafeMutablePointer<UInt64>, q: UnsafeMutablePointer<UInt64>,
  r: UnsafeMutablePointer<UInt64>, s: UnsafeMutablePointer<UInt64>
)

/// The sums of six rows, which decide the four in the middle.
typealias SixSums = (a: Sum, b: Sum, c: Sum, d: Sum, e: Sum, f: Sum)

@inline(__always)
func advanceFour<Rule: CellRule>(
  _ band: Band, _ from: SixRows, _ to: FourRows, _ part: Int, _ law: Law, _ rule: Rule.Type
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
    let sums: SixSums = unsafe (
      step(&a, next), step(&b, next), step(&c, next), step(&d, next), step(&e, next),
      step(&f, next)
    )
    unsafe store(sums, to, word, law, rule)
    word = next
  }
  let sums: SixSums = unsafe (
    lastSum(a, band, part), lastSum(b, band, part), lastSum(c, band, part),
    lastSum(d, band, part), lastSum(e, band, part), lastSum(f, band, part)
  )
  unsafe store(sums, to, word, law, rule)
}

@inline(__always)
func store<Rule: CellRule>(
  _ sums: SixSums, _ to: FourRows, _ word: Int, _ law: Law, _ rule: Rule.Type
) {
  unsafe store(Rule.next(sums.b.alive, counts(sums.a, sums.b, sums.c), law), to.p + word)
  unsafe store(Rule.next(sums.c.alive, counts(sums.b, sums.c, sums.d), law), to.q + word)
  unsafe store(Rule.next(sums.d.alive, counts(sums.c, sums.d, sums.e), law), to.r + word)
  unsafe store(Rule.next(sums.e.alive, counts(sums.d, sums.e, sums.f), law), to.s + word)
}

/// A walk along one row that holds the vector to the west and the one here.
typealias Strip = (row: UnsafePointer<UInt64>, west: Wide, here: Wide)

@inline(__always)
func strip(_ row: UnsafePointer<UInt64>, _ band: Band, _ part: Int) -> Strip {
  unsafe (
    row, laneUp(row + (band.vectors &- 1) &* 8, part, band.wraps),
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
func lastSum(_ strip: Strip, _ band: Band, _ part: Int) -> Sum {
  unsafe sum(strip.west, strip.here, laneDown(strip.row, part, band.wraps))
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

/// Kills the rows of a block, whose first row is `y`, that lie beyond the board.
@inline(__always)
func clear(_ band: Band, _ rows: FourRows, _ y: Int) {
  unsafe clear(band, rows.p, y)
  unsafe clear(band, rows.q, y &+ 1)
  unsafe clear(band, rows.r, y &+ 2)
  unsafe clear(band, rows.s, y &+ 3)
}

@inline(__always)
func clear(_ band: Band, _ row: UnsafeMutablePointer<UInt64>, _ y: Int) {
  guard unsafe y < 0 || y >= band.height else { return }
  for word in unsafe 0..<band.stride { unsafe row[word] = 0 }
}
