internal import CCPU

/// Advances squares of 32 × 32 cells; what becomes of the 16 × 16 in the middle is exact for up to
/// eight generations.
///
///      leaf, four words        square, four leaves
///      [ nw ne ]               [ nw ne ]       a block is a byte a row, northmost first;
///      [ sw se ]  8 × 8 each   [ sw se ]       bit 0 is the westmost cell
///
/// - Parameters:
///   - leaves: leaf 0; the leaves lie one after the other.
///   - squares: four numbers of leaves for each square.
///   - count: how many squares.
///   - generations: 1, 2, 4 or 8.
///   - programs: what the cells obey at the first, third, … generation and at the second, fourth,
///     …; the first number of both is the same circuit's.
///   - scratch: 32 · 8 words, aligned to 64 bytes, whose contents do not matter.
///   - targets: where the four blocks of each middle go.
package func advanceSquares(
  leaves: UnsafePointer<UInt64>, squares: UnsafePointer<UInt32>, count: Int, generations: Int,
  programs: (UnsafePointer<UInt64>, UnsafePointer<UInt64>),
  scratch: UnsafeMutablePointer<UInt64>, targets: UnsafeMutablePointer<UInt64>
) {
  let work: Squares = unsafe (leaves, squares, count, generations, scratch, targets)
  switch unsafe programs.0[0] {
  case life_circuit_moore: unsafe advanceCounting(work, programs)
  case life_circuit_hexagon: unsafe advance(work, programs, HexagonCounts.self)
  case life_circuit_cross: unsafe advance(work, programs, CrossCounts.self)
  case life_circuit_isotropic: unsafe advance(work, programs, Isotropic.self)
  case life_circuit_hexagon_map: unsafe advance(work, programs, HexagonMap.self)
  default: unsafe advance(work, programs, SquareMap.self)
  }
}

private func advanceCounting(_ work: Squares, _ programs: (Program, Program)) {
  let first = unsafe Alternating.law(programs.0, work.scratch)
  if unsafe first ~= Alternating.law(programs.1, work.scratch) {
    switch first {
    case conway: return unsafe advance(work, programs, Conway.self)
    case highLife: return unsafe advance(work, programs, HighLife.self)
    default: break
    }
  }
  unsafe advance(work, programs, Alternating.self)
}

/// The arguments of ``advanceSquares``.
typealias Squares = (
  leaves: UnsafePointer<UInt64>, squares: UnsafePointer<UInt32>, count: Int, generations: Int,
  scratch: UnsafeMutablePointer<UInt64>, targets: UnsafeMutablePointer<UInt64>
)

/// How many of the machine's vectors hold a square.
@inline(__always) private var vectors: Int { 16 / Wide.scalarCount }

@inline(__always)
private func advance<Rule: CellRule>(
  _ work: Squares, _ programs: (Program, Program), _ rule: Rule.Type
) {
  let first = unsafe Rule.law(programs.0, work.scratch + 128)
  let second = unsafe Rule.law(programs.1, work.scratch + 128)
  // A vector of room on either side of both boards: what is read there never matters.
  let here = unsafe work.scratch + 8
  let there = unsafe here + 32
  for index in unsafe 0..<work.count {
    unsafe lay(work.leaves, work.squares + 4 &* index, here)
    var generation = 0
    while unsafe generation &+ 2 <= work.generations {
      unsafe step(here, there, first, rule)
      unsafe step(there, here, second, rule)
      generation &+= 2
    }
    var last = unsafe here
    if unsafe work.generations == 1 {
      unsafe step(here, there, first, rule)
      unsafe last = there
    }
    unsafe takeMiddle(last, work.targets + 4 &* index)
  }
}

/// Unpacks the four leaves of a square.
@inline(__always)
private func lay(
  _ leaves: UnsafePointer<UInt64>, _ square: UnsafePointer<UInt32>,
  _ rows: UnsafeMutablePointer<UInt64>
) {
  let nw = unsafe leaves + 4 &* Int(truncatingIfNeeded: square[0])
  let ne = unsafe leaves + 4 &* Int(truncatingIfNeeded: square[1])
  let sw = unsafe leaves + 4 &* Int(truncatingIfNeeded: square[2])
  let se = unsafe leaves + 4 &* Int(truncatingIfNeeded: square[3])
  unsafe life_lay_blocks(nw[0], nw[1], ne[0], ne[1], rows)
  unsafe life_lay_blocks(nw[2], nw[3], ne[2], ne[3], rows + 4)
  unsafe life_lay_blocks(sw[0], sw[1], se[0], se[1], rows + 8)
  unsafe life_lay_blocks(sw[2], sw[3], se[2], se[3], rows + 12)
}

@inline(__always)
private func takeMiddle(
  _ rows: UnsafeMutablePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>
) {
  unsafe target[0] = life_second_block(rows + 4)
  unsafe target[1] = life_third_block(rows + 4)
  unsafe target[2] = life_second_block(rows + 8)
  unsafe target[3] = life_third_block(rows + 8)
}

/// One generation of a square. Rows lie in pairs in 64-bit lanes, so a cell at the edge of a row
/// sees one of another row beyond: the edges go wrong, a ring more in every generation.
@inline(__always)
private func step<Rule: CellRule>(
  _ source: UnsafeMutablePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
  _ law: Rule.Law, _ rule: Rule.Type
) {
  var before = Wide()
  var here = unsafe load(source)
  var part = 0
  while part < vectors {
    part &+= 1
    let after = unsafe part < vectors ? load(source + part &* Wide.scalarCount) : Wide()
    let next = Rule.next(
      row(life_rows_north(before, here), rule), row(here, rule),
      row(life_rows_south(here, after), rule), law)
    unsafe store(next, target + (part &- 1) &* Wide.scalarCount)
    (before, here) = (here, after)
  }
}

@inline(__always)
private func row<Rule: CellRule>(_ here: Wide, _ rule: Rule.Type) -> Rule.Row {
  Rule.row(up(here, by: 1), here, down(here, by: 1))
}
