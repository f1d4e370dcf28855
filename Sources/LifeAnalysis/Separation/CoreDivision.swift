internal import LifeCore
internal import LifeEngines

/// One way to divide cells into a core and objects that recur alone.
///
/// All are only proposals: ``GrowthProof`` runs the core alone and compares cells.
struct CoreDivision {
  enum Kind: CaseIterable {
    /// Spaceships that have left, and the core, which is everything else. The quickest to find, and
    /// right for guns and for rakes that leave nothing behind.
    case byShips
    /// The same, but a spaceship is also free between the clusters of the core, in which it may be
    /// for many periods.
    case byShipsBetweenClusters
    /// By the clusters of all cells that live within a period, which keeps the pieces of an
    /// oscillator together.
    case byEnvelope
    /// By the clusters of one generation, which keeps debris apart that a core lays close together.
    case byCluster
    /// Spaceships that have left, also those of several clusters, and the core. Such spaceships may
    /// be parts of a core that moves, so this comes last.
    case byWideShips
  }

  private let separation: Separation
  private let known: KnownShapes
  private let kind: Kind
  let period: Int

  init(_ separation: Separation, _ known: KnownShapes, _ kind: Kind, period: Int) {
    self.separation = separation
    self.known = known
    self.kind = kind
    self.period = period
  }

  /// Cells that do not recur alone, and objects that do.
  func divided(_ cells: SplitCells) throws -> DividedCells {
    switch kind {
    case .byShips, .byShipsBetweenClusters: cells.ships
    case .byEnvelope:
      try divided(cells, parts: separation.parts(of: cells.ships.core, window: period, isSampled: true))
    case .byCluster:
      try divided(
        cells,
        parts: Clusters.split(cells.ships.core, reach: separation.reach).map { Cells($0) })
    case .byWideShips: try cells.wideShips()
    }
  }

  private func divided(_ cells: SplitCells, parts: [Cells]) throws -> DividedCells {
    var free = cells.ships.free
    var core: [Run] = []
    for part in parts {
      try separation.limits.engine.interrupt?.check()
      // The proof is only for objects whose periods are at most that of the core.
      let object = try known.object(
        part, at: cells.generation, longest: max(period, Self.shortestLimit), separation)
      if let object {
        free.append(object)
      } else {
        part.forEachRun { core.append($0) }
      }
    }
    return DividedCells(core: Cells(core), free: free)
  }

  private static let shortestLimit = 60
  /// The boxes around the clusters of a core that are kept free.
  private static let clusterMargin = 8
  private static let mostClusters = 1_000

  /// Joins objects to the core that would meet it if it were its boxes, moving by `guess` in a
  /// period.
  func joined(_ parts: DividedCells, _ guess: Offset) throws -> DividedCells {
    guard let bounds = parts.core.bounds else { return parts }
    let (vx, vy) = (Double(guess.x) / Double(period), Double(guess.y) / Double(period))
    let clusters = clusterBoxes(of: parts.core)
    var whole = Path(bounds, vx: vx, vy: vy)
    // What joined last; what else meets the core, meets one of these.
    var added = (clusters ?? [bounds]).map { Path($0, vx: vx, vy: vy) }
    for path in added { whole.formUnion(path) }
    var free = parts.free.map { (object: $0, path: $0.path(from: $0.generation)) }
    var joined: [TrackedObject] = []
    while !added.isEmpty {
      try separation.limits.engine.interrupt?.check()
      let boxes = clusters == nil ? [whole] : added
      var rest: [(object: TrackedObject, path: Path)] = []
      added = []
      for candidate in free {
        let isNear =
          candidate.path.meets(whole, within: separation.reach)
          && boxes.contains { candidate.path.meets($0, within: separation.reach) }
        guard isNear else {
          rest.append(candidate)
          continue
        }
        joined.append(candidate.object)
        let window = candidate.object.cycle.phases[0].window
        let box = clusters == nil ? window : window.widened(by: Self.clusterMargin)
        added.append(Path(box, vx: vx, vy: vy))
      }
      for path in added { whole.formUnion(path) }
      free = rest
    }
    guard let generation = joined.first.map({ $0.generation }) else { return parts }
    var runs = joined.runs(at: generation)
    parts.core.forEachRun { runs.append($0) }
    return DividedCells(core: Cells(runs), free: free.map(\.object))
  }

  /// The boxes of the clusters of a core; nil if its bounding box is taken for it.
  private func clusterBoxes(of core: Cells) -> [Window]? {
    guard kind == .byShipsBetweenClusters else { return nil }
    let clusters = Clusters.split(core, reach: separation.reach)
    guard clusters.count <= Self.mostClusters else { return nil }
    return clusters.compactMap { Cells($0).bounds?.widened(by: Self.clusterMargin) }
  }
}

/// A core, and objects that recur alone.
struct DividedCells {
  var core: Cells
  var free: [TrackedObject]
}

extension [TrackedObject] {
  /// The cells of all objects at a generation.
  func runs(at generation: Int) -> [Run] {
    var runs: [Run] = []
    for object in self {
      object.phase(at: generation).cells.forEachRun { runs.append($0) }
    }
    return runs
  }
}

extension Window {
  fileprivate func widened(by margin: Int) -> Window {
    Window(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
