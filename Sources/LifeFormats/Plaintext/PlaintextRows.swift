internal import LifeCore

/// Packs rows of words in reading order into cells.
struct PlaintextRows: TextGridSink {
  private let builder: Cells.Builder
  /// The words of row `y` from column `x` on that the builder has not received yet.
  private var words: [UInt64] = []
  private var y = 0
  private var x = 0

  private static let mostWords = 64
  /// A longer gap of dead words would take more memory than a new piece.
  private static let mostDeadWords = 3

  /// - Parameter limit: returns the most bytes that the cells may take; called at each growth.
  init(limitedBy limit: @escaping () -> Int) {
    builder = Cells.Builder(planes: 1, limitedBy: limit)
    words.reserveCapacity(Self.mostWords)
  }

  mutating func add(y: Int, x: Int, word: UInt64) throws(MemoryExhausted) -> String? {
    // The dead words between the last word and this one.
    let gap = ((x - self.x) >> 6) - words.count
    if y != self.y || gap > Self.mostDeadWords || words.count + gap >= Self.mostWords {
      try flush()
      self.y = y
      self.x = x
    } else {
      for _ in 0..<gap { words.append(0) }
    }
    words.append(word)
    return nil
  }

  private mutating func flush() throws(MemoryExhausted) {
    try builder.append(y: y, x: x, words: words.span)
    words.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws(MemoryExhausted) -> Cells {
    try flush()
    return builder.finish()
  }
}
