// Steps boards of four planes, one for each of the particles that meet.
internal import CCPU
internal import LifeCore
internal import LifeKernels

/// A rule of four particles, compiled for the kernels.
struct ParticleCircuit {
  /// See `advanceParticles`.
  let table: UInt64

  init(_ rule: PartitionedRule) { table = Self.leaves(rule.table) }

  /// The leaves of a table: bit *k* of leaf *n* is what the number *k* + 4 · (*n* modulo 4) gives
  /// to the particle *n* / 4.
  private static func leaves(_ table: [State]) -> UInt64 {
    (0..<64).reduce(0) { word, bit in
      let (leaf, k) = bit.quotientAndRemainder(dividingBy: 4)
      return word | UInt64(table[k + leaf % 4 * 4] >> State(leaf / 4) & 1) << UInt64(bit)
    }
  }
}

extension BoardPair {
  /// Advances by `count` generations, from one board to the other and back.
  ///
  /// - Returns: whether the current cells are on the first board afterwards.
  func advance(by count: Int, from isOnFirst: Bool, particles: ParticleCircuit) -> Bool {
    pool.run { worker, barrier in
      var fromFirst = isOnFirst
      for _ in 0..<count {
        let source = current(isOnFirst: fromFirst)
        let target = current(isOnFirst: !fromFirst)
        if let border {
          if worker == 0 { border.fill(source, planes: 4) }
          barrier.wait()
        }
        let rows =
          source.height * worker / pool.count..<source.height * (worker + 1) / pool.count
        let step = ParticleStep(self, worker: worker, circuit: particles)
        for y in rows { step.enter(row: y, from: source, to: target) }
        edges?.mend(target, rows: rows, planes: 4)
        barrier.wait()
        fromFirst.toggle()
      }
    }
    let endsOnFirst = count.isMultiple(of: 2) ? isOnFirst : !isOnFirst
    border?.clear(current(isOnFirst: endsOnFirst))
    return endsOnFirst
  }
}

/// A generation of some rows, by one thread.
private struct ParticleStep {
  private typealias Words = UnsafeMutablePointer<UInt64>

  private let pair: BoardPair
  private let worker: Int
  private let circuit: ParticleCircuit

  init(_ pair: BoardPair, worker: Int, circuit: ParticleCircuit) {
    self.pair = pair
    self.worker = worker
    self.circuit = circuit
  }

  /// Makes a row from the particles that enter its cells: plane 0 has those on the lower sides,
  /// which enter the row below, then left, upper and right.
  func enter(row y: Int, from source: Board, to target: Board) {
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
      next_c: output.2, next_d: output.3, words: words, table: circuit.table,
      scratch: pair.scratches[worker].words(ofRow: 0))
    unsafe pair.kernels.advanceParticles(&row)
  }

  /// A plane of this thread's working memory.
  private func buffer(_ number: Int) -> Words {
    unsafe pair.rings[worker].words(ofRow: 0, plane: number)
  }

  /// A row that may lie beyond the northern or southern edge.
  private func row(_ y: Int, plane: Int, of board: Board) -> Words {
    if y >= 0, y < board.height { return unsafe board.words(ofRow: y, plane: plane) }
    guard pair.isTorus else { return unsafe pair.deadRow.words(ofRow: 0, plane: plane) }
    return unsafe board.words(ofRow: y < 0 ? board.height - 1 : 0, plane: plane)
  }
}

// The ends of a row are as in `advanceBoard`: west of the first vector is the last one, shifted up
// by a bit.
extension ParticleStep {
  /// The bits of a vector that are columns.
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
