/// Joins pieces of one row, up to 64 cells each, into aligned words, and delivers them in runs.
package struct LineOfWords {
  private let width: Int
  private var start = 0
  /// The words of the run so far, and behind them words of longer runs before it: removing those
  /// after each run took a seventh of the time of a frame.
  private var words: [UInt64] = []
  private var count = 0

  /// - Parameter width: the cells of the row; cells outside it are ignored.
  package init(width: Int) { self.width = width }

  /// The greatest length of a run, in words.
  private static let mostWords = 512

  /// Adds the cells from column `x` on; pieces must come west to east without overlapping.
  package mutating func add(
    _ bits: UInt64, at x: Int, body: (_ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    var bits = bits
    var x = x
    if x < 0 {
      bits >>= UInt64(-x)
      x = 0
    }
    if width - x < 64 { bits &= (1 << UInt64(max(0, width - x))) - 1 }
    guard bits != 0 else { return }
    let column = x & ~63
    let shift = UInt64(x & 63)
    try put(bits << shift, at: column, body: body)
    try put(bits >> (64 - shift), at: column + 64, body: body)
  }

  private mutating func put(
    _ word: UInt64, at column: Int, body: (Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard word != 0 else { return }
    if count > 0, column == start + (count - 1) * 64 {
      words[count - 1] |= word
      return
    }
    if count == 0 || column != start + count * 64 || count == Self.mostWords {
      try flush(body)
      start = column
    }
    if count < words.count { words[count] = word } else { words.append(word) }
    count += 1
  }

  /// Delivers the last run.
  package mutating func flush(_ body: (_ x: Int, _ words: Span<UInt64>) throws -> Void) rethrows {
    guard count > 0 else { return }
    let length = count
    count = 0
    try body(start, words.span.extracting(first: length))
  }
}
