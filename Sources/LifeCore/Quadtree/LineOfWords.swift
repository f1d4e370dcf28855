/// Joins pieces of one row into aligned words, and delivers them in runs.
package struct LineOfWords {
  private let width: Int
  private let planes: Int
  private var start = 0
  /// The words of the run so far, and behind them words of earlier, longer runs: removing those
  /// after each run took a seventh of the time of a frame.
  private var words: [UInt64] = []
  /// The number of groups of 64 cells in the run.
  private var count = 0

  /// - Parameter width: the cells of the row; cells outside it are ignored.
  package init(width: Int, planes: Int) {
    self.width = width
    self.planes = planes
  }

  /// The maximum length of a run, in groups of 64 cells.
  private static let maxGroups = 512

  /// Adds 64 cells from column `x` on, east of all others or beside them.
  ///
  /// - Parameters:
  ///   - body: gets complete runs, and the column of the first, a multiple of 64.
  ///   - bits: the cells of a plane.
  @inline(__always)
  package mutating func add(
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
  package mutating func flush(_ body: (_ x: Int, _ words: Span<UInt64>) throws -> Void) rethrows {
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
