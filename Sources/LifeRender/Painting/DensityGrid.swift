internal import LifeCore

/// Fills a frame of shades by counting cells per square, from rows in order from north to south.
package struct DensityGrid {
  private let shading: Shading
  private let frame: Frame
  private let columns: Int
  private let planes: Int
  /// The number of different live states in the planes.
  private let liveStates: Int
  /// The row of squares being counted.
  private var row = 0
  /// For each square of the row, the number of cells in each live state.
  private var counts: [UInt64]
  /// The first and the last square of the row with live cells. Most rows have few.
  private var first = Int.max
  private var last = -1

  /// - Parameter planes: the number of bit-planes of the rows; see ``Frame`` for their layout.
  /// - Precondition: `frame` has shades of squares of `shading.side`.
  package init(_ frame: Frame, shading: Shading, planes: Int = 1) {
    precondition(frame.content == .shades(side: shading.side))
    self.frame = frame
    self.shading = shading
    self.planes = planes
    columns = frame.width
    liveStates = 1 << planes - 1
    counts = [UInt64](repeating: 0, count: columns * liveStates)
  }

  /// Counts the cells of `words`, starting at column `x` of row `y`, relative to the corner of the
  /// grid. Cells outside the grid are ignored. `y` must not decrease from call to call.
  package mutating func add(y: Int, x: Int, words: Span<UInt64>) {
    guard y >= 0, y / shading.side < frame.height else { return }
    if y / shading.side != row { finishRow() }
    row = y / shading.side
    for index in stride(from: 0, to: words.count, by: planes) {
      var live: UInt64 = 0
      for plane in 0..<planes { live |= words[index + plane] }
      let start = x + index / planes * 64
      if live == 0 || start < -63 { continue }
      if start < 0 { live &= ~0 << UInt64(-start) }
      for state in 1...liveStates {
        var cells = live
        for plane in 0..<planes {
          cells &= state >> plane & 1 == 1 ? words[index + plane] : ~words[index + plane]
        }
        add(cells, at: start, state: state)
      }
    }
  }

  /// Counts the cells of one state in a word, one population count per square.
  private mutating func add(_ cells: UInt64, at start: Int, state: Int) {
    var cells = cells
    let side = shading.side
    var column = 0
    var end = 0
    while cells != 0 {
      let bit = cells.trailingZeroBitCount
      // The bit is usually in the next square. Dividing each time would take as long as the rest.
      column = end > 0 && bit < end + side ? column + 1 : (start + bit) / side
      guard column < columns else { return }
      end = (column + 1) * side - start
      let inside = cells & WordMask.bits(from: bit, to: min(64, end))
      cells ^= inside
      counts[column * liveStates + state - 1] += UInt64(inside.nonzeroBitCount)
      first = min(first, column)
      last = max(last, column)
    }
  }

  /// Stores the counted row of squares in the frame. Each square gets the most frequent state of
  /// its cells.
  ///
  /// Call this once more after the last row of cells.
  package mutating func finishRow() {
    if last < 0 { return }
    var shades = [UInt8](repeating: 0, count: columns)
    for column in first...last {
      let states = column * liveStates..<(column + 1) * liveStates
      let count = counts[states].reduce(0, +)
      if count == 0 { continue }
      let most = states.max { counts[$0] < counts[$1] } ?? states.lowerBound
      shades[column] = shading.index(count, state: State(most - states.lowerBound + 1))
      for index in states { counts[index] = 0 }
    }
    frame.rows.set(y: row, shades: shades.span)
    first = .max
    last = -1
  }
}
