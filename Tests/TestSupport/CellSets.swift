import LifeCore

extension Cells {
  /// The live cells with their states, for straightforward reference versions.
  package var states: [Cell: State] {
    var states: [Cell: State] = [:]
    forEachRun { run in
      for x in run.x..<run.x + run.length { states[Cell(x: x, y: run.y)] = run.state }
    }
    return states
  }

  /// The live cells in reading order.
  package var list: [Cell] {
    runs.flatMap { run in (run.x..<run.x + run.length).map { Cell(x: $0, y: run.y) } }
  }

  package var set: Set<Cell> { Set(states.keys) }

  package init(alive cells: some Sequence<Cell>) {
    self.init(cells.map { CellRun(y: $0.y, x: $0.x, length: 1) })
  }

  package init(states: [Cell: State]) {
    self.init(states.map { CellRun(y: $0.key.y, x: $0.key.x, length: 1, state: $0.value) })
  }
}

extension Pattern {
  /// The live cells with their states, at their places in the universe.
  package func states() throws -> [Position: State] {
    let rows = try inRows()
    let places = rows.cells.states.map { (rows.origin.moved(byX: $0.key.x, y: $0.key.y), $0.value) }
    return Dictionary(uniqueKeysWithValues: places)
  }
}

extension Cell {
  package func moved(byX dx: Int, y dy: Int) -> Cell { Cell(x: x + dx, y: y + dy) }

  /// The cell and its eight neighbors.
  package var surroundings: [Cell] {
    (-1...1).flatMap { dy in (-1...1).map { dx in moved(byX: dx, y: dy) } }
  }
}

extension Set<Cell> {
  /// The next generation of Life, cell by cell.
  package var next: Set<Cell> {
    var counts: [Cell: Int] = [:]
    for cell in self {
      for y in cell.y - 1...cell.y + 1 {
        for x in cell.x - 1...cell.x + 1 { counts[Cell(x: x, y: y), default: 0] += 1 }
      }
    }
    // Each cell counts itself.
    return Set(counts.filter { $0.value == 3 || $0.value == 4 && contains($0.key) }.keys)
  }

  /// The cells with their north-western corner at the origin.
  package var inCorner: Set<Cell> {
    let x = map(\.x).min() ?? 0
    let y = map(\.y).min() ?? 0
    return moved(byX: -x, y: -y)
  }

  package func moved(byX dx: Int, y dy: Int) -> Set<Cell> {
    Set(map { $0.moved(byX: dx, y: dy) })
  }

  /// The groups of cells connected by neighbors.
  package var islands: [Set<Cell>] {
    var rest = self
    var islands: [Set<Cell>] = []
    while let first = rest.popFirst() {
      var island: Set<Cell> = [first]
      var border = [first]
      while let cell = border.popLast() {
        for neighbor in cell.surroundings where rest.remove(neighbor) != nil {
          island.insert(neighbor)
          border.append(neighbor)
        }
      }
      islands.append(island)
    }
    return islands
  }
}
