package import LifeCore
import LifeIO

// Makes changes of cells from a box, single cells or a pasted pattern.
extension CellStates {
  /// The states of single cells.
  ///
  /// - Throws: ``RunFailure`` for a cell too far from the others, ``MemoryExhausted``.
  package init(_ states: [Position: State], planes: Int, limit: Int) throws {
    let corner = states.keys.first ?? .origin
    self.init(from: corner, planes: planes, limit: limit)
    var cells: [(x: Int, y: Int, state: State)] = []
    for (place, state) in states {
      guard let offset = place.offset(from: corner, atMost: 1 << 60) else {
        throw RunFailure(.overLimit, "the cell \(place.x),\(place.y) is too far away to edit")
      }
      cells.append((offset.x, offset.y, state))
    }
    cells.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    var word = StateWord(planes: planes)
    for cell in cells {
      if !word.reaches(x: cell.x, y: cell.y) { try word.flush(to: &self) }
      word.add(cell.state, x: cell.x, y: cell.y)
    }
    try word.flush(to: &self)
  }

  /// The states of cells in a box of limited size.
  ///
  /// - Parameter state: the new state of the cell at a column and row of the box; `nil` keeps its
  ///   state.
  /// - Throws: ``RunFailure`` for a box that is too large, ``MemoryExhausted``.
  init(
    filling box: Bounds, planes: Int, limit: Int, _ state: (_ x: Int, _ y: Int) -> State?
  ) throws {
    let maxCells = BigInt(1 << 24)
    guard box.width * box.height <= maxCells, let width = box.width.int,
      let height = box.height.int
    else { throw box.tooLargeToEdit }
    self.init(from: box.corner, planes: planes, limit: limit)
    var word = StateWord(planes: planes)
    for y in 0..<height {
      for x in 0..<width {
        guard let state = state(x, y) else { continue }
        if !word.reaches(x: x, y: y) { try word.flush(to: &self) }
        word.add(state, x: x, y: y)
      }
    }
    try word.flush(to: &self)
  }

  /// The live cells of a pattern with its (0, 0) at `corner`.
  ///
  /// - Throws: ``StateBeyondRule``, ``MemoryExhausted``.
  init(pasting pattern: Pattern, at corner: Position, _ rule: Rule, limit: Int) throws {
    var placed = try pattern.inRows(limit: limit).shifted(by: corner)
    placed.statedRule = rule
    placed = try placed.packedForRule(limit: limit)
    self.init(from: placed.origin, planes: rule.planes, limit: limit)
    try append(placed.cells)
  }
}

/// Gathers cells of a row, west to east, into a word.
private struct StateWord {
  private var y = 0
  private var x = 0
  private var mask: UInt64 = 0
  private var states: [UInt64]

  init(planes: Int) { states = [UInt64](repeating: 0, count: planes) }

  /// Whether a cell lies within the 64 cells of the word.
  func reaches(x: Int, y: Int) -> Bool { mask != 0 && y == self.y && x - self.x < 64 }

  mutating func add(_ state: State, x: Int, y: Int) {
    if mask == 0 {
      self.x = x
      self.y = y
    }
    let bit: UInt64 = 1 << UInt64(x - self.x)
    mask |= bit
    for plane in states.indices where state >> State(plane) & 1 == 1 { states[plane] |= bit }
  }

  mutating func flush(to cells: inout CellStates) throws(MemoryExhausted) {
    try cells.append(y: y, x: x, mask: mask, states: states.span)
    mask = 0
    for plane in states.indices { states[plane] = 0 }
  }
}
