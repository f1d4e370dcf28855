internal import LifeCore
internal import LifeKernels

/// Steps a pair of boards of one shape, back and forth, by bands of rows over threads.
///
/// The one place where threads write to shared boards: each writes the rows of its own band and
/// reads at most one row beyond, which nobody writes before the barrier.
@safe
struct Bands: @unchecked Sendable {
  let boards: (Board, Board)
  let universe: Universe
  let kernels: Kernels
  private let edges: Edges?
  /// The row beyond the northern and southern edge of a plane.
  private let deadRow: Board
  private let isTorus: Bool

  private let team: Team

  init(
    _ first: Board, _ second: Board, universe: Universe, kernels: Kernels, threads: Int
  ) throws {
    boards = (first, second)
    let worthwhile = first.stride * 64 * first.height / Self.cellsPerThread
    let members = max(1, min(threads, worthwhile, first.height / 8))
    team = Team(members)
    self.universe = universe
    self.kernels = kernels
    isTorus = universe.topology == .torus
    edges = Edges(first, isTorus: isTorus)
    deadRow = try Board(width: first.width, height: 1)
  }

  /// Makes the padding of the first board true, after its cells were set.
  func mend() { edges?.mend(boards.0, rows: 0..<boards.0.height) }

  /// Fewer cells than this a thread are not worth waking one for.
  private static let cellsPerThread = 1 << 18

  /// Advances by `count` generations, from one board to the other and back.
  ///
  /// - Parameters:
  ///   - isOnFirst: whether the current cells are on the first board.
  ///   - law: what the cells obey at a step, counted from 0.
  func advance(_ count: Int, from isOnFirst: Bool, law: @escaping @Sendable (Int) -> LifeLike) {
    team.run { number, barrier in
      let rows = rows(ofMember: number, of: team.count)
      for generation in 0..<count {
        let fromFirst = generation.isMultiple(of: 2) == isOnFirst
        step(
          from: fromFirst ? boards.0 : boards.1, to: fromFirst ? boards.1 : boards.0,
          rows: rows, law(generation))
        barrier.wait()
      }
    }
  }

  private func rows(ofMember number: Int, of members: Int) -> Range<Int> {
    let height = boards.0.height
    return height * number / members..<height * (number + 1) / members
  }

  /// Padding stands between the first and the last column, so it is safe to look around the corner.
  private var wraps: Bool { isTorus || edges != nil }

  private func step(from source: Board, to target: Board, rows: Range<Int>, _ law: LifeLike) {
    let above =
      unsafe rows.lowerBound > 0
      ? source.words(ofRow: rows.lowerBound - 1) : beyond(source, row: source.height - 1)
    let below =
      unsafe rows.upperBound < source.height
      ? source.words(ofRow: rows.upperBound) : beyond(source, row: 0)
    unsafe kernels.advanceRows(
      source.words(ofRow: rows.lowerBound), above, below, target.words(ofRow: rows.lowerBound),
      source.vectors, rows.count, wraps, law.birth, law.survival)
    edges?.mend(target, rows: rows)
  }

  /// What lies beyond the northern or southern edge: the far row of a torus, or nothing.
  private func beyond(_ board: Board, row: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe (isTorus ? board.words(ofRow: row) : deadRow.words(ofRow: 0))
  }
}
