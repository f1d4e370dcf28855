internal import LifeCore

/// The cells of one generation. Their spaceships are split off once for all divisions.
final class SplitCells {
  let cells: Cells
  let generation: Int
  private let separation: Separation
  private let known: KnownShapes

  init(_ cells: Cells, at generation: Int, known: KnownShapes, separation: Separation) {
    self.cells = cells
    self.generation = generation
    self.known = known
    self.separation = separation
  }

  private var divisions: [Bool: DividedCells] = [:]

  /// Splits the cells into spaceships and everything else.
  ///
  /// - Parameter isWide: whether to look for spaceships of several clusters as well.
  func dividedByShips(isWide: Bool = false) throws -> DividedCells {
    if let cached = divisions[isWide] { return cached }
    let (ships, rest) = try separation.splitShips(
      from: cells, at: generation, isWide: isWide, known: known)
    let found = DividedCells(core: rest, free: ships)
    divisions[isWide] = found
    return found
  }
}
