internal import LifeCore

/// Fills a frame of squares from rows of cells, which come from north to south.
package struct DensityGrid {
  private let shading: Shading
  private let frame: Frame
  private let columns: Int
  private let planes: Int
  /// The row of squares that is being counted.
  private var row = 0
  /// For each square of the row the cells of each living state.
  private var counts: [UInt64]
  private var isEmpty = true

  /// - Parameter planes: how the states of cells lie in words; see ``Frame``.
  package init(_ frame: Frame, _ shading: Shading, planes: Int = 1) {
    precondition(frame.content == .shades(side: shading.side))
    self.frame = frame
    self.shading = shading
    self.planes = planes
    columns = frame.width
    counts = [UInt64](repeating: 0, count: columns * ((1 << planes) - 1))
  }

  /// Adds words of cells whose first is at column `x` of row `y`, counted in cells from the grid's
  /// corner; what is outside the grid is left out.
  package mutating func add(y: Int, x: Int, words: Span<UInt64>) {
    guard y >= 0, y / shading.side < frame.height else { return }
    if y / shading.side != row { show() }
    row = y / shading.side
    for index in stride(from: 0, to: words.count, by: planes) {
      var living: UInt64 = 0
      for plane in 0..<planes { living |= words[index + plane] }
      let start = x + index / planes * 64
      if living == 0 || start < -63 { continue }
      if start < 0 { living &= ~0 << UInt64(-start) }
      for state in 1..<1 << planes {
        var cells = living
        for plane in 0..<planes {
          cells &= state >> plane & 1 == 1 ? words[index + plane] : ~words[index + plane]
        }
        add(cells, at: start, state: state)
      }
    }
  }

  /// Adds the cells of one state in a word, square by square.
  private mutating func add(_ cells: UInt64, at start: Int, state: Int) {
    var cells = cells
    while cells != 0 {
      let bit = cells.trailingZeroBitCount
      let column = (start + bit) / shading.side
      guard column < columns else { return }
      let end = min(64, (column + 1) * shading.side - start)
      let inside = cells & WordMask.bits(from: bit, to: end)
      cells ^= inside
      counts[column * ((1 << planes) - 1) + state - 1] += UInt64(inside.nonzeroBitCount)
      isEmpty = false
    }
  }

  /// Puts the row that was counted into the frame, each square in the state that most of its cells
  /// have; called once more after the last row of cells.
  package mutating func show() {
    if isEmpty { return }
    let states = (1 << planes) - 1
    let shades = (0..<columns).map { column in
      let all = counts[column * states..<(column + 1) * states]
      let most = states == 1 ? all.startIndex : all.indices.max { all[$0] < all[$1] }!
      return shading.index(all.reduce(0, +), state: State(most - all.startIndex + 1))
    }
    frame.set(y: row, shades: shades.span)
    for index in counts.indices { counts[index] = 0 }
    isEmpty = true
  }
}
