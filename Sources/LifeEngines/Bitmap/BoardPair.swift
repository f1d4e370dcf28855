internal import CCPU
internal import LifeCore
internal import LifeKernels

/// Two boards of the same shape, one with the current generation and one for the result of a pass,
/// stepped in bands of rows by threads.
///
///      source            target           a pass reads one board and writes the other, which then
///      ┌──────┐ thread 0 ┌──────┐         change roles. A thread writes only the rows of its own
///      │▒▒▒▒▒▒│ ───────→ │██████│         band; it also reads some rows of its neighbors' bands,
///      ├──────┤ thread 1 ├──────┤         which no thread writes before the barrier at the end of
///      │▒▒▒▒▒▒│ ───────→ │██████│         the pass.
///      └──────┘          └──────┘
@safe
struct BoardPair: @unchecked Sendable {
  private let first: Board
  private let second: Board
  let kernels: Kernels
  let isTorus: Bool
  let edges: Edges?
  let border: Border?
  /// The number of planes with cells counted as neighbors.
  private let countedPlanes: Int
  /// The number of states of a Generations rule; 0 for other rules.
  private let states: Int
  /// The cells beside the walls of a History rule, in one plane; `nil` if there are none.
  var besideWalls: Board?
  /// The row beyond the northern or southern edge of a plane; always dead.
  let deadRow: Board
  let pool: WorkerPool
  /// For each thread, the rows of the inner generations of a pass.
  let rings: [Board]
  /// For each thread, the working memory of the circuit.
  let scratches: [Board]
  /// Generations in a pass over memory.
  private let depth: Int

  /// - Parameter limit: the memory limit of each board in bytes.
  init(
    width: Int, height: Int, planes: Int, limit: Int, states: Int, countedPlanes: Int = 1,
    universe: Universe, kernels: Kernels, threads: Int
  ) throws {
    first = try Board(width: width, height: height, planes: planes, limit: limit)
    second = try Board(width: width, height: height, planes: planes, limit: limit)
    self.kernels = kernels
    isTorus = universe.topology == .torus
    edges = Edges(first, isTorus: isTorus)
    border = try Border(first, of: universe)
    self.countedPlanes = countedPlanes
    self.states = states
    let worthwhile = first.stride * 64 * first.height / Self.cellsPerThread
    pool = WorkerPool(threads: max(1, min(threads, worthwhile, first.height / 8)))
    let workers = pool.count
    let depth = border == nil ? Self.depth(of: first, rows: first.height / workers) : 1
    self.depth = depth
    deadRow = try Board(width: width, height: 1, planes: planes)
    rings = try (0..<workers).map { _ in
      try Board(width: width, height: 8 * (depth - 1) + 4, planes: planes)
    }
    scratches = try (0..<workers).map { _ in try Board(width: 512, height: 17) }
  }

  /// With fewer cells per thread, another thread costs more than it saves.
  private static let cellsPerThread = 1 << 18

  /// Generations in a pass.
  ///
  /// Measured on tori of 2048² and 16384² cells with AVX-512: a generation takes 1.2 and 3.9 times
  /// as long in passes of one as in passes of 24; in passes of eight 0.9 and 1.4 times, in passes
  /// of 32 the same. A pass computes some rows of the neighboring bands as well, so thin bands get
  /// fewer generations. The rings must fit the second-level cache.
  private static func depth(of board: Board, rows: Int) -> Int {
    let rowBytes = board.stride * board.planes * 8
    let fitsCache = rowBytes * board.height <= 1 << 19
    return max(
      1, min(fitsCache ? 8 : Circuit.maxGenerations, (1 << 20) / (16 * rowBytes), rows / 32))
  }

  /// The board with the current cells.
  func current(isOnFirst: Bool) -> Board { isOnFirst ? first : second }

  /// Updates the padding and the border of the first board, after an edit.
  func mend() {
    edges?.mend(first, rows: 0..<first.height, planes: countedPlanes)
    border?.clear(first)
  }

  /// Updates the padding of some rows of the current board, after an edit.
  func mend(rows: Range<Int>, isOnFirst: Bool) {
    edges?.mend(current(isOnFirst: isOnFirst), rows: rows, planes: countedPlanes)
  }

  /// Advances by `count` generations, from one board to the other and back.
  ///
  /// - Parameters:
  ///   - startsOnFirst: whether the current cells are on the first board.
  ///   - circuit: begins with the program of the next generation.
  /// - Returns: whether the current cells are on the first board afterwards.
  func advance(by count: Int, startsOnFirst: Bool, circuit: Circuit) -> Bool {
    pool.run { worker, barrier in
      var left = count
      var fromFirst = startsOnFirst
      var circuit = circuit
      while left > 0 {
        let stages = min(left, depth)
        let source = fromFirst ? self.first : second
        let target = fromFirst ? second : self.first
        if let border {
          if worker == 0 { border.fill(source) }
          barrier.wait()
        }
        step(from: source, to: target, worker: worker, stages: stages, circuit: circuit)
        barrier.wait()
        fromFirst.toggle()
        circuit = circuit.advanced(by: stages)
        left -= stages
      }
    }
    let passes = (count + depth - 1) / depth
    let endsOnFirst = passes.isMultiple(of: 2) ? startsOnFirst : !startsOnFirst
    border?.clear(current(isOnFirst: endsOnFirst))
    return endsOnFirst
  }

  private func step(
    from source: Board, to target: Board, worker: Int, stages: Int, circuit: Circuit
  ) {
    let firstRow = source.height * worker / pool.count
    let endRow = source.height * (worker + 1) / pool.count
    unsafe circuit.withPrograms { program, stride in
      unsafe withUnsafePointer(to: edges?.places ?? life_board_edges()) { places in
        var band = unsafe life_board_band(
          source: source.words(ofRow: 0), target: target.words(ofRow: 0),
          ring: rings[worker].words(ofRow: 0), dead: deadRow.words(ofRow: 0),
          scratch: scratches[worker].words(ofRow: 0), edges: edges == nil ? nil : places,
          vectors: source.vectors, planes: source.planes, states: states,
          beside_walls: besideWalls?.words(ofRow: 0),
          bits: edges == nil ? source.width / source.vectors : 512, height: source.height,
          first: firstRow, end: endRow, stages: stages, wraps: wraps, is_torus: isTorus,
          program: program, program_stride: stride)
        unsafe kernels.advanceBoard(&band)
      }
    }
  }

  /// With `edges`, the padding at the opposite ends of a row holds the cells beyond the first and
  /// last column, so the kernel may read there even on a plane.
  var wraps: Bool { isTorus || edges != nil }
}

extension BoardPair {
  /// Traps unless the padding and the border of the current board are as the kernels need them, and
  /// every cell is valid under the rule: dead, alive, dying at an age, or marked.
  func checkInvariants(isOnFirst: Bool) {
    let board = current(isOnFirst: isOnFirst)
    first.checkInvariants()
    second.checkInvariants()
    edges?.checkInvariants(board)
    border?.checkInvariants(board)
    guard states > 0 || board.planes > countedPlanes else { return }
    let mask = board.columnMask()
    for y in 0..<board.height {
      for index in 0..<board.stride {
        let plane = { board.row(y, plane: $0)[index] & (mask?[index] ?? .max) }
        if states > 0 {
          checkAges(plane, agePlanes: board.planes - 1, row: y)
        } else {
          precondition(plane(0) & ~(plane(1) | plane(2)) == 0, "row \(y): alive, no mark, no past")
        }
      }
    }
  }

  /// Compares 64 ages with the maximum one, from the highest bit down.
  private func checkAges(_ plane: (Int) -> UInt64, agePlanes: Int, row: Int) {
    var dying: UInt64 = 0
    var equal: UInt64 = .max
    var greater: UInt64 = 0
    for bit in (0..<agePlanes).reversed() {
      let ages = plane(1 + bit)
      dying |= ages
      if (states - 2) >> bit & 1 == 0 { greater |= equal & ages }
      equal &= (states - 2) >> bit & 1 == 0 ? ~ages : ages
    }
    precondition(greater == 0, "a cell of row \(row) is older than any state")
    precondition(plane(0) & dying == 0, "a cell of row \(row) is alive and dying")
  }
}
