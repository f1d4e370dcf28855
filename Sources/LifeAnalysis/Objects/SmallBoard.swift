package import LifeCore

/// A pattern of at most 62 × 62 cells on the plane, stepped without allocation.
///
/// The cells in state 1 are 64 rows of 64 bits, and so is each plane of dying cells (``Aging``).
/// Before a step the outermost rows and columns are empty, so that no birth is lost; the pattern is
/// centered again when it reaches them.
package struct SmallBoard: Sendable {
  /// The largest width and height of a pattern.
  package static let largestSize = 62
  private static let side = 64

  private var rows = [UInt64](repeating: 0, count: side)
  private var next = [UInt64](repeating: 0, count: side)
  /// The planes of dying cells, one after the other; empty with two states.
  private var dying: [UInt64] = []
  private let planes: Int
  /// The absolute place of bit 0 of row 0.
  private var x = 0
  private var y = 0
  private var top = 0
  private var bottom = -1
  /// The columns that have live cells.
  private var columns: UInt64 = 0
  package private(set) var population = 0

  /// A board without live cells and without memory for rows.
  private init() {
    rows = []
    next = []
    planes = 1
  }

  /// Takes the place of a board that is being stepped, so that the rows of that one are not copied.
  static let none = SmallBoard()

  /// Nil if the pattern is too large or has cells in more states than so many bit-planes hold.
  package init?(_ cells: Cells, planes: Int = 1) {
    self.init(planes: planes)
    guard let box = cells.bounds else { return }
    guard cells.planes <= planes, box.width <= Self.largestSize, box.height <= Self.largestSize
    else { return nil }
    load(Bitmap(cells), left: box.x, above: box.y)
  }

  /// The same for a phase.
  package init?(_ phase: Phase, planes: Int = 1) {
    let bitmap = phase.bitmap
    guard bitmap.planes <= planes, max(bitmap.width, bitmap.height) <= Self.largestSize else {
      return nil
    }
    self.init(planes: planes)
    load(bitmap, left: phase.x, above: phase.y)
  }

  private init(planes: Int) {
    self.planes = planes
    if planes > 1 { dying = Array(repeating: 0, count: planes * Self.side) }
  }

  private mutating func load(_ bitmap: Bitmap, left: Int, above: Int) {
    let dx = (Self.side - bitmap.width) / 2
    let dy = (Self.side - bitmap.height) / 2
    x = left - dx
    y = above - dy
    for row in 0..<bitmap.height {
      var alive = bitmap.words[row]
      for plane in 1..<bitmap.planes { alive &= ~bitmap.words[bitmap.index(plane, y: row)] }
      rows[dy + row] = alive << UInt64(dx)
      guard planes > 1 else { continue }
      for plane in 0..<bitmap.planes {
        let bits = bitmap.words[bitmap.index(plane, y: row)] & ~alive
        dying[plane * Self.side + dy + row] = bits << UInt64(dx)
      }
    }
    survey(dy...max(dy, dy + bitmap.height - 1))
  }

  package var isEmpty: Bool { population == 0 }
  /// The absolute column of the westernmost live cell.
  package var left: Int { x + columns.trailingZeroBitCount }
  /// The absolute row of the northernmost live cell.
  package var above: Int { y + top }
  package var width: Int {
    isEmpty ? 0 : Self.side - columns.leadingZeroBitCount - columns.trailingZeroBitCount
  }
  package var height: Int { bottom - top + 1 }

  /// The cells in their bounding box.
  package var phase: Phase {
    guard !isEmpty else { return Phase(bitmap: .empty, x: 0, y: 0) }
    let shift = UInt64(columns.trailingZeroBitCount)
    var words = rows[top...bottom].map { $0 >> shift }
    if planes > 1 {
      for (index, row) in (top...bottom).enumerated() { words[index] |= dying[row] >> shift }
      for plane in 1..<planes {
        for row in top...bottom { words.append(dying[plane * Self.side + row] >> shift) }
      }
    }
    return Phase(bitmap: Bitmap(width: width, rows: words, planes: planes), x: left, y: above)
  }

  /// Whether the cells are those of a phase with as many bit-planes, at any place.
  package func hasShape(of bitmap: Bitmap) -> Bool {
    guard width == bitmap.width, height == bitmap.height else { return false }
    let shift = UInt64(columns.trailingZeroBitCount)
    if planes == 1 {
      for row in 0..<height where rows[top + row] >> shift != bitmap.words[row] { return false }
      return true
    }
    for plane in 0..<planes {
      for row in 0..<height {
        var bits = dying[plane * Self.side + top + row]
        if plane == 0 { bits |= rows[top + row] }
        if bits >> shift != bitmap.words[bitmap.index(plane, y: row)] { return false }
      }
    }
    return true
  }
}

extension SmallBoard {
  /// Advances by one generation.
  ///
  /// - Parameter isOdd: whether the generation before the step is odd.
  /// - Returns: false if the pattern may become too large; then nothing has changed.
  mutating func step(_ rule: SmallRule, isOdd: Bool = false) -> Bool {
    guard !isEmpty else { return true }
    guard center() else { return false }
    let first = top - 1
    let last = bottom + 1
    switch isOdd ? rule.odd : rule.even {
    case .counting(let lifeLike):
      let births = lifeLike.birth
      let survivals = lifeLike.survival
      for row in first...last {
        next[row] = nextRow(
          row > 0 ? rows[row - 1] : 0, center: rows[row],
          below: row < Self.side - 1 ? rows[row + 1] : 0,
          births: births, survivals: survivals)
      }
    case .map(let map):
      let inner = columns.trailingZeroBitCount - 1...Self.side - columns.leadingZeroBitCount
      for row in first...last {
        next[row] = nextRow(
          row > 0 ? rows[row - 1] : 0, center: rows[row],
          below: row < Self.side - 1 ? rows[row + 1] : 0,
          columns: inner, map: map.span)
      }
    }
    if let aging = rule.aging {
      for row in first...last {
        next[row] =
          aging.advance(
            alive: rows[row], next: next[row], load: { dying[$0 * Self.side + row] },
            store: { dying[$0 * Self.side + row] = $1 }
          ).alive
      }
    }
    swap(&rows, &next)
    // The other rows of `next` must be empty when it becomes the board again.
    for row in first...last { next[row] = 0 }
    survey(first...last)
    return true
  }

  /// Updates the bounding box and the population; the other rows are empty.
  private mutating func survey(_ range: ClosedRange<Int>) {
    top = 0
    bottom = -1
    columns = 0
    population = 0
    for row in range {
      let live = live(inRow: row)
      if live == 0 { continue }
      if population == 0 { top = row }
      bottom = row
      columns |= live
      population += live.nonzeroBitCount
    }
  }

  /// The cells of a row that are not in state 0.
  @inline(__always)
  private func live(inRow row: Int) -> UInt64 {
    var live = rows[row]
    for first in stride(from: 0, to: dying.count, by: Self.side) { live |= dying[first + row] }
    return live
  }

  /// Moves the pattern off the outermost rows and columns, if it is there.
  ///
  /// - Returns: false if it is too large.
  private mutating func center() -> Bool {
    guard top == 0 || bottom == Self.side - 1 || columns & (1 | 1 << 63) != 0 else { return true }
    guard width <= Self.largestSize, height <= Self.largestSize else { return false }
    let dx = (Self.side - width) / 2
    let dy = (Self.side - height) / 2
    let west = columns.trailingZeroBitCount
    let count = height
    let first = top
    x = left - dx
    y = above - dy
    func moved(_ bits: UInt64) -> UInt64 { (bits >> UInt64(west)) << UInt64(dx) }
    for row in 0..<count { next[dy + row] = moved(rows[first + row]) }
    for row in first..<first + count { rows[row] = 0 }
    swap(&rows, &next)
    for plane in stride(from: 0, to: dying.count, by: Self.side) {
      let bits = dying[plane + first..<plane + first + count].map(moved)
      for row in first..<first + count { dying[plane + row] = 0 }
      for row in 0..<count { dying[plane + dy + row] = bits[row] }
    }
    survey(dy...dy + count - 1)
    return true
  }
}
