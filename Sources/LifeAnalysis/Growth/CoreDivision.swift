internal import LifeCore
internal import LifeEngines

/// One way to divide cells into a core and objects that recur alone.
///
/// A division is only a proposal: ``GrowthProof`` runs the core alone and compares cells.
struct CoreDivision {
  enum Method: CaseIterable {
    /// Spaceships that have left; the rest is the core. The quickest method, right for guns and for
    /// rakes without debris.
    case byShips
    /// The clusters of one generation: pieces of debris stay separate even if a core lays them
    /// close together.
    case byCluster
    /// The clusters of all cells alive within a period: the pieces of an oscillator stay together.
    /// Objects that would meet the core join it (see ``joined``), but keep their own paths.
    case byEnvelope
    /// Spaceships that have left, including those of several clusters; the rest is the core. A late
    /// method: such spaceships may be parts of a moving core.
    case byWideShips
    /// Like `byEnvelope`, but joined objects move with the core, and an object is free only if it
    /// survives several periods: emitted objects may fly back into debris of earlier periods. The
    /// slowest method, only for cores that recur alone but not next to the other objects.
    case bySurvival
  }

  private let separation: Separation
  private let known: KnownShapes
  private let method: Method
  let period: Int
  /// The maximum period of a free object.
  private let maxObjectPeriod: Int

  init(
    _ separation: Separation, known: KnownShapes, method: Method, period: Int, maxObjectPeriod: Int
  ) {
    self.separation = separation
    self.known = known
    self.method = method
    self.period = period
    self.maxObjectPeriod = max(maxObjectPeriod, Self.usualObjectPeriod)
  }

  /// Whether the shape of a cluster alone decides if it is an object.
  var isByShape: Bool { method == .byShips || method == .byCluster }

  /// Divides cells into a core and objects that recur alone.
  func divided(_ cells: SplitCells) throws -> DividedCells {
    switch method {
    case .byShips: try cells.dividedByShips()
    case .byCluster: try divided(cells, parts: clusters(of: cells))
    case .byEnvelope: try dividedByEnvelope(cells)
    case .byWideShips: try cells.dividedByShips(isWide: true)
    case .bySurvival: try dividedBySurvival(cells)
    }
  }

  /// The number of periods a free object must survive.
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
    try Clusters.split(cells.dividedByShips().core, reach: separation.reach).map { Cells($0) }
  }

  /// A part as an object, if it recurs alone. `nil` if not or if too large: it belongs to the core.
  private func object(_ part: Cells, at generation: Int) throws -> TrackedObject? {
    try separation.limits.engine.interrupt?.check()
    guard part.population <= Self.maxFreeCells else { return nil }
    return try known.object(
      part, at: generation, maxPeriod: maxObjectPeriod, separation: separation)
  }

  private func dividedByEnvelope(_ cells: SplitCells) throws -> DividedCells {
    let rest = try cells.dividedByShips().core
    return try divided(cells, parts: separation.parts(of: rest, span: period, isSampled: true))
  }

  private func divided(_ cells: SplitCells, parts: [Cells]) throws -> DividedCells {
    var free = try cells.dividedByShips().free
    var core: [CellRun] = []
    for part in parts {
      if let object = try object(part, at: cells.generation) {
        free.append(object)
      } else {
        core += part.runs
      }
    }
    return DividedCells(core: Cells(core), free: free)
  }

  /// The maximum period of a free object is at least this, even if the core has a shorter period.
  private static let usualObjectPeriod = 60
  /// Larger parts belong to the core. Some could be free, but running each large part of a gun
  /// alone would take longer than everything else.
  private static let maxFreeCells = 512

  /// Joins objects to the core if they would meet its bounding box, moving by `guess` in a period,
  /// or if they would meet an object that has joined already.
  func joined(_ parts: DividedCells, guess: Offset) throws -> DividedCells {
    guard let bounds = parts.core.bounds else { return parts }
    var core = MovingBox([bounds], velocity: Velocity(guess, period: period))
    // The obstacles of a round: first the core, then the objects that joined in the last round.
    // Unless `ignoresEqualVelocities`, `core` grows around these and stays the only obstacle.
    var obstacles = [Obstacle(path: core)]
    var joined: [TrackedObject] = []
    var free = parts.free.map { Candidate(object: $0, path: $0.path(from: $0.generation)) }
    if followsPaths {
      // Within a period, the core may emit an object of its own velocity up to this far away.
      let around = core.widened(by: Double(period) / 2 + Double(separation.reach))
      let companions = free.filter { $0.path.isCompanion(of: around) }
      free.removeAll { $0.path.isCompanion(of: around) }
      joined = companions.map(\.object)
      obstacles += companions.map { Obstacle(path: $0.path) }
    }
    while !obstacles.isEmpty {
      try separation.limits.engine.interrupt?.check()
      var joining: [Candidate] = []
      var stillFree: [Candidate] = []
      for candidate in free {
        if obstacles.contains(where: { meets(candidate.path, obstacle: $0) }) {
          joining.append(candidate)
        } else {
          stillFree.append(candidate)
        }
      }
      free = stillFree
      joined += joining.map(\.object)
      obstacles = joining.map {
        let box = MovingBox($0.object.cycle.phases[0].window, vx: core.vx, vy: core.vy)
        return Obstacle(path: followsPaths ? $0.path : box, ownPath: $0.path)
      }
      if !obstacles.isEmpty, !ignoresEqualVelocities {
        for obstacle in obstacles { core.formUnion(obstacle.path) }
        obstacles = [Obstacle(path: core)]
      }
    }
    guard let generation = joined.first?.generation else { return parts }
    var divided = DividedCells(core: parts.core, free: free.map(\.object))
    divided.add(joined, at: generation)
    return divided
  }

  /// Whether joined objects are followed on their own paths. The other methods move them with the
  /// core, so the first object of a long stream or row of debris may draw in all others.
  private var followsPaths: Bool { method == .byEnvelope }

  /// Whether objects with the same velocity cannot draw each other into the core. They are known to
  /// be apart, although for example the boxes of a gun's Corderships overlap.
  private var ignoresEqualVelocities: Bool { followsPaths || method == .byWideShips }

  private func meets(_ path: MovingBox, obstacle: Obstacle) -> Bool {
    if ignoresEqualVelocities, let ownPath = obstacle.ownPath, path.hasSameVelocity(as: ownPath) {
      return false
    }
    return path.meets(obstacle.path, within: separation.reach)
  }

  private struct Candidate {
    var object: TrackedObject
    var path: MovingBox
  }

  /// The core, or an object joined to it.
  private struct Obstacle {
    var path: MovingBox
    /// The own path of a joined object. Its ``path`` may move with the core.
    var ownPath: MovingBox?
  }
}

/// The cells of one generation. Their spaceships are split off once for all divisions.
final class SplitCells {
  let cells: Cells
  let generation: Int
  let separation: Separation
  let known: KnownShapes

  init(_ cells: Cells, at generation: Int, known: KnownShapes, separation: Separation) {
    self.cells = cells
    self.generation = generation
    self.known = known
    self.separation = separation
  }

  private var divisions: [Bool: DividedCells] = [:]

  /// Splits the cells into spaceships and everything else.
  ///
  /// - Parameter isWide: whether to look for spaceships of several clusters as well.
  func dividedByShips(isWide: Bool = false) throws -> DividedCells {
    if let cached = divisions[isWide] { return cached }
    let (ships, rest) = try separation.splitShips(
      from: cells, at: generation, isWide: isWide, known: known)
    let found = DividedCells(core: rest, free: ships)
    divisions[isWide] = found
    return found
  }
}

/// A core and objects that recur alone.
struct DividedCells {
  var core: Cells
  var free: [TrackedObject]

  /// Adds objects to the core.
  fileprivate mutating func add(_ objects: [TrackedObject], at generation: Int) {
    core = Cells(objects.runs(at: generation) + core.runs)
  }
}

extension [TrackedObject] {
  /// The cells of all objects in one generation.
  func runs(at generation: Int) -> [CellRun] {
    flatMap { $0.phase(at: generation).runs }
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

  /// Whether both boxes have the same velocity and overlap, so that they overlap forever.
  fileprivate func isCompanion(of other: MovingBox) -> Bool {
    hasSameVelocity(as: other) && meets(other, within: 0)
  }
}
