package import CCPU

/// Advances tiles of 48 × 48 cells by a step of up to eight generations, each in a window of
/// 64 × 64 cells extending eight cells into its neighbors.
///
///      tile, in words                          window          row of a phase
///      0–3    the eight neighbors, 32 bits     ┌──────────┐   bit 0  8           55  63
///             each, clockwise from the north   │ ┌──────┐ │        [ ][ west … east ][ ]
///      4–7    for its owner                    │ │ tile │ │
///      8–     phases: rows after each of three │ └──────┘ │    the eight bits at either end
///             steps, 48 each, northmost first  └──────────┘    are 0
///
/// The window is transposed, as 8 × 8 words, before and after the generations: row 8*l* + *r*
/// becomes lane *l* of vector *r*. So most vertical neighbors are adjacent vectors and need no
/// shuffles, which saves a sixth of the time of a tile. Within a generation, each vector is loaded
/// once and serves as the southern, middle and northern row from a register.
///
/// In Conway's Life, if the next tile of the list is south of a tile, both share a window of 112
/// rows: 14 vectors instead of 16. This saves an eighth of the time of a tile.
///
/// Each tile's result has bits 0 to 7 for changes within eight cells of each neighbor, clockwise
/// from the north; bit 8 for any change; bits 16 to 23 for live cells within eight cells of each
/// neighbor; bit 24 for any live cell. Changes are differences from the cells that the target phase
/// held before. A tile without changes has the result 0.
package func advanceTiles(_ batch: UnsafePointer<life_tile_batch>) {
  let batch = unsafe batch.pointee
  unsafe run(TileKernel.self, on: batch, program: batch.program, stride: batch.program_stride)
}

/// Counts the live cells of tiles and finds their bounding boxes in eight generations. Advances the
/// tiles as ``advanceTiles`` does if the batch has a target.
///
/// Each tile gets eight words, for its current cells and for seven more generations:
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
    TileSurveyKernel.self, on: (batch, surveys), program: batch.program,
    stride: batch.program_stride)
}

private enum TileKernel: @unsafe Kernel {
  @inline(__always)
  static func run<Rule: CellRule>(_ batch: life_tile_batch, by rule: Rule.Type) {
    var index = 0
    while unsafe index < batch.count {
      if unsafe Rule.isCommon && isPair(batch, at: index) {
        unsafe advance(batch, at: index, tiles: 2, by: rule)
        index &+= 2
      } else {
        unsafe advance(batch, at: index, tiles: 1, by: rule)
        index &+= 1
      }
    }
  }

  /// Whether the next tile of the list is south of a tile, so they share a window.
  @inline(__always)
  static func isPair(_ batch: life_tile_batch, at index: Int) -> Bool {
    guard unsafe batch.generations == 8 && index &+ 1 < batch.count else { return false }
    return unsafe neighbor(of: batch.list[index], in: batch, toward: 4) == batch.list[index &+ 1]
  }

  /// Advances one tile of the list, or two.
  @inline(__always)
  static func advance<Rule: CellRule>(
    _ batch: life_tile_batch, at index: Int, tiles: Int, by rule: Rule.Type
  ) {
    let rows = unsafe batch.scratch
    let window = unsafe rows + windowWords
    unsafe gatherRows(of: tiles, in: batch, at: index, into: rows)
    unsafe transpose(rows, of: tiles, into: window)
    var next = index &+ tiles
    while next < index &+ 2 &* tiles {
      if unsafe next &+ 1 < batch.count { unsafe prefetch(batch, at: next) }
      next &+= 1
    }
    unsafe step(window, with: rows, tiles: tiles, of: batch, by: rule)
    unsafe transposeBack(batch.generations & 1 == 0 ? window : rows, of: tiles, into: rows)
    if unsafe batch.target < 0 { return }
    for tile in 0..<tiles {
      let target = unsafe batch.tile(batch.list[index &+ tile]) + batch.targetOffset
      unsafe batch.results[index &+ tile] = storeTile(
        rows + (margin &+ tile &* phaseWords), in: target)
    }
  }
}

private enum TileSurveyKernel: @unsafe Kernel {
  typealias Arguments = (batch: life_tile_batch, surveys: UnsafeMutablePointer<UInt64>)

  @inline(__always)
  static func run<Rule: CellRule>(_ arguments: Arguments, by rule: Rule.Type) {
    let (batch, surveys) = unsafe arguments
    let scratch = unsafe batch.scratch
    let there = unsafe scratch + windowWords
    // Seven, hidden from the compiler: see `step`.
    let last = unsafe 7 &+ batch.generations &>> 6
    for index in unsafe 0..<batch.count {
      if unsafe index &+ 2 < batch.count { unsafe prefetch(batch, at: index &+ 1) }
      unsafe gatherRows(of: 1, in: batch, at: index, into: there)
      unsafe transpose(there, of: 1, into: scratch)
      for generation in 0..<8 {
        let isOdd = generation & 1 == 1
        let source = unsafe isOdd ? there : scratch
        let target = unsafe isOdd ? scratch : there
        unsafe surveys[8 &* index &+ generation] = unsafe survey(source, into: target)
        if unsafe generation == 7 && batch.target < 0 { continue }
        unsafe stepWindow(
          from: source, to: target,
          transition: transition(
            of: batch.program, stride: batch.program_stride, after: generation,
            in: scratch + 2 &* windowWords, by: rule),
          lastVector: last, by: rule)
      }
      if unsafe batch.target < 0 { continue }
      unsafe transposeBack(scratch, of: 1, into: there)
      let target = unsafe batch.tile(batch.list[index]) + batch.targetOffset
      unsafe batch.results[index] = storeTile(there + margin, in: target)
    }
  }
}

/// Advances a window. After an odd number of generations, the cells are in `spare`.
@inline(__always)
private func step<Rule: CellRule>(
  _ window: UnsafeMutablePointer<UInt64>, with spare: UnsafeMutablePointer<UInt64>, tiles: Int,
  of batch: life_tile_batch, by rule: Rule.Type
) {
  let generations = unsafe batch.generations
  let scratch = unsafe batch.scratch + 2 &* windowWords
  let first = unsafe Rule.transition(of: batch.program, in: scratch)
  // The last vector is 7 for one tile, 13 for two. A constant lets the compiler unroll the loop
  // over the vectors. For long circuits, a zero computed from the generations hides the constant
  // from the compiler, which would otherwise unroll hundreds of gates seven times.
  let constant = vectors(ofWindowOf: tiles) &- 1
  let last = Rule.sharesRows ? constant : constant &+ generations &>> 6
  var generation = 0
  while Rule.isCommon && generation &+ 2 <= generations {
    unsafe stepWindowInlined(from: window, to: spare, transition: first, lastVector: last, by: rule)
    unsafe stepWindowInlined(from: spare, to: window, transition: first, lastVector: last, by: rule)
    generation &+= 2
  }
  while generation < generations {
    let isOdd = generation & 1 == 1
    let source = unsafe isOdd ? spare : window
    let target = unsafe isOdd ? window : spare
    let transition = unsafe transition(
      of: batch.program, stride: batch.program_stride, after: generation, in: scratch, by: rule)
    unsafe stepWindow(from: source, to: target, transition: transition, lastVector: last, by: rule)
    generation &+= 1
  }
}

/// Stores the next rows of a tile. Returns its result as described at ``advanceTiles``. Writes
/// nothing if nothing changed.
@inline(__always)
private func storeTile(
  _ rows: UnsafePointer<UInt64>, in target: UnsafeMutablePointer<UInt64>
) -> UInt32 {
  let mask = Wide(repeating: tileBits)
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

/// Adds up to nine marks, as bits from `place` on: one for each neighbor, clockwise from the north,
/// if there is a cell within eight cells of it, and one for any cell. `all` are the cells of all
/// rows, `north` and `south` those of the eight outer rows.
///
/// A mark is set in the lane of the row that has the cell, and the caller unites the lanes once.
/// That replaces six reductions, and saves a tenth of the time of a soup.
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

/// Surveys the tile in the middle of a transposed window; see ``surveyTiles``.
///
/// Adding the eight vectors bit by bit leaves half as many words to count. For example, this saves
/// 8 % when identifying a rake from its population in each of 57 000 generations.
///
/// - Parameter sums: 40 words to overwrite.
@inline(never)
private func survey(
  _ window: UnsafePointer<UInt64>, into sums: UnsafeMutablePointer<UInt64>
) -> UInt64 {
  // Lane l of vector r is row 8l + r of the window; lanes 1 to 6 are the tile's.
  var columns: UInt64 = 0
  for part in 0..<parts {
    let offset = part &* Wide.scalarCount
    var mask = Wide(repeating: tileBits)
    if part == 0 { mask[0] = 0 }
    if part == parts &- 1 { mask[Wide.scalarCount &- 1] = 0 }
    let cells = { (row: Int) -> Wide in unsafe load(window + (8 &* row &+ offset)) & mask }
    let (ones, twos, fours, eights) = sum(cells)
    unsafe store(ones, at: sums + offset)
    unsafe store(twos, at: sums + (8 &+ offset))
    unsafe store(fours, at: sums + (16 &+ offset))
    unsafe store(eights, at: sums + (24 &+ offset))
    columns |= life_all_words(ones | twos | (fours | eights))
    // Bit r of a word tells whether row r of the lane has live cells.
    var alive = Wide()
    for row in 0..<8 { alive = life_mark_words(alive, cells(row), .max, 1 &<< UInt64(row)) }
    unsafe store(alive, at: sums + (32 &+ offset))
  }
  if columns == 0 { return 0 }
  var population = 0
  var rows: UInt64 = 0
  for lane in 0..<8 {
    for bit in 0..<4 {
      unsafe population &+= sums[8 &* bit &+ lane].nonzeroBitCount &<< bit
    }
    unsafe rows |= sums[32 &+ lane] &<< UInt64(8 &* lane)
  }
  let west = columns.trailingZeroBitCount &- margin
  let eastEnd = 64 &- columns.leadingZeroBitCount &- margin
  let north = rows.trailingZeroBitCount &- margin
  let southEnd = 64 &- rows.leadingZeroBitCount &- margin
  let box = west | north &<< 8 | eastEnd &<< 16 | southEnd &<< 24
  return UInt64(truncatingIfNeeded: population | box &<< 16)
}

/// The number of set bits at each place of eight vectors, as bit-planes, the lowest bit first.
@inline(__always)
private func sum(
  _ vector: (Int) -> Wide
) -> (ones: Wide, twos: Wide, fours: Wide, eights: Wide) {
  let first = parity(vector(0), vector(1), vector(2))
  let second = parity(vector(3), vector(4), vector(5))
  let third = parity(first, second, vector(6))
  let ones = third ^ vector(7)
  let firstTwos = majority(vector(0), vector(1), vector(2))
  let secondTwos = majority(vector(3), vector(4), vector(5))
  let thirdTwos = majority(first, second, vector(6))
  let lastTwos = third & vector(7)
  let sumOfTwos = parity(firstTwos, secondTwos, thirdTwos)
  let twos = sumOfTwos ^ lastTwos
  let firstFours = majority(firstTwos, secondTwos, thirdTwos)
  let lastFours = sumOfTwos & lastTwos
  return (ones, twos, firstFours ^ lastFours, firstFours & lastFours)
}
