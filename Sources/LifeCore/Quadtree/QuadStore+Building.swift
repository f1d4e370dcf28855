extension Quadtree {
  /// A tree of `cells`, whose local (0, 0) comes to lie at `offset` from the tree's own.
  package convenience init(
    _ cells: Cells, at offset: Position, in store: QuadStore
  ) throws(MemoryExhausted) {
    let reach = 1 << Self.reachLevel
    // Far away from the tree's middle, the cells are built near it, and then moved as a whole.
    let (columns, x) = offset.x.floorDivided(by: reach)
    let (rows, y) = offset.y.floorDivided(by: reach)
    var assembly = RowAssembly(store, top: Self.reachLevel)
    if store.shape == .bits {
      let bands = Bands(cells, offset: (x, y), store)
      try bands.add(to: &assembly)
    } else {
      var bands = StateBands(offset: (x, y), store)
      var runs = RunIterator(cells)
      while let run = runs.next() { try bands.add(run, to: &assembly) }
      try bands.flush(to: &assembly)
    }
    try assembly.finish()
    var squares: [Position: UInt32] = [:]
    for (row, found) in assembly.result {
      for run in found {
        for column in run.column..<run.end {
          squares[Position(x: columns + BigInt(column), y: rows + BigInt(row))] = run.number
        }
      }
    }
    let (root, level) = try store.gather(squares, level: Self.reachLevel)
    self.init(root, level: level, in: store)
  }

  /// Squares of this level are placed by exact numbers, smaller ones by ordinary ones.
  private static let reachLevel = 60
}

extension QuadStore {
  /// The smallest tree with these squares, which are placed by column and row of their level.
  func gather(
    _ squares: [Position: UInt32], level: Int
  ) throws(MemoryExhausted) -> (root: UInt32, level: Int) {
    var (squares, level) = (squares.filter { $0.value != 0 }, level)
    while squares.keys.contains(where: { !Self.isInner($0.x) || !Self.isInner($0.y) }) {
      var parents: Set<Position> = []
      for place in squares.keys { parents.insert(Position(x: place.x >> 1, y: place.y >> 1)) }
      var next: [Position: UInt32] = [:]
      for parent in parents { next[parent] = try join(squares, under: parent) }
      (squares, level) = (next, level + 1)
    }
    var root = try join(squares, under: Position(x: -1, y: -1), step: 1)
    level += 1
    while let narrower = try narrowed(root, level: level) { (root, level) = (narrower, level - 1) }
    return (root, level)
  }

  private static func isInner(_ place: BigInt) -> Bool { place == 0 || place == -1 }

  private func join(
    _ squares: [Position: UInt32], under parent: Position, step: Int = 2
  ) throws(MemoryExhausted) -> UInt32 {
    let x = parent.x * step
    let y = parent.y * step
    return try join(
      squares[Position(x: x, y: y)] ?? 0, squares[Position(x: x + 1, y: y)] ?? 0,
      squares[Position(x: x, y: y + 1)] ?? 0, squares[Position(x: x + 1, y: y + 1)] ?? 0)
  }
}
