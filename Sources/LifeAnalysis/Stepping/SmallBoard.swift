package import LifeCore

/// A pattern of at most 62 × 62 cells on the plane, stepped without allocation.
///
/// The board has 64 × 64 cells: four blocks (``StateRows``), one below the other. Its outermost
/// rows and columns are empty before a step, so no birth is lost. A pattern that reaches them is
/// moved to the center.
package struct SmallBoard: Sendable {
  /// The maximum width and height of a pattern.
  package static let maxSize = 62
  private static let side = 64
  /// The indices of the board's rows: blocks 1 to 4, after the dead rows of block 0.
  private static let boardRows = StateRows.height..<StateRows.height + side
  private static let blocks = [1, 2, 3, 4]
  /// The neighbors of blocks 0 to 4: only the northern and the southern one exist.
  private static let neighbors = zip([0, 0, 1, 2, 3], [0, 2, 3, 4, 0]).flatMap { north, south in
    [0, north, 0, 0, 0, 0, south, 0]
  }

  private var rows: StateRows
  /// Rows without live cells, to receive the next generation.
  private var spare: StateRows
  /// The position of bit 0 of row 0, which lies 16 rows north of the board's first row.
  private var x = 0
  private var y = 0
  /// The first and the last row with live cells.
  private var top = 0
  private var bottom = -1
  /// The columns with live cells.
  private var columns: UInt64 = 0
  package private(set) var population = 0

  private init(planes: Int, blocks: Int) {
    rows = StateRows(planes: planes, blocks: blocks)
    spare = rows
  }

  /// A board without cells. It replaces a board during its step, so its rows aren't copied.
  static let none = SmallBoard(planes: 1, blocks: 0)

  /// Returns `nil` if the pattern is too large or needs more bit-planes.
  ///
  /// - Parameter planes: the bit-planes of a state of the rule.
  package init?(_ cells: Cells, planes: Int = 1) {
    if let box = cells.bounds, max(box.width, box.height) > Self.maxSize { return nil }
    self.init(Phase(cells), planes: planes)
  }

  /// The same, from a phase.
  package init?(_ phase: Phase, planes: Int = 1) {
    let bitmap = phase.bitmap
    guard bitmap.planes <= planes, max(bitmap.width, bitmap.height) <= Self.maxSize else {
      return nil
    }
    self.init(planes: planes, blocks: 5)
    let dx = (Self.side - bitmap.width) / 2
    let dy = Self.top(ofHeight: bitmap.height)
    x = phase.x - dx
    y = phase.y - dy
    for plane in 0..<bitmap.planes {
      for row in 0..<bitmap.height {
        rows[dy + row, plane: plane] =
          bitmap.words[bitmap.index(ofPlane: plane, y: row)] << UInt64(dx)
      }
    }
    for row in dy..<dy + bitmap.height { survey(rows.alive(inRow: row), row: row) }
  }

  package var isEmpty: Bool { population == 0 }
  /// The column of the westernmost live cell.
  package var minX: Int { x + columns.trailingZeroBitCount }
  /// The row of the northernmost live cell.
  package var minY: Int { y + top }
  package var width: Int {
    isEmpty ? 0 : Self.side - columns.leadingZeroBitCount - columns.trailingZeroBitCount
  }
  package var height: Int { bottom - top + 1 }

  /// The cells in their bounding box.
  package var phase: Phase {
    guard !isEmpty else { return Phase(bitmap: .empty, x: 0, y: 0) }
    let shift = UInt64(columns.trailingZeroBitCount)
    var words: [UInt64] = []
    words.reserveCapacity(rows.planes * height)
    for plane in 0..<rows.planes {
      for row in top...bottom { words.append(rows[row, plane: plane] >> shift) }
    }
    return Phase(
      bitmap: Bitmap(width: width, rows: words, planes: rows.planes), x: minX, y: minY)
  }

  /// Whether the cells equal a bitmap with the same number of bit-planes, at any position.
  package func hasShape(of bitmap: Bitmap) -> Bool {
    guard width == bitmap.width, height == bitmap.height else { return false }
    let shift = UInt64(columns.trailingZeroBitCount)
    for plane in 0..<rows.planes {
      for row in 0..<height
      where rows[top + row, plane: plane] >> shift != bitmap.words[plane * height + row] {
        return false
      }
    }
    return true
  }
}

extension SmallBoard {
  /// Advances by one generation.
  ///
  /// - Parameter rulePhase: the number of the rule's phase.
  /// - Returns: `false` if the pattern may become too large; it is unchanged then.
  /// - Complexity: O(height), without allocation.
  mutating func step(_ rule: BlockRule, rulePhase: Int = 0) -> Bool {
    guard !isEmpty else { return true }
    guard center() else { return false }
    let before = top...bottom
    let next = top - 1...bottom + 1
    let first = next.lowerBound / StateRows.height
    let last = next.upperBound / StateRows.height
    let size = rows.blockSize
    unsafe spare.words.withUnsafeMutableBufferPointer { spare in
      unsafe rule.advance(
        Self.blocks.span.extracting(first - 1..<last), of: rows, neighbors: Self.neighbors,
        rulePhase: rulePhase, into: spare.baseAddress! + first * size)
    }
    swap(&rows, &spare)
    clearSpare(before)
    clearSurvey()
    for row in next { survey(rows.alive(inRow: row), row: row) }
    return true
  }

  /// Advances from the first phase to the next comparable generation (``AnalysisRule/interval``).
  ///
  /// - Returns: `false` if the pattern may become too large; it may have advanced by some
  ///   of the generations then.
  @inline(__always)
  mutating func advance(_ rule: BlockRule, by interval: Int) -> Bool {
    for generation in 0..<interval {
      guard step(rule, rulePhase: generation) else { return false }
    }
    return true
  }

  /// The first row of a centered pattern. A pattern of at most 14 rows goes to the middle of block
  /// 2, so a step computes only this block.
  private static func top(ofHeight height: Int) -> Int {
    if height <= StateRows.height - 2 { return 5 * StateRows.height / 2 - height / 2 }
    return boardRows.lowerBound + (side - height) / 2
  }

  private mutating func clearSpare(_ range: ClosedRange<Int>) {
    for plane in 0..<spare.planes {
      for row in range { spare[row, plane: plane] = 0 }
    }
  }

  private mutating func clearSurvey() {
    top = 0
    bottom = -1
    columns = 0
    population = 0
  }

  /// Extends the bounding box and the population by the live cells of the next row.
  @inline(__always)
  private mutating func survey(_ alive: UInt64, row: Int) {
    if alive == 0 { return }
    if population == 0 { top = row }
    bottom = row
    columns |= alive
    population += alive.nonzeroBitCount
  }

  /// Centers the pattern if it touches the outermost rows or columns.
  ///
  /// - Returns: `false` if it is too large.
  private mutating func center() -> Bool {
    let isAtEdge = top == Self.boardRows.lowerBound || bottom == Self.boardRows.upperBound - 1
    guard isAtEdge || columns & (1 | 1 << 63) != 0 else { return true }
    guard width <= Self.maxSize, height <= Self.maxSize else { return false }
    let dx = (Self.side - width) / 2
    let dy = Self.top(ofHeight: height)
    let west = UInt64(columns.trailingZeroBitCount)
    let range = top...bottom
    x = minX - dx
    y = minY - dy
    for plane in 0..<rows.planes {
      for row in range {
        spare[dy + row - top, plane: plane] = (rows[row, plane: plane] >> west) << UInt64(dx)
      }
    }
    swap(&rows, &spare)
    clearSpare(range)
    top = dy
    bottom = dy + range.count - 1
    columns = (columns >> west) << UInt64(dx)
    return true
  }
}
