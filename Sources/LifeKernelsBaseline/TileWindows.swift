internal import CCPU

// Windows of tiles: 64 rows for one tile; 112 for two, the second south of the first.

extension life_tile_batch {
  /// The number of words from the start of a tile to the phases to read and to write.
  @inline(__always) var sourceOffset: Int { unsafe phaseStart &+ source &* phaseWords }
  @inline(__always) var targetOffset: Int { unsafe phaseStart &+ target &* phaseWords }

  @inline(__always)
  func tile(_ number: UInt32) -> UnsafeMutablePointer<UInt64> {
    unsafe tiles + Int(truncatingIfNeeded: number) &* tileWords
  }
}

@inline(__always) var tileWords: Int { 152 }
@inline(__always) var phaseStart: Int { 8 }
@inline(__always) var phaseWords: Int { 48 }
/// The number of words in the largest window, for two tiles.
@inline(__always) var windowWords: Int { 112 }
/// The number of cells by which a window extends into the neighbors.
@inline(__always) var margin: Int { 8 }
/// The bits of a window's row inside the tile.
@inline(__always) var tileBits: UInt64 { 0x00ff_ffff_ffff_ff00 }
@inline(__always) var westEdge: UInt64 { 0xff00 }
@inline(__always) var eastEdge: UInt64 { 0x00ff_0000_0000_0000 }

/// The neighbor of a tile in a direction.
@inline(__always)
func neighbor(
  of number: UInt32, in batch: life_tile_batch, toward direction: Int
) -> UInt32 {
  let pair = unsafe batch.tile(number)[direction &>> 1]
  return UInt32(truncatingIfNeeded: direction & 1 == 0 ? pair : pair &>> 32)
}

/// Prefetches the phases of a listed tile to read and write, the needed part of the tiles to the
/// west and east, and the header of the next tile. For a soup larger than the cache, the tile's
/// prefetch saves 8 % of the time, the neighbors' 3 %.
@inline(__always)
func prefetch(_ batch: life_tile_batch, at index: Int) {
  unsafe life_prefetch(batch.tile(batch.list[index &+ 1]))
  let number = unsafe batch.list[index]
  let tile = unsafe batch.tile(number)
  let west = unsafe batch.tile(neighbor(of: number, in: batch, toward: 6))
  let east = unsafe batch.tile(neighbor(of: number, in: batch, toward: 2))
  var row = 0
  while row < phaseWords {
    unsafe life_prefetch(tile + (batch.sourceOffset &+ row))
    unsafe life_prefetch(west + (batch.sourceOffset &+ row))
    unsafe life_prefetch(east + (batch.sourceOffset &+ row))
    unsafe life_prefetch(tile + (batch.targetOffset &+ row))
    row &+= 8
  }
}

/// Gathers the rows of the window of one or two tiles, each row from three tiles side by side.
///
///      7 0 1    8 rows      neighbors as numbered in the header; the columns are the eastern
///      6 · 2    48 rows     8 cells of the western tile, the 48 of the middle one, and the
///      5 4 3    8 rows      western 8 of the eastern one
@inline(__always)
func gatherRows(
  of tiles: Int, in batch: life_tile_batch, at index: Int, into rows: UnsafeMutablePointer<UInt64>
) {
  let phase = { (number: UInt32) in
    unsafe UnsafePointer(batch.tile(number) + batch.sourceOffset)
  }
  let beside = { (number: UInt32, direction: Int) in
    unsafe phase(neighbor(of: number, in: batch, toward: direction))
  }
  let first = unsafe batch.list[index]
  let last = unsafe batch.list[index &+ tiles &- 1]
  let end = phaseWords &- margin
  unsafe gatherRows(
    west: beside(first, 7) + end, here: beside(first, 0) + end, east: beside(first, 1) + end,
    count: margin, into: rows)
  for tile in 0..<tiles {
    let number = unsafe batch.list[index &+ tile]
    unsafe gatherRows(
      west: beside(number, 6), here: phase(number), east: beside(number, 2), count: phaseWords,
      into: rows + (margin &+ tile &* phaseWords))
  }
  unsafe gatherRows(
    west: beside(last, 5), here: beside(last, 4), east: beside(last, 3), count: margin,
    into: rows + (margin &+ tiles &* phaseWords))
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

/// The number of vectors in a window: eight for one tile, 14 for two.
@inline(__always) func vectors(ofWindowOf tiles: Int) -> Int { 2 &+ 6 &* tiles }

/// Transposes rows into a window. Of 14 vectors, it transposes the first eight and the last eight,
/// which overlap in two.
@inline(__always)
func transpose(
  _ rows: UnsafePointer<UInt64>, of tiles: Int, into window: UnsafeMutablePointer<UInt64>
) {
  let vectors = vectors(ofWindowOf: tiles)
  for tile in 0..<tiles {
    let first = 6 &* tile
    unsafe life_transpose_words(rows + first, vectors, window + 8 &* first, 8)
  }
}

@inline(__always)
func transposeBack(
  _ window: UnsafePointer<UInt64>, of tiles: Int, into rows: UnsafeMutablePointer<UInt64>
) {
  let vectors = vectors(ofWindowOf: tiles)
  for tile in 0..<tiles {
    let first = 6 &* tile
    unsafe life_transpose_words(window + 8 &* first, 8, rows + first, vectors)
  }
}

/// One generation of a transposed window: row 8*l* + *r* is lane *l* of vector *r*, or row
/// 14*l* + *r* in the window of two tiles.
///
///      vector      0    1   …   6    7        north of vector r is vector r − 1; north of vector
///      lane 0      0    1   …   6    7        0 is vector 7 with its lanes shifted by one, as
///      lane 1      8    9   …  14   15        row 8 is south of row 7
///      lane 7     56   57   …  62   63
///
/// The cells beyond the window are arbitrary. A ring of cells at its edge is therefore wrong after
/// one generation, and after eight generations eight rings, the margin.
@inline(never)
func stepWindow<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>,
  transition: Rule.Transition, lastVector: Int, by rule: Rule.Type
) {
  unsafe stepWindowInlined(
    from: source, to: target, transition: transition, lastVector: lastVector, by: rule)
}

/// ``stepWindow`` inlined: two generations of Conway's rule in a row keep part of the window in
/// registers, which saves 3 % of the time of a soup.
@inline(__always)
func stepWindowInlined<Rule: CellRule>(
  from source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>,
  transition: Rule.Transition, lastVector: Int, by rule: Rule.Type
) {
  let row = { (row: Wide) in Rule.row(west: up(row, by: 1), here: row, east: down(row, by: 1)) }
  for part in 0..<parts {
    let offset = part &* Wide.scalarCount
    let end = 8 &* lastVector &+ offset
    let last = unsafe load(source + end)
    let lastBefore = unsafe part > 0 ? load(source + (end &- Wide.scalarCount)) : last
    let first = unsafe load(source + offset)
    let firstAfter =
      unsafe part < parts &- 1 ? load(source + (offset &+ Wide.scalarCount)) : first
    var north = row(life_words_north(lastBefore, last))
    var here = row(first)
    for vector in 0..<lastVector {
      let place = 8 &* vector &+ offset
      let south = unsafe row(load(source + (place &+ 8)))
      unsafe store(
        Rule.next(north: north, middle: here, south: south, by: transition), at: target + place)
      north = here
      here = south
    }
    let south = row(life_words_south(first, firstAfter))
    unsafe store(
      Rule.next(north: north, middle: here, south: south, by: transition), at: target + end)
  }
}
