package import CCPU

/// Computes successors of quadtree nodes of 32 × 32 cells: the 16 × 16 cells in the middle, exact
/// for up to eight generations.
///
///      leaf, four words        node, four leaves
///      [ nw ne ]               [ nw ne ]       a block is a byte a row, northmost first;
///      [ sw se ]  8 × 8 each   [ sw se ]       bit 0 is the westmost cell
package func advanceNodes(_ batch: UnsafePointer<life_node_batch>) {
  let batch = unsafe batch.pointee
  unsafe run(NodeKernel.self, on: batch, program: batch.program, stride: batch.program_stride)
}

/// The number of the machine's vectors in a node.
@inline(__always) private var vectors: Int { 16 / Wide.scalarCount }

private enum NodeKernel: @unsafe Kernel {
  @inline(__always)
  static func run<Rule: CellRule>(_ batch: life_node_batch, by rule: Rule.Type) {
    let here = unsafe batch.scratch + 8
    let there = unsafe here + 32
    for index in unsafe 0..<batch.count {
      unsafe unpack(batch.leaves, of: batch.nodes + 4 &* index, into: here)
      var generation = 0
      var now = unsafe here
      var later = unsafe there
      while unsafe generation < batch.generations {
        unsafe step(
          from: now, to: later,
          transition: transition(
            of: batch.program, stride: batch.program_stride, after: generation,
            in: batch.scratch + 128, by: rule),
          by: rule)
        unsafe (now, later) = (later, now)
        generation &+= 1
      }
      unsafe packMiddle(of: now, into: batch.successors + 4 &* index)
    }
  }
}

/// Unpacks the four leaves of a node into 32 rows of 32 bits.
@inline(__always)
private func unpack(
  _ leaves: UnsafePointer<UInt64>, of node: UnsafePointer<UInt32>,
  into rows: UnsafeMutablePointer<UInt64>
) {
  let nw = unsafe leaves + 4 &* Int(truncatingIfNeeded: node[0])
  let ne = unsafe leaves + 4 &* Int(truncatingIfNeeded: node[1])
  let sw = unsafe leaves + 4 &* Int(truncatingIfNeeded: node[2])
  let se = unsafe leaves + 4 &* Int(truncatingIfNeeded: node[3])
  unsafe life_unpack_blocks(nw[0], nw[1], ne[0], ne[1], rows)
  unsafe life_unpack_blocks(nw[2], nw[3], ne[2], ne[3], rows + 4)
  unsafe life_unpack_blocks(sw[0], sw[1], se[0], se[1], rows + 8)
  unsafe life_unpack_blocks(sw[2], sw[3], se[2], se[3], rows + 12)
}

/// Packs the 16 × 16 cells in the middle into the four blocks of a leaf.
@inline(__always)
private func packMiddle(
  of rows: UnsafeMutablePointer<UInt64>, into target: UnsafeMutablePointer<UInt64>
) {
  unsafe target[0] = life_second_block(rows + 4)
  unsafe target[1] = life_third_block(rows + 4)
  unsafe target[2] = life_second_block(rows + 8)
  unsafe target[3] = life_third_block(rows + 8)
}

/// One generation of a node. Two rows share a lane of 64 bits, so the shifts bring cells of the
/// other row to the edges; rows beyond the node are dead. A ring of cells at its edge is therefore
/// wrong after one generation, eight rings after eight. That leaves the 16 × 16 middle cells.
@inline(__always)
private func step<Rule: CellRule>(
  from source: UnsafeMutablePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>,
  transition: Rule.Transition, by rule: Rule.Type
) {
  var before = Wide()
  var here = unsafe load(source)
  var part = 0
  while part < vectors {
    part &+= 1
    let after = unsafe part < vectors ? load(source + part &* Wide.scalarCount) : Wide()
    let next = Rule.next(
      north: row(around: life_rows_north(before, here), by: rule),
      middle: row(around: here, by: rule),
      south: row(around: life_rows_south(here, after), by: rule), by: transition)
    unsafe store(next, at: target + (part &- 1) &* Wide.scalarCount)
    before = here
    here = after
  }
}

@inline(__always)
private func row<Rule: CellRule>(around here: Wide, by rule: Rule.Type) -> Rule.Row {
  Rule.row(west: up(here, by: 1), here: here, east: down(here, by: 1))
}
