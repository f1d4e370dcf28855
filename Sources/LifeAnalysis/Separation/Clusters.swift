package import LifeCore

/// Splits cells into clusters too far apart to have a common neighbor.
package enum Clusters {
  /// The connected components of the live cells. Two cells are connected if their columns and rows
  /// differ by at most `reach`. With twice the rule's range, no cell has neighbors in two clusters.
  ///
  /// - Complexity: O(*n* · reach) for *n* runs of live cells.
  package static func split(_ cells: Cells, reach: Int) -> [[CellRun]] {
    let (owners, count) = numbered(cells.runs, reach: reach)
    var clusters = [[CellRun]](repeating: [], count: count)
    for (run, cluster) in owners { clusters[cluster].append(run) }
    return clusters
  }

  /// Runs of live cells in reading order, each with the number of its cluster, and the number of
  /// clusters. One array for all clusters keeps the reading order, so callers need not sort.
  package static func numbered(
    _ runs: [CellRun], reach: Int
  ) -> (owners: [(run: CellRun, cluster: Int)], count: Int) {
    var sets = DisjointSets(count: runs.count)
    // The last `reach` rows and the present one: the start of each row, and its first run not too
    // far west.
    var rows: [(y: Int, start: Int, first: Int)] = []
    for index in runs.indices {
      let run = runs[index]
      if rows.last?.y != run.y {
        rows.removeAll { $0.y < run.y - reach }
        for row in rows.indices { rows[row].first = rows[row].start }
        rows.append((run.y, index, index))
      }
      for row in rows.indices {
        let end = row + 1 < rows.count ? rows[row + 1].start : index
        var other = rows[row].first
        // Runs too far west of this run are also too far west of all later runs in its row.
        while other < end, isWest(runs[other], of: run, by: reach) { other += 1 }
        rows[row].first = other
        while other < end, runs[other].x <= run.x + run.length - 1 + reach {
          sets.join(index, with: other)
          other += 1
        }
      }
    }
    let (clusters, count) = sets.numbering
    return (zip(runs, clusters).map { (run: $0, cluster: $1) }, count)
  }

  private static func isWest(_ run: CellRun, of other: CellRun, by reach: Int) -> Bool {
    run.x + run.length - 1 + reach < other.x
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
