internal import LifeCore

/// The cells of one generation, kept for comparison with later ones. Small boxes are bitmaps.
struct Snapshot {
  private enum StoredCells {
    case bitmap(Phase)
    case cells(Cells)
  }

  private let stored: StoredCells
  let generation: Int
  let population: Int
  let box: Window

  /// The maximum box kept as a bitmap: 512 KiB.
  private static let maxBitmapArea = 1 << 22

  /// Returns `nil` without live cells, or if they are more than 2^60 cells away or apart.
  init?(_ evolution: Evolution) throws {
    guard let box = evolution.box else { return nil }
    generation = evolution.generation
    population = evolution.population
    self.box = box
    if let phase = try evolution.phase(limit: Self.maxBitmapArea) {
      stored = .bitmap(phase)
    } else {
      stored = .cells(try evolution.cells())
    }
  }

  /// The displacement since the snapshot. `nil` if cells differ by more than a move, or if the rule
  /// does not allow this move.
  func displacement(to later: Evolution) throws -> Offset? {
    // Compare the population first: the engine of tiles knows it, but has to search for the box.
    guard later.population == population, let now = later.box, now.width == box.width,
      now.height == box.height
    else { return nil }
    let offset = Offset(x: now.x - box.x, y: now.y - box.y)
    guard later.rule.rule.allowsMoves(by: offset) else { return nil }
    switch stored {
    case .bitmap(let phase):
      return try later.phase(limit: Self.maxBitmapArea)?.bitmap == phase.bitmap ? offset : nil
    case .cells(let cells):
      let isSame = try later.cells().isSame(as: cells, shiftedBy: offset)
      return isSame ? offset : nil
    }
  }
}
