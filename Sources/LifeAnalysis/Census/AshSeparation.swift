internal import LifeCore

/// Separates the cells of one generation into objects and proves that they never meet.
struct AshSeparation {
  private let rule: AnalysisRule
  private let reach: Int
  private var table: ObjectTable

  private struct Part {
    var phase: Phase
    var entry: ObjectTable.Entry
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
  /// The clusters of cells are objects if each recurs alone. Objects that stay are joined to one if
  /// their envelopes come close, and objects that move together if their cells do in some
  /// generation. All others must keep apart on their paths.
  mutating func counts(_ cells: Cells) -> [ObjectCode: Int]? {
    var parts: [Part] = []
    for runs in Clusters.split(cells, reach: reach) {
      guard let part = part(runs) else { return nil }
      parts.append(part)
    }
    while true {
      guard let groups = groups(parts) else { return nil }
      if groups.count == parts.count { break }
      var joined: [Part] = []
      for group in groups {
        if group.count == 1 {
          joined.append(parts[group[0]])
          continue
        }
        var runs: [CellRun] = []
        for index in group { parts[index].phase.cells.forEachRun { runs.append($0) } }
        guard let part = part(runs) else { return nil }
        joined.append(part)
      }
      parts = joined
    }
    var counts: [ObjectCode: Int] = [:]
    for part in parts { for code in part.entry.codes { counts[code, default: 0] += 1 } }
    return counts
  }

  private mutating func part(_ runs: [CellRun]) -> Part? {
    let phase = Phase(Cells(runs))
    return table.entry(phase.bitmap).map { Part(phase: phase, entry: $0) }
  }

  /// The parts that must be joined; nil if two of them meet on their paths.
  private func groups(_ parts: [Part]) -> [[Int]]? {
    var sets = DisjointSets(count: parts.count)
    let still = parts.indices.filter { !parts[$0].entry.cycle.isMoving }
    let boxes = parts.map { $0.entry.box.moved(byX: $0.phase.x, y: $0.phase.y) }
    // From north to south, so that only the neighbors of a row are compared.
    let ordered = still.sorted { boxes[$0].y < boxes[$1].y }
    for (place, index) in ordered.enumerated() {
      for other in ordered[(place + 1)...] {
        if boxes[other].y >= boxes[index].endY + reach { break }
        guard boxes[index].isWithin(reach, of: boxes[other]), isNear(parts[index], parts[other])
        else { continue }
        sets.join(index, other)
      }
    }
    let paths = parts.map { $0.entry.path.moved(byX: $0.phase.x, y: $0.phase.y) }
    for index in parts.indices where parts[index].entry.cycle.isMoving {
      for other in parts.indices where other != index {
        guard other < index || !parts[other].entry.cycle.isMoving else { continue }
        guard paths[index].meets(paths[other], within: reach) else { continue }
        guard paths[index].hasVelocity(of: paths[other]) else { return nil }
        if moveTogether(parts[index], parts[other]) { sets.join(index, other) }
      }
    }
    return sets.groups
  }

  /// Whether cells of two objects with the same velocity ever have a common neighbor.
  private func moveTogether(_ a: Part, _ b: Part) -> Bool {
    let one = TrackedObject(cycle: a.entry.cycle, generation: 0)
    let two = TrackedObject(cycle: b.entry.cycle, generation: 0)
    let offset = Offset(x: b.phase.x - a.phase.x, y: b.phase.y - a.phase.y)
    return one.isClose(to: two, movedBy: offset, from: 0, reach: reach)
  }

  /// Whether cells of two envelopes have a common neighbor.
  private func isNear(_ a: Part, _ b: Part) -> Bool {
    let dx = b.phase.x - a.phase.x
    let dy = b.phase.y - a.phase.y
    for cell in a.entry.envelope {
      for other in b.entry.envelope {
        if abs(other.x + dx - cell.x) <= reach, abs(other.y + dy - cell.y) <= reach { return true }
      }
    }
    return false
  }
}

extension Window {
  fileprivate func moved(byX dx: Int, y dy: Int) -> Window {
    Window(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// Whether some cells of two boxes are at most `distance` columns and rows apart.
  fileprivate func isWithin(_ distance: Int, of other: Window) -> Bool {
    x < other.endX + distance && other.x < endX + distance
      && y < other.endY + distance && other.y < endY + distance
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
