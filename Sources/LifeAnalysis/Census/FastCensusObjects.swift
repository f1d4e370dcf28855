internal import LifeCore

/// Numbers for the codes of a rule's objects.
struct ObjectNumbers {
  let rule: AnalysisRule
  private let pseudoObjects: PseudoObjects
  private(set) var codes: [ObjectCode] = []
  private var numbers: [ObjectCode: Int32] = [:]

  init(_ rule: AnalysisRule) {
    self.rule = rule
    pseudoObjects = PseudoObjects(rule)
  }

  /// The numbers of the codes of an object's independent parts.
  mutating func numbers(ofPartsOf cycle: ObjectCycle) -> [Int32] {
    pseudoObjects.parts(of: cycle).map { number(of: $0) }
  }

  /// The number of the code of an object without independent parts.
  mutating func number(of cycle: ObjectCycle) -> Int32 {
    let code = ObjectCode(cycle, symmetries: rule.symmetries)
    if let known = numbers[code] { return known }
    let number = Int32(codes.count)
    codes.append(code)
    numbers[code] = number
    return number
  }
}

/// Names the objects of ash by a table of bitmaps, which is filled by exact identification.
///
/// An object is a cluster of the cells that are alive in some phase, so no other cluster has a
/// common neighbor with it in any phase, and its cells in one phase decide how it evolves. Of
/// 100 000 soups of Conway's Life all but some thousand of two million objects are in the table.
struct AshNames {
  var names: ObjectNumbers
  /// Bitmaps of 8 × 8 cells with the box in the corner, in a hash table with linear probing; an
  /// empty place is 0.
  private var keys: [UInt64]
  private var values: [Value]
  private var count = 0
  /// Larger objects, as the height and the rows.
  private var larger: [[UInt64]: Value] = [:]
  /// The codes of objects that have not exactly one.
  private var lists: [[Int32]] = []

  private struct Value {
    /// The number of the code; −1 − *n* for list *n*.
    var code: Int32
    /// The smallest period.
    var period: Int32
  }

  private static let mostKeys = 1 << 18

  init(_ rule: AnalysisRule) {
    names = ObjectNumbers(rule)
    keys = Array(repeating: 0, count: 1 << 12)
    values = Array(repeating: Value(code: 0, period: 0), count: 1 << 12)
  }

  @inline(__always)
  private func place(_ key: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 40) & (keys.count - 1)
    while keys[place] != 0, keys[place] != key { place = (place + 1) & (keys.count - 1) }
    return place
  }

  /// Adds the numbers of the codes of an object.
  ///
  /// - Parameter rows: of its cells in one phase, the box in the corner.
  /// - Returns: false if the object does not stay with a period that divides `period`.
  mutating func append(
    _ rows: ArraySlice<UInt64>, width: Int, period: Int, to found: inout [Int32]
  ) -> Bool {
    let value: Value
    if width <= 8, rows.count <= 8 {
      var key: UInt64 = 0
      for row in rows.reversed() { key = key << 8 | row }
      let place = place(key)
      if keys[place] == key {
        value = values[place]
      } else {
        guard let new = identified(rows, width, period) else { return false }
        insert(key, new)
        value = new
      }
    } else {
      let key = Array(rows)
      if let known = larger[key] {
        value = known
      } else {
        guard let new = identified(rows, width, period) else { return false }
        if larger.count >= 1 << 14 { larger.removeAll(keepingCapacity: true) }
        larger[key] = new
        value = new
      }
    }
    guard period % Int(value.period) == 0 else { return false }
    if value.code >= 0 {
      found.append(value.code)
    } else {
      found += lists[Int(-1 - value.code)]
    }
    return true
  }

  private mutating func identified(
    _ rows: ArraySlice<UInt64>, _ width: Int, _ period: Int
  ) -> Value? {
    let phase = Phase(bitmap: Bitmap(width: width, rows: Array(rows)), x: 0, y: 0)
    guard let cycle = names.rule.smallCycle(of: phase, maxPeriod: period), !cycle.isMoving else {
      return nil
    }
    let numbers = islandNumbers(cycle) ?? names.numbers(ofPartsOf: cycle)
    if numbers.count == 1 { return Value(code: numbers[0], period: Int32(cycle.period)) }
    lists.append(numbers)
    return Value(code: Int32(-lists.count), period: Int32(cycle.period))
  }

  /// The numbers of the codes of a cycle's islands, if each evolves alone as in the cycle and no
  /// cell has live neighbors in three of them.
  ///
  /// Then ``PseudoObjects`` joins no islands, either: a cell beside two islands stays dead in the
  /// cycle with both and alone with each.
  private mutating func islandNumbers(_ cycle: ObjectCycle) -> [Int32]? {
    guard let islands = AshIslands(cycle)?.islands(), AshIslands.areBesideTwo(islands) else {
      return nil
    }
    if islands.count == 1 { return [names.number(of: cycle)] }
    var codes: [Int32] = []
    for island in islands {
      let phase = island.phase
      guard evolves(island),
        append(phase.bitmap.words[...], width: phase.bitmap.width, period: 2, to: &codes)
      else { return nil }
    }
    return codes
  }

  /// Whether an island is in its odd phase what its even phase becomes alone.
  private func evolves(_ island: AshIslands.Island) -> Bool {
    names.rule.smallCycle(of: island.phase, maxPeriod: 2).map { island.evolves(as: $0) } ?? false
  }

  private mutating func insert(_ key: UInt64, _ value: Value) {
    if count * 2 >= keys.count { grow() }
    let place = place(key)
    (keys[place], values[place]) = (key, value)
    count += 1
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    let isFull = keys.count >= Self.mostKeys
    let size = isFull ? keys.count : keys.count * 2
    keys = Array(repeating: 0, count: size)
    values = Array(repeating: Value(code: 0, period: 0), count: size)
    count = 0
    if isFull { return }
    for (key, value) in zip(oldKeys, oldValues) where key != 0 {
      let place = place(key)
      (keys[place], values[place]) = (key, value)
      count += 1
    }
  }
}

/// Takes the objects of a settled soup from its board, which is empty afterwards.
struct AshReader {
  /// The cells of the object in the envelope and in the present phase, from its northmost row on.
  private var envelope = [UInt64](repeating: 0, count: size + 4)
  private var member = [UInt64](repeating: 0, count: size + 4)
  /// The number of cells that were taken.
  private(set) var population = 0
  private var rows = [UInt64](repeating: 0, count: size)

  /// The height and the width of the largest object.
  private static let size = 60

  /// Makes the envelope of one period.
  ///
  /// All cells but those of the oscillating windows repeat every two generations.
  func makeEnvelope(_ soup: borrowing SoupEvolution) {
    let board = soup.board
    let last = SoupBoard.blocks - SoupWindow.side
    let inner = BlockBox(left: 1, top: 1, right: 6, bottom: 6)
    for row in stride(from: 0, to: SoupBoard.blocks - 2, by: 6) {
      let top = min(row, last)
      var columns: UInt64 = 0
      for block in top..<top + SoupWindow.side { columns |= unsafe board.occupied[block] }
      if columns == 0 { continue }
      for column in stride(from: 0, to: SoupBoard.blocks - 2, by: 6) {
        let left = min(column, last)
        if columns >> UInt64(left) & 0xff == 0 { continue }
        let window = SoupWindow(column: left, row: top, own: inner)
        board.unite(window, 0, over: 1)
        unsafe board.store(window, 0, board.envelope)
      }
    }
    for window in soup.oscillating {
      board.unite(window, 0, over: soup.period)
      unsafe board.merge(window, 0, board.envelope)
    }
  }

  /// Adds the numbers of the codes of all objects.
  ///
  /// - Returns: false if one of them is not identified, or if cells are left.
  mutating func read(
    _ soup: borrowing SoupEvolution, _ names: inout AshNames, to found: inout [Int32]
  ) -> Bool {
    let board = soup.board
    let all = board.population
    population = 0
    makeEnvelope(soup)
    for row in 0..<SoupBoard.blocks {
      let near = { (row: Int) in
        unsafe row >= 0 && row < SoupBoard.blocks ? board.occupied[row] : 0
      }
      let blocks = near(row - 1) | near(row) | near(row + 1)
      if blocks == 0 { continue }
      for y in 8 * row..<8 * row + 8 {
        for column in 0..<8 {
          if (blocks | blocks << 1 | blocks >> 1) >> UInt64(8 * column) & 0xff == 0 { continue }
          while case let bits = unsafe SoupBoard.bits(board.envelope, x: 64 * column, y: y),
            bits != 0
          {
            let x = 64 * column + bits.trailingZeroBitCount
            guard take(board, x, y, soup.period, &names, &found) else { return false }
          }
        }
      }
    }
    unsafe board.occupied.update(repeating: 0, count: SoupBoard.blocks)
    return population == all
  }

  /// Takes the object whose first envelope cell, from north to south, is at (x, y).
  private mutating func take(
    _ board: SoupBoard, _ x: Int, _ y: Int, _ period: Int, _ names: inout AshNames,
    _ found: inout [Int32]
  ) -> Bool {
    let left = max(0, x - 24)
    guard let height = flood(board, left, x, y) else { return false }
    var (columns, top, bottom): (UInt64, Int, Int) = (0, 0, -1)
    for row in 0..<height {
      let cells = unsafe SoupBoard.bits(board.cells, x: left, y: y + row) & member[row + 2]
      rows[row] = cells
      unsafe SoupBoard.remove(member[row + 2], board.envelope, x: left, y: y + row)
      member[row + 2] = 0
      if cells == 0 { continue }
      unsafe SoupBoard.remove(cells, board.cells, x: left, y: y + row)
      if columns == 0 { top = row }
      bottom = row
      columns |= cells
      population += cells.nonzeroBitCount
    }
    guard columns != 0 else { return false }
    let shift = UInt64(columns.trailingZeroBitCount)
    for row in top...bottom { rows[row] >>= shift }
    return names.append(
      rows[top...bottom], width: 64 - columns.leadingZeroBitCount - Int(shift), period: period,
      to: &found)
  }

  /// Finds the cells of the envelope that belong to an object: `member` and its height; nil if it
  /// is too large.
  private mutating func flood(_ board: SoupBoard, _ left: Int, _ x: Int, _ y: Int) -> Int? {
    // There are two empty rows before the first.
    var loaded = 2
    var height = 1
    member[2] = 1 << UInt64(x - left)
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
          member[row - 2] | member[row - 1] | member[row] | member[row + 1] | member[row + 2]
        var cells = member[row]
        var wider = spread(around) & envelope[row]
        while wider & ~cells != 0 {
          cells |= wider
          wider = spread(cells) & envelope[row]
        }
        if cells != member[row] {
          member[row] = cells
          hasChanged = true
          height = max(height, row - 1)
        }
        row += 1
      }
    }
    var all: UInt64 = 0
    for row in 2..<height + 2 { all |= member[row] }
    // The columns beside the window are unknown.
    return all & (3 | 3 << 62) == 0 || left == 0 && all >> 62 == 0 ? height : nil
  }

  /// The cells at most two columns away.
  @inline(__always)
  private func spread(_ cells: UInt64) -> UInt64 {
    let near = cells | cells << 1 | cells >> 1
    return near | near << 1 | near >> 1
  }
}
