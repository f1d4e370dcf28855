internal import LifeCore

/// Steps a rule of the Margolus neighborhood on any engine: each block of 2 × 2 cells in a fixed
/// grid becomes a cell of 16 states. At odd generations, the rule joins cells of several blocks.
///
///      cells    a b  c d      blocks   A B      A = a + 2 b + 4 e + 8 f
///               e f  g h                        At odd generations f, g and two cells of the
///                                               next row meet: a rule of range 1 for blocks
struct BlockStepper: Stepper {
  /// The pattern without its cells.
  private let pattern: Pattern
  private var blocks: any Stepper
  /// The position of the north-western cell of block (0, 0).
  private let corner: Position

  init(_ pattern: Pattern, options: EngineOptions, make: Engine.Initializer) throws {
    let grid = PartitionedRule.blocks(of: pattern.rule.partitionedRules, in: pattern.universe)
    corner = Position(x: BigInt(grid.corner.x), y: BigInt(grid.corner.y))
    var start = try pattern.inRows(limit: options.memoryLimit)
    let x = (start.origin.x - corner.x).floorDivided(by: 2)
    let y = (start.origin.y - corner.y).floorDivided(by: 2)
    start.cells = try BlockRows.blocks(
      of: start.cells, offset: Cell(x: x.remainder, y: y.remainder), limit: options.memoryLimit)
    start.statedPosition = Position(x: x.quotient, y: y.quotient)
    start.statedRule = grid.rule
    start.universe = grid.universe
    blocks = try make(start.packedForRule(limit: options.memoryLimit), options)
    start.cells = .none
    start.statedRule = pattern.rule
    start.universe = pattern.universe
    self.pattern = start
  }

  var generation: BigInt { blocks.generation }
  var planes: Int { 1 }

  mutating func advance(by count: BigInt) throws { try blocks.advance(by: count) }

  func checkInvariants() { blocks.checkInvariants() }

  var population: BigInt {
    var count: BigInt = 0
    guard let box = blocks.bounds else { return 0 }
    blocks.forEachRow(in: box) { _, _, words in
      var row = 0
      for index in words.indices { row += words[index].nonzeroBitCount }
      count += row
    }
    return count
  }

  var bounds: Bounds? {
    guard let box = blocks.bounds else { return nil }
    let last = Position(x: box.x + box.width - 1, y: box.y + box.height - 1)
    let column = { (x: BigInt) in Bounds(x: x, y: box.y, width: 1, height: box.height) }
    let row = { (y: BigInt) in Bounds(x: box.x, y: y, width: box.width, height: 1) }
    let west = isAlive(0b0101, in: column(box.x)) ? 0 : 1
    let east = isAlive(0b1010, in: column(last.x)) ? 2 : 1
    let north = isAlive(0b0011, in: row(box.y)) ? 0 : 1
    let south = isAlive(0b1100, in: row(last.y)) ? 2 : 1
    return Bounds(
      x: corner.x + box.x * 2 + west, y: corner.y + box.y * 2 + north,
      width: (last.x - box.x) * 2 + (east - west), height: (last.y - box.y) * 2 + (south - north))
  }

  /// Whether a block in a box has a live cell selected by `mask`: bit 0 north-west, 1 north-east,
  /// 2 south-west, 3 south-east.
  private func isAlive(_ mask: Int, in box: Bounds) -> Bool {
    var found = false
    blocks.forEachRow(in: box) { _, _, words in
      for index in words.indices where mask >> (index & 3) & 1 == 1 && words[index] != 0 {
        found = true
      }
    }
    return found
  }

  func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard let width = window.width.int, let height = window.height.int, width > 0 else { return }
    let x = (window.x - corner.x).floorDivided(by: 2)
    let y = (window.y - corner.y).floorDivided(by: 2)
    let box = Bounds(
      x: x.quotient, y: y.quotient, width: BigInt((width + x.remainder + 1) / 2),
      height: BigInt((height + y.remainder + 1) / 2))
    var rows = BlockRows(from: Cell(x: x.remainder, y: y.remainder), width: width, height: height)
    try blocks.forEachRow(in: box) { y, x, words in
      if y != rows.y { try rows.finish(next: y, body) }
      rows.add(words, from: x)
    }
    try rows.finish(next: 0, body)
  }

  func snapshot() throws -> Pattern {
    let builder = Cells.Builder()
    let box = bounds
    if let box { try forEachRow(in: box) { try builder.append(y: $0, x: $1, words: $2) } }
    return pattern.later(
      generation: generation, cells: builder.finish(), from: box?.corner ?? .origin)
  }

  mutating func set(_ cells: CellStates) throws -> CellStates {
    let cells = try cells.inside(pattern.universe)
    guard let window = cells.window else { return cells }
    let x = (cells.origin.x - corner.x).floorDivided(by: 2)
    let y = (cells.origin.y - corner.y).floorDivided(by: 2)
    let place = { (cell: Cell) in
      Cell(x: (cell.x + x.remainder) >> 1, y: (cell.y + y.remainder) >> 1)
    }
    let origin = Position(x: x.quotient, y: y.quotient)
    var states = statesOfBlocks(
      from: place(Cell(x: window.x, y: window.y)),
      to: place(Cell(x: window.endX - 1, y: window.endY - 1)), origin: origin)
    var changed: Set<Cell> = []
    let former = try cells.exchanged { column, row, state in
      let cell = place(Cell(x: column, y: row))
      let bit = State((column + x.remainder) & 1 + (row + y.remainder) & 1 * 2)
      let block = states[cell] ?? 0
      states[cell] = block & ~(1 << bit) | state << bit
      changed.insert(cell)
      return block >> bit & 1
    }
    var edit = CellStates(from: origin, planes: 4)
    for cell in changed {
      let state = states[cell] ?? 0
      let words: [UInt64] = (0..<4).map { UInt64(state >> $0 & 1) }
      try edit.append(y: cell.y, x: cell.x, mask: 1, states: words.span)
    }
    try blocks.set(edit)
    return former
  }

  /// The blocks with live cells in a window counted from `origin`.
  private func statesOfBlocks(from first: Cell, to last: Cell, origin: Position) -> [Cell: State] {
    let window = Window(
      x: first.x, y: first.y, width: last.x - first.x + 1, height: last.y - first.y + 1)
    var states: [Cell: State] = [:]
    blocks.forEachRow(in: Bounds(window, from: origin)) { y, x, words in
      for index in words.indices {
        var left = words[index]
        while left != 0 {
          let cell = Cell(
            x: first.x + x + index / 4 * 64 + left.trailingZeroBitCount, y: first.y + y)
          states[cell, default: 0] |= 1 << State(index & 3)
          left &= left &- 1
        }
      }
    }
    return states
  }
}
