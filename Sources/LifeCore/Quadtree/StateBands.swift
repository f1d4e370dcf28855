/// Gathers as many rows as a leaf has, of cells of many states, and makes leaves of them.
struct StateBands {
  private let offset: (x: Int, y: Int)
  private let store: QuadStore
  private var band: Int?
  /// The leaves of the band by their columns.
  private var leaves: [Int: QuadLeaf] = [:]

  init(offset: (x: Int, y: Int), _ store: QuadStore) {
    self.offset = offset
    self.store = store
  }

  /// Adds a run; rows come north to south.
  mutating func add(_ run: Run, to assembly: inout RowAssembly) throws(MemoryExhausted) {
    let shape = store.shape
    let (y, inner) = (run.y + offset.y, shape.leafSide - 1)
    if band != y >> shape.leafLevel {
      try flush(to: &assembly)
      band = y >> shape.leafLevel
    }
    let bytes = (leaves.count + run.length >> shape.leafLevel) * 128
    if bytes > store.memoryLimit { throw MemoryExhausted(purpose: "quadtree", bytes: bytes) }
    for x in run.x + offset.x..<run.x + offset.x + run.length {
      shape.set(
        &leaves[x >> shape.leafLevel, default: QuadLeaf(0, 0, 0, 0)], x: x & inner, y: y & inner,
        run.state)
    }
  }

  mutating func flush(to assembly: inout RowAssembly) throws(MemoryExhausted) {
    guard let row = band, !leaves.isEmpty else { return }
    let sorted = leaves.sorted { $0.key < $1.key }
    let numbers = try store.numbers(of: sorted.map(\.value))
    try assembly.add(row: row, zip(sorted, numbers).map { SquareRun(column: $0.key, number: $1) })
    leaves.removeAll(keepingCapacity: true)
  }
}
