internal import LifeCore

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

  /// The cluster of each run.
  ///
  /// - Parameter runs: runs in reading order, each inside one run of the envelope.
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

  /// The cells, divided by cluster.
  func parts(of cells: Cells) -> [Cells] {
    let runs = cells.runs
    var parts = [[CellRun]](repeating: [], count: count)
    for (run, cluster) in zip(runs, clusters(of: runs)) { parts[cluster].append(run) }
    return parts.filter { !$0.isEmpty }.map { Cells($0) }
  }
}
