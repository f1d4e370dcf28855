/// Nodes of one level that overlap the same rows of cells, west to east.
private typealias Row = [(x: Int, id: NodeID)]

extension Quadtree {
  /// Visits the rows inside a window as packed words, north to south and west to east.
  ///
  /// - Parameters:
  ///   - corner: the window's north-western cell, relative to the tree's (0, 0).
  ///   - limit: the maximum number of bytes for nodes side by side. Longer rows are visited one by
  ///     one, more slowly.
  ///   - check: called now and then; its errors end the walk.
  ///   - body: gets the row and the column of the first word's bit 0, relative to the corner. Words
  ///     begin at multiples of 64, and no bit outside the window is set.
  /// - Complexity: O(nodes in the window, each as often as it occurs there).
  package func forEachRow(
    from corner: Position, width: Int, height: Int, limit: Int, check: () throws -> Void,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    guard width > 0, height > 0 else { return }
    let half = BigInt.powerOfTwo(level - 1)
    let rows = RowWalk(
      store: store, width: width, height: height, limit: min(limit, store.memoryLimit))
    var seeds: [(y: Int, row: Row)] = []
    findSeeds(
      in: root, level: level, x: -half - corner.x, y: -half - corner.y, size: (width, height),
      seeds: &seeds)
    for seed in Self.merged(seeds) {
      try rows.walk(
        seed.row, level: min(level, Self.levelOfInts), y: seed.y, check: check, body: body)
    }
  }

  /// The same for a window of ordinary size.
  package func forEachRow(
    from corner: Position, width: Int, height: Int,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    try forEachRow(from: corner, width: width, height: height, limit: .max, check: {}, body)
  }

  /// Finds the nodes of ``levelOfInts`` or below in the window, and their places in it.
  private func findSeeds(
    in id: NodeID, level: Int, x: BigInt, y: BigInt, size: (width: Int, height: Int),
    seeds: inout [(y: Int, row: Row)]
  ) {
    let side = BigInt.powerOfTwo(level)
    guard !id.isEmpty, x < BigInt(size.width), y < BigInt(size.height), x + side > 0, y + side > 0
    else { return }
    if level <= Self.levelOfInts {
      guard let x = x.int, let y = y.int else { return }
      seeds.append((y, [(x, id)]))
      return
    }
    let half = BigInt.powerOfTwo(level - 1)
    let node = store[id]
    for quadrant in 0..<4 {
      findSeeds(
        in: node[quadrant], level: level - 1, x: quadrant & 1 == 0 ? x : x + half,
        y: quadrant < 2 ? y : y + half, size: size, seeds: &seeds)
    }
  }

  /// Joins the seeds of the same rows, north to south.
  private static func merged(_ seeds: [(y: Int, row: Row)]) -> [(y: Int, row: Row)] {
    var result: [(y: Int, row: Row)] = []
    for y in Set(seeds.map(\.y)).sorted() {
      let row = seeds.filter { $0.y == y }.flatMap(\.row).sorted { $0.x < $1.x }
      result.append((y, row))
    }
    return result
  }
}

/// Descends from a row of nodes to rows of cells.
private struct RowWalk {
  let store: QuadStore
  let width: Int
  let height: Int
  /// The maximum number of nodes side by side before their quadrants are no longer listed.
  private let maxNodes: Int

  init(store: QuadStore, width: Int, height: Int, limit: Int) {
    self.store = store
    self.width = width
    self.height = height
    // The two rows of quadrants below have up to four times as many nodes as a row, and the rows
    // above it together at most as many as these.
    maxNodes = limit / (8 * MemoryLayout<Row.Element>.stride)
  }

  func walk(
    _ row: Row, level: Int, y: Int, check: () throws -> Void,
    body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let side = 1 << level
    guard !row.isEmpty, y < height, y > -side else { return }
    try check()
    if level == store.leafLevel { return try emit(row, y: y, body: body) }
    if row.count > maxNodes {
      return try emitLines(row, level: level, y: y, check: check, body: body)
    }
    let half = side / 2
    var north: Row = []
    var south: Row = []
    for (x, id) in row {
      let node = store[id]
      let west = x
      let east = x + half
      if west < width, west > -half {
        if !node.nw.isEmpty { north.append((west, node.nw)) }
        if !node.sw.isEmpty { south.append((west, node.sw)) }
      }
      if east < width, east > -half {
        if !node.ne.isEmpty { north.append((east, node.ne)) }
        if !node.se.isEmpty { south.append((east, node.se)) }
      }
    }
    try walk(north, level: level - 1, y: y, check: check, body: body)
    try walk(south, level: level - 1, y: y + half, check: check, body: body)
  }

  /// Visits the rows of cells in a row of leaves.
  private func emit(
    _ row: Row, y: Int, body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let shape = store.shape
    let leaves = row.map { (x: $0.x, leaf: store[$0.id.leaf]) }
    for line in max(0, -y)..<max(0, min(shape.leafSide, height - y)) {
      var words = LineOfWords(width: width, planes: store.planes)
      for (x, leaf) in leaves {
        try words.add(leaf, row: line, of: shape, at: x) { try body(y + line, $0, $1) }
      }
      try words.flush { try body(y + line, $0, $1) }
    }
  }
}

// MARK: - Rows too long for lists

extension RowWalk {
  /// Visits the rows of cells in a row of nodes one by one, descending to the leaves for each.
  private func emitLines(
    _ row: Row, level: Int, y: Int, check: () throws -> Void,
    body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let shape = store.shape
    for line in max(0, -y)..<max(0, min(1 << level, height - y)) {
      var words = LineOfWords(width: width, planes: store.planes)
      let place = y + line
      for (x, id) in row {
        try check()
        try descend(into: id, level: level, x: x, line: line) { x, leaf, line in
          try words.add(leaf, row: line, of: shape, at: x) { try body(place, $0, $1) }
        }
      }
      try words.flush { try body(place, $0, $1) }
    }
  }

  /// Visits the leaves crossed by one row of a node, west to east.
  private func descend(
    into id: NodeID, level: Int, x: Int, line: Int,
    visit: (_ x: Int, _ leaf: QuadLeaf, _ line: Int) throws -> Void
  ) rethrows {
    guard !id.isEmpty, x < width, x > -(1 << level) else { return }
    if level == store.leafLevel { return try visit(x, store[id.leaf], line) }
    let node = store[id]
    let half = 1 << (level - 1)
    let isNorth = line < half
    let rest = isNorth ? line : line - half
    try descend(into: isNorth ? node.nw : node.sw, level: level - 1, x: x, line: rest, visit: visit)
    try descend(
      into: isNorth ? node.ne : node.se, level: level - 1, x: x + half, line: rest, visit: visit)
  }
}

/// Joins pieces of one row into aligned words, and delivers them in runs.
private struct LineOfWords {
  private let width: Int
  private let planes: Int
  private var start = 0
  /// The words of the run so far, and behind them words of earlier, longer runs: removing those
  /// after each run took a seventh of the time of a frame.
  private var words: [UInt64] = []
  /// The number of groups of 64 cells in the run.
  private var count = 0

  /// - Parameter width: the cells of the row; cells outside it are ignored.
  init(width: Int, planes: Int) {
    self.width = width
    self.planes = planes
  }

  /// The maximum length of a run, in groups of 64 cells.
  private static let maxGroups = 512

  /// Adds a row of a leaf from column `x` on; leaves must come west to east.
  @inline(__always)
  mutating func add(
    _ leaf: QuadLeaf, row: Int, of shape: LeafShape, at x: Int,
    body: (_ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    if shape == .bits {
      let bits = leaf.row(row)
      if bits != 0 { try add(at: x, body: body) { _ in bits } }
    } else {
      let bits = shape.bitPlanes(of: leaf, row: row)
      try add(at: x, body: body) { bits[$0] }
    }
  }

  /// Adds the cells of all planes from column `x` on.
  @inline(__always)
  private mutating func add(
    at x: Int, body: (_ x: Int, _ words: Span<UInt64>) throws -> Void, bits: (Int) -> UInt64
  ) rethrows {
    let outside = x < 0 ? UInt64(-x) : 0
    let first = max(x, 0)
    let inside = WordMask.bits(from: 0, to: max(0, min(64, width - first)))
    let shift = UInt64(first & 63)
    for plane in 0..<planes {
      let word = (bits(plane) >> outside & inside) << shift
      try put(word, plane: plane, at: first & ~63, body: body)
    }
    for plane in 0..<planes {
      let word = (bits(plane) >> outside & inside) >> (64 - shift)
      try put(word, plane: plane, at: first & ~63 + 64, body: body)
    }
  }

  private mutating func put(
    _ word: UInt64, plane: Int, at column: Int, body: (Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard word != 0 else { return }
    if count > 0, column == start + (count - 1) * 64 {
      words[(count - 1) * planes + plane] |= word
    } else {
      try begin(column, body: body)
      words[(count - 1) * planes + plane] = word
    }
  }

  /// Begins a group of 64 cells.
  private mutating func begin(_ column: Int, body: (Int, Span<UInt64>) throws -> Void) rethrows {
    if count > 0, column != start + count * 64 || count == Self.maxGroups { try flush(body) }
    if count == 0 { start = column }
    count += 1
    while words.count < count * planes { words.append(0) }
    for plane in 0..<planes { words[(count - 1) * planes + plane] = 0 }
  }

  /// Delivers the last run.
  mutating func flush(_ body: (_ x: Int, _ words: Span<UInt64>) throws -> Void) rethrows {
    guard count > 0 else { return }
    let length = count * planes
    count = 0
    try body(start, words.span.extracting(first: length))
  }
}

extension Quadtree {
  /// The north-western corner of the bounding box, moved west to a multiple of 64.
  package var corner: Position { bounds.map(Self.corner(of:)) ?? .origin }

  /// The north-western corner of a box, moved west to a multiple of 64.
  static func corner(of box: Bounds) -> Position {
    Position(x: (box.x >> 6) << 6, y: box.y)
  }

  /// The cells as rows, relative to `origin`. Its x is a multiple of 64.
  ///
  /// - Parameter box: a part of the tree; all cells if `nil`. The result may include some columns
  ///   west of it.
  /// - Throws: ``MemoryExhausted`` if they take more than `limit` bytes, or are too far apart.
  package func rows(limit: Int, from origin: Position, in box: Bounds? = nil) throws -> Cells {
    guard let all = bounds else { return .none }
    // A cell takes at least a bit, so this refuses hopeless cases early.
    if box == nil || box == all, population >> 3 > BigInt(limit) {
      throw MemoryExhausted(purpose: "pattern", bytes: (population >> 3).int ?? .max)
    }
    let builder = Cells.Builder(planes: store.planes, limit: limit)
    try forEachRow(of: box ?? all, from: origin, limit: limit) {
      try builder.append(y: $0, x: $1, words: $2)
    }
    return builder.finish()
  }

  /// Visits the cells of ``rows(limit:from:in:)`` in parts of some rows, north to south. A row of
  /// more than 10^8 cells may be split.
  ///
  /// - Parameter limit: the maximum number of bytes for nodes side by side.
  /// - Throws: ``MemoryExhausted`` if cells are too far apart, and errors of `body`.
  package func forEachPart(
    limit: Int, from origin: Position, _ body: (Cells) throws -> Void
  ) throws {
    guard let box = bounds else { return }
    var part = Cells.Builder(planes: store.planes)
    var lastY = 0
    try forEachRow(of: box, from: origin, limit: limit) { y, x, words in
      if part.byteCount > (y == lastY ? Self.rowBytes : Self.partBytes) {
        try body(part.finish())
        part = Cells.Builder(planes: store.planes)
      }
      lastY = y
      try part.append(y: y, x: x, words: words)
    }
    try body(part.finish())
  }

  private static let partBytes = 1 << 18
  private static let rowBytes = 1 << 24

  /// Visits the words of the rows in a box, relative to `origin`.
  private func forEachRow(
    of box: Bounds, from origin: Position, limit: Int,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) throws {
    let corner = Self.corner(of: box)
    guard let width = (box.x + box.width - corner.x).int, let height = box.height.int,
      max(width, height) <= 1 << 60,
      let place = corner.offset(from: origin, atMost: 1 << 61)
    else { throw MemoryExhausted(purpose: "pattern", bytes: .max) }
    try forEachRow(from: corner, width: width, height: height, limit: limit, check: {}) {
      try body(place.y + $0, place.x + $1, $2)
    }
  }
}
