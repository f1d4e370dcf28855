package import LifeCore

/// The neighborhood of a cell in two patterns, side by side; the cell is `@` if it is alive and `+`
/// if it is dead.
package struct NeighborhoodDrawing {
  package let lines: [String]

  /// The distance of the drawing's border from the cell.
  private static let reach = 3
  private static let width = 2 * reach + 1

  package init(of patterns: (Pattern, Pattern), titles: (String, String), around cell: Position) {
    let columnWidth = max(Self.width, titles.0.count)
    let rows = zip(Self.rows(of: patterns.0, cell), Self.rows(of: patterns.1, cell))
    lines = ([titles] + rows).map { "  \($0.padded(to: columnWidth))   \($1)" }
  }

  private static func rows(of pattern: Pattern, _ cell: Position) -> [String] {
    let corner = cell.moved(byX: -reach, y: -reach)
    let states = pattern.states(from: corner, width: width, height: width)
    return (0..<width).map { y in
      let characters = (0..<width).map { x in
        character(
          for: states[y * width + x], isCenter: x == reach && y == reach,
          hasTwoStates: pattern.rule.states == 2)
      }
      return String(characters)
    }
  }

  /// The character of a cell: live cells of more than two states are letters, as in RLE.
  private static func character(
    for state: State, isCenter: Bool, hasTwoStates: Bool
  ) -> Character {
    if isCenter { return state > 0 ? "@" : "+" }
    guard state > 0 else { return "." }
    return hasTwoStates ? "O" : Character(Unicode.Scalar(UInt8(ascii: "A") + (state - 1) % 24))
  }
}

extension Pattern {
  /// The states of a small window, row by row.
  package func states(from corner: Position, width: Int, height: Int) -> [State] {
    var states = [State](repeating: 0, count: width * height)
    let box = Bounds(from: corner, width: width, height: height)
    guard let part = try? part(in: box, limit: .max),
      let place = part.origin.offset(from: corner)
    else { return states }
    part.cells.forEachRun { run in
      for column in run.x..<run.x + run.length {
        states[(place.y + run.y) * width + place.x + column] = run.state
      }
    }
    return states
  }
}
