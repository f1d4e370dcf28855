/// Puts stretches of up to 64 cells of one row together to words, and shows each run of words.
package struct LineOfWords {
  private let width: Int
  private var start = 0
  private var words: [UInt64] = []

  /// - Parameter width: what lies beyond so many cells is not shown, nor what lies before the
  ///   first.
  package init(width: Int) { self.width = width }

  /// A run is shown when it is this long.
  private static let longest = 512

  /// Adds the cells from column `x` on; stretches come west to east and do not overlap.
  package mutating func add(
    _ bits: UInt64, at x: Int, _ show: (_ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    var (bits, x) = (bits, x)
    if x < 0 { (bits, x) = (bits >> UInt64(-x), 0) }
    if width - x < 64 { bits &= (1 << UInt64(max(0, width - x))) - 1 }
    guard bits != 0 else { return }
    let (column, shift) = (x & ~63, UInt64(x & 63))
    try put(bits << shift, at: column, show)
    try put(bits >> (64 - shift), at: column + 64, show)
  }

  private mutating func put(
    _ word: UInt64, at column: Int, _ show: (Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard word != 0 else { return }
    if !words.isEmpty, column == start + (words.count - 1) * 64 {
      words[words.count - 1] |= word
      return
    }
    if words.isEmpty || column != start + words.count * 64 || words.count == Self.longest {
      try flush(show)
      start = column
    }
    words.append(word)
  }

  /// Shows what was not yet shown.
  package mutating func flush(_ show: (_ x: Int, _ words: Span<UInt64>) throws -> Void) rethrows {
    if !words.isEmpty { try show(start, words.span) }
    words.removeAll(keepingCapacity: true)
  }
}
