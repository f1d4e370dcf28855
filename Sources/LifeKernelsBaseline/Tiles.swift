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
///   - target: the slot to write, another one.
///   - laws: what the cells obey at the first, third, … generation (birth and survival) and at
///     the second, fourth, …
///   - scratch: 2 · 64 words, aligned to 64 bytes, whose contents do not matter.
///   - results: for each tile what ``outcome`` says of it.
package func advanceTiles(
  tiles: UnsafeMutablePointer<UInt64>, list: UnsafePointer<UInt32>, count: Int, source: Int,
  target: Int, laws: (UInt16, UInt16, UInt16, UInt16), scratch: UnsafeMutablePointer<UInt64>,
  results: UnsafeMutablePointer<UInt32>
) {
  let first: Law = (laws.0, laws.1)
  let second: Law = (laws.2, laws.3)
  let work: Tiles = unsafe (
    tiles, list, count, slotStart &+ source &* slotWords, slotStart &+ target &* slotWords, scratch,
    results
  )
  if first.birth == second.birth && first.survival == second.survival {
    switch first {
    case conway: return unsafe advance(work, first, first, Conway.self)
    case highLife: return unsafe advance(work, first, first, HighLife.self)
    case dayAndNight: return unsafe advance(work, first, first, DayAndNight.self)
    default: break
    }
  }
  unsafe advance(work, first, second, AnyCounts.self)
}

/// Shows what a tile's slot will be in up to eight generations.
///
/// - Parameters:
///   - tile: the number of the tile.
///   - target: where its 48 rows go.
///   - See ``advanceTiles`` for the others.
package func showTile(
  tiles: UnsafeMutablePointer<UInt64>, tile: UInt32, source: Int, generations: Int,
  laws: (UInt16, UInt16, UInt16, UInt16), scratch: UnsafeMutablePointer<UInt64>,
  target: UnsafeMutablePointer<UInt64>
) {
  unsafe lay(tiles, tile, slotStart &+ source &* slotWords, scratch + windowRows)
  unsafe life_turn_words(scratch + windowRows, scratch)
  unsafe step(
    scratch, generations, (laws.0, laws.1), (laws.2, laws.3), AnyCounts.self)
  unsafe life_turn_words(scratch + generations & 1 &* windowRows, scratch)
  let rows = unsafe scratch + margin
  for row in 0..<slotWords { unsafe target[row] = rows[row] & middle }
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

/// The arguments of ``advanceTiles``; `source` and `target` in words from the tile's start.
private typealias Tiles = (
  tiles: UnsafeMutablePointer<UInt64>, list: UnsafePointer<UInt32>, count: Int, source: Int,
  target: Int, scratch: UnsafeMutablePointer<UInt64>, results: UnsafeMutablePointer<UInt32>
)

@inline(__always)
private func advance<Rule: CellRule>(
  _ work: Tiles, _ first: Law, _ second: Law, _ rule: Rule.Type
) {
  for index in unsafe 0..<work.count {
    let number = unsafe work.list[index]
    unsafe lay(work.tiles, number, work.source, work.scratch + windowRows)
    unsafe life_turn_words(work.scratch + windowRows, work.scratch)
    unsafe step(work.scratch, 8, first, second, rule)
    unsafe life_turn_words(work.scratch, work.scratch)
    let tile = unsafe work.tiles + Int(truncatingIfNeeded: number) &* tileWords
    unsafe work.results[index] = unsafe outcome(work.scratch + margin, tile + work.target)
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
  _ scratch: UnsafeMutablePointer<UInt64>, _ generations: Int, _ first: Law, _ second: Law,
  _ rule: Rule.Type
) {
  let there = unsafe scratch + windowRows
  var generation = 0
  while generation &+ 2 <= generations {
    unsafe step(scratch, there, first, rule)
    unsafe step(there, scratch, second, rule)
    generation &+= 2
  }
  if generation < generations { unsafe step(scratch, there, first, rule) }
}

/// One generation of a window whose rows are turned: row 8*l* + *r* is word *l* of vector *r*, so
/// that most rows' neighbours are the vectors before and after. What lies beyond the window counts
/// as anything, so it goes wrong from its edges, a ring more in every generation.
@inline(__always)
private func step<Rule: CellRule>(
  _ source: UnsafeMutablePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>, _ law: Law,
  _ rule: Rule.Type
) {
  for part in 0..<parts {
    let offset = part &* Wide.scalarCount
    let last = unsafe load(source + (56 &+ offset))
    let lastBefore = unsafe part > 0 ? load(source + (56 &+ offset &- Wide.scalarCount)) : last
    let first = unsafe load(source + offset)
    let firstAfter =
      unsafe part < parts &- 1 ? load(source + (offset &+ Wide.scalarCount)) : first
    var north = sides(life_words_north(lastBefore, last))
    var here = sides(first)
    for vector in 0..<7 {
      let place = 8 &* vector &+ offset
      let south = unsafe sides(load(source + (place &+ 8)))
      unsafe store(Rule.next(here.alive, counts(north, here, south), law), target + place)
      (north, here) = (here, south)
    }
    let south = sides(life_words_south(first, firstAfter))
    unsafe store(Rule.next(here.alive, counts(north, here, south), law), target + (56 &+ offset))
  }
}

@inline(__always)
private func sides(_ row: Wide) -> Sum { sum(up(row, by: 1), row, down(row, by: 1)) }

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
