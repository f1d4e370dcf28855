import LifeCore
import LifeEngines

/// Engines that run beside another one and must always have the same cells.
struct Comparison {
  private var others: [(name: String, stepper: any Stepper)]

  /// - Parameter generations: how many are to be run.
  init(
    _ engines: [EngineChoice], _ pattern: Pattern, _ options: EngineOptions, generations: BigInt
  ) throws {
    others = try engines.map {
      ($0.name, try $0.makeStepper(pattern, options, generations: generations))
    }
  }

  /// Brings the others to the generation of `stepper` and compares every cell.
  ///
  /// - Throws: ``Failed``, with where they differ, if they do.
  mutating func check(_ stepper: any Stepper, named name: String) throws {
    if let difference = try difference(from: stepper, named: name) {
      throw Failed(.no, difference.description)
    }
  }

  private mutating func difference(
    from stepper: any Stepper, named name: String
  ) throws -> Difference? {
    let expected = try stepper.snapshot()
    for index in others.indices {
      try others[index].stepper.advance(by: stepper.generation - others[index].stepper.generation)
      let found = try others[index].stepper.snapshot()
      if expected.hasSameCells(as: found), stepper.population == found.population {
        continue
      }
      return Difference(
        generation: stepper.generation, names: (name, others[index].name),
        patterns: (try expected.inRows(), try found.inRows()))
    }
    return nil
  }
}

/// Where two engines disagree.
struct Difference: CustomStringConvertible {
  let generation: BigInt
  let names: (String, String)
  let patterns: (Pattern, Pattern)

  private static let reach = 3

  /// The first cell, in reading order, that lives in only one of the two patterns.
  private var position: Position? {
    let (a, b) = patterns
    guard let dx = (b.origin.x - a.origin.x).int, let dy = (b.origin.y - a.origin.y).int,
      let cell = a.cells.firstDifference(from: b.cells, shiftedBy: (dx, dy))
    else { return nil }
    return a.origin.offset(byX: cell.x, y: cell.y)
  }

  var description: String {
    let head = "life: \(names.0) and \(names.1) differ at generation \(generation)"
    guard let position else { return "\(head), and their cells are too far apart to compare" }
    let pictures = zip(picture(patterns.0, position), picture(patterns.1, position))
      .map { "  \($0)   \($1)" }
    let width = 2 * Self.reach + 1
    let title = "  \(padded(names.0, width))   \(names.1)"
    return ([head + ", first in the cell (\(position.x), \(position.y))", title] + pictures)
      .joined(separator: "\n") + "\n"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The cells around a position, which is put in brackets' place by its row and column.
  private func picture(_ pattern: Pattern, _ position: Position) -> [String] {
    guard let x = (position.x - pattern.origin.x).int, let y = (position.y - pattern.origin.y).int
    else { return [] }
    return (y - Self.reach...y + Self.reach).map { row in
      String(
        (x - Self.reach...x + Self.reach).map { column -> Character in
          let isAlive = pattern.cells[Cell(x: column, y: row)]
          if column == x && row == y { return isAlive ? "@" : "+" }
          return isAlive ? "O" : "."
        })
    }
  }
}
