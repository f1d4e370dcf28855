internal import LifeCore

/// The cells that were alive in at least one of several generations, in blocks of 64 × 64 cells.
struct Envelope {
  private struct Place: Hashable {
    /// The row and the column of the block.
    var y: Int
    var x: Int
  }

  /// The index of the first word of each block, of 64 words.
  private var blocks: [Place: Int] = [:]
  private var words: [UInt64] = []
  /// The blocks that were used last, by the lowest bits of their columns.
  private var recent = [(place: Place, first: Int)](
    repeating: (Place(y: .min, x: .min), 0), count: Self.recentCount)

  private static let recentCount = 64

  mutating func add(_ cells: Cells) {
    let planes = cells.planes
    cells.forEachPiece { y, x, span in
      for first in stride(from: 0, to: span.count, by: planes) {
        var alive: UInt64 = 0
        for plane in 0..<planes { alive |= span[first + plane] }
        add(alive, y: y, x: x + first / planes * 64)
      }
    }
  }

  /// Adds 64 cells of a row, bit 0 in any column.
  mutating func add(_ word: UInt64, y: Int, x: Int) {
    guard word != 0 else { return }
    let shift = UInt64(x & 63)
    unite(word << shift, y: y, column: x >> 6)
    let rest = shift == 0 ? 0 : word >> (64 - shift)
    if rest != 0 { unite(rest, y: y, column: x >> 6 + 1) }
  }

  private mutating func unite(_ word: UInt64, y: Int, column: Int) {
    let place = Place(y: y >> 6, x: column)
    let slot = column & (Self.recentCount - 1)
    if recent[slot].place != place {
      let first = blocks[place] ?? words.count
      if first == words.count {
        blocks[place] = first
        words += repeatElement(0, count: 64)
      }
      recent[slot] = (place, first)
    }
    words[recent[slot].first + y & 63] |= word
  }

  /// All cells, in two states.
  func cells(limit: Int) throws(MemoryExhausted) -> Cells {
    let builder = Cells.Builder(planes: 1, limit: limit)
    let sorted = blocks.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }
    var start = 0
    while start < sorted.count {
      let band = sorted[start...].prefix { $0.key.y == sorted[start].key.y }
      for row in 0..<64 {
        for (place, first) in band {
          try builder.append(y: place.y << 6 + row, x: place.x << 6, word: words[first + row])
        }
      }
      start = band.endIndex
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
  func clusters(of cells: Cells, reach: Int, limit: Int) throws(MemoryExhausted) -> [[CellRun]] {
    let groups = Clusters.split(try self.cells(limit: limit), reach: reach)
    var owners: [(run: CellRun, group: Int)] = []
    for (index, group) in groups.enumerated() { owners += group.map { ($0, index) } }
    owners.sort { ($0.run.y, $0.run.x) < ($1.run.y, $1.run.x) }
    var parts = [[CellRun]](repeating: [], count: groups.count)
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
