internal import LifeKernels
package import LifeCore

// Loads, reads and edits the cells of the board.
extension BitmapStepper {
  /// Copies the cells inside `window` to the board.
  func load(_ cells: Cells, from window: Window) {
    let board = board
    let boardRule = boardRule
    let blank = blankRows
    var rows = blank
    var current: Int?
    func flush() {
      guard let y = current else { return }
      boardRule.encode(&rows)
      for (plane, row) in rows.prefix(boardRule.planes).enumerated() {
        board.setRow(y - window.y, plane: plane, to: row.span)
      }
      rows = blank
    }
    cells.forEachPiece(inRows: window.y..<window.endY) { y, x, piece in
      if y != current {
        flush()
        current = y
      }
      for plane in 0..<cells.planes {
        rows[plane].merge(
          piece, plane: plane, of: cells.planes, from: x - window.x, width: window.width)
      }
    }
    flush()
  }

  /// Reads a row of the board as the bits of its states, one plane after the other.
  private func read(_ y: Int, into rows: inout [[UInt64]]) {
    for plane in 0..<boardRule.planes {
      var row = rows[plane].mutableSpan
      board.copyRow(y, plane: plane, to: &row)
    }
    boardRule.decode(&rows)
  }

  /// Memory for the planes of a row, on the board or as bits of states.
  private var blankRows: [[UInt64]] {
    Array(
      repeating: Array(repeating: 0, count: board.stride),
      count: max(boardRule.planes, boardRule.statePlanes))
  }

  func cells() throws -> Cells {
    let builder = Cells.Builder(planes: boardRule.statePlanes, limit: options.memoryLimit)
    var rows = blankRows
    var words = [UInt64](repeating: 0, count: board.stride * boardRule.statePlanes)
    for y in 0..<board.height {
      read(y, into: &rows)
      words.interleave(rows, planes: boardRule.statePlanes)
      try builder.append(y: y, x: 0, words: words.span)
    }
    return builder.finish()
  }
}

extension BitmapStepper {
  package var planes: Int { boardRule.statePlanes }

  package var period: Int? { recurrence.period?.generations }

  package var population: BigInt { BigInt(board.population) }

  package var bounds: Bounds? { board.liveWindow.map { Bounds($0, from: origin) } }

  package func snapshot() throws -> Pattern {
    pattern.later(generation: generation, cells: try cells(), from: origin)
  }

  package func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard let window = Window(window, from: origin) else { return }
    let first = max(0, -window.y)
    let last = min(window.height, board.height - window.y)
    guard first < last else { return }
    let stride = (window.width + 63) / 64
    let coversRow = planes == 1 && window.x == 0 && window.width == board.width
    var rows = blankRows
    var words = [UInt64](repeating: 0, count: stride * planes)
    for y in first..<last {
      read(y + window.y, into: &rows)
      if coversRow {
        let row = rows[0]
        try body(y, 0, row.span.extracting(0..<stride))
        continue
      }
      var cut = [[UInt64]](repeating: Array(repeating: 0, count: stride), count: planes)
      for (plane, row) in rows.prefix(planes).enumerated() {
        cut[plane].merge(row.span, plane: 0, of: 1, from: -window.x, width: window.width)
      }
      words.interleave(cut, planes: planes)
      try body(y, 0, words.span)
    }
  }
}

extension [UInt64] {
  /// Adds the bits of one plane of `piece`, the first one at `position`. Bits outside `0..<width`
  /// are ignored.
  fileprivate mutating func merge(
    _ piece: Span<UInt64>, plane: Int, of planes: Int, from position: Int, width: Int
  ) {
    for index in 0..<piece.count / planes {
      let at = position + index * 64
      guard at > -64, at < width else { continue }
      var word = piece[index * planes + plane]
      if at < 0 { word >>= UInt64(-at) }
      let place = Swift.max(at, 0)
      if width - place < 64 { word &= WordMask.bits(from: 0, to: width - place) }
      let shift = UInt64(place & 63)
      self[place >> 6] |= word << shift
      if shift > 0, place >> 6 + 1 < count { self[place >> 6 + 1] |= word >> (64 - shift) }
    }
  }

  /// Interleaves the planes in `rows`: every 64 cells get one word of each plane.
  fileprivate mutating func interleave(_ rows: [[UInt64]], planes: Int) {
    if planes == 1 {
      self = rows[0]
      return
    }
    for plane in 0..<planes {
      for (index, word) in rows[plane].enumerated() { self[index * planes + plane] = word }
    }
  }
}

// Walls of a History rule never move or appear, so the cells beside them are found once. A second
// pair of boards steps the walls by one generation of a rule in which any neighbor gives life, so
// the edges of every universe are handled.
extension BitmapStepper {
  /// Boards of one plane to find the cells beside walls. Returns `nil` if the rule has no walls.
  func wallPair() throws -> BoardPair? {
    guard boardRule.hasMarks else { return nil }
    return try BoardPair(
      width: board.width, height: board.height, planes: 1, limit: options.memoryLimit / 8,
      states: 0, universe: universe, kernels: Kernels(options.cpu), threads: 1)
  }

  /// Finds the cells beside walls, after an edit.
  func findWalls(with walls: BoardPair?) {
    guard let walls, let neighborhood = boardRule.wallNeighborhood else { return }
    pair.besideWalls = nil
    guard copyWalls(to: walls.current(isOnFirst: true)) else { return }
    walls.mend()
    let isOnFirst = walls.advance(
      by: 1, startsOnFirst: true, circuit: Circuit(MooreMap { $0 & neighborhood != 0 }))
    pair.besideWalls = walls.current(isOnFirst: isOnFirst)
  }

  /// Copies the walls to a board, and returns whether there are any.
  private func copyWalls(to target: Board) -> Bool {
    let board = board
    let mask = board.columnMask()
    var any: UInt64 = 0
    for y in 0..<board.height {
      let alive = board.row(y)
      let marked = board.row(y, plane: 1)
      let past = board.row(y, plane: 2)
      let walls = unsafe target.words(ofRow: y)
      for index in alive.indices {
        let wall = marked[index] & past[index] & ~alive[index] & (mask?[index] ?? .max)
        unsafe walls[index] = wall
        any |= wall
      }
    }
    return any != 0
  }
}
