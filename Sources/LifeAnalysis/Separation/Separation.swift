package import LifeCore
internal import LifeEngines

/// Separates the cells of one generation into objects that never meet.
struct Separation {
  let rule: AnalysisRule
  let limits: AnalysisLimits

  /// The largest distance in columns or rows at which two cells have a common neighbor after the
  /// generations between two phases.
  var reach: Int { 2 * rule.rule.range * rule.interval }

  /// The largest period of a part.
  static let longestPeriod = TrackedObject.longestCommonPeriod
  /// The largest period of a cluster that is taken for a spaceship at once.
  private static let shipPeriod = 120
  /// All generations before this one are looked at, and then a sample at each interval, which has
  /// no common divisor with usual periods.
  private static let sampledFrom = 32
  private static let sampleInterval = 11

  /// The objects of a pattern on the plane that consists of still lifes, oscillators and
  /// spaceships whose paths keep apart for ever; nil if that is not proved.
  ///
  /// - Parameters:
  ///   - cells: the cells of `generation`.
  ///   - window: the number of generations after which cells that lived together are one part.
  ///   - longest: the largest period of a part.
  ///   - common: the cycle of all cells, if they have one, whose velocity the parts have.
  ///   - interactionWindow: the number of generations after which cells that have met are one part;
  ///     nil for `window`.
  func settledObjects(
    _ cells: Cells, at generation: Int, window: Int, longest: Int = longestPeriod,
    moving common: ObjectCycle? = nil, interactionWindow: Int? = nil
  ) throws -> [TrackedObject]? {
    if let objects = try objects(
      cells, at: generation, window: window, longest: longest, moving: common)
    {
      return try joinedObjects(
        objects, at: generation, window: common?.isMoving == true ? 0 : window, longest: longest)
    }
    guard common?.isMoving != true else { return nil }
    let found = try interactingObjects(
      cells, at: generation, window: interactionWindow ?? window, longest: longest)
    return found?.start == generation ? found?.objects : nil
  }

  /// Objects that keep apart, after those that do not are taken for one; nil if that is not proved.
  ///
  /// - Parameter window: see ``closePairs(_:from:window:)``.
  func joinedObjects(
    _ objects: [TrackedObject], at generation: Int, window: Int, longest: Int
  ) throws -> [TrackedObject]? {
    var objects = objects
    while true {
      guard let close = try closePairs(objects, from: generation, window: window) else {
        return nil
      }
      if close.isEmpty { return objects }
      // They may still be independent, like the two blocks of a bi-block.
      guard let joined = try joined(objects, pairs: close, at: generation, longest: longest)
      else { return nil }
      objects = joined
    }
  }

  /// What the parts of a pattern, which were separated by their cells of some generations, are.
  enum Sampling {
    /// They are objects, see ``settledObjects(_:at:window:longest:moving:)``.
    case settled([TrackedObject])
    /// Some do not recur alone; they may be pieces of objects that do.
    case undecided
    /// Too many do not recur alone.
    case unsettled
  }

  /// The objects of a pattern, like ``settledObjects(_:at:window:longest:moving:)`` but in far less
  /// time.
  func sampledObjects(
    _ cells: Cells, at generation: Int, window: Int, longest: Int
  ) throws -> Sampling {
    let (ships, rest) = try splitShips(from: cells, at: generation)
    let parts = try parts(of: rest, window: window, isSampled: true)
    var objects = ships
    // The number of cells that do not recur alone.
    var others = 0
    // The largest first, as they are most of what does not recur.
    for part in parts.sorted(by: { $0.population > $1.population }) {
      if let object = try object(part, at: generation, longest: longest) {
        objects.append(object)
      } else {
        others += part.population
        if others > rest.population / Self.unsettledShare { return .unsettled }
      }
    }
    guard others == 0,
      let settled = try joinedObjects(objects, at: generation, window: 0, longest: longest)
    else { return .undecided }
    return .settled(settled)
  }

  /// If more than one in this many cells do not recur alone, the reason is not that they belong to
  /// objects in pieces.
  static let unsettledShare = 4

  /// The objects, with those that are close taken for one; nil if one of these does not recur.
  private func joined(
    _ objects: [TrackedObject], pairs: [(Int, Int)], at generation: Int, longest: Int
  ) throws -> [TrackedObject]? {
    var sets = DisjointSets(count: objects.count)
    for (one, other) in pairs { sets.join(one, with: other) }
    var joined: [TrackedObject] = []
    for group in sets.groups {
      if group.count == 1 {
        joined.append(objects[group[0]])
        continue
      }
      let cells = Cells(group.map { objects[$0] }.runs(at: generation))
      guard let object = try object(cells, at: generation, longest: longest) else { return nil }
      joined.append(object)
    }
    return joined
  }

  /// The parts of some cells, each of which recurs alone; nil if one does not. They may meet.
  func objects(
    _ cells: Cells, at generation: Int, window: Int, longest: Int = longestPeriod,
    moving common: ObjectCycle? = nil
  ) throws -> [TrackedObject]? {
    if common?.isMoving != true {
      let (ships, rest) = try splitShips(from: cells, at: generation)
      if let others = try recurring(rest, at: generation, window: window, longest: longest) {
        return ships + others
      }
      return nil
    }
    return try recurring(
      cells, at: generation, window: window, longest: longest, moving: common)
  }

  /// The parts of cells that lived together; nil if one of them does not recur alone.
  private func recurring(
    _ cells: Cells, at generation: Int, window: Int, longest: Int, moving common: ObjectCycle? = nil
  ) throws -> [TrackedObject]? {
    var objects: [TrackedObject] = []
    for part in try parts(of: cells, window: window, moving: common) {
      guard let object = try object(part, at: generation, longest: longest) else { return nil }
      guard common == nil, object.cycle.isMoving else {
        objects.append(object)
        continue
      }
      // Spaceships that follow each other visit the same cells.
      for ship in try parts(of: part, window: object.cycle.period, moving: object.cycle) {
        guard let object = try self.object(ship, at: generation, longest: longest) else {
          return nil
        }
        objects.append(object)
      }
    }
    return objects
  }

  /// The clusters that are spaceships when they are alone, and all other cells.
  ///
  /// - Parameters:
  ///   - isWide: whether spaceships of several clusters are found, too.
  ///   - known: what was found in other generations.
  func splitShips(
    from cells: Cells, at generation: Int, isWide: Bool = false,
    known: KnownShapes = KnownShapes()
  ) throws -> (ships: [TrackedObject], rest: Cells) {
    var ships: [TrackedObject] = []
    var rest: [CellRun] = []
    var active: [[CellRun]] = []
    // A core of more states has parts that are spaceships when they are alone.
    guard rule.rule.states == 2 else { return ([], cells) }
    for runs in Clusters.split(cells, reach: reach) {
      try limits.engine.interrupt?.check()
      let cluster = Cells(runs)
      let cycle = known.ships.cycle(of: cluster, longest: Self.shipPeriod) {
        rule.smallCycle(ofCells: cluster, maxPeriod: Self.shipPeriod)
      }
      if let cycle, cycle.isMoving {
        ships.append(TrackedObject(cycle: cycle, generation: generation))
      } else {
        rest += runs
        if cycle == nil { active.append(runs) }
      }
    }
    guard isWide else { return (ships, Cells(rest)) }
    let wide = try WideShips(separation: self, known: known)
      .split(Cells(rest), active: active, at: generation)
    return (ships + wide.ships, wide.rest)
  }

  /// Whether a spaceship is outside of the bounding box of all other cells, and moves away from it.
  func hasEscape(_ cells: Cells) throws -> Bool {
    let (ships, rest) = try splitShips(from: cells, at: 0)
    let windows = ships.map { $0.cycle.phases[0].window }
    return ships.indices.contains { index in
      var others = rest.bounds
      for other in ships.indices where other != index {
        others = others?.union(windows[other]) ?? windows[other]
      }
      guard let others else { return false }
      let window = windows[index]
      let moves = ships[index].cycle.displacement
      return moves.x > 0 && window.x > others.endX || moves.x < 0 && window.endX < others.x
        || moves.y > 0 && window.y > others.endY || moves.y < 0 && window.endY < others.y
    }
  }

  /// The clusters of all cells that live within a number of generations, seen from a point that
  /// moves with a cycle.
  ///
  /// - Parameter isSampled: whether only the first generations are all looked at, and of the later
  ///   ones a few; what is apart in these may still meet.
  func parts(
    of cells: Cells, window count: Int, moving common: ObjectCycle? = nil, isSampled: Bool = false
  ) throws -> [Cells] {
    guard !cells.isEmpty else { return [] }
    var evolution = try evolution(of: cells, visitsCells: !isSampled)
    if common == nil, !isSampled {
      let envelope = try evolution.envelopeRuns(over: count)
      return EnvelopeClusters(of: envelope, reach: reach).parts(of: cells).map { Cells($0) }
    }
    var envelope = Envelope()
    envelope.add(cells)
    while evolution.generation < count {
      let step = isSampled && evolution.generation >= Self.sampledFrom ? Self.sampleInterval : 1
      try evolution.advance(by: min(step, count - evolution.generation))
      let generation = evolution.generation
      var dx = 0
      var dy = 0
      if let common {
        dx = -common.displacement.x * generation / common.period
        dy = -common.displacement.y * generation / common.period
      }
      evolution.forEachAliveWord { envelope.add($2, y: $0 + dy, x: $1 + dx) }
    }
    return try envelope.clusters(of: cells, reach: reach, limit: limits.engine.memoryLimit)
      .map { Cells($0) }
  }

  /// Cells alone on the plane.
  ///
  /// - Parameter visitsCells: whether the cells of each generation will be looked at.
  func evolution(of cells: Cells, visitsCells: Bool = false) throws -> Evolution {
    try limits.engine.interrupt?.check()
    let pattern = try Pattern(onPlane: cells, rule: rule.rule)
    return visitsCells
      ? try Evolution(visitingCellsOf: pattern, rule: rule, options: limits.engine)
      : try Evolution(pattern, rule: rule, options: limits.engine)
  }

  /// A part that recurs alone within `longest` generations; nil if it does not.
  ///
  /// - Parameter isSteady: whether a part that grows to many times its size is given up.
  func object(
    _ cells: Cells, at generation: Int, longest: Int = longestPeriod, isSteady: Bool = false
  ) throws -> TrackedObject? {
    let longest = min(longest, limits.generations)
    switch rule.searchSmallCycle(ofCells: cells, maxPeriod: longest) {
    case .found(let cycle): return TrackedObject(cycle: cycle, generation: generation)
    case .isNotPeriodic: return nil
    case .isUnknown: break
    }
    var evolution = try evolution(of: cells)
    guard let first = try Snapshot(evolution) else { return nil }
    while evolution.generation < longest {
      try evolution.advance(by: 1)
      // A plane of blocks counts the cells each time.
      let population = evolution.population
      if isSteady, population > Self.largestGrowth * first.population { return nil }
      guard population == first.population, let offset = try first.displacement(to: evolution)
      else { continue }
      var again = try self.evolution(of: cells, visitsCells: true)
      var limits = limits
      if isSteady { limits.collectedCells = Self.mostPhaseCells }
      let cycle = try ObjectCycle(
        period: evolution.generation, displacement: offset, from: &again, rule: rule,
        limits: limits)
      return cycle.phases.isEmpty ? nil : TrackedObject(cycle: cycle, generation: generation)
    }
    return nil
  }

  private static let largestGrowth = 8
}

extension AnalysisRule {
  /// The displacement, in one period, of cells that are a spaceship of at most a period; nil for
  /// others.
  ///
  /// - Throws: ``MemoryExhausted``, ``UnsupportedPattern``.
  package func velocity(of cells: Cells, longestPeriod: Int) throws -> Offset? {
    let separation = Separation(rule: self, limits: AnalysisLimits())
    let object = try separation.object(cells, at: 0, longest: longestPeriod)
    return object.map(\.cycle).flatMap { $0.isMoving ? $0.displacement : nil }
  }
}
