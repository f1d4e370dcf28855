package import LifeCore

/// The first cell in which two engines differ.
package struct EngineDifference: CustomStringConvertible {
  package let generation: BigInt
  package let names: (String, String)
  package let patterns: (Pattern, Pattern)

  /// The first cell, in reading order, that is alive in only one of the two patterns.
  package var position: Position? {
    let (a, b) = patterns
    guard let offset = b.origin.offset(from: a.origin),
      let cell = a.cells.firstDifference(from: b.cells, shiftedBy: offset)
    else { return nil }
    return a.origin.offset(byX: cell.x, y: cell.y)
  }

  package var description: String {
    let head = "\(names.0) and \(names.1) differ at generation \(generation)"
    guard let position else { return "\(head), and their cells are too far apart to show" }
    let drawing = NeighborhoodDrawing(of: patterns, titles: names, around: position)
    return ([head + ", first in the cell (\(position.x), \(position.y))"] + drawing.lines)
      .joined(separator: "\n") + "\n"
  }
}
