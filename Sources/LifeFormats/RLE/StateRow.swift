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

/// An item with a state, such as `12C` or `pA`, that lies complete in a buffer.
struct StateItem {
  let count: Int
  let state: Int
  /// Bytes of the item.
  let length: Int

  /// Items of more bytes are left to ``RLEBody``'s slow path.
  static let longest = 12

  /// Nil if no such item begins at `start`, or the buffer may end inside it.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, at start: Int) {
    guard bytes.count - start >= Self.longest, bytes[start] != UInt8(ascii: "0") else { return nil }
    var index = start
    var count = 0
    while Byte.isDigit(bytes[index]) {
      count = count * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
      if index == start + Self.longest - 2 { return nil }
    }
    self.count = max(count, 1)
    let isHigh = bytes[index] &- UInt8(ascii: "p") < 10
    let base = isHigh ? 24 * Int(bytes[index] &- UInt8(ascii: "o")) : 0
    if isHigh { index += 1 }
    length = index + 1 - start
    switch bytes[index] {
    case UInt8(ascii: "A")...UInt8(ascii: "X"):
      state = base + Int(bytes[index] &- UInt8(ascii: "A")) + 1
    case UInt8(ascii: ".") where !isHigh: state = 0
    default: return nil
    }
  }
}
