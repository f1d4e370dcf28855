package import LifeCore

/// A change of the cells of a pattern.
package enum PatternEdit: Sendable, Equatable {
  /// Sets the states of single cells, which are near each other.
  case set([Position: State])
  /// Sets a dead cell to a state and kills a live one.
  case toggle(Position, State)
  case clear
  /// Kills all cells in a box.
  case erase(Bounds)
  /// Sets all cells in a box to a state.
  case fill(Bounds, State)
  /// Sets the connected cells of equal state around a cell, inside a box.
  case flood(Position, State, within: Bounds)
  /// Sets each cell in a box to a random state: alive with a probability in percent.
  case randomize(Bounds, percent: Int, seed: UInt64)
  /// Rotates or reflects the cells in a box; its north-western corner stays.
  case turn(Bounds, Orientation)

  /// The pattern after the edit.
  ///
  /// - Parameter limit: the memory limit of the cells in bytes.
  /// - Throws: ``RunFailure``, ``MemoryExhausted``.
  package func apply(to pattern: Pattern, limit: Int) throws -> Pattern {
    switch self {
    case .clear:
      var result = Pattern(cells: .none)
      (result.statedRule, result.universe) = (pattern.statedRule, pattern.universe)
      (result.generation, result.notes) = (pattern.generation, pattern.notes)
      return try result.packedForRule()
    case .set(let changes): return try pattern.setting(changes, limit)
    case .toggle(let place, let state):
      let isAlive = try pattern.isAlive(at: place, limit)
      return try pattern.setting([place: isAlive ? 0 : state], limit)
    case .erase(let box): return try pattern.replacing(box, with: [], limit)
    case .fill(let box, let state):
      return try pattern.filling(box, limit) { state }
    case .flood(let start, let state, let box):
      return try pattern.flooding(from: start, state, box, limit)
    case .randomize(let box, let percent, let seed):
      var random = XorShift(seed)
      let states = UInt64(pattern.rule.states)
      return try pattern.filling(box, limit) {
        guard random.next() % 100 < UInt64(percent) else { return 0 }
        return states == 2 ? 1 : State(1 + random.next() % (states - 1))
      }
    case .turn(let box, let orientation):
      let part = try pattern.extracted(box, limit: limit).turned(in: box, orientation, limit)
      let rest = try pattern.replacing(box, with: [], limit)
      return try rest.pasting(part, limit: limit).packedForRule(limit: limit)
    }
  }
}

extension Pattern {
  /// The cells in a box, at their positions, on the plane.
  func extracted(_ box: Bounds, limit: Int) throws -> Pattern {
    var result = try inRows(limit: limit)
    let origin = result.origin
    guard let window = box.window(from: origin) else { throw Self.tooLarge(box) }
    result.cells = try result.cells.clipped(to: window)
    result.position = origin
    result.universe = .plane
    return result
  }

  /// The same pattern with other cells in a box.
  ///
  /// - Parameter runs: the new cells in coordinates of the box.
  fileprivate func replacing(_ box: Bounds, with runs: [Run], _ limit: Int) throws -> Pattern {
    var result = try inRows(limit: limit)
    let origin = result.origin
    guard let window = box.window(from: origin) else { throw Self.tooLarge(box) }
    let all = FallibleArray<Run>(purpose: "pattern")
    try result.cells.forEachRun { run in
      for part in run.outside(window) { try all.append(part, limit: limit) }
    }
    for run in runs where run.state > 0 {
      var moved = run
      (moved.x, moved.y) = (run.x + window.x, run.y + window.y)
      try all.append(moved, limit: limit)
    }
    result.cells = try Cells(unordered: all, limit: limit)
    result.position = origin
    return try result.packedForRule(limit: limit).clipped(limit: limit) { _ in }
  }

  /// The same pattern with other states of single cells.
  fileprivate func setting(_ changes: [Position: State], _ limit: Int) throws -> Pattern {
    var result = try inRows(limit: limit)
    if result.cells.planes != rule.planes { result = try result.packedForRule(limit: limit) }
    let origin = result.origin
    var cells: [(cell: Cell, state: State)] = []
    for (place, state) in changes {
      guard state < rule.states else {
        throw RunFailure(.usage, "the rule has the states 0 to \(rule.states - 1)")
      }
      cells.append((try Self.cell(at: place, from: origin), state))
    }
    result.cells = try result.cells.setting(cells, limit: limit)
    result.position = origin
    return try result.clipped(limit: limit) { _ in }
  }

  fileprivate func isAlive(at place: Position, _ limit: Int) throws -> Bool {
    let rows = try inRows(limit: limit)
    return rows.cells[try Self.cell(at: place, from: rows.origin)]
  }

  private static func cell(at place: Position, from origin: Position) throws -> Cell {
    guard let x = (place.x - origin.x).int, let y = (place.y - origin.y).int,
      x.isWithin(1 << 60), y.isWithin(1 << 60)
    else {
      throw RunFailure(.overLimit, "the cell \(place.x),\(place.y) is too far away to edit")
    }
    return Cell(x: x, y: y)
  }

  fileprivate func filling(
    _ box: Bounds, _ limit: Int, _ state: () -> State
  ) throws -> Pattern {
    try filling(box, limit) { _, _ in state() }
  }

  /// Sets the cells that are reached from `start` in steps north, south, east and west over cells
  /// of its state.
  fileprivate func flooding(
    from start: Position, _ state: State, _ box: Bounds, _ limit: Int
  ) throws -> Pattern {
    let rows = try inRows(limit: limit)
    guard box.width * box.height <= BigInt(Self.mostFloodedCells),
      let window = box.window(from: rows.origin),
      let x = (start.x - box.x).int, let y = (start.y - box.y).int
    else { throw Self.tooLarge(box) }
    var states = [State](repeating: 0, count: window.width * window.height)
    for place in states.indices {
      let (row, column) = place.quotientAndRemainder(dividingBy: window.width)
      states[place] = rows.cells.state(of: Cell(x: window.x + column, y: window.y + row))
    }
    guard (0..<window.width).contains(x), (0..<window.height).contains(y) else { return self }
    let old = states[y * window.width + x]
    guard old != state else { return self }
    var open = [Cell(x: x, y: y)]
    while let cell = open.popLast() {
      guard (0..<window.width).contains(cell.x), (0..<window.height).contains(cell.y),
        states[cell.y * window.width + cell.x] == old
      else { continue }
      states[cell.y * window.width + cell.x] = state
      for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        open.append(Cell(x: cell.x + dx, y: cell.y + dy))
      }
    }
    return try rows.filling(box, limit) { x, y in states[y * window.width + x] }
  }

  private static var mostFloodedCells: Int { 1 << 20 }

  /// Replaces the cells in a box of limited size.
  private func filling(
    _ box: Bounds, _ limit: Int, _ state: (_ x: Int, _ y: Int) -> State
  ) throws -> Pattern {
    let mostCells = 1 << 24
    guard box.width * box.height <= BigInt(mostCells), let width = box.width.int,
      let height = box.height.int
    else { throw Self.tooLarge(box) }
    var runs: [Run] = []
    for y in 0..<height {
      for x in 0..<width {
        let state = state(x, y)
        if state > 0, let last = runs.last, last.state == state, last.y == y,
          last.x + last.length == x
        {
          runs[runs.count - 1].length += 1
        } else if state > 0 {
          runs.append(Run(y: y, x: x, length: 1, state: state))
        }
      }
    }
    return try replacing(box, with: runs, limit)
  }

  /// The cells of a box after the box was rotated or reflected; its north-western corner stays.
  fileprivate func turned(
    in box: Bounds, _ orientation: Orientation, _ limit: Int
  ) throws -> Pattern {
    guard let bounds else { return self }
    var result = try oriented(orientation, limit: limit)
    var (x, y) = (bounds.x - box.x, bounds.y - box.y)
    var (width, height) = (bounds.width, bounds.height)
    var size = (width: box.width, height: box.height)
    if orientation.transposes {
      (x, y, width, height) = (y, x, height, width)
      size = (size.height, size.width)
    }
    if orientation.mirrorsX { x = size.width - x - width }
    if orientation.mirrorsY { y = size.height - y - height }
    guard let corner = result.bounds else { return result }
    result.position = Position(
      x: result.origin.x + box.x + x - corner.x, y: result.origin.y + box.y + y - corner.y)
    return result
  }

  private static func tooLarge(_ box: Bounds) -> RunFailure {
    RunFailure(.overLimit, "\(box.width) × \(box.height) cells are too many to edit")
  }

  var boxSize: SimulationSnapshot.ClipboardSize? {
    guard let bounds, let width = bounds.width.int, let height = bounds.height.int else {
      return nil
    }
    return SimulationSnapshot.ClipboardSize(width: width, height: height)
  }
}

extension Bounds {
  /// The box in coordinates relative to `origin`; nil if it is too large or too far away.
  fileprivate func window(from origin: Position) -> Window? {
    guard let x = (x - origin.x).int, let y = (y - origin.y).int, let width = width.int,
      let height = height.int, x.isWithin(1 << 60), y.isWithin(1 << 60), width <= 1 << 60,
      height <= 1 << 60
    else { return nil }
    return Window(x: x, y: y, width: width, height: height)
  }
}

extension Run {
  /// The parts outside a window.
  fileprivate func outside(_ window: Window) -> [Run] {
    let end = x + length
    guard y >= window.y, y < window.endY, x < window.endX, end > window.x else { return [self] }
    var parts: [Run] = []
    if x < window.x { parts.append(Run(y: y, x: x, length: window.x - x, state: state)) }
    if end > window.endX {
      parts.append(Run(y: y, x: window.endX, length: end - window.endX, state: state))
    }
    return parts
  }
}

/// A source of random numbers: the same seed gives the same cells.
///
/// - SeeAlso: G. Marsaglia, "Xorshift RNGs" (2003).
private struct XorShift {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state >> 8
  }
}
