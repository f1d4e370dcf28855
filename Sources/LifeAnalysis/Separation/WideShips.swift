internal import LifeCore

/// Finds spaceships of several clusters, for example Corderships: no cell has neighbors in two of
/// their switch engines.
///
/// The spaceships are only candidates: each recurs alone, but the caller must prove that they never
/// meet other objects.
struct WideShips {
  let separation: Separation
  let known: KnownShapes

  /// The distances for joining clusters, each tried with the clusters left over by the one before.
  private static let distances = [6, 10, 14, 30]
  /// The maximum size of a spaceship. The core of a gun is larger and not tried, or cheap to try.
  private static let maxSide = 2_048
  private static let maxCells = 4_096
  /// The maximum period of a spaceship.
  private static let maxPeriod = 120

  /// Splits off the spaceships of several clusters.
  ///
  /// - Parameters:
  ///   - cells: clusters that are not spaceships on their own.
  ///   - active: those clusters that do not recur alone. Each spaceship has one, so ash costs
  ///     nothing.
  func split(
    _ cells: Cells, active: [[CellRun]], at generation: Int
  ) throws -> (ships: [TrackedObject], rest: Cells) {
    var ships: [TrackedObject] = []
    var rest = cells
    var active = Set(active.compactMap(\.first))
    for distance in Self.distances where !active.isEmpty {
      var others: [CellRun] = []
      for group in Clusters.split(rest, reach: distance) {
        let mayMove = group.contains { active.contains($0) }
        let found = mayMove ? try self.ships(Cells(group), at: generation) : []
        if found.isEmpty {
          others += group
        } else {
          ships += found
          active.subtract(group)
        }
      }
      rest = Cells(others)
    }
    return (ships, rest)
  }

  /// The spaceships in a group of clusters, or none if the group does not recur while moving.
  private func ships(_ cells: Cells, at generation: Int) throws -> [TrackedObject] {
    guard let whole = try ship(cells, at: generation) else { return [] }
    // Spaceships in a row, for example from a gun, may be as close to each other as their own
    // parts. They are separate if they never meet in the common period.
    let parts = try separation.parts(of: cells, span: whole.cycle.period, common: whole.cycle)
    if parts.count == 1 { return [whole] }
    let ships = try parts.compactMap { try ship($0, at: generation) }
    // Parts that swap places do not recur alone. None of their cells may be lost.
    return ships.count == parts.count ? ships : []
  }

  /// The object of a group, if it moves.
  private func ship(_ cells: Cells, at generation: Int) throws -> TrackedObject? {
    guard let box = cells.bounds, max(box.width, box.height) <= Self.maxSide,
      cells.population <= Self.maxCells
    else { return nil }
    let rule = separation.rule
    let cycle = try known.wideShips.cycle(of: cells, maxPeriod: Self.maxPeriod, under: rule) {
      let object = try separation.object(cells, at: generation, maxPeriod: Self.maxPeriod)
      return object.flatMap { $0.cycle.isMoving ? $0.cycle : nil }
    }
    return cycle.map { TrackedObject(cycle: $0, generation: generation) }
  }
}
