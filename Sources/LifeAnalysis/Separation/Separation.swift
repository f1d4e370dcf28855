package import LifeCore
internal import LifeEngines

/// Separates the cells of one generation into objects that never meet.
struct Separation {
  let rule: AnalysisRule
  let limits: AnalysisLimits

  /// The maximum distance, in columns or rows, of two cells with a common neighbor within
  /// ``AnalysisRule/interval`` generations.
  var reach: Int { 2 * rule.rule.range * rule.interval }

  /// The maximum period of a part.
  static let maxPeriod = TrackedObject.maxCommonPeriod
  /// The maximum period of a spaceship consisting of one cluster.
  private static let shipPeriod = 120
  /// The maximum period of a spaceship that escapes.
  private static let escapePeriod = 600
  /// Every generation before this one is sampled, then one at each interval. The interval has no
  /// common divisor with usual periods.
  private static let sampledFrom = 32
  private static let sampleInterval = 11

  /// Separates a pattern on the plane into still lifes, oscillators and spaceships. `nil` unless
  /// their paths provably stay apart forever.
  ///
  /// - Parameters:
  ///   - cells: the cells of `generation`.
  ///   - span: cells connected within this number of generations are one part.
  ///   - maxPeriod: the maximum period of a part.
  ///   - common: the cycle of all cells, if they have one. The parts have its velocity.
  ///   - interactionSpan: the `span` of ``interactingObjects(_:at:span:maxPeriod:)``, tried if a
  ///     part does not recur alone. `nil` means `span`.
  func settledObjects(
    _ cells: Cells, at generation: Int, span: Int, maxPeriod: Int = Self.maxPeriod,
    common: ObjectCycle? = nil, interactionSpan: Int? = nil
  ) throws -> [TrackedObject]? {
    let motion = common.flatMap { $0.isMoving ? $0 : nil }
    if let objects = try objects(
      cells, at: generation, span: span, maxPeriod: maxPeriod, motion: motion)
    {
      return try joinedObjects(
        objects, at: generation, span: motion == nil ? span : 0, maxPeriod: maxPeriod)
    }
    guard motion == nil else { return nil }
    let found = try interactingObjects(
      cells, at: generation, span: interactionSpan ?? span, maxPeriod: maxPeriod)
    return found?.start == generation ? found?.objects : nil
  }

  /// Joins objects that come close to each other until all stay apart. `nil` if this is not proved.
  ///
  /// - Parameter span: see ``closePairs(_:from:span:)``.
  func joinedObjects(
    _ objects: [TrackedObject], at generation: Int, span: Int, maxPeriod: Int
  ) throws -> [TrackedObject]? {
    var objects = objects
    while true {
      guard let close = try closePairs(objects, from: generation, span: span) else {
        return nil
      }
      if close.isEmpty { return objects }
      // A joined object may still be independent parts, like the two blocks of a bi-block.
      guard let joined = try joined(objects, pairs: close, at: generation, maxPeriod: maxPeriod)
      else { return nil }
      objects = joined
    }
  }

  /// The result of a separation by a sample of generations.
  enum Sampling {
    /// The parts are objects that never meet.
    case settled([TrackedObject])
    /// Some parts do not recur alone, maybe because they are pieces, or the objects may meet.
    case undecided
    /// Too many parts do not recur alone.
    case unsettled
  }

  /// Like ``settledObjects(_:at:span:maxPeriod:common:interactionSpan:)``, but in far less
  /// time and sometimes undecided.
  func sampledObjects(
    _ cells: Cells, at generation: Int, span: Int, maxPeriod: Int
  ) throws -> Sampling {
    let (ships, rest) = try splitShips(from: cells, at: generation)
    let parts = try parts(of: rest, span: span, isSampled: true)
    var objects = ships
    // The number of cells in parts that do not recur alone.
    var others = 0
    // Largest parts first: they hold most of the cells that do not recur.
    for part in parts.sorted(by: { $0.population > $1.population }) {
      if let object = try object(part, at: generation, maxPeriod: maxPeriod) {
        objects.append(object)
      } else {
        others += part.population
        if others > rest.population / Self.unsettledShare { return .unsettled }
      }
    }
    guard others == 0,
      let settled = try joinedObjects(objects, at: generation, span: 0, maxPeriod: maxPeriod)
    else { return .undecided }
    return .settled(settled)
  }

  /// If more than one in this many cells does not recur alone, the pattern counts as unsettled:
  /// pieces of objects would be fewer.
  static let unsettledShare = 4

  /// The objects, with close ones joined. `nil` if a joined object does not recur.
  private func joined(
    _ objects: [TrackedObject], pairs: [(Int, Int)], at generation: Int, maxPeriod: Int
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
      guard let object = try object(cells, at: generation, maxPeriod: maxPeriod) else { return nil }
      joined.append(object)
    }
    return joined
  }

  /// Parts of the cells that recur alone, but may meet. `nil` if a part does not recur.
  ///
  /// - Parameter motion: the cycle of all cells, if they move together.
  func objects(
    _ cells: Cells, at generation: Int, span: Int, maxPeriod: Int, motion: ObjectCycle? = nil
  ) throws -> [TrackedObject]? {
    let (ships, rest) =
      try motion == nil ? splitShips(from: cells, at: generation) : (ships: [], rest: cells)
    var objects = ships
    for part in try parts(of: rest, span: span, common: motion) {
      guard let object = try object(part, at: generation, maxPeriod: maxPeriod) else { return nil }
      guard motion == nil, object.cycle.isMoving else {
        objects.append(object)
        continue
      }
      // Spaceships in a row visit the same cells.
      for ship in try parts(of: part, span: object.cycle.period, common: object.cycle) {
        guard let object = try self.object(ship, at: generation, maxPeriod: maxPeriod) else {
          return nil
        }
        objects.append(object)
      }
    }
    return objects
  }

  /// Splits off the clusters that are spaceships on their own.
  ///
  /// - Parameters:
  ///   - isWide: whether to look for spaceships of several clusters as well.
  ///   - known: the shapes found in other generations.
  func splitShips(
    from cells: Cells, at generation: Int, isWide: Bool = false,
    known: KnownShapes = KnownShapes()
  ) throws -> (ships: [TrackedObject], rest: Cells) {
    var ships: [TrackedObject] = []
    var rest: [CellRun] = []
    var active: [[CellRun]] = []
    // With more states, parts of a core may look like spaceships.
    guard rule.rule.states == 2 else { return ([], cells) }
    for runs in Clusters.split(cells, reach: reach) {
      try limits.engine.interrupt?.check()
      let cluster = Cells(runs)
      let cycle = known.ships.cycle(of: cluster, maxPeriod: Self.shipPeriod, under: rule) {
        rule.searchSmallCycle(ofCells: cluster, maxPeriod: Self.shipPeriod).cycle
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

  /// Whether a spaceship of one cluster is outside the bounding box of all other cells and moves
  /// away from it.
  ///
  /// - Parameter known: the shapes found in other generations.
  func hasEscape(_ cells: Cells, known: KnownShapes) throws -> Bool {
    let clusters = Clusters.split(cells, reach: reach).map { Cells($0) }
    let windows = clusters.compactMap(\.bounds)
    // For each cluster, the box of this one and all after it.
    var following: [Window?] = [nil]
    for window in windows.reversed() { following.append(following.last??.union(window) ?? window) }
    following.reverse()
    var preceding: Window?
    for (index, window) in windows.enumerated() {
      let after = following[index + 1]
      let others = preceding.map { box in after.map(box.union) ?? box } ?? after
      preceding = preceding?.union(window) ?? window
      guard let others, try escapes(clusters[index], in: window, from: others, known: known) else {
        continue
      }
      return true
    }
    return false
  }

  private func escapes(
    _ cluster: Cells, in window: Window, from others: Window, known: KnownShapes
  ) throws -> Bool {
    let isEast = window.x > others.endX
    let isWest = window.endX < others.x
    let isSouth = window.y > others.endY
    let isNorth = window.endY < others.y
    guard isEast || isWest || isSouth || isNorth else { return false }
    let cycle = try known.ships.cycle(of: cluster, maxPeriod: Self.escapePeriod, under: rule) {
      try object(cluster, at: 0, maxPeriod: Self.escapePeriod, givesUpGrowth: true)?.cycle
    }
    guard let move = cycle?.displacement else { return false }
    return isEast && move.x > 0 || isWest && move.x < 0 || isSouth && move.y > 0
      || isNorth && move.y < 0
  }

  /// The cells, divided by the clusters of all cells alive within `span` generations. With a common
  /// cycle, these generations are first moved back by its velocity.
  ///
  /// - Parameter isSampled: whether later generations are only sampled. Separate parts may still
  ///   meet then.
  func parts(
    of cells: Cells, span: Int, common: ObjectCycle? = nil, isSampled: Bool = false
  ) throws -> [Cells] {
    guard !cells.isEmpty else { return [] }
    var evolution = try evolution(of: cells, visitsCells: !isSampled)
    if common == nil, !isSampled {
      let runs = try evolution.envelopeRuns(over: span)
      return EnvelopeClusters(of: runs, reach: reach).parts(of: cells)
    }
    var envelope = Envelope()
    evolution.forEachAliveWord { envelope.add($2, y: $0, x: $1) }
    while evolution.generation < span {
      let step = isSampled && evolution.generation >= Self.sampledFrom ? Self.sampleInterval : 1
      try evolution.advance(by: min(step, span - evolution.generation))
      let generation = evolution.generation
      let dx = common.map { -$0.displacement.x * generation / $0.period } ?? 0
      let dy = common.map { -$0.displacement.y * generation / $0.period } ?? 0
      evolution.forEachAliveWord { envelope.add($2, y: $0 + dy, x: $1 + dx) }
    }
    let runs = try envelope.cells(limit: limits.engine.memoryLimit).runs
    return EnvelopeClusters(of: runs, reach: reach).parts(of: cells)
  }

  /// An evolution of the cells alone on the plane.
  ///
  /// - Parameter visitsCells: whether the caller reads the cells of every generation.
  func evolution(of cells: Cells, visitsCells: Bool = false) throws -> Evolution {
    try limits.engine.interrupt?.check()
    let pattern = try Pattern(onPlane: cells, rule: rule.rule)
    return try Evolution(pattern, rule: rule, options: limits.engine, visitsCells: visitsCells)
  }

  /// The object of a part with a period of at most `maxPeriod`. `nil` if it does not recur alone.
  ///
  /// - Parameter givesUpGrowth: whether to give up a part that grows to more than eight times its
  ///   population. Any other part may then keep more phases, see ``maxPhaseCells``.
  func object(
    _ cells: Cells, at generation: Int, maxPeriod: Int, givesUpGrowth: Bool = false
  ) throws -> TrackedObject? {
    let maxPeriod = min(maxPeriod, limits.generations)
    switch rule.searchSmallCycle(ofCells: cells, maxPeriod: maxPeriod) {
    case .found(let cycle): return TrackedObject(cycle: cycle, generation: generation)
    case .isNotPeriodic: return nil
    case .isUnknown: break
    }
    var evolution = try evolution(of: cells)
    guard let first = try Snapshot(evolution), let box = cells.bounds else { return nil }
    let maxWork = max(Self.usualWork, Self.maxGrowthFactor * maxPeriod * box.width * box.height)
    var work = 0
    while evolution.generation < maxPeriod {
      try evolution.advance(by: rule.interval)
      if evolution.generation.isMultiple(of: Self.boxInterval), let box = evolution.box {
        work += Self.boxInterval * box.width * box.height
        if work > maxWork { return nil }
      }
      // Ask only once: a plane of blocks counts its cells each time.
      let population = evolution.population
      if givesUpGrowth, population > Self.maxGrowthFactor * first.population { return nil }
      guard population == first.population, let offset = try first.displacement(to: evolution)
      else { continue }
      var again = try self.evolution(of: cells, visitsCells: true)
      var limits = limits
      if givesUpGrowth { limits.collectedCells = Self.maxPhaseCells }
      let cycle = try ObjectCycle(
        period: evolution.generation, displacement: offset, from: &again, rule: rule,
        limits: limits)
      return cycle.phases.isEmpty ? nil : TrackedObject(cycle: cycle, generation: generation)
    }
    return nil
  }

  private static let maxGrowthFactor = 8
  /// A part is given up after so many generations times cells of its box, or after
  /// ``maxGrowthFactor`` times as many as its first box would take. For example, the box of a gun
  /// grows forever.
  private static let usualWork = 1 << 28
  /// The number of generations between measurements of the box.
  private static let boxInterval = 64
}

extension AnalysisRule {
  /// The displacement per period of a spaceship. `nil` for other cells and for longer periods.
  ///
  /// - Throws: ``MemoryExhausted``, ``UnsupportedPattern``.
  package func velocity(of cells: Cells, maxPeriod: Int) throws -> Offset? {
    let separation = Separation(rule: self, limits: AnalysisLimits())
    let object = try separation.object(cells, at: 0, maxPeriod: maxPeriod)
    return object.map(\.cycle).flatMap { $0.isMoving ? $0.displacement : nil }
  }
}
