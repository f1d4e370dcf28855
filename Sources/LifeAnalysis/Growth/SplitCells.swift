internal import LifeCore

/// The cells of one generation. Their spaceships are split off once for all divisions.
final class SplitCells {
  let cells: Cells
  let generation: Int
  private let separation: Separation
  fileprivate let known: KnownShapes

  init(_ cells: Cells, at generation: Int, known: KnownShapes, separation: Separation) {
    self.cells = cells
    self.generation = generation
    self.known = known
    self.separation = separation
  }

  private var dividedByShips: [Bool: DividedCells] = [:]

  /// Splits the cells into spaceships and everything else.
  ///
  /// - Parameter isWide: whether to look for spaceships of several clusters as well.
  func ships(isWide: Bool = false) throws -> DividedCells {
    if let known = dividedByShips[isWide] { return known }
    let (ships, rest) = try separation.splitShips(
      from: cells, at: generation, isWide: isWide, known: known)
    let found = DividedCells(core: rest, free: ships)
    dividedByShips[isWide] = found
    return found
  }

  /// The results of divisions by envelope.
  var dividedByEnvelope: [EnvelopeDivision: DividedCells] = [:]
}

/// The parameters of a division by envelope: the number of generations and the maximum period of an
/// object.
struct EnvelopeDivision: Hashable {
  var period: Int
  var maxObjectPeriod: Int
}

/// Caches later generations of a pattern.
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
      try later.cells(), at: start.generation + generations, known: start.known,
      separation: separation)
    found[generations] = cells
    return cells
  }
}
