/// Puts rows of squares together, two at a time, on every level.
///
///      row 2n      [sq][sq]   [sq]        a square is known by its column; its row is
///      row 2n + 1      [sq]       [sq]    that of all in the list
///      ──────────────────────────────
///      row n above  [ ]  [ ]  [ ]
struct RowAssembly {
  typealias Square = (column: Int, number: UInt32)

  private let store: QuadStore
  /// The last row of each level, from that of leaves, until the other one of its pair has come.
  private var pending: [(row: Int, squares: [Square])?]
  private let top: Int
  /// The rows of the top level, north to south.
  private(set) var result: [(row: Int, squares: [Square])] = []

  /// - Parameter top: the level of the squares that are the result.
  init(_ store: QuadStore, top: Int) {
    self.store = store
    self.top = top
    pending = Array(repeating: nil, count: top - store.leafLevel)
  }

  /// Adds a row of leaves, sorted by column; rows come north to south.
  mutating func add(row: Int, _ squares: [Square]) throws(MemoryExhausted) {
    try add(row: row, squares, level: store.leafLevel)
  }

  private mutating func add(
    row: Int, _ squares: [Square], level: Int
  ) throws(MemoryExhausted) {
    if level == top {
      result.append((row, squares))
      return
    }
    let index = level - store.leafLevel
    if let other = pending[index] {
      if other.row >> 1 == row >> 1 {
        pending[index] = nil
        return try pair(row >> 1, other.squares, squares, level)
      }
      try pair(other.row >> 1, other, level)
    }
    pending[index] = (row, squares)
  }

  mutating func finish() throws(MemoryExhausted) {
    for index in pending.indices {
      guard let last = pending[index] else { continue }
      pending[index] = nil
      try pair(last.row >> 1, last, index + store.leafLevel)
    }
  }

  private mutating func pair(
    _ row: Int, _ only: (row: Int, squares: [Square]), _ level: Int
  ) throws(MemoryExhausted) {
    if only.row & 1 == 0 {
      try pair(row, only.squares, [], level)
    } else {
      try pair(row, [], only.squares, level)
    }
  }

  private mutating func pair(
    _ row: Int, _ north: [Square], _ south: [Square], _ level: Int
  ) throws(MemoryExhausted) {
    var columns: [Int] = []
    var keys: [QuadNode] = []
    var (i, j) = (0, 0)
    while i < north.count || j < south.count {
      let column = min(
        i < north.count ? north[i].column >> 1 : .max, j < south.count ? south[j].column >> 1 : .max
      )
      let (nw, ne) = Self.take(north, &i, column)
      let (sw, se) = Self.take(south, &j, column)
      columns.append(column)
      keys.append(QuadNode(nw, ne, sw, se))
    }
    let numbers = try store.numbers(of: keys)
    try add(row: row, Array(zip(columns, numbers)).map { ($0.0, $0.1) }, level: level + 1)
  }

  private static func take(_ row: [Square], _ index: inout Int, _ column: Int) -> (UInt32, UInt32) {
    var (west, east): (UInt32, UInt32) = (0, 0)
    while index < row.count, row[index].column >> 1 == column {
      if row[index].column & 1 == 0 { west = row[index].number } else { east = row[index].number }
      index += 1
    }
    return (west, east)
  }
}

extension QuadStore {
  /// The numbers of many nodes at once.
  func numbers(of keys: [QuadNode]) throws(MemoryExhausted) -> [UInt32] {
    try reserve(nodes: keys.count)
    var numbers = [UInt32](repeating: 0, count: keys.count)
    unsafe nodes.resolve(keys, keys.count, into: &numbers)
    return numbers
  }

  /// The numbers of many leaves at once.
  func numbers(of keys: [QuadLeaf]) throws(MemoryExhausted) -> [UInt32] {
    try reserve(nodes: 0, leaves: keys.count)
    var numbers = [UInt32](repeating: 0, count: keys.count)
    unsafe leaves.resolve(keys, keys.count, into: &numbers)
    for index in numbers.indices where numbers[index] != 0 { numbers[index] |= Self.leafBit }
    return numbers
  }
}

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
      var bands = Bands(offset: (x, y), store)
      try cells.forEachPieceThrowing { y, x, words throws(MemoryExhausted) in
        try bands.add(y: y, x: x, words, to: &assembly)
      }
      try bands.flush(to: &assembly)
    } else {
      var bands = StateBands(offset: (x, y), store)
      var runs = RunIterator(cells)
      while let run = runs.next() { try bands.add(run, to: &assembly) }
      try bands.flush(to: &assembly)
    }
    try assembly.finish()
    var squares: [Position: UInt32] = [:]
    for (row, found) in assembly.result {
      for square in found {
        let place = Position(x: columns + BigInt(square.column), y: rows + BigInt(row))
        squares[place] = square.number
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

extension Cells {
  func forEachPieceThrowing(
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws(MemoryExhausted) -> Void
  ) throws(MemoryExhausted) {
    for index in 0..<pieces.count {
      let piece = pieces[index]
      try body(piece.y, piece.x, words.span(piece.first, end(ofPiece: index)))
    }
  }
}

/// Gathers sixteen rows of words and makes leaves of them.
private struct Bands {
  /// A word that is already moved to its place: 64 columns of one row.
  private struct Entry {
    var column: Int
    var row: Int
    var word: UInt64
  }

  private let offset: (x: Int, y: Int)
  private let store: QuadStore
  private var band: Int?
  private var entries: [Entry] = []

  init(offset: (x: Int, y: Int), _ store: QuadStore) {
    self.offset = offset
    self.store = store
  }

  mutating func add(
    y: Int, x: Int, _ words: Span<UInt64>, to assembly: inout RowAssembly
  ) throws(MemoryExhausted) {
    let (row, start) = (y + offset.y, x + offset.x)
    if band != row >> 4 {
      try flush(to: &assembly)
      band = row >> 4
    }
    let shift = UInt64(start & 63)
    let column = start >> 6
    var rest: UInt64 = 0
    for index in words.indices {
      let word = words[index]
      entries.append(Entry(column: column + index, row: row & 15, word: word << shift | rest))
      rest = shift == 0 ? 0 : word >> (64 - shift)
    }
    if rest != 0 { entries.append(Entry(column: column + words.count, row: row & 15, word: rest)) }
  }

  mutating func flush(to assembly: inout RowAssembly) throws(MemoryExhausted) {
    guard let row = band, !entries.isEmpty else { return }
    let columns = sortedColumns()
    var keys = [QuadLeaf](repeating: QuadLeaf(0, 0, 0, 0), count: columns.count * 4)
    var place = 0
    if columns.count == columns[columns.count - 1] - columns[0] + 1 {
      for entry in entries { Self.put(entry, in: &keys, at: entry.column - columns[0]) }
    } else {
      entries.sort { $0.column < $1.column }
      for entry in entries {
        while columns[place] != entry.column { place += 1 }
        Self.put(entry, in: &keys, at: place)
      }
    }
    let numbers = try store.numbers(of: keys)
    var squares: [RowAssembly.Square] = []
    for (index, number) in numbers.enumerated() where number != 0 {
      squares.append((columns[index / 4] * 4 + index % 4, number))
    }
    entries.removeAll(keepingCapacity: true)
    try assembly.add(row: row, squares)
  }

  /// The different columns of the entries, all between them too if most are there.
  private func sortedColumns() -> [Int] {
    var (low, high) = (Int.max, Int.min)
    for entry in entries { (low, high) = (min(low, entry.column), max(high, entry.column)) }
    if (high - low) / 4 <= entries.count { return Array(low...high) }
    return Set(entries.map(\.column)).sorted()
  }

  @inline(__always)
  private static func put(_ entry: Entry, in keys: inout [QuadLeaf], at place: Int) {
    let shift = UInt64(entry.row & 7) * 8
    for part in 0..<4 {
      let bits = entry.word >> UInt64(part * 16)
      let (west, east) = ((bits & 0xff) << shift, (bits >> 8 & 0xff) << shift)
      if entry.row < 8 {
        keys[place * 4 + part].nw |= west
        keys[place * 4 + part].ne |= east
      } else {
        keys[place * 4 + part].sw |= west
        keys[place * 4 + part].se |= east
      }
    }
  }
}
