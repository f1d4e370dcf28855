internal import LifeCore
internal import LifeKernels

/// Steps a pair of boards of one shape, back and forth, by bands of rows over threads.
///
/// The one place where threads write to shared boards: in a pass each writes the rows of its own
/// band of one board and reads the other, which nobody writes before the barrier.
@safe
struct Bands: @unchecked Sendable {
  let boards: (Board, Board)
  private let kernels: Kernels
  private let isTorus: Bool
  private let edges: Edges?
  private let border: Border?
  private let states: Int
  /// A row beyond the northern or southern edge of a plane.
  private let deadRow: Board
  private let team: Team
  /// For each thread the rows between the first and the last generation of a pass.
  private let rings: [Board]
  /// For each thread the seventeen vectors that circuits may want.
  private let scratches: [Board]
  /// Generations in a pass over memory.
  private let depth: Int

  init(
    _ first: Board, _ second: Board, states: Int, universe: Universe, kernels: Kernels,
    threads: Int
  ) throws {
    boards = (first, second)
    self.kernels = kernels
    isTorus = universe.topology == .torus
    edges = Edges(first, isTorus: isTorus)
    border = try Border(first, of: universe)
    self.states = states
    let worthwhile = first.stride * 64 * first.height / Self.cellsPerThread
    team = Team(max(1, min(threads, worthwhile, first.height / 8)))
    let members = team.count
    let depth = border == nil ? Self.depth(of: first, rows: first.height / members) : 1
    self.depth = depth
    deadRow = try Board(width: first.width, height: 1, planes: first.planes)
    rings = try (0..<members).map { _ in
      try Board(width: first.width, height: 8 * (depth - 1) + 4, planes: first.planes)
    }
    scratches = try (0..<members).map { _ in try Board(width: 512, height: 17) }
  }

  /// Fewer cells than this a thread are not worth waking one for.
  private static let cellsPerThread = 1 << 18

  /// How many generations a pass makes.
  ///
  /// Measured on tori of 2048² and 16384² cells with AVX-512, beside twenty-four: one at a time
  /// takes 1.2 and 3.9 times as long, eight 0.9 and 1.4 times; thirty-two the same. A pass makes
  /// some rows beyond its band again, so thin bands want few; the rings shall stay in the second
  /// cache.
  private static func depth(of board: Board, rows: Int) -> Int {
    let rowBytes = board.stride * board.planes * 8
    let fitsCache = rowBytes * board.height <= 1 << 19
    return max(1, min(fitsCache ? 8 : 24, (1 << 20) / (16 * rowBytes), rows / 32))
  }

  /// Makes the padding of the first board true, after its cells were set.
  func mend() { edges?.mend(boards.0, rows: 0..<boards.0.height) }

  /// Advances by `count` generations, from one board to the other and back.
  ///
  /// - Parameters:
  ///   - isOnFirst: whether the current cells are on the first board.
  ///   - circuit: what the cells obey in the first generation and in the second, in turn.
  /// - Returns: whether the cells are then on the first board.
  func advance(_ count: Int, from isOnFirst: Bool, _ circuit: Circuit) -> Bool {
    team.run { number, barrier in
      var left = count
      var fromFirst = isOnFirst
      var circuit = circuit
      while left > 0 {
        let stages = min(left, depth)
        let (source, target) = fromFirst ? (boards.0, boards.1) : (boards.1, boards.0)
        if let border {
          if number == 0 { border.fill(source) }
          barrier.wait()
        }
        step(from: source, to: target, member: number, stages: stages, circuit)
        barrier.wait()
        fromFirst.toggle()
        if !stages.isMultiple(of: 2) { circuit = circuit.swapped }
        left -= stages
      }
    }
    let passes = (count + depth - 1) / depth
    let endsOnFirst = passes.isMultiple(of: 2) ? isOnFirst : !isOnFirst
    border?.clear(endsOnFirst ? boards.0 : boards.1)
    return endsOnFirst
  }

  private func step(
    from source: Board, to target: Board, member: Int, stages: Int, _ circuit: Circuit
  ) {
    let first = source.height * member / team.count
    let end = source.height * (member + 1) / team.count
    let places = edges?.kernelPlaces
    unsafe circuit.withPrograms { programs in
      unsafe (places ?? []).withUnsafeBufferPointer { places in
        unsafe kernels.advanceBand(
          source.words(ofRow: 0), target.words(ofRow: 0), rings[member].words(ofRow: 0),
          deadRow.words(ofRow: 0), scratches[member].words(ofRow: 0), source.vectors,
          source.planes, states, edges == nil ? source.width / source.vectors : 512,
          source.height, first, end, stages, wraps, isTorus,
          edges == nil ? nil : places.baseAddress, programs)
      }
    }
  }

  /// If cells of padding stand for what lies beyond the first and the last column, it is safe to
  /// look around the corner.
  private var wraps: Bool { isTorus || edges != nil }
}
