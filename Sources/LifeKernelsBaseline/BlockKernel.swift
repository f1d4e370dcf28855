package import CCPU

/// Advances blocks of 16 rows of 64 cells by one generation.
///
/// Only cells in state 1 count as neighbors. They are first gathered into 18 lines: the row north
/// of the block, its own 16, and the row south of it.
///
///     scratch   the lines of the western neighbors of cells, those of the cells, and those of the
///               eastern neighbors; then the next cells in state 1
///     result    bits 0 to 7    the sides and corners of the block at which cells enter or leave
///                              state 1, in reading order from the north-western corner on
///               bits 8 to 15   those at which cells are in state 1 in the next generation
///               bit 16         whether any state changes
///               bit 17         whether any cell is alive in the next generation
///
/// Compiled for each CPU level: at the lowest one, a census of Brian's Brain takes a fifth longer.
package func advanceBlocks(_ batch: UnsafePointer<life_block_batch>) {
  let batch = unsafe batch.pointee
  unsafe run(BlockKernel.self, on: batch, program: batch.program, stride: 0)
}

@inline(__always) private var height: Int { 16 }
@inline(__always) private var lineCount: Int { height &+ 2 }

extension life_block_batch {
  /// The lines of cells.
  @inline(__always) fileprivate var centers: UnsafeMutablePointer<UInt64> {
    unsafe scratch + lineCount
  }
  /// The next cells in state 1.
  @inline(__always) fileprivate var counted: UnsafeMutablePointer<UInt64> {
    unsafe scratch + 3 &* lineCount
  }
  /// The number of words in a block.
  @inline(__always) fileprivate var blockSize: Int { unsafe planes &* height }
}

private enum BlockKernel: @unsafe Kernel {
  @inline(__always)
  static func run<Rule: CellRule>(_ batch: life_block_batch, by rule: Rule.Type) {
    let transition = unsafe Rule.transition(of: batch.program, in: batch.counted + height)
    let line = { (number: Int) -> Rule.Row in
      let west = unsafe batch.scratch + number
      return unsafe Rule.row(
        west: load(west), here: load(west + lineCount), east: load(west + 2 &* lineCount))
    }
    for index in unsafe 0..<batch.count {
      unsafe gatherLines(batch, around: batch.list[index])
      var row = 0
      while row < height {
        let next = Rule.next(
          north: line(row), middle: line(row &+ 1), south: line(row &+ 2), by: transition)
        unsafe store(next, at: batch.counted + row)
        row &+= Wide.scalarCount
      }
      unsafe storeStates(batch, at: index)
    }
  }
}

/// Gathers the cells in state 1 in and around a block.
@inline(never)
private func gatherLines(_ batch: life_block_batch, around block: Int) {
  let near = unsafe batch.neighbors + 8 &* block
  let last = height &- 1
  unsafe gatherLine(batch, line: 0, row: last, west: near[0], center: near[1], east: near[2])
  unsafe gatherLine(
    batch, line: lineCount &- 1, row: 0, west: near[5], center: near[6], east: near[7])
  var row = 0
  while row < height {
    let cells = { (block: Int) -> Wide in
      let rows = unsafe batch.rows + (block &* batch.blockSize &+ row)
      var cells = unsafe load(rows)
      var plane = height
      while unsafe plane < batch.blockSize {
        cells = unsafe cells & ~load(rows + plane)
        plane &+= height
      }
      return cells
    }
    let center = cells(block)
    let target = unsafe batch.scratch + (row &+ 1)
    unsafe store(up(center, by: 1) | down(cells(near[3]), by: 63), at: target)
    unsafe store(center, at: target + lineCount)
    unsafe store(down(center, by: 1) | up(cells(near[4]), by: 63), at: target + 2 &* lineCount)
    row &+= Wide.scalarCount
  }
}

@inline(__always)
private func gatherLine(
  _ batch: life_block_batch, line: Int, row: Int, west: Int, center: Int, east: Int
) {
  let cells = { (block: Int) -> UInt64 in
    let rows = unsafe batch.rows + (block &* batch.blockSize &+ row)
    var cells = unsafe rows[0]
    var plane = height
    while unsafe plane < batch.blockSize {
      cells &= unsafe ~rows[plane]
      plane &+= height
    }
    return cells
  }
  let here = cells(center)
  let target = unsafe batch.scratch + line
  unsafe target[0] = here &<< 1 | cells(west) &>> 63
  unsafe target[lineCount] = here
  unsafe target[2 &* lineCount] = here &>> 1 | cells(east) &<< 63
}

/// Stores the next states of a block, and its result.
///
///     state   next
///     0       1 if the cell is born
///     1       1 if it survives, else 2, or 0 with two states
///     s       s + 1: a dying cell is not born
///     last    0
///
/// So a state stays, grows by one, or becomes 0 after the last one.
@inline(never)
private func storeStates(_ batch: life_block_batch, at index: Int) {
  let rows = unsafe batch.rows + batch.list[index] &* batch.blockSize
  let next = unsafe batch.next + index &* batch.blockSize
  let last = unsafe batch.states &- 1
  var allCounted = Wide()
  var allCountedChanges = Wide()
  var allAlive = Wide()
  var allChanges = Wide()
  var row = 0
  while row < height {
    let now = unsafe load(batch.centers + (row &+ 1))
    var counted = unsafe load(batch.counted + row)
    var alive = counted
    var changes = counted ^ now
    if unsafe batch.planes == 1 {
      unsafe store(counted, at: next + row)
    } else {
      alive = Wide()
      // The cells in the last state, bit by bit.
      var oldest = ~Wide()
      for plane in unsafe 0..<batch.planes {
        let bits = unsafe load(rows + (plane &* height &+ row))
        alive = alive | bits
        oldest = oldest & (last &>> plane & 1 == 1 ? bits : ~bits)
      }
      let dying = alive & ~now
      counted = counted & ~dying
      changes = dying | (counted ^ now)
      alive = (alive | counted) & ~oldest
      // Add one to the changing states, bit by bit.
      var carry = changes & ~oldest
      for plane in unsafe 0..<batch.planes {
        let bits = unsafe load(rows + (plane &* height &+ row))
        unsafe store((bits ^ carry) & ~oldest, at: next + (plane &* height &+ row))
        carry = carry & bits
      }
      unsafe store(counted, at: batch.counted + row)
    }
    allCounted = allCounted | counted
    allCountedChanges = allCountedChanges | (counted ^ now)
    allAlive = allAlive | alive
    allChanges = allChanges | changes
    row &+= Wide.scalarCount
  }
  guard let results = unsafe batch.results else { return }
  let north = unsafe batch.counted[0]
  let south = unsafe batch.counted[height &- 1]
  let changes = unsafe sides(
    north: north ^ batch.centers[1], south: south ^ batch.centers[height],
    all: life_all_words(allCountedChanges))
  let counted = sides(north: north, south: south, all: life_all_words(allCounted))
  let isChange: UInt32 = life_all_words(allChanges) == 0 ? 0 : 1
  let hasCells: UInt32 = life_all_words(allAlive) == 0 ? 0 : 1
  unsafe results[index] = changes | counted &<< 8 | isChange &<< 16 | hasCells &<< 17
}

/// A bit for each side and corner with cells, in reading order from the north-western corner on.
@inline(__always)
private func sides(north: UInt64, south: UInt64, all: UInt64) -> UInt32 {
  let ends = { (row: UInt64) -> UInt64 in row & 1 | (row &>> 63) &<< 2 }
  let northern: UInt64 = north == 0 ? 0 : 2
  let southern: UInt64 = south == 0 ? 0 : 2 &<< 5
  let beside = (all & 1) &<< 3 | (all &>> 63) &<< 4
  return UInt32(truncatingIfNeeded: ends(north) | northern | southern | beside | ends(south) &<< 5)
}
