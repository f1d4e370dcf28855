internal import LifeCore

/// Separates the cells of one generation into objects and proves that they never meet.
struct AshSeparation {
  private let rule: AnalysisRule
  private let reach: Int
  private var table: ObjectTable

  /// An object that recurs alone, where its cells are on the plane.
  private struct PlacedObject {
    var phase: Phase
    var known: ObjectTable.KnownObject
  }

  init(_ rule: AnalysisRule) {
    self.rule = rule
    // Cells that have a common neighbor after the generations between two phases.
    reach = 2 * rule.rule.range * rule.interval
    table = ObjectTable(rule)
  }

  /// The number of objects of each code; nil if it is not proved that the cells are objects which
  /// never meet.
  ///
  /// The clusters of cells are objects if each recurs alone. Objects that stay where they are
  /// become one object if their envelopes come close, and objects that move together if their cells
  /// come close in some generation. All others must keep apart on their paths.
  mutating func counts(_ cells: Cells) -> [ObjectCode: Int]? {
    var objects: [PlacedObject] = []
    for runs in Clusters.split(cells, reach: reach) {
      guard let object = object(of: runs) else { return nil }
      objects.append(object)
    }
    while true {
      guard let groups = groups(objects) else { return nil }
      if groups.count == objects.count { break }
      var joined: [PlacedObject] = []
      for group in groups {
        if group.count == 1 {
          joined.append(objects[group[0]])
          continue
        }
        var runs: [CellRun] = []
        for index in group { objects[index].phase.cells.forEachRun { runs.append($0) } }
        guard let object = object(of: runs) else { return nil }
        joined.append(object)
      }
      objects = joined
    }
    var counts: [ObjectCode: Int] = [:]
    for object in objects {
      for code in object.known.codes { counts[code, default: 0] += 1 }
    }
    return counts
  }

  private mutating func object(of runs: [CellRun]) -> PlacedObject? {
    let phase = Phase(Cells(runs))
    return table.object(with: phase.bitmap).map { PlacedObject(phase: phase, known: $0) }
  }

  /// The objects that must be joined; nil if two of them meet on their paths.
  private func groups(_ objects: [PlacedObject]) -> [[Int]]? {
    var sets = DisjointSets(count: objects.count)
    let still = objects.indices.filter { !objects[$0].known.cycle.isMoving }
    let boxes = objects.map { $0.known.box.moved(byX: $0.phase.x, y: $0.phase.y) }
    // From north to south, so that only the neighbors of a row are compared.
    let ordered = still.sorted { boxes[$0].y < boxes[$1].y }
    for (rank, index) in ordered.enumerated() {
      for other in ordered[(rank + 1)...] {
        if boxes[other].y >= boxes[index].endY + reach { break }
        guard boxes[index].gap(to: boxes[other]) < reach,
          isNear(objects[index], to: objects[other])
        else { continue }
        sets.join(index, with: other)
      }
    }
    let paths = objects.map { $0.known.path.moved(byX: $0.phase.x, y: $0.phase.y) }
    for index in objects.indices where objects[index].known.cycle.isMoving {
      for other in objects.indices where other != index {
        guard other < index || !objects[other].known.cycle.isMoving else { continue }
        guard paths[index].meets(paths[other], within: reach) else { continue }
        guard paths[index].hasVelocity(of: paths[other]) else { return nil }
        if isClose(objects[index], to: objects[other]) { sets.join(index, with: other) }
      }
    }
    return sets.groups
  }

  /// Whether cells of two objects with the same velocity ever have a common neighbor.
  private func isClose(_ object: PlacedObject, to other: PlacedObject) -> Bool {
    let first = TrackedObject(cycle: object.known.cycle, generation: 0)
    let second = TrackedObject(cycle: other.known.cycle, generation: 0)
    let offset = Offset(x: other.phase.x - object.phase.x, y: other.phase.y - object.phase.y)
    return first.isClose(to: second, movedBy: offset, from: 0, reach: reach)
  }

  /// Whether cells of two envelopes have a common neighbor.
  private func isNear(_ object: PlacedObject, to other: PlacedObject) -> Bool {
    let dx = other.phase.x - object.phase.x
    let dy = other.phase.y - object.phase.y
    for cell in object.known.envelope {
      for near in other.known.envelope {
        if abs(near.x + dx - cell.x) <= reach, abs(near.y + dy - cell.y) <= reach { return true }
      }
    }
    return false
  }
}

extension MovingBox {
  func moved(byX dx: Int, y dy: Int) -> MovingBox {
    var path = self
    path.left += Double(dx)
    path.right += Double(dx)
    path.top += Double(dy)
    path.bottom += Double(dy)
    return path
  }

  fileprivate func hasVelocity(of other: MovingBox) -> Bool { vx == other.vx && vy == other.vy }
}
