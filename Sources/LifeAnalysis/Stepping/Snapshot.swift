internal import LifeCore

extension Rule {
  /// Whether a moved pattern evolves in the same way; not if its cells meet in other blocks then.
  fileprivate func isSame(movedBy offset: Offset) -> Bool {
    partitioned?.dependsOnParity != true || (offset.x | offset.y).isMultiple(of: 2)
  }
}

/// The cells of one generation, with which later ones are compared: a bitmap if the box is small.
struct Snapshot {
  private enum StoredCells {
    case bitmap(Phase)
    case cells(Cells)
  }

  private let stored: StoredCells
  let generation: Int
  let population: Int
  let box: Window

  /// The largest box that is kept as a bitmap: 512 KiB.
  private static let largestBitmap = 1 << 22

  /// Nil without live cells, or if they are too far away.
  init?(_ evolution: Evolution) throws {
    guard let box = evolution.box else { return nil }
    generation = evolution.generation
    population = evolution.population
    self.box = box
    if let phase = try evolution.phase(limit: Self.largestBitmap) {
      stored = .bitmap(phase)
    } else {
      stored = .cells(try evolution.cells())
    }
  }

  /// How far the cells have moved since the snapshot; nil unless all cells are equal.
  func displacement(to later: Evolution) throws -> Offset? {
    // Tiles keep their population, but look for the box anew.
    guard later.population == population, let now = later.box, now.width == box.width,
      now.height == box.height
    else { return nil }
    let offset = Offset(x: now.x - box.x, y: now.y - box.y)
    guard later.rule.rule.isSame(movedBy: offset) else { return nil }
    switch stored {
    case .bitmap(let phase):
      return try later.phase(limit: Self.largestBitmap)?.bitmap == phase.bitmap ? offset : nil
    case .cells(let cells):
      let isSame = try later.cells().isSame(as: cells, shiftedBy: offset)
      return isSame ? offset : nil
    }
  }
}
