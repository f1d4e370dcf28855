/// Iterates over the runs of live cells, north to south and west to east.
///
/// A run ends where the state changes, and at the end of a piece.
package struct CellRunIterator: IteratorProtocol {
  private let cells: Cells
  private let planes: Int
  private var piece = 0
  /// The index of the first word of the current 64 cells.
  private var word = 0
  private var endOfPiece = 0
  /// The row of the piece, and the column of the current 64 cells.
  private var y = 0
  private var column = 0
  /// The remaining live cells among the current 64.
  private var alive: UInt64 = 0

  package init(_ cells: Cells) {
    self.cells = cells
    planes = cells.planes
    if cells.pieces.count > 0 { open() }
  }

  private mutating func open() {
    word = cells.pieces[piece].first
    endOfPiece = cells.end(ofPiece: piece)
    y = cells.pieces[piece].y
    column = cells.pieces[piece].x
    alive = word < endOfPiece ? cells.alive(at: word) : 0
  }

  package mutating func next() -> CellRun? {
    guard piece < cells.pieces.count else { return nil }
    while alive == 0 {
      word += planes
      column += 64
      if word < endOfPiece {
        alive = cells.alive(at: word)
      } else {
        piece += 1
        guard piece < cells.pieces.count else { return nil }
        open()
      }
    }
    return takeRun()
  }

  private mutating func takeRun() -> CellRun {
    let start = alive.trailingZeroBitCount
    let x = column + start
    let state = cells.state(at: word, bit: start)
    var length = (~(cells.cells(in: state, at: word) >> UInt64(start))).trailingZeroBitCount
    if start + length < 64 {
      alive &= ~0 << UInt64(start + length)
      return CellRun(y: y, x: x, length: length, state: state)
    }
    // The run reaches the word's east end, so it may continue in the next words of the piece.
    length = 64 - start
    alive = 0
    while word + planes < endOfPiece {
      word += planes
      column += 64
      alive = cells.alive(at: word)
      let more = (~cells.cells(in: state, at: word)).trailingZeroBitCount
      length += more
      if more < 64 {
        alive &= ~0 << UInt64(more)
        break
      }
      alive = 0
    }
    return CellRun(y: y, x: x, length: length, state: state)
  }
}

extension Cells {
  /// The live cells among the 64 at word `index`.
  @inline(__always)
  func alive(at index: Int) -> UInt64 {
    var alive = words[index]
    for plane in 1..<planes { alive |= words[index + plane] }
    return alive
  }

  /// The cells in a state among the 64 at word `index`.
  @inline(__always)
  fileprivate func cells(in state: State, at index: Int) -> UInt64 {
    var same: UInt64 = .max
    for plane in 0..<planes {
      let word = words[index + plane]
      same &= state >> State(plane) & 1 == 1 ? word : ~word
    }
    return same
  }

  func state(at index: Int, bit: Int) -> State {
    var state: State = 0
    for plane in 0..<planes {
      state |= State(words[index + plane] >> UInt64(bit) & 1) << State(plane)
    }
    return state
  }
}
