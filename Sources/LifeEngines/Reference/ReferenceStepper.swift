package import LifeCore

/// The definition of every rule and universe: a dictionary from cell to state, stepped cell by
/// cell.
///
/// Every cell that could change is computed from its neighborhood, and the complete next generation
/// replaces the current one. It is slow; every other engine must give the same cells.
package struct ReferenceStepper: Stepper {
  private var states: [Cell: State]
  /// The transition of each phase.
  private let mooreTransitions: [MooreTransition]
  /// The transition of a Larger than Life rule.
  private let wideTransition: LargerThanLifeTransition?
  private let margolusTransition: MargolusTransition?
  private let universe: Universe
  /// The absolute position of the cell (0, 0): the origin, unless the pattern is too far from it.
  private let origin: Position
  /// The pattern without its cells.
  private let pattern: Pattern
  private let options: EngineOptions
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, options: EngineOptions) throws {
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.pattern = pattern.withoutCells
    self.options = options
    mooreTransitions = pattern.rule.phases.map(MooreTransition.init)
    universe = pattern.universe
    generation = pattern.generation
    let corner = pattern.origin
    let x = Self.offset(corner.x)
    let y = Self.offset(corner.y)
    origin = Position(
      x: x == nil ? corner.x : 0,
      y: y == nil ? corner.y : 0)
    wideTransition = LargerThanLifeTransition(pattern.rule, in: universe, origin: origin)
    margolusTransition = MargolusTransition(pattern.rule, in: universe, origin: origin)
    states = [:]
    guard wideTransition == nil || universe.isStraight else {
      throw UnsupportedPattern(
        engine: "reference", reason: "a Larger than Life rule needs a plane or a torus")
    }
    try checkMemory(pattern.cells.population)
    // A pattern too far from the origin is outside the edges.
    if universe.width > 0 && x == nil || universe.height > 0 && y == nil { return }
    load(pattern.cells, offset: Cell(x: x ?? 0, y: y ?? 0))
  }

  /// The distance of a pattern from the origin along an axis. Returns `nil` if it is too large for
  /// `Int`.
  private static func offset(_ coordinate: BigInt) -> Int? {
    guard let offset = coordinate.int, offset.isWithin(1 << 61) else { return nil }
    return offset
  }

  private mutating func load(_ cells: Cells, offset: Cell) {
    cells.forEachRun { run in
      for x in run.x..<run.x + run.length {
        let cell = Cell(x: x + offset.x, y: run.y + offset.y)
        if universe.resolve(cell) == cell { states[cell] = run.state }
      }
    }
  }

  /// Traps unless all stored cells are alive, at their places in the universe, and in states of the
  /// rule.
  package func checkInvariants() {
    for (cell, state) in states {
      precondition(universe.resolve(cell) == cell, "a cell outside the universe")
      precondition(state > 0 && Int(state) < pattern.rule.states, "a state that the rule lacks")
    }
  }

  package mutating func advance(by count: BigInt) throws {
    defer { checkInDebugBuilds() }
    var left = count
    while left > 0 {
      try options.interrupt?.check()
      try checkMemory(states.count)
      step()
      left -= 1
    }
  }

  private func checkMemory(_ population: Int) throws(MemoryExhausted) {
    // A dictionary takes about 40 bytes per cell at its usual load. A step needs two dictionaries
    // and a set of nine times as many cells.
    let bytes = population.multipliedReportingOverflow(by: 400)
    guard !bytes.overflow, bytes.partialValue < options.memoryLimit else {
      throw MemoryExhausted(purpose: "dictionary of cells", bytes: bytes.partialValue)
    }
  }

  private mutating func step() {
    let phase = generation.floorDivided(by: mooreTransitions.count).remainder
    let nextStates =
      wideTransition?.next(states, phase: phase) ?? margolusTransition?.next(states, phase: phase)
    if let nextStates {
      states = nextStates
      generation += 1
      return
    }
    // Copied once, not for each cell.
    let transition = mooreTransitions[phase]
    let states = states
    let universe = universe
    var next: [Cell: State] = [:]
    var cells = [State](repeating: 0, count: 9)
    for cell in cellsThatCouldChange {
      cell.forNeighborhood { place, neighbor in
        cells[place] = universe.resolve(neighbor).flatMap { states[$0] } ?? 0
      }
      let result = transition.next(cells)
      if result != 0 { next[cell] = result }
    }
    self.states = next
    generation += 1
  }

  /// All live cells and their neighbors.
  private var cellsThatCouldChange: Set<Cell> {
    let universe = universe
    var cells: Set<Cell> = []
    for cell in states.keys {
      cell.forNeighborhood { _, neighbor in
        if let place = universe.resolve(neighbor) { cells.insert(place) }
      }
    }
    return cells
  }
}

extension Cell {
  /// Visits this cell and its eight neighbors, in reading order.
  @inline(__always)
  fileprivate func forNeighborhood(_ body: (_ place: Int, _ cell: Cell) -> Void) {
    for dy in -1...1 {
      for dx in -1...1 { body(3 * dy + dx + 4, Cell(x: x + dx, y: y + dy)) }
    }
  }
}

extension ReferenceStepper {
  package mutating func set(_ cells: CellStates) throws -> CellStates {
    let cells = try cells.inside(universe)
    guard let offset = cells.offset(from: origin) else { throw MemoryExhausted.tooFar }
    return try cells.exchanged { x, y, state in
      let cell = Cell(x: x + offset.x, y: y + offset.y)
      let former = states[cell] ?? 0
      states[cell] = state == 0 ? nil : state
      return former
    }
  }
}

extension ReferenceStepper {
  package var planes: Int { pattern.rule.planes }

  package var population: BigInt { BigInt(states.count) }

  package var bounds: Bounds? {
    guard let first = states.keys.first else { return nil }
    let box = states.keys.reduce(Window(x: first.x, y: first.y, width: 1, height: 1)) {
      $0.union(Window(x: $1.x, y: $1.y, width: 1, height: 1))
    }
    return Bounds(box, from: origin)
  }

  package func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard let corner = window.corner.offset(from: origin), let width = window.width.int,
      let height = window.height.int
    else { return }
    // Words in dictionaries: the cells of a row may be too far apart for an array.
    var rows: [Int: [Int: [UInt64]]] = [:]
    let empty = [UInt64](repeating: 0, count: planes)
    for (cell, state) in states {
      let (x, overflowX) = cell.x.subtractingReportingOverflow(corner.x)
      let (y, overflowY) = cell.y.subtractingReportingOverflow(corner.y)
      guard !overflowX, !overflowY, x >= 0, x < width, y >= 0, y < height else {
        continue
      }
      for plane in 0..<planes where state >> State(plane) & 1 == 1 {
        rows[y, default: [:]][x & ~63, default: empty][plane] |= 1 << UInt64(x & 63)
      }
    }
    for (y, row) in rows.sorted(by: { $0.key < $1.key }) {
      for (x, words) in row.sorted(by: { $0.key < $1.key }) { try body(y, x, words.span) }
    }
  }

  package func snapshot() throws -> Pattern {
    let runs = FallibleArray<CellRun>(purpose: "pattern")
    for (cell, state) in states {
      try runs.append(CellRun(y: cell.y, x: cell.x, length: 1, state: state))
    }
    return pattern.later(generation: generation, cells: try Cells(unordered: runs), from: origin)
  }
}

/// The transition of a Larger than Life rule, by definition: every cell adds its weight to the sums
/// of all cells that have it as a neighbor.
struct LargerThanLifeTransition {
  private let rule: LargerThanLife
  /// The transition of each phase.
  private let phases: [LargerThanLife.Phase]
  private let universe: Universe
  /// The offsets and weights of the neighbors of a cell whose column + row is even, or odd.
  private let evenNeighbors: [(dx: Int, dy: Int, weight: Int)]
  private let oddNeighbors: [(dx: Int, dy: Int, weight: Int)]
  /// Whether column + row of cell (0, 0) is odd: absolute, or from the universe's corner if the
  /// rule counts from there.
  private let originIsOdd: Bool

  init?(_ rule: Rule, in universe: Universe, origin: Position) {
    phases = rule.phases.compactMap(\.largerThanLife)
    guard let rule = rule.largerThanLife else { return nil }
    self.rule = rule
    self.universe = universe
    evenNeighbors = rule.neighborhood.neighbors(atOddParity: false)
    oddNeighbors = rule.neighborhood.neighbors(atOddParity: true)
    originIsOdd =
      universe.isBounded && rule.parityStartsAtCorner
      ? !(universe.left + universe.top).isMultiple(of: 2) : (origin.x + origin.y).isOdd
  }

  func next(_ states: [Cell: State], phase: Int) -> [Cell: State] {
    var next: [Cell: State] = [:]
    for (cell, sum) in sums(states) {
      let state = phases[phase].next(state: states[cell] ?? 0, sum: sum)
      if state != 0 { next[cell] = state }
    }
    return next
  }

  /// The sums of all cells that are alive or have a neighbor of nonzero weight.
  private func sums(_ states: [Cell: State]) -> [Cell: Int] {
    var sums = states.mapValues { _ in 0 }
    for (cell, state) in states {
      let weight = rule.weight(of: state)
      guard weight != 0 else { continue }
      for odd in [false, true] {
        for neighbor in odd ? oddNeighbors : evenNeighbors {
          let from = Cell(x: cell.x - neighbor.dx, y: cell.y - neighbor.dy)
          guard let place = universe.resolve(from), isOdd(place) == odd else { continue }
          sums[place, default: 0] += neighbor.weight * weight
        }
      }
    }
    return sums
  }

  private func isOdd(_ cell: Cell) -> Bool { ((cell.x + cell.y) & 1 == 1) != originIsOdd }
}
