internal import LifeCore

/// Finds spaceships of several clusters, such as Corderships, whose engines are so far apart that
/// no cell has neighbors in two of them.
///
/// They are only proposed: each of them recurs alone, and whoever uses them has to prove that they
/// meet nothing else.
struct WideShips {
  let separation: Separation
  let known: KnownShapes

  /// The distances at which clusters are joined; what is no spaceship at one of them is tried again
  /// at the next one.
  private static let distances = [6, 14, 30]
  /// The largest group that is taken for one spaceship. The core of a gun is larger than that, or
  /// costs little.
  private static let largestSide = 512
  private static let mostCells = 4_096
  /// The longest period of a spaceship that is looked for.
  private static let longestPeriod = 120

  /// The spaceships of several clusters, and all other cells.
  ///
  /// - Parameters:
  ///   - cells: clusters that are no spaceships alone.
  ///   - active: the clusters among them that do not recur alone. Each spaceship has one of these,
  ///     so ash costs nothing.
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
        if mayMove, let ship = try ship(Cells(group), at: generation) {
          ships.append(ship)
          active.subtract(group)
        } else {
          others += group
        }
      }
      rest = Cells(others)
    }
    return (ships, rest)
  }

  private func ship(_ cells: Cells, at generation: Int) throws -> TrackedObject? {
    guard let box = cells.bounds, max(box.width, box.height) <= Self.largestSide,
      cells.population <= Self.mostCells
    else { return nil }
    let cycle = try known.wideShips.cycle(of: cells, longest: Self.longestPeriod) {
      let object = try separation.object(cells, at: generation, longest: Self.longestPeriod)
      guard let cycle = object?.cycle, cycle.isMoving else { return nil }
      // Objects that fly side by side and never meet are not one.
      let parts = try separation.parts(of: cells, window: cycle.period, moving: cycle)
      return parts.count == 1 ? cycle : nil
    }
    return cycle.map { TrackedObject(cycle: $0, generation: generation) }
  }
}
