import LifeCore

/// A pattern drawn in a test: `O` lives, `.` is dead, one line a row.
public enum Art {
  package static func cells(_ drawing: String) -> Cells {
    var runs: [CellRun] = []
    for (y, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (x, character) in line.enumerated() where character == "O" {
        runs.append(CellRun(y: y, x: x, length: 1))
      }
    }
    return Cells(runs)
  }

  package static func pattern(
    _ drawing: String, at position: Position? = nil, rule: Rule = .life,
    in universe: Universe = .plane
  ) -> Pattern {
    Pattern(cells: cells(drawing), at: position, rule: rule, in: universe)
  }

  /// The cells as a drawing of their bounding box.
  package static func drawing(_ cells: Cells) -> String {
    guard let box = cells.bounds else { return "" }
    return (box.y..<box.endY).map { y in
      String((box.x..<box.endX).map { cells[Cell(x: $0, y: y)] ? "O" : "." })
    }.joined(separator: "\n")
  }
}

extension Pattern {
  package init(
    cells: Cells, at position: Position? = nil, rule: Rule? = nil, in universe: Universe = .plane
  ) {
    self.init(cells: cells)
    statedPosition = position
    statedRule = rule
    self.universe = universe
  }
}
