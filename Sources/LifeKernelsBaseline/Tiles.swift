internal import CCPU

/// Advances tiles of 48 × 48 cells by as many as eight generations, each in a window of 64 × 64
/// cells that reaches eight cells into its neighbours.
///
///      tile, in words                          window          row of a slot
///      0–3    the eight neighbours, 32 bits    ┌──────────┐    bit 0  8           55  63
///             each, clockwise from the north   │ ┌──────┐ │        [ ][ west … east ][ ]
///      4–7    for its owner                    │ │ tile │ │
///      8–     slots of 48 rows, one after      │ └──────┘ │    the eight bits at either end
///             the other, northmost first       └──────────┘    are 0
///
/// - Parameters:
///   - tiles: tile 0, which is dead and its own neighbour; the tiles lie one after the other.
///   - list: the numbers of the tiles to advance.
///   - count: how many.
///   - source: the slot to read, of tiles and neighbours.
///   - target: the slot to write, another one; if less than 0 the last tile's window stays in the
///     first 64 words of the scratch, and nothing else is done.
///   - generations: eight, or fewer if there is no target.
///   - programs: what the cells obey at the first, third, … generation and at the second, fourth,
///     …; the first number of both is the same circuit's.
///   - scratch: 33 · 8 words, aligned to 64 bytes, whose contents do not matter.
///   - results: for each tile what ``outcome`` says of it.
package func advanceTiles(
  tiles: UnsafeMutablePointer<UInt64>, list: UnsafePointer<UInt32>, count: Int, source: Int,
  target: Int, generations: Int, programs: (UnsafePointer<UInt64>, UnsafePointer<UInt64>),
  scratch: UnsafeMutablePointer<UInt64>, results: UnsafeMutablePointer<UInt32>
) {
  let work: Tiles = unsafe (
    tiles, list, count, slotStart &+ source &* slotWords, target, generations, scratch, results
  )
  switch unsafe programs.0[0] {
  case life_circuit_moore: unsafe advanceCounting(work, programs)
  case life_circuit_hexagon: unsafe advance(work, programs, HexagonCounts.self)
  case life_circuit_cross: unsafe advance(work, programs, CrossCounts.self)
  case life_circuit_isotropic: unsafe advance(work, programs, Isotropic.self)
  case life_circuit_hexagon_map: unsafe advance(work, programs, HexagonMap.self)
  default: unsafe advance(work, programs, SquareMap.self)
  }
}

private func advanceCounting(_ work: Tiles, _ programs: (Program, Program)) {
  let first = unsafe Alternating.law(programs.0, work.scratch)
  if unsafe first ~= Alternating.law(programs.1, work.scratch) {
    switch first {
    case conway: return unsafe advance(work, programs, Conway.self)
    default: break
    }
  }
  unsafe advance(work, programs, Alternating.self)
}

/// The words of a tile.
@inline(__always) private var tileWords: Int { 152 }
@inline(__always) private var slotStart: Int { 8 }
@inline(__always) private var slotWords: Int { 48 }
@inline(__always) private var windowRows: Int { 64 }
/// How far a window reaches into the neighbours.
@inline(__always) private var margin: Int { 8 }
/// The bits of a window's row that are the tile's own.
@inline(__always) private var middle: UInt64 { 0x00ff_ffff_ffff_ff00 }
@inline(__always) private var westEdge: UInt64 { 0xff00 }
@inline(__always) private var eastEdge: UInt64 { 0x00ff_0000_0000_0000 }

/// The arguments of ``advanceTiles``; `source` in words from the tile's start.
private typealias Tiles = (
  tiles: UnsafeMutablePointer<UInt64>, list: UnsafePointer<UInt32>, count: Int, source: Int,
  target: Int, generations: Int, scratch: UnsafeMutablePointer<UInt64>,
  results: UnsafeMutablePointer<UInt32>
)

@inline(__always)
private func advance<Rule: CellRule>(
  _ work: Tiles, _ programs: (Program, Program), _ rule: Rule.Type
) {
  let first = unsafe Rule.law(programs.0, work.scratch + 2 &* windowRows)
  let second = unsafe Rule.law(programs.1, work.scratch + 2 &* windowRows)
  let last = unsafe work.generations & 1 &* windowRows
  for index in unsafe 0..<work.count {
    let number = unsafe work.list[index]
    if unsafe index &+ 2 < work.count { unsafe prefetch(work, index &+ 1) }
    unsafe lay(work.tiles, number, work.source, work.scratch + windowRows)
    unsafe life_turn_words(work.scratch + windowRows, work.scratch)
    unsafe step(work.scratch, work.generations, first, second, rule)
    unsafe life_turn_words(work.scratch + last, work.scratch)
    if unsafe work.target < 0 { continue }
    let tile = unsafe work.tiles + Int(truncatingIfNeeded: number) &* tileWords
    let target = unsafe tile + (slotStart &+ work.target &* slotWords)
    unsafe work.results[index] = unsafe outcome(work.scratch + margin, target)
  }
}

/// Asks for the lines of a tile whose turn comes next, what is read and what is written, and for
/// the head of the one after it. In a soup larger than the cache: 101 → 93 ms (2048², 2 000
/// generations).
@inline(__always)
private func prefetch(_ work: Tiles, _ index: Int) {
  let place = { (number: UInt32) -> UnsafeMutablePointer<UInt64> in
    unsafe work.tiles + Int(truncatingIfNeeded: number) &* tileWords
  }
  unsafe life_prefetch(place(work.list[index &+ 1]))
  let tile = unsafe place(work.list[index])
  var row = 0
  while row < slotWords {
    unsafe life_prefetch(tile + (work.source &+ row))
    unsafe life_prefetch(tile + (slotStart &+ work.target &* slotWords &+ row))
    row &+= 8
  }
}

/// Lays out the window of a tile: three rows of vectors from three columns of tiles.
@inline(__always)
private func lay(
  _ tiles: UnsafeMutablePointer<UInt64>, _ number: UInt32, _ source: Int,
  _ window: UnsafeMutablePointer<UInt64>
) {
  let tile = unsafe tiles + Int(truncatingIfNeeded: number) &* tileWords
  let slot = { (direction: Int) -> UnsafePointer<UInt64> in
    let pair = unsafe tile[direction &>> 1]
    let number = Int(truncatingIfNeeded: direction & 1 == 0 ? pair & 0xffff_ffff : pair &>> 32)
    return unsafe UnsafePointer(tiles + (number &* tileWords &+ source))
  }
  let last = slotWords &- margin
  unsafe lay(slot(7) + last, slot(0) + last, slot(1) + last, 8, window)
  unsafe lay(slot(6), UnsafePointer(tile + source), slot(2), slotWords, window + margin)
  unsafe lay(slot(5), slot(4), slot(3), 8, window + (margin &+ slotWords))
}

@inline(__always)
private func lay(
  _ west: UnsafePointer<UInt64>, _ here: UnsafePointer<UInt64>, _ east: UnsafePointer<UInt64>,
  _ count: Int, _ window: UnsafeMutablePointer<UInt64>
) {
  var row = 0
  while row < count {
    let sides = unsafe down(load(west + row), by: 48) | up(load(east + row), by: 48)
    unsafe store(sides | load(here + row), window + row)
    row &+= Wide.scalarCount
  }
}

/// Advances a window; the last generation is in the first 64 words of the scratch, or in the second
/// if there were an odd number.
@inline(__always)
private func step<Rule: CellRule>(
  _ scratch: UnsafeMutablePointer<UInt64>, _ generations: Int, _ first: Rule.Law,
  _ second: Rule.Law, _ rule: Rule.Type
) {
  let there = unsafe scratch + windowRows
  // Seven. Where that is not known, the compiler does not write circuits of hundreds of gates seven
  // times over; where it is, the window stays in registers.
  let turns = Rule.sharesRows ? 7 : 7 &+ generations &>> 6
  var generation = 0
  while generation &+ 2 <= generations {
    unsafe step(scratch, there, first, turns, rule)
    unsafe step(there, scratch, second, turns, rule)
    generation &+= 2
  }
  if generation < generations { unsafe step(scratch, there, first, turns, rule) }
}

/// One generation of a window whose rows are turned: row 8*l* + *r* is word *l* of vector *r*, so
/// that most rows' neighbours are the vectors before and after. What lies beyond the window counts
/// as anything, so it goes wrong from its edges, a ring more in every generation.
@inline(__always)
private func step<Rule: CellRule>(
  _ source: UnsafeMutablePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>, _ law: Rule.Law,
  _ turns: Int, _ rule: Rule.Type
) {
  let row = { (row: Wide) in Rule.row(up(row, by: 1), row, down(row, by: 1)) }
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
      unsafe store(Rule.next(north, here, south, law), target + place)
      (north, here) = (here, south)
    }
    let south = row(life_words_south(first, firstAfter))
    unsafe store(Rule.next(north, here, south, law), target + (56 &+ offset))
  }
}

/// Puts a tile's next rows where they belong and says what changed there, and what lives.
///
/// - Returns: bits 0 to 7 for what changed within eight cells of each neighbour, clockwise from the
///   north; bit 8 if anything changed; bits 16 to 23 for what lives within eight cells of each
///   neighbour; bit 24 if anything lives. All 0 if nothing changed.
@inline(__always)
private func outcome(
  _ rows: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>
) -> UInt32 {
  let mask = Wide(repeating: middle)
  var changed = Wide()
  var row = 0
  while row < slotWords {
    changed = unsafe changed | (load(rows + row) & mask ^ load(target + row))
    row &+= Wide.scalarCount
  }
  let all = life_all_words(changed)
  guard all != 0 else { return 0 }
  let last = slotWords &- margin
  var (north, south) = (Wide(), Wide())
  var (liveNorth, liveSouth, alive) = (Wide(), Wide(), Wide())
  row = 0
  while row < slotWords {
    let new = unsafe load(rows + row) & mask
    let difference = unsafe new ^ load(target + row)
    unsafe store(new, target + row)
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
  let changes = edges(all, life_all_words(north), life_all_words(south))
  let life = life_all_words(alive)
  let lives = edges(life, life_all_words(liveNorth), life_all_words(liveSouth))
  return changes | 1 &<< 8 | lives &<< 16 | (life == 0 ? 0 : 1 &<< 24)
}

/// A bit for each neighbour, clockwise from the north, of which something lies within eight cells:
/// columns are the bits of `all`, and of `north` and `south` for the outer rows.
@inline(__always)
private func edges(_ all: UInt64, _ north: UInt64, _ south: UInt64) -> UInt32 {
  let bit = { (word: UInt64, place: UInt32) -> UInt32 in word == 0 ? 0 : 1 &<< place }
  return bit(north, 0) | bit(north & eastEdge, 1) | bit(all & eastEdge, 2)
    | bit(south & eastEdge, 3) | bit(south, 4) | bit(south & westEdge, 5)
    | bit(all & westEdge, 6) | bit(north & westEdge, 7)
}
