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

  package var set: Set<Cell> { Set(states.keys) }
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
    return Set(map { Cell(x: $0.x - x, y: $0.y - y) })
  }
}
