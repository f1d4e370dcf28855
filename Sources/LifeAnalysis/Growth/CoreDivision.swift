internal import LifeCore
internal import LifeEngines

/// One way to divide cells into a core and objects that recur alone.
///
/// A division is only a proposal: ``GrowthProof`` runs the core alone and compares cells.
struct CoreDivision {
  enum Method: CaseIterable {
    /// Spaceships that have left, and the core, which is everything else. The quickest to find, and
    /// right for guns and for rakes that leave nothing behind.
    case byShips
    /// By the clusters of one generation, which keeps debris apart that a core lays close together.
    case byCluster
    /// By the clusters of all cells that live within a period, which keeps the pieces of an
    /// oscillator together; what meets the core is followed on its own path.
    case byEnvelope
    /// Spaceships that have left, also those of several clusters, and the core. Such spaceships may
    /// be parts of a core that moves, so this comes late.
    case byWideShips
    /// As by envelope, but only what is still there some periods later is free: what a core emits
    /// may fly back into the debris of earlier periods. Only for cores that recur when they are
    /// alone and not beside the other objects, as it takes longest.
    case bySurvival
  }

  private let separation: Separation
  private let known: KnownShapes
  private let method: Method
  let period: Int
  /// The longest period of an object that is found.
  private let longest: Int

  init(
    _ separation: Separation, known: KnownShapes, method: Method, period: Int, longest: Int
  ) {
    self.separation = separation
    self.known = known
    self.method = method
    self.period = period
    self.longest = max(longest, Self.shortestLimit)
  }

  /// Whether the shape of a cluster alone says if it is an object that recurs.
  var isByShape: Bool { method == .byShips || method == .byCluster }

  /// Cells that do not recur alone, and objects that do.
  func divided(_ cells: SplitCells) throws -> DividedCells {
    switch method {
    case .byShips: try cells.ships()
    case .byCluster: try divided(cells, parts: clusters(of: cells))
    case .byEnvelope: try dividedByEnvelope(cells)
    case .byWideShips: try cells.ships(isWide: true)
    case .bySurvival: try dividedBySurvival(cells)
    }
  }

  /// The periods that a free object survives.
  private static let periodsToSurvive = 2

  private func dividedBySurvival(_ cells: SplitCells) throws -> DividedCells {
    let parts = try dividedByEnvelope(cells)
    var later = try separation.evolution(of: cells.cells)
    try later.advance(by: Self.periodsToSurvive * period)
    let end = cells.generation + later.generation
    var divided = DividedCells(core: parts.core, free: [])
    var others: [TrackedObject] = []
    for object in parts.free {
      if try later.contains(object.phase(at: end)) {
        divided.free.append(object)
      } else {
        others.append(object)
      }
    }
    divided.add(others, at: cells.generation)
    return divided
  }

  private func clusters(of cells: SplitCells) throws -> [Cells] {
    try Clusters.split(cells.ships().core, reach: separation.reach).map { Cells($0) }
  }

  /// A part that is free if the core does not meet it; nil if it belongs to the core.
  private func object(_ part: Cells, at generation: Int) throws -> TrackedObject? {
    try separation.limits.engine.interrupt?.check()
    guard part.population <= Self.mostFreeCells else { return nil }
    return try known.object(part, at: generation, longest: longest, separation: separation)
  }

  private func dividedByEnvelope(_ cells: SplitCells) throws -> DividedCells {
    let division = EnvelopeDivision(period: period, longest: longest)
    if let known = cells.dividedByEnvelope[division] { return known }
    let found = try divided(
      cells, parts: separation.parts(of: cells.ships().core, window: period, isSampled: true))
    cells.dividedByEnvelope[division] = found
    return found
  }

  private func divided(_ cells: SplitCells, parts: [Cells]) throws -> DividedCells {
    var free = try cells.ships().free
    var core: [CellRun] = []
    for part in parts {
      if let object = try object(part, at: cells.generation) {
        free.append(object)
      } else {
        part.forEachRun { core.append($0) }
      }
    }
    return DividedCells(core: Cells(core), free: free)
  }

  private static let shortestLimit = 60
  /// Whatever is larger counts as a part of the core. It could be free, but it would take longer
  /// than all the rest to find out that the tracks of a large gun are not.
  private static let mostFreeCells = 512

  /// Joins objects to the core that would meet it if it were its bounding box, moving by `guess` in
  /// a period, and those that would meet what has joined.
  func joined(_ parts: DividedCells, guess: Offset) throws -> DividedCells {
    guard let bounds = parts.core.bounds else { return parts }
    var core = MovingBox([bounds], velocity: Velocity(guess, period: period))
    // What has joined the core since the free objects were compared with it.
    var added = [Obstacle(path: core)]
    var joined: [TrackedObject] = []
    var free = parts.free.map { Candidate(object: $0, path: $0.path(from: $0.generation)) }
    if followsPaths {
      // What flies beside the core is among the objects that this emits in a period.
      let around = core.widened(by: Double(period) / 2 + Double(separation.reach))
      let companions = free.filter { $0.path.isCompanion(of: around) }
      free.removeAll { $0.path.isCompanion(of: around) }
      joined = companions.map(\.object)
      added += companions.map { Obstacle(path: $0.path) }
    }
    while !added.isEmpty {
      try separation.limits.engine.interrupt?.check()
      var joining: [Candidate] = []
      var stillFree: [Candidate] = []
      for candidate in free {
        if added.contains(where: { meets(candidate.path, obstacle: $0) }) {
          joining.append(candidate)
        } else {
          stillFree.append(candidate)
        }
      }
      free = stillFree
      joined += joining.map(\.object)
      added = joining.map {
        let box = MovingBox($0.object.cycle.phases[0].window, vx: core.vx, vy: core.vy)
        return Obstacle(path: followsPaths ? $0.path : box, object: $0.path)
      }
      if !added.isEmpty, !passesObjectsOfOneVelocity {
        for obstacle in added { core.formUnion(obstacle.path) }
        added = [Obstacle(path: core)]
      }
    }
    guard let generation = joined.first?.generation else { return parts }
    var divided = DividedCells(core: parts.core, free: free.map(\.object))
    divided.add(joined, at: generation)
    return divided
  }

  /// Whether an object that joins the core is followed on its own path. Otherwise it is taken to
  /// move as the core does, so that the first object of a long stream, or of a long row of debris,
  /// may draw in all the others.
  private var followsPaths: Bool { method == .byEnvelope }

  /// Whether objects of one velocity do not draw each other into the core, because they are known
  /// to be apart. The boxes of Corderships that a gun emits overlap.
  private var passesObjectsOfOneVelocity: Bool { followsPaths || method == .byWideShips }

  private func meets(_ path: MovingBox, obstacle: Obstacle) -> Bool {
    if passesObjectsOfOneVelocity, let object = obstacle.object, path.hasSameVelocity(as: object) {
      return false
    }
    return path.meets(obstacle.path, within: separation.reach)
  }

  private struct Candidate {
    var object: TrackedObject
    var path: MovingBox
  }

  /// The core, or something that has joined it.
  private struct Obstacle {
    var path: MovingBox
    /// The path of the object that has joined, when it is alone.
    var object: MovingBox?
  }
}

/// A core, and objects that recur alone.
struct DividedCells {
  var core: Cells
  var free: [TrackedObject]

  /// Adds objects to the core.
  fileprivate mutating func add(_ objects: [TrackedObject], at generation: Int) {
    var runs = objects.runs(at: generation)
    core.forEachRun { runs.append($0) }
    core = Cells(runs)
  }
}

extension [TrackedObject] {
  /// The cells of all objects at a generation.
  func runs(at generation: Int) -> [CellRun] {
    var runs: [CellRun] = []
    for object in self {
      object.phase(at: generation).forEachRun { runs.append($0) }
    }
    return runs
  }
}

extension MovingBox {
  fileprivate func widened(by margin: Double) -> MovingBox {
    var path = self
    path.left -= margin
    path.right += margin
    path.top -= margin
    path.bottom += margin
    return path
  }

  /// Whether it is at the same place as another path for ever.
  fileprivate func isCompanion(of other: MovingBox) -> Bool {
    hasSameVelocity(as: other) && meets(other, within: 0)
  }
}
