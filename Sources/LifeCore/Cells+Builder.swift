extension Cells {
  /// Gathers the rows of a pattern, in order, within a memory limit.
  ///
  /// The builder is a class-backed value that is filled once and finished once.
  package struct Builder {
    private let pieces = Store<Piece>(purpose: "pattern")
    private let words = Store<UInt64>(purpose: "pattern")
    private let limit: Int

    /// - Parameter limit: how many bytes the cells may take.
    package init(limit: Int = .max) { self.limit = limit }

    /// Adds the words of row `y` from column `x` (a multiple of 64) on. Dead words at either end
    /// are dropped; rows come north to south and pieces of a row west to east.
    package func append(y: Int, x: Int, words span: Span<UInt64>) throws(MemoryExhausted) {
      precondition(x & 63 == 0)
      var start = 0
      var end = span.count
      while start < end, span[start] == 0 { start += 1 }
      while end > start, span[end - 1] == 0 { end -= 1 }
      guard start < end else { return }
      let west = x + start << 6
      if !continues(y: y, x: west) {
        try pieces.append(Piece(y: y, x: west, first: words.count), limit: limit)
      }
      try words.append(span.extracting(start..<end), limit: limit)
    }

    private func continues(y: Int, x: Int) -> Bool {
      guard pieces.count > 0 else { return false }
      let last = pieces[pieces.count - 1]
      let end = last.x + (words.count - last.first) << 6
      precondition(last.y < y || (last.y == y && end <= x), "rows out of order")
      return last.y == y && end == x
    }

    /// Adds one word of row `y`, its bit 0 in column `x`; the order of ``append(y:x:words:)``.
    package func append(y: Int, x: Int, word: UInt64) throws(MemoryExhausted) {
      guard word != 0 else { return }
      if !continues(y: y, x: x) {
        try pieces.append(Piece(y: y, x: x, first: words.count), limit: limit)
      }
      try words.append(word, limit: limit)
    }

    package func finish() -> Cells {
      words.trim()
      pieces.trim()
      return Cells(pieces: pieces, words: words)
    }
  }

  init(pieces: Store<Piece>, words: Store<UInt64>) {
    self.pieces = pieces
    self.words = words
    var population = 0
    let all = words.span(0, words.count)
    for index in all.indices { population &+= all[index].nonzeroBitCount }
    self.population = population
    bounds = Self.bounds(pieces: pieces, words: words)
  }

  private static func bounds(pieces: Store<Piece>, words: Store<UInt64>) -> Window? {
    guard pieces.count > 0 else { return nil }
    var west = Int.max
    var east = Int.min
    for index in 0..<pieces.count {
      let piece = pieces[index]
      let end = index + 1 < pieces.count ? pieces[index + 1].first : words.count
      west = min(west, piece.x + words[piece.first].trailingZeroBitCount)
      let last = piece.x + (end - 1 - piece.first) << 6
      east = max(east, last + 63 - words[end - 1].leadingZeroBitCount)
    }
    let top = pieces[0].y
    return Window(
      x: west, y: top, width: east - west + 1, height: pieces[pieces.count - 1].y - top + 1)
  }
}

extension Cells {
  /// Cells from runs in any order, which may overlap; sorts `runs` in place.
  ///
  /// - Complexity: O(*n* log *n*) for *n* runs plus their words.
  package init(unordered runs: Store<Run>, limit: Int = .max) throws(MemoryExhausted) {
    runs.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    var ink = Ink(Builder(limit: limit))
    for index in 0..<runs.count where runs[index].length > 0 { try ink.add(runs[index]) }
    self = try ink.finish()
  }

  package init(_ runs: [Run]) {
    let store = Store<Run>(purpose: "pattern")
    // Small patterns made by ourselves: memory that is not there for them is nowhere.
    do throws(MemoryExhausted) {
      for run in runs { try store.append(run) }
      try self.init(unordered: store)
    } catch {
      preconditionFailure("no memory for \(error.bytes) bytes")
    }
  }

  /// Draws sorted, possibly overlapping runs word by word.
  private struct Ink {
    let builder: Builder
    var y = 0
    var x = 0
    var word: UInt64 = 0

    init(_ builder: Builder) { self.builder = builder }

    mutating func add(_ run: Run) throws(MemoryExhausted) {
      var from = run.x
      let end = run.x + run.length
      // A run that overlaps a longer one before it may begin west of the word that is drawn now.
      if word != 0, run.y == y { from = max(from, x) }
      while from < end {
        let base = from & ~63
        if run.y != y || base != x {
          try builder.append(y: y, x: x, word: word)
          (y, x, word) = (run.y, base, 0)
        }
        word |= WordMask.bits(from: from - base, to: min(end - base, 64))
        from = base + 64
      }
    }

    mutating func finish() throws(MemoryExhausted) -> Cells {
      try builder.append(y: y, x: x, word: word)
      return builder.finish()
    }
  }
}

/// Masks of neighbouring bits of a 64-bit word.
package enum WordMask {
  /// Ones at `from`, …, `to` − 1, for 0 ≤ from ≤ to ≤ 64.
  package static func bits(from: Int, to: Int) -> UInt64 {
    let below: UInt64 = to >= 64 ? ~0 : (1 << UInt64(to)) - 1
    return below & (~0 << UInt64(from))
  }
}
