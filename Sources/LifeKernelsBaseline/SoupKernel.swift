package import CCPU

/// Advances a window of a soup by itself until it repeats every two generations, the requested
/// generations are done, or cells change near its edge.
///
/// Around the active part of a soup lies ash. It nearly always repeats every two generations, and
/// so do the cells at the window's edge. The edge needs no neighbors: in even generations it equals
/// the start. Rings are numbered from the edge:
///
///     ring 1    wrong one generation after the start, as nothing is known beyond it
///     ring 2    wrong two generations after it; then both are set to the cells of the start
///     3 and 4   compared with the start in even generations
///
/// A difference from the start moves at most one ring a generation. If rings 1 to 4 equal the
/// start, a difference in ring 5 gets only to ring 3 in two generations. So rings 1 and 2, and the
/// cells outside the window, equal the start again in the next even generation. Every result is
/// exact.
///
/// The rings take a tenth of the time. But a window covers just the active part of a soup, so the
/// work is a third of that with tiles at fixed places: a reaction of 25 × 25 cells, for example,
/// keeps 3.4 such tiles active on average.
package func advanceSoup(_ window: UnsafePointer<life_soup_window>) {
  let window = unsafe window.pointee
  unsafe run(SoupKernel.self, on: window, program: window.program, stride: 0)
}

/// Unites the cells of a window over `generations` + 1 generations. Stops early at an even
/// generation equal to the start. The edge is set as in ``advanceSoup(_:)``, but cells that change
/// near it never stop the window; in odd generations ring 1 is wrong.
package func uniteSoup(_ window: UnsafePointer<life_soup_window>) {
  let window = unsafe window.pointee
  unsafe run(SoupUnionKernel.self, on: window, program: window.program, stride: 0)
}

/// Writes blocks of a window to a board.
package func storeSoup(_ blocks: UnsafePointer<life_soup_blocks>) {
  let blocks = unsafe blocks.pointee
  let shift = unsafe Int32(truncatingIfNeeded: blocks.column & 7) &* 8
  let corner = unsafe blocks.board + (blocks.column &>> 3 &* columnWords &+ blocks.row)
  let stride = unsafe blocks.columns &* blocks.lanes
  for column in unsafe 0..<blocks.columns {
    let columns = unsafe Wide(repeating: blocks.column_mask[column])
    var lane = 0
    while unsafe lane < blocks.lanes {
      let mask = unsafe columns & load(blocks.lane_mask + lane)
      let west = up(mask, by: shift)
      let east = down(down(mask, by: 1), by: 63 &- shift)
      for vector in 0..<8 {
        let cells = unsafe load(
          blocks.cells + (vector &* stride &+ column &* blocks.lanes &+ lane))
        let place = unsafe corner + (vector &* planeWords &+ column &* columnWords &+ lane)
        unsafe store(choose(west, up(cells, by: shift), load(place)), at: place)
        if shift == 0 { continue }
        let next = unsafe place + columnWords
        let shifted = down(down(cells, by: 1), by: 63 &- shift)
        unsafe store(choose(east, shifted, load(next)), at: next)
      }
      lane &+= Wide.scalarCount
    }
  }
}

/// The number of words of the board from one column of words to the next, and from one plane to
/// the next: plane *r* holds the rows 8*b* + *r*, see `life_soup_window`.
@inline(__always) private var columnWords: Int { 64 }
@inline(__always) private var planeWords: Int { 9 &* 64 }

extension life_soup_window {
  @inline(__always) fileprivate var words: Int { unsafe 8 &* columns &* lanes }
  /// The memory of the circuit.
  @inline(__always) fileprivate var circuitScratch: Scratch { unsafe scratch + 4 &* words }
}

private enum SoupKernel: @unsafe Kernel {
  @inline(__always)
  static func run<Rule: CellRule>(_ window: life_soup_window, by rule: Rule.Type) {
    let start = unsafe window.scratch
    let middle = unsafe start + window.words
    let transition = unsafe Rule.transition(of: window.program, in: window.circuitScratch)
    unsafe loadWindow(window, into: start)
    var now = unsafe start
    var later = unsafe middle + window.words
    var before = unsafe start
    var done = 0
    while unsafe done < window.generations {
      unsafe stepSoup(window, from: now, to: middle, transition: transition, by: rule)
      unsafe stepSoup(window, from: middle, to: later, transition: transition, by: rule)
      let (changes, near) = unsafe holdEdge(of: later, before: now, start: start, window)
      let spare = unsafe now == start ? middle + 2 &* window.words : now
      unsafe before = now
      unsafe now = later
      unsafe later = spare
      done &+= 2
      if changes == 0 { unsafe done = window.generations }
      if unsafe near != 0 && window.stops { break }
    }
    unsafe finish(window, now: now, before: before, done: done)
  }
}

private enum SoupUnionKernel: @unsafe Kernel {
  @inline(__always)
  static func run<Rule: CellRule>(_ window: life_soup_window, by rule: Rule.Type) {
    let start = unsafe window.scratch
    var now = unsafe start + window.words
    var later = unsafe now + window.words
    let transition = unsafe Rule.transition(of: window.program, in: window.circuitScratch)
    unsafe loadWindow(window, into: start)
    for word in unsafe 0..<window.words {
      unsafe now[word] = start[word]
      unsafe window.result[word] = start[word]
    }
    var done = 0
    while unsafe done < window.generations {
      unsafe stepSoup(window, from: now, to: later, transition: transition, by: rule)
      done &+= 1
      let isEven = done & 1 == 0
      if isEven { _ = unsafe holdEdge(of: later, before: now, start: start, window) }
      var changes: UInt64 = 0
      for word in unsafe 0..<window.words {
        unsafe window.result[word] |= later[word]
        changes |= unsafe later[word] ^ start[word]
      }
      unsafe (now, later) = (later, now)
      if isEven && changes == 0 { break }
    }
    unsafe window.result[window.words] = UInt64(truncatingIfNeeded: done)
  }
}

/// Loads a window from the board: each vector from two columns of words.
@inline(never)
private func loadWindow(_ window: life_soup_window, into target: UnsafeMutablePointer<UInt64>) {
  let shift = unsafe Int32(truncatingIfNeeded: window.column & 7) &* 8
  let corner = unsafe window.board + (window.column &>> 3 &* columnWords &+ window.row)
  var word = 0
  for vector in 0..<8 {
    for column in unsafe 0..<window.columns {
      var place = unsafe corner + (vector &* planeWords &+ column &* columnWords)
      let end = unsafe place + window.lanes
      while unsafe place < end {
        let west = unsafe down(load(place), by: shift)
        let east = unsafe up(up(load(place + columnWords), by: 1), by: 63 &- shift)
        unsafe store(west | east, at: target + word)
        unsafe place += Wide.scalarCount
        word &+= Wide.scalarCount
      }
    }
  }
}

// MARK: - Edges

/// Sets the outermost two rings to their cells at the start.
///
/// - Returns: The union of all changes since `before`, and of the differences from the start in
///   rings 3 and 4.
@inline(never)
private func holdEdge(
  of now: UnsafeMutablePointer<UInt64>, before: UnsafePointer<UInt64>,
  start: UnsafePointer<UInt64>, _ window: life_soup_window
) -> (changes: UInt64, near: UInt64) {
  // Most windows have one column and eight lanes; constants make them faster.
  unsafe window.words == 64
    ? holdEdge(of: now, before: before, start: start, rings: window.rings, columns: 1, lanes: 8)
    : holdEdge(
      of: now, before: before, start: start, rings: window.rings, columns: window.columns,
      lanes: window.lanes)
}

@inline(__always)
private func holdEdge(
  of now: UnsafeMutablePointer<UInt64>, before: UnsafePointer<UInt64>,
  start: UnsafePointer<UInt64>, rings outer: UnsafePointer<UInt64>, columns: Int, lanes: Int
) -> (changes: UInt64, near: UInt64) {
  let stride = columns &* lanes
  let inner = unsafe outer + (8 &+ 8 &* lanes)
  var changes = Wide()
  var near = Wide()
  for column in 0..<columns {
    let outerColumn = unsafe Wide(repeating: outer[column])
    let innerColumn = unsafe Wide(repeating: inner[column])
    var lane = 0
    while lane < lanes {
      for vector in 0..<8 {
        let word = vector &* stride &+ column &* lanes &+ lane
        let row = 8 &+ vector &* lanes &+ lane
        let first = unsafe load(start + word)
        let held = unsafe outerColumn | load(outer + row)
        let cells = unsafe choose(held, first, load(now + word))
        unsafe store(cells, at: now + word)
        changes = unsafe changes | (cells ^ load(before + word))
        near = unsafe near | (cells ^ first) & (innerColumn | load(inner + row))
      }
      lane &+= Wide.scalarCount
    }
  }
  return (life_all_words(changes), life_all_words(near))
}

/// Writes the result of a window.
@inline(never)
private func finish(
  _ window: life_soup_window, now: UnsafePointer<UInt64>, before: UnsafePointer<UInt64>, done: Int
) {
  let lanes = unsafe window.lanes
  let stride = unsafe window.columns &* lanes
  let result = unsafe window.result
  unsafe result[window.words] = UInt64(truncatingIfNeeded: done)
  let changed = unsafe result + (window.words &+ 1)
  let alive = unsafe changed + stride &>> 3
  for block in 0..<stride &>> 3 {
    var changedBits: UInt64 = 0
    var aliveBits: UInt64 = 0
    for part in 0..<parts {
      let first = 8 &* block &+ part &* Wide.scalarCount
      var changes = Wide()
      var cells = Wide()
      for vector in 0..<8 {
        let place = vector &* stride &+ first
        let here = unsafe load(now + place)
        unsafe store(here, at: result + place)
        cells = cells | here
        changes = unsafe changes | (here ^ load(before + place))
      }
      changedBits |= life_gather8(changes, Int32(truncatingIfNeeded: part))
      aliveBits |= life_gather8(cells, Int32(truncatingIfNeeded: part))
    }
    unsafe changed[block] = changedBits
    unsafe alive[block] = aliveBits
  }
}
