/// Squares of one level that touch the same rows, west to east.
private typealias Row = [(x: Int, number: UInt32)]

extension Quadtree {
  /// Visits the rows inside a window as packed words, north to south and west to east.
  ///
  /// - Parameters:
  ///   - corner: the window's north-western cell, counted from the tree's (0, 0).
  ///   - body: gets the row and the column of the first word's bit 0, counted from the corner.
  ///     Words begin at multiples of 64 and nothing outside the window is set.
  /// - Complexity: O(squares that the window touches).
  package func forEachRow(
    from corner: Position, width: Int, height: Int,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    try forEachRow(from: corner, width: width, height: height, allowing: { _ in }, body)
  }

  /// The same for a window that may be very wide.
  ///
  /// - Parameter allow: is told how many squares of one level stand side by side before they are
  ///   gone through, and may throw; each takes 16 bytes, and those of all levels above as much.
  private func forEachRow(
    from corner: Position, width: Int, height: Int, allowing allow: (_ squares: Int) throws -> Void,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    guard width > 0, height > 0 else { return }
    let half = BigInt.powerOfTwo(level - 1)
    let rows = RowWalk(store: store, width: width, height: height)
    var seeds: [(y: Int, row: Row)] = []
    findSeeds(root, level, x: -half - corner.x, y: -half - corner.y, (width, height), &seeds)
    for seed in Self.merged(seeds) {
      try rows.walk(seed.row, level: min(level, Self.seedLevel), y: seed.y, allow, body)
    }
  }

  /// Squares of at most this level have places that fit an `Int`.
  private static let seedLevel = 60

  /// The squares of the seed level that touch the window, with their places from its corner.
  private func findSeeds(
    _ number: UInt32, _ level: Int, x: BigInt, y: BigInt, _ size: (width: Int, height: Int),
    _ seeds: inout [(y: Int, row: Row)]
  ) {
    let side = BigInt.powerOfTwo(level)
    guard number != 0, x < BigInt(size.width), y < BigInt(size.height), x + side > 0, y + side > 0
    else { return }
    if level <= Self.seedLevel {
      guard let x = x.int, let y = y.int else { return }
      seeds.append((y, [(x, number)]))
      return
    }
    let half = BigInt.powerOfTwo(level - 1)
    let node = store.node(number)
    for quadrant in 0..<4 {
      findSeeds(
        node[quadrant], level - 1, x: quadrant & 1 == 0 ? x : x + half,
        y: quadrant < 2 ? y : y + half, size, &seeds)
    }
  }

  /// Seeds of the same rows together, north to south.
  private static func merged(_ seeds: [(y: Int, row: Row)]) -> [(y: Int, row: Row)] {
    var result: [(y: Int, row: Row)] = []
    for y in Set(seeds.map(\.y)).sorted() {
      let row = seeds.filter { $0.y == y }.flatMap(\.row).sorted { $0.x < $1.x }
      result.append((y, row))
    }
    return result
  }
}

/// Goes down from a row of squares to rows of cells.
private struct RowWalk {
  let store: QuadStore
  let width: Int
  let height: Int

  func walk(
    _ row: Row, level: Int, y: Int, _ allow: (Int) throws -> Void,
    _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let side = 1 << level
    guard !row.isEmpty, y < height, y > -side else { return }
    try allow(row.count)
    if level == store.leafLevel {
      return try store.shape == .bits ? emit(row, y, body) : emitStates(row, y, body)
    }
    let half = side / 2
    var (north, south): (Row, Row) = ([], [])
    for square in row {
      let node = store.node(square.number)
      let (west, east) = (square.x, square.x + half)
      if west < width, west > -half {
        if node.nw != 0 { north.append((west, node.nw)) }
        if node.sw != 0 { south.append((west, node.sw)) }
      }
      if east < width, east > -half {
        if node.ne != 0 { north.append((east, node.ne)) }
        if node.se != 0 { south.append((east, node.se)) }
      }
    }
    try walk(north, level: level - 1, y: y, allow, body)
    try walk(south, level: level - 1, y: y + half, allow, body)
  }

  /// Shows the sixteen rows of a row of leaves.
  private func emit(
    _ row: Row, _ y: Int, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let leaves = row.map { (x: $0.x, leaf: store.leaf($0.number)) }
    for line in max(0, -y)..<max(0, min(16, height - y)) {
      var words = LineOfWords(width: width)
      for (x, leaf) in leaves {
        let bits = leaf.row(line)
        if bits != 0 { try words.add(bits, at: x) { try body(y + line, $0, $1) } }
      }
      try words.flush { try body(y + line, $0, $1) }
    }
  }
}

extension RowWalk {
  /// Shows the rows of a row of leaves with cells of many states.
  private func emitStates(
    _ row: Row, _ y: Int, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let shape = store.shape
    let leaves = row.map { (x: $0.x, leaf: store.leaf($0.number)) }
    for line in max(0, -y)..<max(0, min(shape.leafSide, height - y)) {
      var states = LineOfStates(planes: store.planes)
      for (x, leaf) in leaves {
        for column in max(0, -x)..<max(0, min(shape.leafSide, width - x)) {
          let state = shape.state(leaf, x: column, y: line)
          if state != 0 { try states.add(state, at: x + column) { try body(y + line, $0, $1) } }
        }
      }
      try states.flush { try body(y + line, $0, $1) }
    }
  }
}

/// Puts cells of many states together to words, and shows each stretch of words.
private struct LineOfStates {
  let planes: Int
  private var start = 0
  private var words: [UInt64] = []

  init(planes: Int) { self.planes = planes }

  mutating func add(
    _ state: State, at x: Int, _ show: (Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let group = (x - start) >> 6
    if words.isEmpty || group > words.count / planes {
      try flush(show)
      start = x & ~63
      words = Array(repeating: 0, count: planes)
    } else if group == words.count / planes {
      words += Array(repeating: 0, count: planes)
    }
    for plane in 0..<planes where state >> State(plane) & 1 == 1 {
      words[words.count - planes + plane] |= 1 << UInt64(x & 63)
    }
  }

  mutating func flush(_ show: (Int, Span<UInt64>) throws -> Void) rethrows {
    if !words.isEmpty { try show(start, words.span) }
    words.removeAll(keepingCapacity: true)
  }
}

extension Quadtree {
  /// The bounding box from the tree's (0, 0); nil if nothing lives.
  package var bounds: Bounds? {
    let half = BigInt.powerOfTwo(level - 1)
    guard var bounds = store.bounds(root, level: level) else { return nil }
    bounds.x -= half
    bounds.y -= half
    return bounds
  }

  package var population: BigInt { store.population(root) }

  /// The north-western corner of what lives, moved west to a multiple of 64.
  package var corner: Position { bounds.map(Self.corner(of:)) ?? .origin }

  /// That of a box.
  static func corner(of box: Bounds) -> Position {
    Position(x: (box.x >> 6) << 6, y: box.y)
  }

  /// The cells as rows, counted from `origin`, whose x is a multiple of 64.
  ///
  /// - Parameter box: where they are; that of all cells if nil. Some more columns to the west of it
  ///   may come along.
  /// - Throws: ``MemoryExhausted`` if they take more than `limit` bytes, or are too far apart.
  package func rows(limit: Int, from origin: Position, in box: Bounds? = nil) throws -> Cells {
    guard let all = bounds else { return .none }
    // A cell takes a bit; who asks for more than there can be shall not wait for the answer.
    if box == nil || box == all, population >> 3 > BigInt(limit) {
      throw MemoryExhausted(purpose: "pattern", bytes: (population >> 3).int ?? .max)
    }
    let builder = Cells.Builder(planes: store.planes, limit: limit)
    try forEachRow(of: box ?? all, from: origin, limit: limit) {
      try builder.append(y: $0, x: $1, words: $2)
    }
    return builder.finish()
  }

  /// Visits the cells as ``rows(limit:from:in:)`` gives them, some rows at a time.
  ///
  /// - Parameter limit: bytes that the squares side by side may take.
  /// - Throws: ``MemoryExhausted``, and what `body` throws.
  package func forEachPart(
    limit: Int, from origin: Position, _ body: (Cells) throws -> Void
  ) throws {
    guard let box = bounds else { return }
    var (part, lastY) = (Cells.Builder(planes: store.planes), 0)
    try forEachRow(of: box, from: origin, limit: limit) { y, x, words in
      if y != lastY, part.byteCount > Self.partBytes {
        try body(part.finish())
        part = Cells.Builder(planes: store.planes)
      }
      lastY = y
      try part.append(y: y, x: x, words: words)
    }
    try body(part.finish())
  }

  private static let partBytes = 1 << 18

  /// Visits the words of the rows in a box, counted from `origin`.
  private func forEachRow(
    of box: Bounds, from origin: Position, limit: Int,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) throws {
    let corner = Self.corner(of: box)
    guard let width = (box.x + box.width - corner.x).int, let height = box.height.int,
      max(width, height) <= 1 << 60, let x = (corner.x - origin.x).int,
      let y = (corner.y - origin.y).int, x.isWithin(1 << 61), y.isWithin(1 << 61)
    else { throw MemoryExhausted(purpose: "pattern", bytes: .max) }
    let allow = { (squares: Int) in
      let bytes = 32 * squares
      if bytes > limit { throw MemoryExhausted(purpose: "pattern", bytes: bytes) }
    }
    try forEachRow(from: corner, width: width, height: height, allowing: allow) {
      try body(y + $0, x + $1, $2)
    }
  }
}
