internal import LifeCore
internal import LifeKernels

// Walls of a History rule neither move nor come into being, so the cells beside them are found
// once. They are what the walls become in one generation of a rule by which a cell with any
// neighbor lives: so the boards' own steps know how the edges of every universe are joined.
extension BitmapStepper {
  /// Boards of one plane to find the cells beside walls with; nil if the rule has no walls.
  func wallPair() throws -> BoardPair? {
    guard boardRule.hasMarks else { return nil }
    let plane = { [board, options] in
      try Board(width: board.width, height: board.height, limit: options.memoryLimit / 8)
    }
    return try BoardPair(
      first: plane(), second: plane(), states: 0, universe: universe,
      kernels: Kernels(options.cpu), threads: 1)
  }

  /// Finds the cells beside walls, after cells were set.
  func findWalls(with walls: BoardPair?) {
    guard let walls, let neighborhood = boardRule.wallNeighborhood else { return }
    pair.besideWalls = nil
    guard copyWalls(to: walls.current(isOnFirst: true)) else { return }
    walls.mend()
    let isOnFirst = walls.advance(
      by: 1, from: true, circuit: Circuit(MooreMap { $0 & neighborhood != 0 }))
    pair.besideWalls = walls.current(isOnFirst: isOnFirst)
  }

  /// Returns whether there are any.
  private func copyWalls(to target: Board) -> Bool {
    let board = board
    let mask = board.columnMask()
    var any: UInt64 = 0
    for y in 0..<board.height {
      let alive = board.row(y)
      let marked = board.row(y, plane: 1)
      let past = board.row(y, plane: 2)
      let walls = unsafe target.words(ofRow: y)
      for index in alive.indices {
        let wall = marked[index] & past[index] & ~alive[index] & (mask?[index] ?? .max)
        unsafe walls[index] = wall
        any |= wall
      }
    }
    return any != 0
  }
}
