import LifeCore

extension Cells {
  /// The same cells with other states of some of them; the other words are copied.
  ///
  /// - Parameter limit: the memory limit of the result in bytes.
  /// - Precondition: the states have at most ``planes`` bits.
  /// - Throws: ``MemoryExhausted``.
  func setting(_ changes: [(cell: Cell, state: State)], limit: Int) throws -> Cells {
    let changed = ChangedWord.words(of: changes, planes: planes)
    let builder = Builder(planes: planes, limit: limit)
    var next = 0
    try forEachPiece { y, x, words in
      while next < changed.count, changed[next].isBefore(y: y, x: x) {
        try changed[next].append(to: builder)
        next += 1
      }
      var start = 0
      while next < changed.count, changed[next].y == y {
        let place = (changed[next].x - x) / 64 * planes
        guard place < words.count else { break }
        try builder.append(
          y: y, x: x + start / planes * 64, words: words.extracting(start..<place))
        try changed[next].append(to: builder, over: words.extracting(place..<place + planes))
        start = place + planes
        next += 1
      }
      let rest = words.extracting(start..<words.count)
      try builder.append(y: y, x: x + start / planes * 64, words: rest)
    }
    while next < changed.count {
      try changed[next].append(to: builder)
      next += 1
    }
    return builder.finish()
  }
}

/// The changed cells among 64 cells of a row.
private struct ChangedWord {
  let y: Int
  /// The column of bit 0; a multiple of 64.
  let x: Int
  /// The cells that change.
  private var mask: UInt64 = 0
  /// Their states, a word for each bit-plane.
  private var bits: [UInt64]

  private init(y: Int, x: Int, planes: Int) {
    self.y = y
    self.x = x
    bits = [UInt64](repeating: 0, count: planes)
  }

  /// The words from north to south and west to east.
  static func words(of changes: [(cell: Cell, state: State)], planes: Int) -> [ChangedWord] {
    var words: [ChangedWord] = []
    for (cell, state) in changes.sorted(by: { ($0.cell.y, $0.cell.x) < ($1.cell.y, $1.cell.x) }) {
      let x = cell.x & ~63
      if words.last?.y != cell.y || words.last?.x != x {
        words.append(ChangedWord(y: cell.y, x: x, planes: planes))
      }
      words[words.count - 1].set(UInt64(1) << UInt64(cell.x & 63), to: state)
    }
    return words
  }

  private mutating func set(_ bit: UInt64, to state: State) {
    mask |= bit
    for plane in bits.indices {
      bits[plane] &= ~bit
      if state >> State(plane) & 1 == 1 { bits[plane] |= bit }
    }
  }

  func isBefore(y: Int, x: Int) -> Bool { (self.y, self.x) < (y, x) }

  func append(to builder: Cells.Builder) throws(MemoryExhausted) {
    try builder.append(y: y, x: x, words: bits.span)
  }

  func append(
    to builder: Cells.Builder, over words: Span<UInt64>
  ) throws(MemoryExhausted) {
    let merged = bits.indices.map { words[$0] & ~mask | bits[$0] }
    try builder.append(y: y, x: x, words: merged.span)
  }
}
