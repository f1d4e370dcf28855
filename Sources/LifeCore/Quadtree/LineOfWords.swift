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

  /// - Parameter width: the number of cells in the row; cells outside it are ignored.
  package init(width: Int, planes: Int) {
    self.width = width
    self.planes = planes
  }

  /// The maximum length of a run, in groups of 64 cells.
  private static let maxGroups = 512

  /// Adds up to 64 cells from column `x` on. The live ones must be east of those added before.
  ///
  /// - Parameters:
  ///   - body: gets each complete run, and the column of its first word, a multiple of 64.
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
