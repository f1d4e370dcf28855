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
  /// A row beyond the northern or southern edge of a plane.
  private let deadRow: Board
  private let team: Team
  /// For each thread the rows between the first and the last generation of a pass.
  private let rings: [Board]
  /// Generations in a pass over memory.
  private let depth: Int

  init(
    _ first: Board, _ second: Board, universe: Universe, kernels: Kernels, threads: Int
  ) throws {
    boards = (first, second)
    self.kernels = kernels
    isTorus = universe.topology == .torus
    edges = Edges(first, isTorus: isTorus)
    let worthwhile = first.stride * 64 * first.height / Self.cellsPerThread
    team = Team(max(1, min(threads, worthwhile, first.height / 8)))
    let members = team.count
    let depth = Self.depth(of: first, rows: first.height / members)
    self.depth = depth
    deadRow = try Board(width: first.width, height: 1)
    rings = try (0..<members).map { _ in
      try Board(width: first.width, height: 16 * (depth - 1) + 4)
    }
  }

  /// Fewer cells than this a thread are not worth waking one for.
  private static let cellsPerThread = 1 << 18

  /// How many generations a pass makes.
  ///
  /// Measured on tori of 2048² and 16384² cells with AVX-512, in Gcell/s: one generation 330 and
  /// 120, eight 345 and 264, twenty-four 296 and 336. A pass makes some rows beyond its band again,
  /// so thin bands want few; the rings shall stay in the second cache.
  private static func depth(of board: Board, rows: Int) -> Int {
    let rowBytes = board.stride * 8
    let fitsCache = rowBytes * board.height <= 1 << 19
    return max(1, min(fitsCache ? 8 : 24, (1 << 20) / (16 * rowBytes), rows / 32))
  }

  /// Makes the padding of the first board true, after its cells were set.
  func mend() { edges?.mend(boards.0, rows: 0..<boards.0.height) }

  /// Advances by `count` generations, from one board to the other and back.
  ///
  /// - Parameters:
  ///   - isOnFirst: whether the current cells are on the first board.
  ///   - laws: what the cells obey in the first generation and in the second, in turn.
  /// - Returns: whether the cells are then on the first board.
  func advance(_ count: Int, from isOnFirst: Bool, laws: (LifeLike, LifeLike)) -> Bool {
    team.run { number, barrier in
      var left = count
      var fromFirst = isOnFirst
      var laws = laws
      while left > 0 {
        let stages = min(left, depth)
        step(
          from: fromFirst ? boards.0 : boards.1, to: fromFirst ? boards.1 : boards.0,
          member: number, stages: stages, laws)
        barrier.wait()
        fromFirst.toggle()
        if !stages.isMultiple(of: 2) { laws = (laws.1, laws.0) }
        left -= stages
      }
    }
    let passes = (count + depth - 1) / depth
    return passes.isMultiple(of: 2) ? isOnFirst : !isOnFirst
  }

  private func step(
    from source: Board, to target: Board, member: Int, stages: Int,
    _ laws: (LifeLike, LifeLike)
  ) {
    let first = source.height * member / team.count
    let end = source.height * (member + 1) / team.count
    let masks = [laws.0.birth, laws.0.survival, laws.1.birth, laws.1.survival]
    let places = edges?.kernelPlaces
    unsafe masks.withUnsafeBufferPointer { masks in
      unsafe (places ?? []).withUnsafeBufferPointer { places in
        unsafe kernels.advanceBand(
          source.words(ofRow: 0), target.words(ofRow: 0), rings[member].words(ofRow: 0),
          deadRow.words(ofRow: 0), source.vectors, source.height, first, end, stages, wraps,
          isTorus, edges == nil ? nil : places.baseAddress, masks.baseAddress!)
      }
    }
  }

  /// Padding stands between the first and the last column, so it is safe to look around the corner.
  private var wraps: Bool { isTorus || edges != nil }
}
