/// Makes leaves from bands of cells of many states; a band has as many rows as a leaf.
struct StateLeafBands {
  private let offset: (x: Int, y: Int)
  private let store: QuadStore
  /// The number of the present row.
  private var y: Int?
  /// Leaves with the cells of the present row alone, west to east.
  private var row: [PlacedLeaf] = []
  /// Leaves with the cells of the rows of the band before it, west to east.
  ///
  /// A dictionary took half of the time of reading.
  private var band: [PlacedLeaf] = []
  /// Room for the next band of leaves.
  private var joined: [PlacedLeaf] = []

  private struct PlacedLeaf {
    var column: Int
    var leaf: QuadLeaf
  }

  init(offset: (x: Int, y: Int), in store: QuadStore) {
    self.offset = offset
    self.store = store
  }

  /// Adds a run; rows come north to south, and the runs of a row west to east.
  mutating func add(_ run: CellRun, to pairing: inout RowPairing) throws(MemoryExhausted) {
    let shape = store.shape
    try begin(row: run.y + offset.y, in: &pairing)
    let count = band.count + row.count + run.length >> shape.leafLevel
    let bytes = 2 * count * MemoryLayout<PlacedLeaf>.stride
    if bytes > store.memoryLimit { throw MemoryExhausted(purpose: "quadtree", bytes: bytes) }
    let inner = shape.leafSide - 1
    let line = (run.y + offset.y) & inner
    var x = run.x + offset.x
    let end = x + run.length
    while x < end {
      let column = x >> shape.leafLevel
      if row.last?.column != column { row.append(PlacedLeaf(column: column, leaf: .empty)) }
      let next = min(end, (column + 1) << shape.leafLevel)
      for x in x..<next {
        shape.set(in: &row[row.count - 1].leaf, x: x & inner, y: line, to: run.state)
      }
      x = next
    }
  }

  /// Adds the leaves of the last band.
  mutating func finish(in pairing: inout RowPairing) throws(MemoryExhausted) {
    joinRow()
    try addBand(to: &pairing)
  }

  private mutating func begin(
    row next: Int, in pairing: inout RowPairing
  ) throws(MemoryExhausted) {
    if next == y { return }
    joinRow()
    if let y, y >> store.shape.leafLevel != next >> store.shape.leafLevel {
      try addBand(to: &pairing)
    }
    y = next
  }

  /// Joins the leaves of the present row with those of the band.
  private mutating func joinRow() {
    var rest = row[...]
    for placed in band {
      while let first = rest.first, first.column < placed.column {
        joined.append(first)
        rest.removeFirst()
      }
      joined.append(placed)
      if let first = rest.first, first.column == placed.column {
        joined[joined.count - 1].leaf.formUnion(first.leaf)
        rest.removeFirst()
      }
    }
    joined += rest
    swap(&band, &joined)
    joined.removeAll(keepingCapacity: true)
    row.removeAll(keepingCapacity: true)
  }

  private mutating func addBand(to pairing: inout RowPairing) throws(MemoryExhausted) {
    guard let y else { return }
    var batch = NodeBatch<QuadLeaf>()
    for placed in band {
      let place = NodePlace(row: y >> store.shape.leafLevel, column: placed.column)
      batch.add(placed.leaf, at: place)
      if batch.isFull { try pairing.take(&batch) }
    }
    try pairing.take(&batch)
    band.removeAll(keepingCapacity: true)
  }
}
