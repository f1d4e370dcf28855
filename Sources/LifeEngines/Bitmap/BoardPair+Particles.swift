// Steps boards of four planes, one for each particle of a block.
internal import CCPU
internal import LifeCore
internal import LifeKernels

/// The alternating phases of a rule of four particles, compiled for the kernels.
struct ParticleCircuit {
  /// The rule of each phase, and its table as leaves, see `advanceParticles`.
  private let phases: [(rule: PartitionedRule, leaves: UInt64)]

  /// Returns `nil` for other families.
  init?(_ rule: Rule) {
    phases = rule.phases.compactMap(\.rule.partitioned).map { ($0, Self.leaves($0.table)) }
    if phases.isEmpty { return nil }
  }

  subscript(phase: Int) -> (rule: PartitionedRule, leaves: UInt64) {
    phases[phase % phases.count]
  }

  /// Whether the result replaces the particles in place, on a single board.
  var isInPlace: Bool { phases[0].rule.kind != .pca }

  /// The leaves of a table: bit *k* of leaf *n* tells whether arrangement *k* + 4 · (*n* modulo 4)
  /// becomes one with particle *n* / 4.
  private static func leaves(_ table: [State]) -> UInt64 {
    (0..<64).reduce(0) { word, bit in
      let (leaf, k) = bit.quotientAndRemainder(dividingBy: 4)
      return word | UInt64(table[k + leaf % 4 * 4] >> State(leaf / 4) & 1) << UInt64(bit)
    }
  }
}

extension BoardPair {
  /// Advances by `count` generations, from one board to the other and back, or on one board.
  ///
  /// - Parameter phase: the phase of the present generation.
  /// - Returns: whether the current cells are on the first board afterwards.
  func advance(
    by count: Int, startsOnFirst: Bool, particles: ParticleCircuit, phase: Int
  ) -> Bool {
    // Whether the cells are on the first board after some steps.
    let isOnFirst = { @Sendable (steps: Int) in
      (particles.isInPlace || steps.isMultiple(of: 2)) == startsOnFirst
    }
    pool.run { worker, barrier in
      for step in 0..<count {
        let source = current(isOnFirst: isOnFirst(step))
        let target = current(isOnFirst: isOnFirst(step + 1))
        if let border {
          if worker == 0 { border.fill(source, planes: 4) }
          barrier.wait()
        }
        let rows =
          source.height * worker / pool.count..<source.height * (worker + 1) / pool.count
        let (rule, leaves) = particles[phase + step]
        ParticleStep(self, worker: worker, rule: rule, leaves: leaves)
          .run(rows, from: source, to: target)
        barrier.wait()
        if let edges {
          edges.mend(target, rows: rows, planes: 4)
          barrier.wait()
        }
      }
    }
    border?.clear(current(isOnFirst: isOnFirst(count)))
    return isOnFirst(count)
  }
}

/// A generation of some rows, by one thread.
private struct ParticleStep {
  private typealias Words = UnsafeMutablePointer<UInt64>

  private let pair: BoardPair
  private let worker: Int
  private let table: UInt64
  private let kind: PartitionedRule.Kind
  /// The corner of the first block.
  private let corner: (x: Int, y: Int)

  init(_ pair: BoardPair, worker: Int, rule: PartitionedRule, leaves: UInt64) {
    self.pair = pair
    self.worker = worker
    table = leaves
    kind = rule.kind
    corner = rule.corner(atOddGeneration: false)
  }

  func run(_ rows: Range<Int>, from source: Board, to target: Board) {
    if kind == .pca {
      for y in rows { enter(row: y, from: source, to: target) }
      return
    }
    // Blocks at the northern edge: on a plane they begin in a dead row, on a torus in the last one.
    if corner.y == 1, rows.lowerBound == 0, !pair.isTorus { meet(row: -1, of: source) }
    for y in rows { meet(row: y, of: source) }
  }

  /// Replaces the cells in a row of the rule's blocks. At odd generations these may consist of the
  /// lower half of a stored row and the upper half of the next one.
  private func meet(row y: Int, of board: Board) {
    let south = y + corner.y
    let upper = 2 * corner.y
    let lower = 2 - upper
    let a = unsafe row(y, plane: upper + corner.x, of: board)
    let b = unsafe row(y, plane: upper + 1 - corner.x, of: board)
    let c = unsafe row(south, plane: lower + corner.x, of: board)
    let d = unsafe row(south, plane: lower + 1 - corner.x, of: board)
    guard corner.x == 1 else {
      return unsafe apply((a, b, c, d), to: (a, b, c, d), words: board.stride)
    }
    // The right cells of these blocks are the left cells of the stored blocks to their east.
    let edge = unsafe meetEdge(b, d)
    let eastB = unsafe buffer(0)
    let eastD = unsafe buffer(1)
    unsafe shiftWest(board, b, into: eastB)
    unsafe shiftWest(board, d, into: eastD)
    unsafe apply((a, eastB, c, eastD), to: (a, eastB, c, eastD), words: board.stride)
    unsafe shiftEast(board, eastB, into: b)
    unsafe shiftEast(board, eastD, into: d)
    if !pair.wraps {
      unsafe b[0] |= edge.b
      unsafe d[0] |= edge.d
    }
  }

  /// The next states of the westmost left cells on a plane: they meet dead cells to the west.
  private func meetEdge(_ b: Words, _ d: Words) -> (b: UInt64, d: UInt64) {
    let west = unsafe pair.rings[worker].words(ofRow: 1)
    let nextB = unsafe pair.rings[worker].words(ofRow: 1, plane: 1)
    let nextD = unsafe pair.rings[worker].words(ofRow: 1, plane: 2)
    let other = unsafe pair.rings[worker].words(ofRow: 1, plane: 3)
    unsafe west.update(repeating: 0, count: 8)
    unsafe apply((west, b, west, d), to: (other, nextB, other, nextD), words: 8)
    return unsafe (nextB[0] & 1, nextD[0] & 1)
  }

  /// Makes a row from the particles that enter its cells. Planes 0 to 3 hold the particles on the
  /// lower, left, upper and right sides; one on the lower side goes to the row below.
  private func enter(row y: Int, from source: Board, to target: Board) {
    let fromWest = unsafe buffer(0)
    let fromEast = unsafe buffer(1)
    unsafe shiftEast(source, source.words(ofRow: y, plane: 3), into: fromWest)
    unsafe shiftWest(source, source.words(ofRow: y, plane: 1), into: fromEast)
    unsafe apply(
      (row(y + 1, plane: 2, of: source), fromWest, row(y - 1, plane: 0, of: source), fromEast),
      to: (
        target.words(ofRow: y, plane: 0), target.words(ofRow: y, plane: 1),
        target.words(ofRow: y, plane: 2), target.words(ofRow: y, plane: 3)
      ), words: source.stride)
  }

  private func apply(
    _ input: (Words, Words, Words, Words), to output: (Words, Words, Words, Words), words: Int
  ) {
    var row = unsafe life_particle_row(
      a: input.0, b: input.1, c: input.2, d: input.3, next_a: output.0, next_b: output.1,
      next_c: output.2, next_d: output.3, words: words, table: table,
      scratch: pair.scratches[worker].words(ofRow: 0))
    unsafe pair.kernels.advanceParticles(&row)
  }

  /// A plane of this thread's working memory.
  private func buffer(_ number: Int) -> Words {
    unsafe pair.rings[worker].words(ofRow: 0, plane: number)
  }

  /// A row, perhaps beyond the northern or southern edge. Beyond the edges of a plane cells are
  /// dead, and writes are lost.
  private func row(_ y: Int, plane: Int, of board: Board) -> Words {
    if y >= 0, y < board.height { return unsafe board.words(ofRow: y, plane: plane) }
    guard pair.isTorus else {
      guard kind != .pca else { return unsafe pair.deadRow.words(ofRow: 0, plane: plane) }
      let words = unsafe pair.rings[worker].words(ofRow: 2, plane: plane)
      unsafe words.update(repeating: 0, count: board.stride)
      return unsafe words
    }
    return unsafe board.words(ofRow: y < 0 ? board.height - 1 : 0, plane: plane)
  }
}

// The ends of a row are as in `advanceBoard`: the vector west of the first one is the last one,
// shifted up by a bit.
extension ParticleStep {
  /// The number of a vector's bits used for columns.
  private func bits(of board: Board) -> Int {
    pair.edges == nil ? board.width / board.vectors : 512
  }

  /// Copies a plane so that each column gets its western neighbor.
  private func shiftEast(_ board: Board, _ words: Words, into target: Words) {
    unsafe (target + 8).update(from: words, count: board.stride - 8)
    let last = unsafe words + (board.stride - 8)
    let end = bits(of: board) - 1
    var carry = pair.wraps ? unsafe last[end >> 6] >> UInt64(end & 63) & 1 : 0
    for index in 0..<8 {
      let word = unsafe last[index]
      unsafe target[index] = word << 1 | carry
      carry = word >> 63
    }
  }

  /// Copies a plane so that each column gets its eastern neighbor.
  private func shiftWest(_ board: Board, _ words: Words, into target: Words) {
    unsafe target.update(from: words + 8, count: board.stride - 8)
    let last = unsafe target + (board.stride - 8)
    let end = bits(of: board) - 1
    var carry: UInt64 = 0
    for index in (0..<8).reversed() {
      let word = unsafe words[index]
      unsafe last[index] = word >> 1 | carry << 63
      carry = word & 1
    }
    let mask: UInt64 = 1 << UInt64(end & 63)
    let first = pair.wraps ? carry << UInt64(end & 63) : 0
    unsafe last[end >> 6] = last[end >> 6] & ~mask | first
  }
}
