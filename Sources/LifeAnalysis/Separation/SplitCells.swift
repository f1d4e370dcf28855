internal import LifeCore

/// The cells of one generation, whose spaceships are split off once for all divisions.
final class SplitCells {
  let cells: Cells
  let generation: Int
  private let separation: Separation

  init(_ cells: Cells, at generation: Int, separation: Separation) {
    self.cells = cells
    self.generation = generation
    self.separation = separation
  }

  private var foundShips: DividedCells?

  /// The spaceships, and everything else.
  func ships() throws -> DividedCells {
    if let foundShips { return foundShips }
    let (ships, rest) = try separation.split(cells, at: generation)
    let found = DividedCells(core: rest, free: ships)
    foundShips = found
    return found
  }

  /// What is divided by the cells that live within some generations.
  var dividedByEnvelope: [Int: DividedCells] = [:]

  private var foundWideShips: DividedCells?

  /// The same, also with spaceships of several clusters.
  func wideShips() throws -> DividedCells {
    if let foundWideShips { return foundWideShips }
    let (ships, rest) = try separation.splitWithWideShips(cells, at: generation)
    let found = DividedCells(core: rest, free: ships)
    foundWideShips = found
    return found
  }
}

/// The generations of a pattern that are some periods after one generation.
final class LaterCells {
  private let start: SplitCells
  private let separation: Separation
  private var found: [Int: SplitCells] = [:]

  init(_ start: SplitCells, separation: Separation) {
    self.start = start
    self.separation = separation
  }

  func cells(after generations: Int) throws -> SplitCells {
    if let known = found[generations] { return known }
    var later = try separation.evolution(of: start.cells)
    try later.advance(by: generations)
    let cells = SplitCells(
      try later.cells(), at: start.generation + generations, separation: separation)
    found[generations] = cells
    return cells
  }
}
