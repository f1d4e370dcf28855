internal import LifeCore

/// The cells that were alive in at least one of several generations, in blocks of 64 × 64 cells.
struct Envelope {
  /// The row and the column of a block.
  private struct BlockPosition: Hashable {
    var y: Int
    var x: Int
  }

  /// The index of the first of the 64 words of each block.
  private var blocks: [BlockPosition: Int] = [:]
  private var words: [UInt64] = []
  /// The blocks that were used last, by the lowest bits of their columns.
  private var recent = [(position: BlockPosition, first: Int)](
    repeating: (BlockPosition(y: .min, x: .min), 0), count: Self.recentCount)

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
    let position = BlockPosition(y: y >> 6, x: column)
    let slot = column & (Self.recentCount - 1)
    if recent[slot].position != position {
      let first = blocks[position] ?? words.count
      if first == words.count {
        blocks[position] = first
        words += repeatElement(0, count: 64)
      }
      recent[slot] = (position, first)
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
        for (position, first) in band {
          try builder.append(
            y: position.y << 6 + row, x: position.x << 6, word: words[first + row])
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
    var envelope: [CellRun] = []
    try self.cells(limit: limit).forEachRun { envelope.append($0) }
    return EnvelopeClusters(of: envelope, reach: reach).parts(of: cells)
  }
}

/// The clusters of an envelope.
struct EnvelopeClusters {
  let count: Int
  /// The runs of the envelope in reading order, each with the number of its cluster.
  private let owners: [(run: CellRun, cluster: Int)]

  /// - Parameters:
  ///   - envelope: the runs of all cells, in reading order.
  ///   - reach: see ``Clusters/split(_:reach:)``.
  init(of envelope: [CellRun], reach: Int) {
    (owners, count) = Clusters.numbered(envelope, reach: reach)
  }

  /// The number of the cluster of each run of cells, which are in reading order, and each of them
  /// inside one run of the envelope.
  func clusters(of runs: [CellRun]) -> [Int] {
    var clusters: [Int] = []
    clusters.reserveCapacity(runs.count)
    var index = 0
    for run in runs {
      while owners[index].run.y < run.y
        || (owners[index].run.y == run.y
          && owners[index].run.x + owners[index].run.length <= run.x)
      {
        index += 1
      }
      clusters.append(owners[index].cluster)
    }
    return clusters
  }

  /// The runs of some cells, divided by the clusters that they are in.
  func parts(of cells: Cells) -> [[CellRun]] {
    var runs: [CellRun] = []
    cells.forEachRun { runs.append($0) }
    var parts = [[CellRun]](repeating: [], count: count)
    for (run, cluster) in zip(runs, clusters(of: runs)) { parts[cluster].append(run) }
    return parts.filter { !$0.isEmpty }
  }
}
