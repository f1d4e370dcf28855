package import CCPU

/// Advances tiles of 48 × 48 cells by up to eight generations, each in a window of 64 × 64 cells
/// that extends eight cells into its neighbors.
///
///      tile, in words                          window          row of a phase
///      0–3    the eight neighbors, 32 bits    ┌──────────┐    bit 0  8           55  63
///             each, clockwise from the north   │ ┌──────┐ │        [ ][ west … east ][ ]
///      4–7    for its owner                    │ │ tile │ │
///      8–     phases of 48 rows, one after     │ └──────┘ │    the eight bits at either end
///             the other, northmost first       └──────────┘    are 0
///
/// The window is transposed, as 8 × 8 words, before and after the generations: row 8*l* + *r*
/// becomes lane *l* of vector *r*, so most vertical neighbors are adjacent vectors and need no
/// shuffles (140 → 115 ns a tile). It stays in registers in between.
///
/// The results hold for each tile bits 0 to 7 for changes within eight cells of each neighbor,
/// clockwise from the north; bit 8 for any change; bits 16 to 23 for live cells within eight cells
/// of each neighbor; bit 24 for any live cell. A tile without changes has the result 0.
package func advanceTiles(_ batch: UnsafePointer<life_tile_batch>) {
  let batch = unsafe batch.pointee
  unsafe run(TileKernel.self, on: batch, first: batch.first_program, second: batch.second_program)
}

/// Counts the live cells of tiles and finds their bounding boxes in eight generations, and advances
/// the tiles as ``advanceTiles`` does if the batch has a target.
///
/// Each tile gets eight words, for its present cells and for the seven generations after them:
///
///      bits   0–15 population   16–23 west   24–31 north   32–39 east end   40–47 south end
///
/// Columns and rows count from the tile's corner; the ends are one past the last. A word is 0 if no
/// cell is alive.
package func surveyTiles(
  _ batch: UnsafePointer<life_tile_batch>, into surveys: UnsafeMutablePointer<UInt64>
) {
  let batch = unsafe batch.pointee
  unsafe run(
    TileSurveyKernel.self, on: (batch, surveys), first: batch.first_program,
    second: batch.second_program)
}

extension life_tile_batch {
  /// Words from the start of a tile to the phases that are read and written.
  @inline(__always) var sourceOffset: Int { unsafe phaseStart &+ source &* phaseWords }
  @inline(__always) var targetOffset: Int { unsafe phaseStart &+ target &* phaseWords }

  @inline(__always)
  func tile(_ number: UInt32) -> UnsafeMutablePointer<UInt64> {
    unsafe tiles + Int(truncatingIfNeeded: number) &* tileWords
  }
}

private enum TileKernel: @unsafe Kernel {
  @inline(__always)
  static func run<Rule: CellRule>(_ batch: life_tile_batch, by rule: Rule.Type) {
    let scratch = unsafe batch.scratch
    let first = unsafe Rule.transition(of: batch.first_program, in: scratch + 2 &* windowRows)
    let second = unsafe Rule.transition(of: batch.second_program, in: scratch + 2 &* windowRows)
    let last = unsafe batch.generations & 1 &* windowRows
    for index in unsafe 0..<batch.count {
      let number = unsafe batch.list[index]
      if unsafe index &+ 2 < batch.count { unsafe prefetch(batch, at: index &+ 1) }
      unsafe gatherWindow(batch, tile: number, into: scratch + windowRows)
      unsafe life_transpose_words(scratch + windowRows, scratch)
      unsafe step(scratch, generations: batch.generations, first: first, second: second, by: rule)
      unsafe life_transpose_words(scratch + last, scratch)
      if unsafe batch.target < 0 { continue }
      let target = unsafe batch.tile(number) + batch.targetOffset
      unsafe batch.results[index] = unsafe storeTile(scratch + margin, in: target)
    }
  }
}

private enum TileSurveyKernel: @unsafe Kernel {
  typealias Arguments = (batch: life_tile_batch, surveys: UnsafeMutablePointer<UInt64>)

  @inline(__always)
  static func run<Rule: CellRule>(_ arguments: Arguments, by rule: Rule.Type) {
    let (batch, surveys) = unsafe arguments
    let scratch = unsafe batch.scratch
    let first = unsafe Rule.transition(of: batch.first_program, in: scratch + 2 &* windowRows)
    let second = unsafe Rule.transition(of: batch.second_program, in: scratch + 2 &* windowRows)
    // Seven, in a form that the compiler cannot see through: see `step`.
    let turns = unsafe 7 &+ batch.generations &>> 6
    for index in unsafe 0..<batch.count {
      let number = unsafe batch.list[index]
      if unsafe index &+ 2 < batch.count { unsafe prefetch(batch, at: index &+ 1) }
      unsafe gatherWindow(batch, tile: number, into: scratch + windowRows)
      unsafe life_transpose_words(scratch + windowRows, scratch)
      for generation in 0..<8 {
        let isOdd = generation & 1 == 1
        let source = unsafe isOdd ? scratch + windowRows : scratch
        let target = unsafe isOdd ? scratch : scratch + windowRows
        unsafe surveys[8 &* index &+ generation] = unsafe survey(source, into: target)
        if unsafe generation == 7 && batch.target < 0 { continue }
        unsafe stepWindow(
          from: source, to: target, transition: Rule.alternates && isOdd ? second : first,
          turns: turns, by: rule)
      }
      if unsafe batch.target < 0 { continue }
      unsafe life_transpose_words(scratch, scratch + windowRows)
      unsafe batch.results[index] = unsafe storeTile(
        scratch + (windowRows &+ margin), in: batch.tile(number) + batch.targetOffset)
    }
  }
}

/// The words of a tile.
@inline(__always) private var tileWords: Int { 152 }
@inline(__always) private var phaseStart: Int { 8 }
@inline(__always) private var phaseWords: Int { 48 }
@inline(__always) private var windowRows: Int { 64 }
/// How far a window extends into the neighbors.
@inline(__always) private var margin: Int { 8 }
/// The bits of a window's row that are the tile's own.
@inline(__always) private var middle: UInt64 { 0x00ff_ffff_ffff_ff00 }
@inline(__always) private var westEdge: UInt64 { 0xff00 }
@inline(__always) private var eastEdge: UInt64 { 0x00ff_0000_0000_0000 }

/// Prefetches the cache lines of the next tile, the phases that are read and written, and the
/// header of the one after it. In a soup larger than the cache: 101 → 93 ms (2048², 2 000
/// generations).
@inline(__always)
private func prefetch(_ batch: life_tile_batch, at index: Int) {
  unsafe life_prefetch(batch.tile(batch.list[index &+ 1]))
  let tile = unsafe batch.tile(batch.list[index])
  var row = 0
  while row < phaseWords {
    unsafe life_prefetch(tile + (batch.sourceOffset &+ row))
    unsafe life_prefetch(tile + (batch.targetOffset &+ row))
    row &+= 8
  }
}

/// Gathers the window of a tile: three groups of rows, each from three tiles side by side.
///
///      7 0 1    8 rows      neighbors as numbered in the header; the columns are the eastern
///      6 · 2    48 rows     8 cells of the western tile, the 48 of the middle one, and the
///      5 4 3    8 rows      western 8 of the eastern one
@inline(__always)
private func gatherWindow(
  _ batch: life_tile_batch, tile number: UInt32, into window: UnsafeMutablePointer<UInt64>
) {
  let tile = unsafe batch.tile(number)
  let rows = { (direction: Int) -> UnsafePointer<UInt64> in
    let pair = unsafe tile[direction &>> 1]
    let number = UInt32(truncatingIfNeeded: direction & 1 == 0 ? pair : pair &>> 32)
    return unsafe UnsafePointer(batch.tile(number) + batch.sourceOffset)
  }
  let own = unsafe UnsafePointer(tile + batch.sourceOffset)
  let last = phaseWords &- margin
  unsafe gatherRows(
    west: rows(7) + last, here: rows(0) + last, east: rows(1) + last, count: margin, into: window)
  unsafe gatherRows(
    west: rows(6), here: own, east: rows(2), count: phaseWords, into: window + margin)
  unsafe gatherRows(
    west: rows(5), here: rows(4), east: rows(3), count: margin,
    into: window + (margin &+ phaseWords))
}

/// Joins rows of three tiles: the cells of a row are bits 8 to 55 of its word.
@inline(__always)
private func gatherRows(
  west: UnsafePointer<UInt64>, here: UnsafePointer<UInt64>, east: UnsafePointer<UInt64>,
  count: Int, into window: UnsafeMutablePointer<UInt64>
) {
  var row = 0
  while row < count {
    let sides = unsafe down(load(west + row), by: 48) | up(load(east + row), by: 48)
    unsafe store(sides | load(here + row), at: window + row)
    row &+= Wide.scalarCount
  }
}

/// Advances a window; the last generation is in the first 64 words of the scratch, or in the second
/// 64 words after an odd number of generations.
@inline(__always)
private func step<Rule: CellRule>(
  _ scratch: UnsafeMutablePointer<UInt64>, generations: Int, first: Rule.Transition,
  second: Rule.Transition, by rule: Rule.Type
) {
  let there = unsafe scratch + windowRows
  // Always seven. As a constant it lets the compiler unroll the loop, so that the window stays in
  // registers. Long circuits get the same number in a form that the compiler cannot see through,
  // so that it does not unroll hundreds of gates seven times.
  let turns = Rule.sharesRows ? 7 : 7 &+ generations &>> 6
  var generation = 0
  while Rule.isCommon && generation &+ 2 <= generations {
    unsafe stepWindowHere(from: scratch, to: there, transition: first, turns: turns, by: rule)
    unsafe stepWindowHere(from: there, to: scratch, transition: second, turns: turns, by: rule)
    generation &+= 2
  }
  while generation < generations {
    let isOdd = generation & 1 == 1
    let source = unsafe isOdd ? there : scratch
    let target = unsafe isOdd ? scratch : there
    let transition = Rule.alternates && isOdd ? second : first
    unsafe stepWindow(from: source, to: target, transition: transition, turns: turns, by: rule)
    generation &+= 1
  }
}

/// One generation of a transposed window: row 8*l* + *r* is lane *l* of vector *r*.
///
///      vector      0    1   …   6    7        north of vector r is vector r − 1; north of vector
///      lane 0      0    1   …   6    7        0 is vector 7 with its lanes shifted by one, as
///      lane 1      8    9   …  14   15        row 8 is south of row 7
///      lane 7     56   57   …  62   63
///
/// The cells beyond the window are arbitrary, so a ring of cells at its edge is wrong after one
/// generation, and eight rings, which are the margin, after eight.
@inline(never)
func stepWindow<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>,
  transition: Rule.Transition, turns: Int, by rule: Rule.Type
) {
  unsafe stepWindowHere(from: source, to: target, transition: transition, turns: turns, by: rule)
}

/// The same, inlined: two generations of Conway's rule in a row keep part of the window in
/// registers, which is worth 3 % of the time of a soup.
@inline(__always)
func stepWindowHere<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>,
  transition: Rule.Transition, turns: Int, by rule: Rule.Type
) {
  let row = { (row: Wide) in Rule.row(west: up(row, by: 1), here: row, east: down(row, by: 1)) }
  for part in 0..<parts {
    let offset = part &* Wide.scalarCount
    let last = unsafe load(source + (56 &+ offset))
    let lastBefore = unsafe part > 0 ? load(source + (56 &+ offset &- Wide.scalarCount)) : last
    let first = unsafe load(source + offset)
    let firstAfter =
      unsafe part < parts &- 1 ? load(source + (offset &+ Wide.scalarCount)) : first
    var north = row(life_words_north(lastBefore, last))
    var here = row(first)
    for vector in 0..<turns {
      let place = 8 &* vector &+ offset
      let south = unsafe row(load(source + (place &+ 8)))
      unsafe store(
        Rule.next(north: north, middle: here, south: south, by: transition), at: target + place)
      north = here
      here = south
    }
    let south = row(life_words_south(first, firstAfter))
    unsafe store(
      Rule.next(north: north, middle: here, south: south, by: transition),
      at: target + (56 &+ offset))
  }
}

/// Stores the next rows of a tile and returns its result, which ``advanceTiles`` describes. Nothing
/// is written if nothing changed.
@inline(__always)
private func storeTile(
  _ rows: UnsafePointer<UInt64>, in target: UnsafeMutablePointer<UInt64>
) -> UInt32 {
  let mask = Wide(repeating: middle)
  var changed = Wide()
  var row = 0
  while row < phaseWords {
    changed = unsafe changed | (load(rows + row) & mask ^ load(target + row))
    row &+= Wide.scalarCount
  }
  guard life_all_words(changed) != 0 else { return 0 }
  let last = phaseWords &- margin
  var north = Wide()
  var south = Wide()
  var liveNorth = Wide()
  var liveSouth = Wide()
  var alive = Wide()
  row = 0
  while row < phaseWords {
    let new = unsafe load(rows + row) & mask
    let difference = unsafe new ^ load(target + row)
    unsafe store(new, at: target + row)
    alive = alive | new
    if row < margin {
      north = north | difference
      liveNorth = liveNorth | new
    }
    if row >= last {
      south = south | difference
      liveSouth = liveSouth | new
    }
    row &+= Wide.scalarCount
  }
  var marks = Wide()
  mark(&marks, from: 0, all: changed, north: north, south: south)
  mark(&marks, from: 16, all: alive, north: liveNorth, south: liveSouth)
  return UInt32(truncatingIfNeeded: life_all_words(marks))
}

/// Sets nine bits from `place` on in any word of `marks`: one for each neighbor, clockwise from the
/// north, that has a cell of the tile within eight cells, and one for any cell. `all` are the cells
/// of all rows, `north` and `south` those of the eight outer rows. Every row of a vector marks its
/// own word, so that six reductions become one. With the shorter circuit of Conway's rule, a soup
/// of 2048² for 2 000 generations takes 114 ms in place of 127.
@inline(__always)
private func mark(
  _ marks: inout Wide, from place: UInt64, all: Wide, north: Wide, south: Wide
) {
  let mark = { (marks: Wide, cells: Wide, any: UInt64, east: UInt64, west: UInt64) -> Wide in
    let inside = life_mark_words(marks, cells, .max, 1 &<< (place &+ any))
    let eastern = life_mark_words(inside, cells, eastEdge, 1 &<< (place &+ east))
    return life_mark_words(eastern, cells, westEdge, 1 &<< (place &+ west))
  }
  marks = mark(marks, north, 0, 1, 7)
  marks = mark(marks, south, 4, 3, 5)
  marks = mark(marks, all, 8, 2, 6)
}

/// Surveys the tile in the middle of a transposed window, as ``surveyTiles`` describes.
///
/// - Parameter masks: eight words to overwrite.
@inline(never)
private func survey(
  _ window: UnsafePointer<UInt64>, into masks: UnsafeMutablePointer<UInt64>
) -> UInt64 {
  // Lane l of all vectors together is the union of rows 8l to 8l + 7; lanes 1 to 6 are the tile's.
  for part in 0..<parts {
    let offset = part &* Wide.scalarCount
    var all = Wide()
    for vector in 0..<8 { all = unsafe all | load(window + (8 &* vector &+ offset)) }
    unsafe store(all & Wide(repeating: middle), at: masks + offset)
  }
  var columns: UInt64 = 0
  var first = 0
  var last = 0
  for lane in 1..<7 where unsafe masks[lane] != 0 {
    if columns == 0 { first = lane }
    unsafe columns |= masks[lane]
    last = lane
  }
  if columns == 0 { return 0 }
  var north = 8 &* first
  var south = 8 &* last &+ 7
  while unsafe window[8 &* (north & 7) &+ first] & middle == 0 { north &+= 1 }
  while unsafe window[8 &* (south & 7) &+ last] & middle == 0 { south &-= 1 }
  var population = 0
  for lane in first..<last &+ 1 {
    for vector in 0..<8 {
      unsafe population &+= (window[8 &* vector &+ lane] & middle).nonzeroBitCount
    }
  }
  let west = columns.trailingZeroBitCount &- margin
  let eastEnd = 64 &- columns.leadingZeroBitCount &- margin
  let box = west | (north &- margin) &<< 8 | eastEnd &<< 16 | (south &+ 1 &- margin) &<< 24
  return UInt64(truncatingIfNeeded: population | box &<< 16)
}
