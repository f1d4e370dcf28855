package import CCPU

// The inner loops of the engines, compiled once per CPU level from this one source through symbolic
// links.
//
// Only integers, SIMD, pointers, C structures and tuples of them are allowed in these targets, and
// types that the compiler inlines completely, such as `BeyondLane` and `InlineArray`. Copies of
// other Swift structures, and specializations of standard-library generics, are weak functions with
// one name at all levels. The linker keeps one of them; if it was compiled for AVX-512, the program
// dies on an older CPU. Hence tuples with named fields instead of structures. A test looks for such
// functions with `nm`.

/// Advances rows of a board by several generations in one pass over memory.
///
/// A row is `vectors` vectors of eight words; bit *k* of vector *j* is the cell in column *k* ·
/// `vectors` + *j*. So a vector's neighbors to the west and east are the adjacent vectors, at the
/// same bit. Only the first and the last vector of a row need shifts (BoardRows).
///
/// A pass is a wavefront of stages, one for each generation. Rows come in blocks of four. When a
/// stage has made a block, for example rows 8 to 11, the next stage makes the block one row further
/// north, rows 7 to 10. It reads rows 6 to 11 for that: the new block and the two rows before it:
///
///      row                   0   4   8   12  16
///      source             ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓    read from memory once
///      stage 1             ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒████     a ring of two blocks for each stage stays
///      stage 2              ▒▒▒▒▒▒▒▒▒▒▒▒▒▒████      in the cache
///      target                ░░░░░░░░░░░░████       written to memory once; █: the newest blocks
///
/// On a torus of 16384² cells, a pass of many generations is 2.5 times as fast per generation as
/// passes of one. Each stage is one row behind the one before, so four of the six rows it reads
/// were just written; that saves 12 %.
///
/// A call makes one band of rows, `first..<end`. It also computes the rows of adjacent bands that
/// its stages need, so threads wait for each other only once a pass.
package func advanceBoard(_ arguments: UnsafePointer<life_board_band>) {
  let band = unsafe makeBand(arguments.pointee)
  for word in 0..<8 {
    let isLast = unsafe word == (band.bits &- 1) >> 6
    unsafe band.lastBit[word] =
      isLast ? 1 &<< UInt64(truncatingIfNeeded: band.bits &- 1) : 0
  }
  // Not `run(_:on:program:stride:)` of CellRule: through that generic function the row loops aren't
  // inlined, and a torus of 2048 × 1024 cells takes 1.17 times as long.
  switch unsafe band.program[0] {
  case life_circuit_moore: unsafe advanceCounting(band)
  case life_circuit_hexagon: unsafe advance(band, by: HexagonCounts.self)
  case life_circuit_cross: unsafe advance(band, by: CrossCounts.self)
  case life_circuit_isotropic: unsafe advanceIsotropic(band)
  case life_circuit_north: unsafe advance(band, by: NorthMap.self)
  default: unsafe advance(band, by: SquareMap.self)
  }
}

private func advanceCounting(_ band: Band) {
  if unsafe band.programStride != 0 { return unsafe advance(band, by: AlternatingCounts.self) }
  switch unsafe countTransition(band.program) {
  case conway: unsafe advance(band, by: Conway.self)
  case highLife: unsafe advance(band, by: HighLife.self)
  case dayAndNight: unsafe advance(band, by: DayAndNight.self)
  case seeds: unsafe advance(band, by: Seeds.self)
  default: unsafe advance(band, by: AnyCounts.self)
  }
}

private func advanceIsotropic(_ band: Band) {
  if unsafe band.programStride == 0 && JustFriends.matches(band.program) {
    unsafe advance(band, by: JustFriends.self)
  } else {
    unsafe advance(band, by: Isotropic.self)
  }
}

/// The arguments of ``advanceBoard`` and values derived from them. Not the C structure: the
/// compiler must assume that writing rows overwrites its fields, but it keeps a tuple's fields in
/// registers and passes them one by one. On AVX-512, a torus of 2048 × 2048 cells takes 1.22 times
/// as long with the structure.
///
/// - `stride`: the number of words in a row, all planes;
/// - `wrapMask`: all ones if the row wraps, else 0;
/// - `rotates`: whether rotating the whole vector by a bit makes the ends of a row correct;
/// - `lastBit`: a vector in which only the bit of the last cell, bit `bits` − 1, is set.
typealias Band = (
  source: UnsafePointer<UInt64>, target: UnsafeMutablePointer<UInt64>,
  ring: UnsafeMutablePointer<UInt64>, dead: UnsafePointer<UInt64>, scratch: Scratch,
  lastBit: UnsafeMutablePointer<UInt64>, edges: UnsafePointer<life_board_edges>?, vectors: Int,
  planes: Int, stride: Int, states: Int, besideWalls: UnsafePointer<UInt64>?, bits: Int,
  height: Int, first: Int, end: Int, stages: Int,
  wrapMask: UInt64, rotates: Bool, isTorus: Bool, program: Program, programStride: Int
)

@inline(__always)
private func makeBand(_ band: life_board_band) -> Band {
  unsafe (
    band.source, band.target, band.ring, band.dead, band.scratch, band.scratch + 16 &* 8,
    band.edges, band.vectors, band.planes, band.planes &* band.vectors &* 8, band.states,
    band.beside_walls, band.bits, band.height, band.first, band.end, band.stages,
    band.wraps ? .max : 0,
    band.wraps && band.bits == 512, band.is_torus, band.program, band.program_stride
  )
}

/// In a stage with *d* stages after it, block *b* starts at row 4*b* + *d* of the band. The stage
/// must make the rows from −*d* on; if *d* is 3, for example, it begins with block −2, at row −5.
@inline(__always)
private func advance<Rule: CellRule>(_ band: Band, by rule: Rule.Type) {
  let blocks = unsafe (band.end &- band.first &+ 3) / 4
  let stages = unsafe band.stages
  var block = 0 &- stages / 2
  while block < blocks {
    var stage = 1
    while stage <= stages, block >= 0 &- (stages &- stage &+ 1) / 2 {
      let transition = unsafe transition(
        of: band.program, stride: band.programStride, after: stage &- 1, in: band.scratch, by: rule)
      unsafe advanceBlock(
        band, row: 4 &* block &+ stages &- stage, stage: stage, transition: transition, by: rule)
      stage &+= 1
    }
    block &+= 1
  }
}

/// Makes four rows at a stage, starting at `row`.
@inline(__always)
private func advanceBlock<Rule: CellRule>(
  _ band: Band, row: Int, stage: Int, transition: Rule.Transition, by rule: Rule.Type
) {
  let from: SixRows = unsafe (
    input(of: band, row: row &- 1, stage: stage), input(of: band, row: row, stage: stage),
    input(of: band, row: row &+ 1, stage: stage),
    input(of: band, row: row &+ 2, stage: stage), input(of: band, row: row &+ 3, stage: stage),
    input(of: band, row: row &+ 4, stage: stage)
  )
  let to: FourRows = unsafe (
    output(of: band, row: row, stage: stage), output(of: band, row: row &+ 1, stage: stage),
    output(of: band, row: row &+ 2, stage: stage),
    output(of: band, row: row &+ 3, stage: stage)
  )
  for part in 0..<parts {
    if Rule.sharesRows {
      unsafe advanceFour(band, from: from, to: to, part: part, transition: transition, by: rule)
    } else {
      unsafe advanceOne(
        band, from: (from.a, from.b, from.c), to: to.p, part: part, transition: transition, by: rule
      )
      unsafe advanceOne(
        band, from: (from.b, from.c, from.d), to: to.q, part: part, transition: transition, by: rule
      )
      unsafe advanceOne(
        band, from: (from.c, from.d, from.e), to: to.r, part: part, transition: transition, by: rule
      )
      unsafe advanceOne(
        band, from: (from.d, from.e, from.f), to: to.s, part: part, transition: transition, by: rule
      )
    }
  }
  if unsafe !band.isTorus || band.planes > 1 || band.edges != nil {
    unsafe finish(band, from: from, to: to, y: band.first &+ row)
  }
}

/// The steps after the rule for a block with first row `y`, while it's in the cache.
@inline(never)
private func finish(_ band: Band, from: SixRows, to: FourRows, y: Int) {
  if unsafe band.states > 0 {
    unsafe age(band, from: from.b, to: to.p)
    unsafe age(band, from: from.c, to: to.q)
    unsafe age(band, from: from.d, to: to.r)
    unsafe age(band, from: from.e, to: to.s)
  } else if unsafe band.planes > 1 {
    unsafe keepMarks(band, from: from.b, to: to.p, besideWalls: wallRow(of: band, y: y))
    unsafe keepMarks(band, from: from.c, to: to.q, besideWalls: wallRow(of: band, y: y &+ 1))
    unsafe keepMarks(band, from: from.d, to: to.r, besideWalls: wallRow(of: band, y: y &+ 2))
    unsafe keepMarks(band, from: from.e, to: to.s, besideWalls: wallRow(of: band, y: y &+ 3))
  }
  if let edges = unsafe band.edges {
    unsafe setPadding(of: to.p, in: band, edges: edges)
    unsafe setPadding(of: to.q, in: band, edges: edges)
    unsafe setPadding(of: to.r, in: band, edges: edges)
    unsafe setPadding(of: to.s, in: band, edges: edges)
  }
  if unsafe !band.isTorus && (y < 0 || y &+ 4 > band.height) {
    unsafe clear(band, row: to.p, y: y)
    unsafe clear(band, row: to.q, y: y &+ 1)
    unsafe clear(band, row: to.r, y: y &+ 2)
    unsafe clear(band, row: to.s, y: y &+ 3)
  }
}

/// A row in the generation before a stage, counted from the band's first row.
@inline(__always)
private func input(of band: Band, row: Int, stage: Int) -> UnsafePointer<UInt64> {
  if stage > 1 { return unsafe UnsafePointer(ringRow(of: band, row: row, stage: stage &- 1)) }
  let y = unsafe band.first &+ row
  if unsafe y >= 0 && y < band.height { return unsafe band.source + y &* band.stride }
  guard unsafe band.isTorus else { return unsafe band.dead }
  return unsafe band.source + wrapped(y, in: band) &* band.stride
}

/// The board's row for row `y` of a torus.
@inline(__always)
private func wrapped(_ y: Int, in band: Band) -> Int {
  let rest = unsafe y % band.height
  return unsafe rest < 0 ? rest &+ band.height : rest
}

/// The cells beside walls in row `y`; `nil` if there are none.
@inline(__always)
private func wallRow(of band: Band, y: Int) -> UnsafePointer<UInt64>? {
  guard let rows = unsafe band.besideWalls else { return nil }
  guard unsafe band.isTorus || (y >= 0 && y < band.height) else { return nil }
  return unsafe rows + wrapped(y, in: band) &* band.vectors &* 8
}

/// The place for a row of a stage: the ring, or the target after the last stage. Rows of the last
/// stage in another band go to four spare rows.
@inline(__always)
private func output(of band: Band, row: Int, stage: Int) -> UnsafeMutablePointer<UInt64> {
  if unsafe stage < band.stages { return unsafe ringRow(of: band, row: row, stage: stage) }
  let y = unsafe band.first &+ row
  if unsafe y < band.end { return unsafe band.target + y &* band.stride }
  return unsafe band.ring + (8 &* (band.stages &- 1) &+ row & 3) &* band.stride
}

@inline(__always)
private func ringRow(of band: Band, row: Int, stage: Int) -> UnsafeMutablePointer<UInt64> {
  unsafe band.ring + (8 &* (stage &- 1) &+ row & 7) &* band.stride
}
