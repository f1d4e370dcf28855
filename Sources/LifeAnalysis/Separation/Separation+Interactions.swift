internal import LifeCore
internal import LifeEngines

// Objects whose parts look like other objects while they are alone.
extension Separation {
  /// Objects of which a pattern consists.
  struct SettledObjects {
    var objects: [TrackedObject]
    /// The generation from which on they are known to be all of it.
    var start: Int
  }

  /// The objects of a pattern like ``settledObjects(_:at:window:longest:moving:)``, also where a
  /// part of an object is a spaceship when it is alone, where spaceships cross the tracks of
  /// others, or where a spark of an object is too far from it to be connected with it.
  ///
  /// The parts are those of `window` generations later. Each of them recurs alone from then on, so
  /// it is known what they were before, if they recurred then, too. If these cells, all together,
  /// are those of the pattern, it consists of the objects from the start.
  func interactingObjects(
    _ cells: Cells, at generation: Int, window: Int, longest: Int
  ) throws -> SettledObjects? {
    let end = generation + window
    var objects: [TrackedObject] = []
    var others: [Cells] = []
    var otherCells = 0
    let parts = try interactingParts(of: cells, after: window)
    // The largest first, as they are most of what does not recur.
    for part in parts.sorted(by: { $0.population > $1.population }) {
      if let object = try object(part, at: end, longest: longest) {
        objects.append(object)
        continue
      }
      others.append(part)
      otherCells += part.population
      if otherCells > cells.population / Self.unsettledShare { return nil }
    }
    guard otherCells <= cells.population / Self.otherShare else { return nil }
    // Most cells are those of objects, so it is worth the time to follow the others for longer: as
    // many cells times generations again.
    var work = window * cells.population
    let affordable = work / max(1, otherCells)
    var pieces: [Cells] = []
    for part in others.reversed() {
      if affordable > longest,
        let object = try object(part, at: end, longest: affordable, isSteady: true)
      {
        objects.append(object)
      } else {
        pieces.append(part)
      }
    }
    for piece in pieces {
      guard
        let joined = try joined(piece, with: objects, at: end, window: window, work: &work)
      else { return nil }
      objects = joined
    }
    if Cells(objects.runs(at: generation)) == cells,
      let objects = try joinedObjects(objects, at: generation, window: 0, longest: longest)
    {
      return SettledObjects(objects: objects, start: generation)
    }
    return try joinedObjects(objects, at: end, window: 0, longest: longest)
      .map { SettledObjects(objects: $0, start: end) }
  }

  /// The largest number of generations times cells of the box whose phases are kept.
  static let mostPhaseCells = 1 << 30
  /// Not more than one in this many cells belongs to parts that are followed for longer.
  private static let otherShare = 16
  /// The number of cells times slices for which an envelope is divided at most.
  private static let mostDivisions = 1 << 18
  /// The factor between the numbers of generations for which a piece of an object is followed
  /// together with what is around it.
  private static let patience = 8

  /// All objects, where a piece that does not recur alone belongs together with objects around it,
  /// which it meets only later, as in an oscillator around which a spaceship travels for long; nil
  /// if that is not so.
  ///
  /// - Parameter work: how many cells times generations may be followed; less afterwards.
  private func joined(
    _ piece: Cells, with objects: [TrackedObject], at generation: Int, window: Int,
    work: inout Int
  ) throws -> [TrackedObject]? {
    guard let box = piece.bounds else { return nil }
    let region = box.widened(by: max(box.width, box.height))
    // What has a longer period is no piece.
    let isNear = objects.map {
      $0.cycle.period <= window && region.gap(to: $0.phase(at: generation).window) <= 0
    }
    var runs = zip(objects, isNear).filter(\.1).map(\.0).runs(at: generation)
    piece.forEachRun { runs.append($0) }
    let cells = Cells(runs)
    let longest = work / cells.population
    var window = window * Self.patience
    while window * cells.population <= work {
      work -= window * cells.population
      let end = generation + window
      let joined = try interactingParts(of: cells, after: window).map {
        try object($0, at: end, longest: longest, isSteady: true)
      }
      if joined.allSatisfy({ $0 != nil }) {
        return zip(objects, isNear).filter { !$0.1 }.map(\.0) + joined.compactMap(\.self)
      }
      window *= Self.patience
    }
    return nil
  }

  /// The cells of some generations later, divided into parts that have evolved since as they do
  /// alone.
  ///
  /// Time is cut into slices. In each of them, what has a common cluster of the envelope is one
  /// part, so that a spaceship may cross the track that another one has left behind.
  private func interactingParts(of cells: Cells, after window: Int) throws -> [Cells] {
    let slice = max(1, window * cells.population / Self.mostDivisions)
    var evolution = try evolution(of: cells, visitsCells: true)
    // The present cells, and the part of each run. Parts are the clusters of the first slice.
    var present = try evolution.runs()
    var parts: [Int] = []
    var sets: DisjointSets?
    while evolution.generation < window, !evolution.isEmpty {
      try limits.engine.interrupt?.check()
      let count = min(slice, window - evolution.generation)
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
    var groupOfPart = [Int](repeating: 0, count: sets.count)
    let groups = sets.groups
    for (number, group) in groups.enumerated() {
      for part in group { groupOfPart[part] = number }
    }
    var runs = [[CellRun]](repeating: [], count: groups.count)
    for (run, part) in zip(present, parts) { runs[groupOfPart[part]].append(run) }
    return runs.filter { !$0.isEmpty }.map { Cells($0) }
  }
}
