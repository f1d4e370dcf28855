internal import LifeCore

/// Takes the objects of a settled soup off its board and leaves the board empty.
struct AshReader {
  /// The rows of the envelope, and of its cells that belong to the object being read. Both start
  /// two rows above the object.
  private var envelope = [UInt64](repeating: 0, count: size + 4)
  private var flooded = [UInt64](repeating: 0, count: size + 4)
  /// The object's cells in the present phase.
  private var rows = [UInt64](repeating: 0, count: size)
  /// The number of cells taken so far.
  private(set) var population = 0

  /// The number of rows for reading an object: at most 56 of its own, two above and two below.
  private static let size = 60
  /// An object is read in 64 columns, starting this far west of its first cell.
  private static let columnsToWest = 24

  /// Makes the envelope of one period.
  ///
  /// All cells repeat every two generations, except in the oscillating windows.
  func makeEnvelope(_ soup: borrowing SoupEvolution) {
    let board = soup.board
    let side = 8
    let last = SoupBoard.blocks - side
    let inner = Window(x: 1, y: 1, width: 6, height: 6)
    for row in stride(from: 0, to: SoupBoard.blocks - 2, by: 6) {
      let top = min(row, last)
      var columns: UInt64 = 0
      for block in top..<top + side { columns |= unsafe board.occupied[block] }
      if columns == 0 { continue }
      for column in stride(from: 0, to: SoupBoard.blocks - 2, by: 6) {
        let left = min(column, last)
        if columns >> UInt64(left) & 0xff == 0 { continue }
        let window = SoupWindow(column: left, row: top, own: inner)
        board.unite(window, over: 1)
        unsafe board.store(window, board: board.envelope)
      }
    }
    for window in soup.oscillating {
      board.unite(window, over: soup.period)
      unsafe board.merge(window, board: board.envelope)
    }
  }

  /// Appends the numbers of each object's codes to `found`, see ``ObjectNumbers``.
  ///
  /// - Returns: `false` if an object is not identified, or if cells are left.
  mutating func read(
    _ soup: borrowing SoupEvolution, names: inout AshNames, to found: inout [Int32]
  ) -> Bool {
    let board = soup.board
    let all = board.population
    population = 0
    makeEnvelope(soup)
    for row in 0..<SoupBoard.blocks {
      let occupied = { (row: Int) in
        unsafe row >= 0 && row < SoupBoard.blocks ? board.occupied[row] : 0
      }
      let blocks = occupied(row - 1) | occupied(row) | occupied(row + 1)
      if blocks == 0 { continue }
      for y in 8 * row..<8 * row + 8 {
        for column in 0..<8 {
          if (blocks | blocks << 1 | blocks >> 1) >> UInt64(8 * column) & 0xff == 0 { continue }
          while case let bits = unsafe SoupBoard.bits(board.envelope, x: 64 * column, y: y),
            bits != 0
          {
            let x = 64 * column + bits.trailingZeroBitCount
            guard let object = takeObject(x: x, y: y, from: board),
              names.appendNumbers(
                of: rows[object.rows], width: object.width, period: soup.period, to: &found)
            else { return false }
          }
        }
      }
    }
    unsafe board.occupied.update(repeating: 0, count: SoupBoard.blocks)
    return population == all
  }

  /// Takes one object off the board.
  ///
  /// - Parameters:
  ///   - x: the column of the westmost envelope cell in its northernmost row.
  ///   - y: this row.
  /// - Returns: the indices of ``rows`` that hold its present cells, moved until the westmost is in
  ///   bit 0, and the width of these cells. `nil` if it is too large or has no cells.
  private mutating func takeObject(
    x: Int, y: Int, from board: SoupBoard
  ) -> (rows: ClosedRange<Int>, width: Int)? {
    let left = max(0, x - Self.columnsToWest)
    guard let height = flood(board, left: left, x: x, y: y) else { return nil }
    var columns: UInt64 = 0
    var top: Int = 0
    var bottom: Int = -1
    for row in 0..<height {
      let cells = unsafe SoupBoard.bits(board.cells, x: left, y: y + row) & flooded[row + 2]
      rows[row] = cells
      unsafe SoupBoard.remove(flooded[row + 2], board: board.envelope, x: left, y: y + row)
      flooded[row + 2] = 0
      if cells == 0 { continue }
      unsafe SoupBoard.remove(cells, board: board.cells, x: left, y: y + row)
      if columns == 0 { top = row }
      bottom = row
      columns |= cells
      population += cells.nonzeroBitCount
    }
    guard columns != 0 else { return nil }
    let shift = UInt64(columns.trailingZeroBitCount)
    for row in top...bottom { rows[row] >>= shift }
    return (top...bottom, 64 - columns.leadingZeroBitCount - Int(shift))
  }

  /// Marks the envelope cells of an object in `flooded` and returns its height. `nil` if it is too
  /// large.
  private mutating func flood(_ board: SoupBoard, left: Int, x: Int, y: Int) -> Int? {
    // Two empty rows precede the first.
    var loaded = 2
    var height = 1
    flooded[2] = 1 << UInt64(x - left)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var row = 2
      while row < height + 4 {
        if row == loaded {
          guard row < Self.size, y + row - 2 < 8 * SoupBoard.blocks else { return nil }
          envelope[row] = unsafe SoupBoard.bits(board.envelope, x: left, y: y + row - 2)
          loaded += 1
        }
        let around =
          flooded[row - 2] | flooded[row - 1] | flooded[row] | flooded[row + 1] | flooded[row + 2]
        var cells = flooded[row]
        var wider = spread(around) & envelope[row]
        while wider & ~cells != 0 {
          cells |= wider
          wider = spread(cells) & envelope[row]
        }
        if cells != flooded[row] {
          flooded[row] = cells
          hasChanged = true
          height = max(height, row - 1)
        }
        row += 1
      }
    }
    var all: UInt64 = 0
    for row in 2..<height + 2 { all |= flooded[row] }
    // An object at the outermost columns may extend beyond them, except at the western edge of the
    // board.
    let unknown: UInt64 = left == 0 ? 3 << 62 : 3 | 3 << 62
    return all & unknown == 0 ? height : nil
  }

  /// The cells at most two columns away.
  @inline(__always)
  private func spread(_ cells: UInt64) -> UInt64 {
    let near = cells | cells << 1 | cells >> 1
    return near | near << 1 | near >> 1
  }
}
