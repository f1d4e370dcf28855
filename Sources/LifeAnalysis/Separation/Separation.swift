internal import LifeCore
internal import LifeEngines

/// Separates the cells of one generation into objects that never meet.
struct Separation {
  let rule: AnalysisRule
  let limits: AnalysisLimits

  /// The largest distance in columns or rows at which two cells have a common neighbor.
  var reach: Int { 2 * rule.rule.range }

  /// The largest period of a part.
  static let longestPeriod = 4_096
  /// The largest period of a cluster that is taken for a spaceship at once.
  private static let shipPeriod = 120
  /// The largest number of pairs of paths to compare.
  private static let mostPairs = 20_000_000

  /// The objects of a pattern on the plane that consists of still lifes, oscillators and
  /// spaceships whose paths keep apart for ever; nil if that is not proved.
  ///
  /// - Parameters:
  ///   - cells: the cells of `generation`.
  ///   - window: the number of generations after which cells that lived together are one part.
  func settledObjects(
    _ cells: Cells, at generation: Int, window: Int
  ) throws -> [TrackedObject]? {
    guard let objects = try objects(cells, at: generation, window: window) else { return nil }
    return try keepApart(objects, from: generation, window: window) ? objects : nil
  }

  /// The parts of some cells, each of which recurs alone; nil if one does not. They may meet.
  func objects(_ cells: Cells, at generation: Int, window: Int) throws -> [TrackedObject]? {
    var (objects, rest) = split(cells, at: generation)
    for part in try parts(of: rest, window: window) {
      guard let object = try object(part, at: generation) else { return nil }
      objects.append(object)
    }
    return objects
  }

  /// The clusters that are spaceships when they are alone, and all other cells.
  func split(_ cells: Cells, at generation: Int) -> (ships: [TrackedObject], rest: Cells) {
    var ships: [TrackedObject] = []
    var rest: [Run] = []
    for runs in Clusters.split(cells, reach: reach) {
      let phase = Phase(Cells(runs))
      if let cycle = rule.smallCycle(of: phase, maxPeriod: Self.shipPeriod), cycle.isMoving {
        ships.append(TrackedObject(cycle: cycle, generation: generation))
      } else {
        rest += runs
      }
    }
    return (ships, Cells(rest))
  }

  /// Whether a spaceship is outside of the bounding box of all other cells, and moves away from it.
  func hasEscape(_ cells: Cells) -> Bool {
    let (ships, rest) = split(cells, at: 0)
    return ships.indices.contains { index in
      let others = ships.indices.filter { $0 != index }.map { ships[$0].cycle.phases[0].window }
      guard let box = (others + [rest.bounds].compactMap { $0 }).reduce(nil, Self.union) else {
        return false
      }
      let (window, moves) = (ships[index].cycle.phases[0].window, ships[index].cycle.displacement)
      return moves.x > 0 && window.x > box.endX || moves.x < 0 && window.endX < box.x
        || moves.y > 0 && window.y > box.endY || moves.y < 0 && window.endY < box.y
    }
  }

  private static func union(_ box: Window?, _ other: Window) -> Window? {
    box?.union(other) ?? other
  }

  /// The clusters of all cells that live within a number of generations.
  func parts(of cells: Cells, window: Int) throws -> [Cells] {
    guard !cells.isEmpty else { return [] }
    var envelope = Envelope()
    envelope.add(cells)
    var evolution = try evolution(of: cells)
    for _ in 0..<window {
      try evolution.advance(by: 1)
      envelope.add(try evolution.cells())
    }
    return try envelope.clusters(of: cells, reach: reach, limit: limits.engine.memoryLimit)
      .map { Cells($0) }
  }

  /// Cells alone on the plane.
  func evolution(of cells: Cells) throws -> Evolution {
    var pattern = Pattern(cells: cells)
    pattern.statedRule = rule.rule
    pattern.position = .origin
    return try Evolution(pattern.packedForRule(), rule, limits.engine)
  }

  /// A part that recurs alone within `longest` generations; nil if it does not.
  func object(
    _ cells: Cells, at generation: Int, longest: Int = longestPeriod
  ) throws -> TrackedObject? {
    let longest = min(longest, limits.generations)
    if let cycle = rule.smallCycle(of: Phase(cells), maxPeriod: longest) {
      return TrackedObject(cycle: cycle, generation: generation)
    }
    var evolution = try evolution(of: cells)
    guard let first = try Snapshot(evolution) else { return nil }
    while evolution.generation < longest {
      try evolution.advance(by: 1)
      guard let offset = try first.displacement(to: evolution) else { continue }
      let found = FoundCycle(
        period: evolution.generation, displacement: offset, start: 0)
      var again = try self.evolution(of: cells)
      let phases = try found.collected(&again, rule, limits)
      guard !phases.isEmpty else { return nil }
      let cycle = ObjectCycle(period: found.period, displacement: offset, phases: phases)
      return TrackedObject(cycle: cycle, generation: generation)
    }
    return nil
  }

  /// Whether no two objects ever have a common neighbor.
  func keepApart(
    _ objects: [TrackedObject], from generation: Int, window: Int
  ) throws -> Bool {
    let paths = objects.map { $0.path(from: generation) }
    let moving = objects.indices.filter { objects[$0].cycle.isMoving }
    guard moving.count * objects.count <= Self.mostPairs else { return false }
    for index in moving {
      for other in objects.indices where other != index {
        let isFirst = other < index || !objects[other].cycle.isMoving
        if isFirst, paths[index].meets(paths[other], within: reach) { return false }
      }
    }
    let still = objects.filter { !$0.cycle.isMoving }
    // Parts were separated by their cells of `window` generations.
    if still.allSatisfy({ $0.cycle.period <= window }) { return true }
    return try envelopesKeepApart(still)
  }

  private func envelopesKeepApart(_ objects: [TrackedObject]) throws -> Bool {
    var envelope = Envelope()
    for object in objects { for phase in object.cycle.phases { envelope.add(phase.cells) } }
    let limit = limits.engine.memoryLimit
    var owners: [Run: Int] = [:]
    for (index, group) in Clusters.split(try envelope.cells(limit: limit), reach: reach)
      .enumerated()
    {
      for run in group { for x in 0..<run.length { owners[run.cell(x)] = index } }
    }
    // Each object has live cells in every phase, all in one or several groups of its own.
    var taken: [Int: Int] = [:]
    for (index, object) in objects.enumerated() {
      for phase in object.cycle.phases {
        var isAlone = true
        phase.cells.forEachRun { run in
          for x in 0..<run.length {
            guard let group = owners[run.cell(x)] else { continue }
            if taken[group, default: index] != index { isAlone = false }
            taken[group] = index
          }
        }
        if !isAlone { return false }
      }
    }
    return true
  }
}

extension Run {
  /// One cell of the run, without its state.
  fileprivate func cell(_ index: Int) -> Run { Run(y: y, x: x + index, length: 1) }
}
