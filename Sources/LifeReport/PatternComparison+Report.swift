internal import LifeCore
internal import LifeRender
package import LifeRun

/// Reports the result of `life diff`.
extension PatternComparison: Report {
  package static let schema = Schema<PatternComparison>("life.diff/1") {
    Property("same", "whether the patterns are the same") { $0.isSame }
    Property("differences", "other differences than those of cells, in words") {
      $0.remarks.isEmpty ? nil : $0.remarks
    }
    Property("cells", "the number of cells that differ") { $0.difference?.count }
    Property("bounds", "the bounding box of the cells that differ", holding: Bounds.schema) {
      $0.difference?.bounds
    }
    Property("first", "the first cell that differs", holding: Position.schema) {
      $0.difference?.first
    }
    Property("generations", "with `--any-phase`: how long the second pattern is run") {
      $0.match?.generations
    }
    Property(
      "turned", "the rotation or reflection that makes the second pattern the first; or null"
    ) { comparison in
      comparison.match.map { $0.orientation.words?.json ?? .null }
    }
    Property("moved_x", "how many columns the second pattern is moved to match the first") {
      $0.match?.x
    }
    Property("moved_y", "how many rows it is moved") { $0.match?.y }
  }

  /// Empty for equal patterns in the same place; else the movement that makes them equal, or the
  /// differences.
  package var text: String {
    var lines = remarks.map { "\(names.0) and \(names.1) differ: \($0)" }
    if let difference { lines += describe(difference) }
    if let changes = match?.changes, !changes.isEmpty {
      lines.append("\(names.1), \(changes.listed(with: "and")), is \(names.0)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func describe(_ difference: CellsDifference) -> [String] {
    let first = difference.first
    let drawing = NeighborhoodDrawing(of: patterns, titles: names, around: first)
    return [
      "\(names.0) and \(names.1) differ in \(difference.count.counted("cell")), in a box of "
        + "\(difference.bounds.text); first in (\(first.x), \(first.y))\(states(of: first)):"
    ] + drawing.lines
  }

  /// The states of a cell in both patterns, if a rule has more than two states.
  private func states(of cell: Position) -> String {
    guard max(patterns.0.rule.states, patterns.1.rule.states) > 2 else { return "" }
    let one = patterns.0.states(from: cell, width: 1, height: 1)[0]
    let other = patterns.1.states(from: cell, width: 1, height: 1)[0]
    return ", in states \(one) and \(other)"
  }
}

extension PatternComparison.Match {
  /// The changes of the second pattern, such as `transposed` and `moved by (1, 2)`.
  fileprivate var changes: [String] {
    [
      generations > 0 ? "run for \(generations.counted("generation"))" : nil, orientation.words,
      x != 0 || y != 0 ? "moved by (\(x), \(y))" : nil,
    ].compactMap(\.self)
  }
}

extension Orientation {
  /// The orientation in words; nil for the identity.
  fileprivate var words: String? {
    switch self {
    case .identity: nil
    case .rotated90: "turned clockwise by 90°"
    case .rotated180: "turned by 180°"
    case .rotated270: "turned clockwise by 270°"
    case .mirroredX: "mirrored in x"
    case .mirroredY: "mirrored in y"
    case .transposed: "transposed"
    default: "transposed, turned by 180°"
    }
  }
}
