/// Equal squares side by side.
struct SquareRun {
  var column: Int
  var number: UInt32
  var count = 1

  /// The column behind the last.
  var end: Int { column + count }
}

/// Puts rows of squares together, two at a time, on every level.
///
///      row 2n      [sq][sq]   [sq]        a square is known by its column; its row is
///      row 2n + 1      [sq]       [sq]    that of all in the list
///      ──────────────────────────────
///      row n above  [ ]  [ ]  [ ]
///
/// Many equal squares in a row are one run on every level, so a row of any length is soon done.
struct RowAssembly {
  private let store: QuadStore
  /// The last row of each level, from that of leaves, until the other one of its pair has come.
  private var pending: [(row: Int, squares: [SquareRun])?]
  private let top: Int
  /// The rows of the top level, north to south.
  private(set) var result: [(row: Int, squares: [SquareRun])] = []

  /// - Parameter top: the level of the squares that are the result.
  init(_ store: QuadStore, top: Int) {
    self.store = store
    self.top = top
    pending = Array(repeating: nil, count: top - store.leafLevel)
  }

  /// Adds a row of leaves, sorted by column; rows come north to south.
  mutating func add(row: Int, _ leaves: [SquareRun]) throws(MemoryExhausted) {
    try add(row: row, leaves, level: store.leafLevel)
  }

  private mutating func add(
    row: Int, _ squares: [SquareRun], level: Int
  ) throws(MemoryExhausted) {
    if level == top {
      result.append((row, squares))
      return
    }
    let index = level - store.leafLevel
    if let other = pending[index] {
      pending[index] = nil
      if other.row >> 1 == row >> 1 {
        return try pair(row >> 1, other.squares, squares, level)
      }
      try pair(other, level)
    }
    pending[index] = (row, squares)
  }

  mutating func finish() throws(MemoryExhausted) {
    for index in pending.indices {
      guard let last = pending[index] else { continue }
      pending[index] = nil
      try pair(last, index + store.leafLevel)
    }
  }

  private mutating func pair(
    _ only: (row: Int, squares: [SquareRun]), _ level: Int
  ) throws(MemoryExhausted) {
    let isNorth = only.row & 1 == 0
    try pair(only.row >> 1, isNorth ? only.squares : [], isNorth ? [] : only.squares, level)
  }

  private mutating func pair(
    _ row: Int, _ north: [SquareRun], _ south: [SquareRun], _ level: Int
  ) throws(MemoryExhausted) {
    var builder = SquareRowBuilder(store)
    var (north, south) = (RowCursor(north), RowCursor(south))
    while min(north.next, south.next) < RowCursor.end {
      let column = min(north.next, south.next) >> 1
      let above = north.pair(under: column)
      let below = south.pair(under: column)
      let count = min(above.count, below.count)
      let node = QuadNode(above.west, above.east, below.west, below.east)
      try builder.add(node, at: column, count: count)
      north.skip(to: 2 * (column + count))
      south.skip(to: 2 * (column + count))
    }
    try add(row: row, builder.finish(), level: level + 1)
  }
}

/// Goes along a row of squares from west to east.
private struct RowCursor {
  private let runs: [SquareRun]
  private var index = 0
  private var column = Int.min

  /// A column behind all others.
  static let end = 1 << 61

  init(_ runs: [SquareRun]) { self.runs = runs }

  /// The first column with a square that was not passed.
  var next: Int { index < runs.count ? max(runs[index].column, column) : Self.end }

  mutating func skip(to column: Int) {
    self.column = column
    while index < runs.count, runs[index].end <= column { index += 1 }
  }

  /// The square in a column, and the first column behind where that may be another one.
  private mutating func square(at column: Int) -> (number: UInt32, end: Int) {
    skip(to: column)
    guard index < runs.count else { return (0, Self.end) }
    let run = runs[index]
    return run.column <= column ? (run.number, run.end) : (0, run.column)
  }

  /// The two squares under a column of the level above, and under how many more columns, itself
  /// included, there are the same.
  mutating func pair(under column: Int) -> (west: UInt32, east: UInt32, count: Int) {
    let west = square(at: 2 * column)
    if west.end >= 2 * column + 2 {
      return (west.number, west.number, (west.end - 2 * column) / 2)
    }
    return (west.number, square(at: 2 * column + 1).number, 1)
  }
}

/// Looks squares up, many at once, and joins equal ones to runs.
struct SquareRowBuilder {
  private let store: QuadStore
  private var runs: [SquareRun] = []
  private var nodes: [QuadNode] = []
  private var leaves: [QuadLeaf] = []
  /// Where those that are to be looked up go.
  private var places: [(column: Int, count: Int)] = []

  private static let atOnce = 512

  init(_ store: QuadStore) { self.store = store }

  mutating func add(_ node: QuadNode, at column: Int, count: Int) throws(MemoryExhausted) {
    nodes.append(node)
    places.append((column, count))
    if places.count == Self.atOnce { try resolve() }
  }

  mutating func add(_ leaf: QuadLeaf, at column: Int, count: Int) throws(MemoryExhausted) {
    leaves.append(leaf)
    places.append((column, count))
    if places.count == Self.atOnce { try resolve() }
  }

  private mutating func resolve() throws(MemoryExhausted) {
    let numbers =
      nodes.isEmpty ? try store.numbers(of: leaves) : try store.numbers(of: nodes)
    let bytes = (runs.count + numbers.count) * MemoryLayout<SquareRun>.stride
    if bytes > store.memoryLimit { throw MemoryExhausted(purpose: "quadtree", bytes: bytes) }
    for (number, place) in zip(numbers, places) where number != 0 {
      if let last = runs.last, last.number == number, last.end == place.column {
        runs[runs.count - 1].count += place.count
      } else {
        runs.append(SquareRun(column: place.column, number: number, count: place.count))
      }
    }
    nodes.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// The row, west to east.
  mutating func finish() throws(MemoryExhausted) -> [SquareRun] {
    try resolve()
    return runs
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
