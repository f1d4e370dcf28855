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

  package static func pattern(
    _ drawing: String, at position: Position? = nil, under rulestring: String
  ) throws -> Pattern {
    try Pattern(cells: cells(drawing), at: position, under: rulestring)
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

  /// A pattern under the rule and in the universe of a rulestring.
  package init(cells: Cells, at position: Position? = nil, under rulestring: String) throws {
    let parsed = try RuleAndUniverse(parsing: rulestring.utf8)
    self.init(cells: cells, at: position, rule: parsed.rule, in: parsed.universe ?? .plane)
  }
}

extension Rule {
  /// The rule of a rulestring without a universe.
  package init(parsing rulestring: String) throws {
    self = try RuleAndUniverse(parsing: rulestring.utf8).rule
  }
}
