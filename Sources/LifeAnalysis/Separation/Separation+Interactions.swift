internal import LifeCore
internal import LifeEngines

// Objects with parts that look like other objects if each part is taken alone.
extension Separation {
  /// The objects of a pattern.
  struct SettledObjects {
    var objects: [TrackedObject]
    /// The first generation in which they are known to be the whole pattern.
    var start: Int
  }

  /// The objects in three cases that ``objects(_:at:span:maxPeriod:motion:)`` misses: a part of an
  /// object is a spaceship if alone; spaceships cross tracks of others; a spark is too far from its
  /// object to be connected.
  ///
  /// The parts are found `span` generations later. Each recurs alone from then on. Its cycle, run
  /// backwards, gives its earlier cells, if it recurred then. If all these earlier cells together
  /// equal the pattern, it consists of the objects from the start.
  func interactingObjects(
    _ cells: Cells, at generation: Int, span: Int, maxPeriod: Int
  ) throws -> SettledObjects? {
    let span = rule.wholeIntervals(span)
    let end = generation + span
    var objects: [TrackedObject] = []
    var others: [Cells] = []
    var otherCells = 0
    let parts = try interactingParts(of: cells, after: span)
    // Largest parts first: they hold most of the cells that do not recur.
    for part in parts.sorted(by: { $0.population > $1.population }) {
      if let object = try object(part, at: end, maxPeriod: maxPeriod) {
        objects.append(object)
        continue
      }
      others.append(part)
      otherCells += part.population
      if otherCells > cells.population / Self.unsettledShare { return nil }
    }
    guard otherCells <= cells.population / Self.otherShare else { return nil }
    // Most cells belong to objects, so it pays to follow the others for longer: with as much work
    // (cells times generations) as was spent on all cells.
    var work = span * cells.population
    let affordable = work / max(1, otherCells)
    var pieces: [Cells] = []
    for part in others.reversed() {
      if affordable > maxPeriod,
        let object = try object(part, at: end, maxPeriod: affordable, givesUpGrowth: true)
      {
        objects.append(object)
      } else {
        pieces.append(part)
      }
    }
    for piece in pieces {
      guard
        let joined = try joined(piece, with: objects, at: end, span: span, work: &work)
      else { return nil }
      objects = joined
    }
    if Cells(objects.runs(at: generation)) == cells,
      let objects = try joinedObjects(objects, at: generation, span: 0, maxPeriod: maxPeriod)
    {
      return try SettledObjects(objects: objects.flatMap(independentParts), start: generation)
    }
    return try joinedObjects(objects, at: end, span: 0, maxPeriod: maxPeriod)
      .map { try SettledObjects(objects: $0.flatMap(independentParts), start: end) }
  }

  /// The parts of a resting object that are independent over its whole period. A spaceship that
  /// passed both may have connected them. Only for rules without ``PseudoObjects`` of groups.
  private func independentParts(_ object: TrackedObject) throws -> [TrackedObject] {
    let cycle = object.cycle
    guard rule.blockRule == nil, !cycle.isMoving else { return [object] }
    let parts = try parts(of: Cells(cycle.phases[0].runs), span: cycle.period)
    let objects = try parts.compactMap {
      try self.object($0, at: object.generation, maxPeriod: cycle.period)
    }
    return objects.count == parts.count ? objects : [object]
  }

  /// The maximum number of phases times cells of the box, for keeping all phases.
  static let maxPhaseCells = 1 << 30
  /// At most one in this many cells may belong to parts that are followed for longer.
  private static let otherShare = 16
  /// The maximum number of cells times slices for dividing an envelope.
  private static let maxDivisions = 1 << 18
  /// A piece and the objects around it are followed for `span` times this factor, then times its
  /// square and so on.
  private static let patience = 8

  /// Joins a piece with the objects around it. `nil` if this gives no objects.
  ///
  /// For example, a piece of an oscillator may wait for a spaceship that travels around it for a
  /// long time.
  ///
  /// - Parameter work: the remaining budget of cells times generations; decreased.
  private func joined(
    _ piece: Cells, with objects: [TrackedObject], at generation: Int, span: Int,
    work: inout Int
  ) throws -> [TrackedObject]? {
    guard let box = piece.bounds else { return nil }
    let region = box.widened(by: max(box.width, box.height))
    // Objects with periods longer than `span` are whole, not pieces of another object.
    let isNear = objects.map {
      $0.cycle.period <= span && region.gap(to: $0.phase(at: generation).window) <= 0
    }
    let near = zip(objects, isNear).filter(\.1).map(\.0)
    let cells = Cells(near.runs(at: generation) + piece.runs)
    let maxPeriod = work / cells.population
    var span = span * Self.patience
    while span * cells.population <= work {
      work -= span * cells.population
      let end = generation + span
      let joined = try interactingParts(of: cells, after: span).map {
        try object($0, at: end, maxPeriod: maxPeriod, givesUpGrowth: true)
      }
      if joined.allSatisfy({ $0 != nil }) {
        return zip(objects, isNear).filter { !$0.1 }.map(\.0) + joined.compactMap(\.self)
      }
      span *= Self.patience
    }
    return nil
  }

  /// The cells `span` generations later, divided into parts. In these generations, each part has
  /// evolved as it would alone.
  ///
  /// Time is cut into slices. Cells in one cluster of a slice's envelope belong to one part. A
  /// later spaceship may therefore cross the old track of another.
  private func interactingParts(of cells: Cells, after span: Int) throws -> [Cells] {
    let slice = max(1, span * cells.population / Self.maxDivisions)
    var evolution = try evolution(of: cells, visitsCells: true)
    // The present cells and the part of each run. Parts are numbered by the clusters of the first
    // slice.
    var present = try evolution.runs()
    var parts: [Int] = []
    var sets: DisjointSets?
    while evolution.generation < span, !evolution.isEmpty {
      try limits.engine.interrupt?.check()
      let count = min(slice, span - evolution.generation)
      let clusters = try EnvelopeClusters(of: evolution.envelopeRuns(over: count), reach: reach)
      var partOfCluster = Array(0..<clusters.count)
      if sets == nil {
        sets = DisjointSets(count: clusters.count)
      } else {
        var isNew = [Bool](repeating: true, count: clusters.count)
        for (part, cluster) in zip(parts, clusters.clusters(of: present)) {
          if isNew[cluster] {
            partOfCluster[cluster] = part
            isNew[cluster] = false
          } else {
            sets?.join(part, with: partOfCluster[cluster])
          }
        }
      }
      present = try evolution.runs()
      parts = clusters.clusters(of: present).map { partOfCluster[$0] }
    }
    guard let sets else { return [] }
    let groups = sets.numbering
    var runs = [[CellRun]](repeating: [], count: groups.count)
    for (run, part) in zip(present, parts) { runs[groups.setOf[part]].append(run) }
    return runs.filter { !$0.isEmpty }.map { Cells($0) }
  }
}
