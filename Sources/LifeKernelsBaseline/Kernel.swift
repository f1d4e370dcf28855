internal import CCPU

// The inner loops of the dense board, compiled once per CPU level from this one source.
//
// Only integers, SIMD, pointers and tuples of them may stand here. A specialisation of a
// standard-library generic, and even the copying of a struct, is a weak function that all levels
// would share, and the linker might keep the one that older CPUs cannot run.

/// Advances rows `first..<end` of a board by `stages` generations in one pass over memory.
///
/// A row is `vectors` vectors of eight words; bit *k* of vector *j* is the cell in column
/// *k* · `vectors` + *j*, so that a vector's neighbours to the west and east are the vectors beside
/// it. West of the first vector lies the last one, a bit up, and if `wraps`, the last of `bits`
/// comes around to the first.
///
///      source   ▓▓▓▓▓▓▓▓▓▓▓▓▓▓      rows come in blocks of four; as soon as a stage has a block,
///      stage 1    ▒▒▒▒▒▒            the next stage makes the block a row north of it, from that
///      stage 2   ▒▒▒▒▒▒             and the two rows before it. What lies between the first and
///      target  ░░░░░                the last stage stays in a ring of two blocks, in the cache.
///
/// Beyond its rows a pass makes what it needs of the neighbours' by itself, so that bands of rows
/// can be stepped by threads that only meet after `stages` generations.
///
/// - Parameters:
///   - source: row 0; the rows lie one after the other.
///   - target: where row 0 of the last generation goes; must not overlap the source.
///   - ring: 8 rows for each stage but the last, and 4 more.
///   - dead: a row without life.
///   - scratch: 17 vectors of eight words, whose contents do not matter.
///   - planes: how many planes a row has, one after the other; the rule is about the first, and
///     ``age`` about all.
///   - states: how many states a cell has, if there is more than one plane.
///   - bits: how many bits of each vector are cells.
///   - height: the rows of the board; beyond them lies its other end if `isTorus`, else nothing.
///   - edges: nil, or what ``mend`` takes.
///   - programs: what the first stage obeys and what the second; they take turns. The first number
///     of both is the same circuit's.
package func advanceBand(
  source: UnsafePointer<UInt64>, target: UnsafeMutablePointer<UInt64>,
  ring: UnsafeMutablePointer<UInt64>, dead: UnsafePointer<UInt64>,
  scratch: UnsafeMutablePointer<UInt64>, vectors: Int, planes: Int, states: Int, bits: Int,
  height: Int, first: Int, end: Int, stages: Int, wraps: Bool, isTorus: Bool,
  edges: UnsafePointer<UInt64>?, programs: (UnsafePointer<UInt64>, UnsafePointer<UInt64>)
) {
  let band: Band = unsafe (
    source, target, ring, dead, scratch, edges, vectors, planes, planes &* vectors &* 8, states,
    bits, height, first, end, stages, wraps ? UInt64.max : 0, wraps && bits == 512, isTorus,
    programs.0, programs.1
  )
  for word in 0..<8 {
    let isLast = word == (bits &- 1) >> 6
    unsafe scratch[16 &* 8 &+ word] = isLast ? 1 &<< UInt64(truncatingIfNeeded: bits &- 1) : 0
  }
  switch unsafe programs.0[0] {
  case life_circuit_moore: unsafe advanceCounting(band)
  case life_circuit_hexagon: unsafe advance(band, HexagonCounts.self)
  case life_circuit_cross: unsafe advance(band, CrossCounts.self)
  case life_circuit_isotropic: unsafe advanceIsotropic(band)
  case life_circuit_hexagon_map: unsafe advance(band, HexagonMap.self)
  default: unsafe advance(band, SquareMap.self)
  }
}

/// The usual rules have circuits of their own, three times shorter than the general one.
private func advanceCounting(_ band: Band) {
  let odd = unsafe Alternating.law(band.odd, band.scratch)
  guard unsafe odd ~= Alternating.law(band.even, band.scratch) else {
    return unsafe advance(band, Alternating.self)
  }
  switch odd {
  case conway: unsafe advance(band, Conway.self)
  case highLife: unsafe advance(band, HighLife.self)
  case dayAndNight: unsafe advance(band, DayAndNight.self)
  case seeds: unsafe advance(band, Seeds.self)
  default: unsafe advance(band, AnyCounts.self)
  }
}

private func advanceIsotropic(_ band: Band) {
  if unsafe JustFriends.runs(band.odd) && JustFriends.runs(band.even) {
    unsafe advance(band, JustFriends.self)
  } else {
    unsafe advance(band, Isotropic.self)
  }
}

/// The arguments of ``advanceBand``; `stride` is the words of a row, all its planes, `wraps` all
/// ones or 0, and `turns` says that a vector turned by a bit is already right at its ends.
typealias Band = (
  source: UnsafePointer<UInt64>, target: UnsafeMutablePointer<UInt64>,
  ring: UnsafeMutablePointer<UInt64>, dead: UnsafePointer<UInt64>,
  scratch: UnsafeMutablePointer<UInt64>, edges: UnsafePointer<UInt64>?,
  vectors: Int, planes: Int, stride: Int, states: Int, bits: Int, height: Int, first: Int, end: Int,
  stages: Int, wraps: UInt64, turns: Bool, isTorus: Bool, odd: Program, even: Program
)

/// Each block of a stage begins a row north of that of the stage before; blocks of the last stage
/// are counted from the band's first row. A stage *s* must begin (stages − *s*) rows before it.
@inline(__always)
private func advance<Rule: CellRule>(_ band: Band, _ rule: Rule.Type) {
  let odd = unsafe Rule.law(band.odd, band.scratch)
  let even = unsafe Rule.law(band.even, band.scratch)
  let blocks = unsafe (band.end &- band.first &+ 3) / 4
  let stages = unsafe band.stages
  var block = 0 &- stages / 2
  while block < blocks {
    var stage = 1
    while stage <= stages, block >= 0 &- (stages &- stage &+ 1) / 2 {
      let law = Rule.alternates && stage & 1 == 0 ? even : odd
      unsafe advanceBlock(band, 4 &* block &+ stages &- stage, stage, law, rule)
      stage &+= 1
    }
    block &+= 1
  }
}

/// Makes four rows at a stage, from `row` on.
@inline(__always)
private func advanceBlock<Rule: CellRule>(
  _ band: Band, _ row: Int, _ stage: Int, _ law: Rule.Law, _ rule: Rule.Type
) {
  let from: SixRows = unsafe (
    input(band, row &- 1, stage), input(band, row, stage), input(band, row &+ 1, stage),
    input(band, row &+ 2, stage), input(band, row &+ 3, stage), input(band, row &+ 4, stage)
  )
  let to: FourRows = unsafe (
    output(band, row, stage), output(band, row &+ 1, stage), output(band, row &+ 2, stage),
    output(band, row &+ 3, stage)
  )
  for part in 0..<parts {
    if Rule.sharesRows {
      unsafe advanceFour(band, from, to, part, law, rule)
    } else {
      unsafe advanceOne(band, (from.a, from.b, from.c), to.p, part, law, rule)
      unsafe advanceOne(band, (from.b, from.c, from.d), to.q, part, law, rule)
      unsafe advanceOne(band, (from.c, from.d, from.e), to.r, part, law, rule)
      unsafe advanceOne(band, (from.d, from.e, from.f), to.s, part, law, rule)
    }
  }
  unsafe finish(band, from, to, band.first &+ row)
}

/// What is left to do when the rule has had its say about a block, whose first row is `y`.
private func finish(_ band: Band, _ from: SixRows, _ to: FourRows, _ y: Int) {
  if unsafe band.planes > 1 {
    unsafe age(band, from.b, to.p)
    unsafe age(band, from.c, to.q)
    unsafe age(band, from.d, to.r)
    unsafe age(band, from.e, to.s)
  }
  if let edges = unsafe band.edges {
    unsafe mend(to.p, edges)
    unsafe mend(to.q, edges)
    unsafe mend(to.r, edges)
    unsafe mend(to.s, edges)
  }
  if unsafe !band.isTorus && (y < 0 || y &+ 4 > band.height) {
    unsafe clear(band, to.p, y)
    unsafe clear(band, to.q, y &+ 1)
    unsafe clear(band, to.r, y &+ 2)
    unsafe clear(band, to.s, y &+ 3)
  }
}

/// A row of the generation before a stage, counted from the band's first one.
@inline(__always)
private func input(_ band: Band, _ row: Int, _ stage: Int) -> UnsafePointer<UInt64> {
  if stage > 1 { return unsafe UnsafePointer(slot(band, row, stage &- 1)) }
  var y = unsafe band.first &+ row
  if unsafe y >= 0 && y < band.height { return unsafe band.source + y &* band.stride }
  guard unsafe band.isTorus else { return unsafe band.dead }
  y = unsafe y % band.height
  if y < 0 { y = unsafe y &+ band.height }
  return unsafe band.source + y &* band.stride
}

/// Where a row of a stage goes: the ring, at last the target, or, if it belongs to another band,
/// nowhere.
@inline(__always)
private func output(_ band: Band, _ row: Int, _ stage: Int) -> UnsafeMutablePointer<UInt64> {
  if unsafe stage < band.stages { return unsafe slot(band, row, stage) }
  let y = unsafe band.first &+ row
  if unsafe y < band.end { return unsafe band.target + y &* band.stride }
  return unsafe band.ring + (8 &* (band.stages &- 1) &+ row & 3) &* band.stride
}

@inline(__always)
private func slot(_ band: Band, _ row: Int, _ stage: Int) -> UnsafeMutablePointer<UInt64> {
  unsafe band.ring + (8 &* (stage &- 1) &+ row & 7) &* band.stride
}
