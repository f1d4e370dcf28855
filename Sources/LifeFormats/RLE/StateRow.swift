internal import LifeCore

/// The current row of an RLE body whose cells have more than two states.
struct StateRow {
  /// The number of states that the rule has.
  let states: Int
  /// The column of the next cell.
  private(set) var x = 0
  /// The current 64 cells as bit-planes: word *p* has bit *p* of their states.
  private var words: [UInt64]

  init(states: Int, planes: Int) {
    self.states = states
    words = Array(repeating: 0, count: planes)
  }

  /// Adds cells of one state to row `y`.
  mutating func add(
    _ length: Int, state: State, y: Int, to builder: Cells.Builder
  ) throws(MemoryExhausted) {
    let end = x + length
    while x < end {
      let base = x & ~63
      let stop = state == 0 ? end : min(end, base + 64)
      let mask = WordMask.bits(from: x - base, to: min(stop - base, 64))
      for plane in words.indices where state >> State(plane) & 1 == 1 { words[plane] |= mask }
      if stop >= base + 64 { try flush(y: y, base: base, to: builder) }
      x = stop
    }
  }

  private mutating func flush(
    y: Int, base: Int, to builder: Cells.Builder
  ) throws(MemoryExhausted) {
    try builder.append(y: y, x: base, words: words.span)
    for plane in words.indices { words[plane] = 0 }
  }

  /// Ends the row.
  mutating func finish(y: Int, to builder: Cells.Builder) throws(MemoryExhausted) {
    try flush(y: y, base: x & ~63, to: builder)
    x = 0
  }
}
