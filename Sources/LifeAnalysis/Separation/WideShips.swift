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
  private static let distances = [6, 10, 14, 30]
  /// The largest group that is taken for one spaceship. The core of a gun is larger than that, or
  /// costs little.
  private static let largestSide = 2_048
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

  /// The spaceships of which a group consists; none if it does not recur as it moves.
  private func ships(_ cells: Cells, at generation: Int) throws -> [TrackedObject] {
    guard let whole = try ship(cells, at: generation) else { return [] }
    // Spaceships that fly behind each other, as those of a gun, may be as close to each other as
    // their own parts. They are apart if they never meet in the common period.
    let parts = try separation.parts(of: cells, window: whole.cycle.period, moving: whole.cycle)
    if parts.count == 1 { return [whole] }
    let ships = try parts.compactMap { try ship($0, at: generation) }
    // Parts that take each other's places do not recur alone, and none of their cells may be lost.
    return ships.count == parts.count ? ships : []
  }

  /// A group that recurs as it moves.
  private func ship(_ cells: Cells, at generation: Int) throws -> TrackedObject? {
    guard let box = cells.bounds, max(box.width, box.height) <= Self.largestSide,
      cells.population <= Self.mostCells
    else { return nil }
    let cycle = try known.wideShips.cycle(of: cells, longest: Self.longestPeriod) {
      let object = try separation.object(cells, at: generation, longest: Self.longestPeriod)
      return object.flatMap { $0.cycle.isMoving ? $0.cycle : nil }
    }
    return cycle.map { TrackedObject(cycle: $0, generation: generation) }
  }
}
