internal import LifeCore
internal import LifeEngines

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
    // The largest first, as they are most of what does not recur.
    for part in try interactingParts(of: cells, after: window)
      .sorted(by: { $0.population > $1.population })
    {
      guard let object = try object(part, at: end, longest: longest) else { return nil }
      objects.append(object)
    }
    if Cells(objects.runs(at: generation)) == cells,
      let objects = try joinedObjects(objects, at: generation, window: 0, longest: longest)
    {
      return SettledObjects(objects: objects, start: generation)
    }
    return try joinedObjects(objects, at: end, window: 0, longest: longest)
      .map { SettledObjects(objects: $0, start: end) }
  }

  /// The number of cells times slices for which an envelope is divided at most.
  private static let mostDivisions = 1 << 18

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
