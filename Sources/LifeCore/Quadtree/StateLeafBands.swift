/// Makes leaves from bands of cells of many states; a band has as many rows as a leaf.
struct StateLeafBands {
  private let offset: (x: Int, y: Int)
  private let store: QuadStore
  private var band: Int?
  /// The leaves of the band by their columns.
  private var leaves: [Int: QuadLeaf] = [:]

  /// A generous estimate of what a leaf takes in the dictionary.
  private static let bytesPerLeaf = 128

  init(offset: (x: Int, y: Int), in store: QuadStore) {
    self.offset = offset
    self.store = store
  }

  /// Adds a run; rows come north to south.
  mutating func add(_ run: CellRun, to pairing: inout RowPairing) throws(MemoryExhausted) {
    let shape = store.shape
    let y = run.y + offset.y
    let inner = shape.leafSide - 1
    if band != y >> shape.leafLevel {
      try flush(to: &pairing)
      band = y >> shape.leafLevel
    }
    let bytes = (leaves.count + run.length >> shape.leafLevel) * Self.bytesPerLeaf
    if bytes > store.memoryLimit { throw MemoryExhausted(purpose: "quadtree", bytes: bytes) }
    for x in run.x + offset.x..<run.x + offset.x + run.length {
      shape.set(
        in: &leaves[x >> shape.leafLevel, default: .empty], x: x & inner, y: y & inner,
        to: run.state)
    }
  }

  mutating func flush(to pairing: inout RowPairing) throws(MemoryExhausted) {
    guard let row = band, !leaves.isEmpty else { return }
    var batch = NodeBatch<QuadLeaf>()
    for (column, leaf) in leaves.sorted(by: { $0.key < $1.key }) {
      batch.add(leaf, at: NodePlace(row: row, column: column))
    }
    try pairing.take(&batch)
    leaves.removeAll(keepingCapacity: true)
  }
}
