package import LifeCore

/// The definition of correct: a dictionary from cell to state, stepped as the rule is written.
///
/// Every cell that could change looks at the nine cells of its square, and the whole next
/// generation is decided before any of it takes effect. It is slow, and it is what every other
/// engine must equal.
package struct ReferenceStepper: Stepper {
  private var states: [Cell: State]
  private let law: SquareLaw
  /// What cells obey if they count farther than their squares.
  private let sumLaw: SumLaw?
  private let universe: Universe
  /// The absolute position of the cell (0, 0): the origin, unless the pattern is too far from it.
  private let origin: Position
  private let pattern: Pattern
  private let options: EngineOptions
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, _ options: EngineOptions) throws {
    let pattern = try pattern.inRows(limit: options.memoryLimit)
    self.pattern = pattern
    self.options = options
    law = SquareLaw(pattern.rule)
    universe = pattern.universe
    generation = pattern.generation
    let corner = pattern.origin
    let (x, y) = (Self.offset(corner.x), Self.offset(corner.y))
    origin = Position(x: x == nil ? corner.x : 0, y: y == nil ? corner.y : 0)
    sumLaw = SumLaw(pattern.rule, in: universe, origin: origin)
    states = [:]
    guard sumLaw == nil || universe.isStraight else {
      throw UnsupportedPattern(
        engine: "reference", reason: "a rule of this range has a plane or a torus")
    }
    try checkMemory(pattern.cells.population)
    // What is too far from the origin is beyond all edges.
    if universe.width > 0 && x == nil || universe.height > 0 && y == nil { return }
    load(pattern.cells, offset: Cell(x: x ?? 0, y: y ?? 0))
  }

  /// How far a pattern is from the origin along an axis; nil if too far for small numbers.
  private static func offset(_ coordinate: BigInt) -> Int? {
    coordinate.int.flatMap { $0.isWithin(1 << 61) ? $0 : nil }
  }

  private mutating func load(_ cells: Cells, offset: Cell) {
    cells.forEachRun { run in
      for x in run.x..<run.x + run.length {
        let cell = Cell(x: x + offset.x, y: run.y + offset.y)
        if universe.place(cell) == cell { states[cell] = run.state }
      }
    }
  }

  /// The state of a cell; nil outside a bounded universe, which counts as dead.
  package func state(of cell: Cell) -> State? {
    universe.place(cell).map { states[$0] ?? 0 }
  }

  package mutating func advance(by count: BigInt) throws {
    var left = count
    while left > 0 {
      try options.stopIfAsked()
      try checkMemory(states.count)
      step()
      left -= 1
    }
  }

  private func checkMemory(_ population: Int) throws(MemoryExhausted) {
    // A dictionary's slot costs about 40 bytes at its usual load; stepping holds two and counts.
    let bytes = population.multipliedReportingOverflow(by: 400)
    guard !bytes.overflow, bytes.partialValue < options.memoryLimit else {
      throw MemoryExhausted(purpose: "dictionary of cells", bytes: bytes.partialValue)
    }
  }

  private mutating func step() {
    let isOdd = generation.isOdd
    if let sumLaw {
      states = sumLaw.next(states, atOdd: isOdd)
      generation += 1
      return
    }
    var next: [Cell: State] = [:]
    var square = [State](repeating: 0, count: 9)
    for cell in cellsThatCouldChange {
      cell.forSquare { place, neighbour in square[place] = state(of: neighbour) ?? 0 }
      let outcome = law.next(square, atOdd: isOdd)
      if outcome != 0 { next[cell] = outcome }
    }
    states = next
    generation += 1
  }

  /// All that live, and those beside them.
  private var cellsThatCouldChange: Set<Cell> {
    var cells: Set<Cell> = []
    for cell in states.keys {
      cell.forSquare { _, neighbour in
        if let place = universe.place(neighbour) { cells.insert(place) }
      }
    }
    return cells
  }
}

extension Cell {
  /// Visits the nine cells of the square around this one, in reading order.
  fileprivate func forSquare(_ body: (_ place: Int, _ cell: Cell) -> Void) {
    for dy in -1...1 {
      for dx in -1...1 { body(3 * dy + dx + 4, Cell(x: x + dx, y: y + dy)) }
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
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard let left = (window.corner.x - origin.x).int, let top = (window.corner.y - origin.y).int
    else { return }
    // Words apart from each other, as cells of a row may be too far apart for an array.
    var rows: [Int: [Int: [UInt64]]] = [:]
    let empty = [UInt64](repeating: 0, count: planes)
    for (cell, state) in states {
      let (x, overflowX) = cell.x.subtractingReportingOverflow(left)
      let (y, overflowY) = cell.y.subtractingReportingOverflow(top)
      guard !overflowX, !overflowY, x >= 0, x < window.width, y >= 0, y < window.height else {
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
    let runs = Store<Run>(purpose: "pattern")
    for (cell, state) in states {
      try runs.append(Run(y: cell.y, x: cell.x, length: 1, state: state))
    }
    return pattern.later(generation, try Cells(unordered: runs), from: origin)
  }
}
