internal import LifeCore

/// The cells that were alive in at least one of several generations.
struct Envelope {
  private struct Place: Hashable {
    var y: Int
    var x: Int
  }

  private var words: [Place: UInt64] = [:]

  mutating func add(_ cells: Cells) {
    let planes = cells.planes
    cells.forEachPiece { y, x, span in
      for first in stride(from: 0, to: span.count, by: planes) {
        var alive: UInt64 = 0
        for plane in 0..<planes { alive |= span[first + plane] }
        if alive != 0 { words[Place(y: y, x: x + first / planes * 64), default: 0] |= alive }
      }
    }
  }

  /// All cells, in two states.
  func cells(limit: Int) throws(MemoryExhausted) -> Cells {
    let builder = Cells.Builder(planes: 1, limit: limit)
    for (place, word) in words.sorted(by: { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }) {
      try builder.append(y: place.y, x: place.x, word: word)
    }
    return builder.finish()
  }
}

extension Envelope {
  /// The clusters of cells that share a cluster of their envelope over some generations.
  ///
  /// - Parameters:
  ///   - cells: cells that were added to the envelope.
  ///   - reach: see ``Clusters/split(_:reach:)``.
  func clusters(of cells: Cells, reach: Int, limit: Int) throws(MemoryExhausted) -> [[Run]] {
    let groups = Clusters.split(try self.cells(limit: limit), reach: reach)
    var owners: [(run: Run, group: Int)] = []
    for (index, group) in groups.enumerated() { owners += group.map { ($0, index) } }
    owners.sort { ($0.run.y, $0.run.x) < ($1.run.y, $1.run.x) }
    var parts = [[Run]](repeating: [], count: groups.count)
    var place = 0
    // Each run of cells is inside one run of the envelope; both are in reading order.
    cells.forEachRun { run in
      while owners[place].run.y < run.y
        || (owners[place].run.y == run.y
          && owners[place].run.x + owners[place].run.length <= run.x)
      {
        place += 1
      }
      parts[owners[place].group].append(run)
    }
    return parts.filter { !$0.isEmpty }
  }
}
