internal import LifeCore

extension Rule {
  /// Whether a moved pattern evolves in the same way. A Margolus rule needs moves by even numbers.
  fileprivate func isSame(movedBy offset: Offset) -> Bool {
    partitioned?.dependsOnParity != true || (offset.x | offset.y).isMultiple(of: 2)
  }
}

/// The cells of one generation, kept for comparison with later ones.
struct Snapshot {
  private let cells: Cells
  let generation: Int
  let population: Int
  let box: Window

  /// Returns `nil` without live cells, or if they are too far away.
  init?(_ evolution: Evolution) throws {
    guard let box = evolution.box else { return nil }
    generation = evolution.generation
    population = evolution.population
    self.box = box
    cells = try evolution.cells()
  }

  /// The displacement since the snapshot. `nil` unless all cells are equal.
  func displacement(to later: Evolution) throws -> Offset? {
    // Compare the population first: tiles know it but have to search for the box.
    guard later.population == population, let now = later.box, now.width == box.width,
      now.height == box.height
    else { return nil }
    let offset = Offset(x: now.x - box.x, y: now.y - box.y)
    guard later.rule.rule.isSame(movedBy: offset) else { return nil }
    return try later.cells().isSame(as: cells, shiftedBy: offset) ? offset : nil
  }
}
