// Expands a tree into rows of cells.
extension Quadtree {
  /// The north-western corner of the bounding box, moved west to a multiple of 64.
  package var corner: Position { bounds.map(Self.corner(of:)) ?? .origin }

  /// The north-western corner of a box, moved west to a multiple of 64.
  static func corner(of box: Bounds) -> Position {
    Position(x: (box.x >> 6) << 6, y: box.y)
  }

  /// The cells as rows, relative to `origin`, whose x must be a multiple of 64.
  ///
  /// - Parameter box: a part of the tree; all cells if `nil`. The result may include some columns
  ///   west of it.
  /// - Throws: ``MemoryExhausted`` if the rows take more than `limit` bytes, or are too far apart.
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

  /// Visits the cells of ``rows(limit:from:in:)`` in parts, north to south. A part has whole rows,
  /// but a row of more than 16 MB may be split.
  ///
  /// - Parameter limit: the maximum number of bytes for lists of nodes. Beyond it, the rows of
  ///   cells are expanded one by one, more slowly.
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
