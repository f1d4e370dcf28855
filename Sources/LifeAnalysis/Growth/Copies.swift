internal import LifeCore

/// Recognizes patterns that consist of several copies of another pattern.
struct Copies {
  let template: Phase
  /// The cells of the template in reading order, relative to the first.
  private let cells: [(x: Int, y: Int, state: State)]
  /// The first cell in reading order.
  private let first: (x: Int, y: Int)
  private let range: Int

  /// The maximum area of a generation's box.
  private static let maxArea = 1 << 20

  /// - Parameter range: the range of the rule. Separate copies are farther apart.
  init(of template: Phase, range: Int) {
    self.template = template
    self.range = range
    var cells: [(x: Int, y: Int, state: State)] = []
    template.bitmap.forEachCell { cells.append(($0, $1, $2)) }
    let first = cells.first ?? (0, 0, 0)
    self.first = (first.0, first.1)
    self.cells = cells.map { ($0.x - first.x, $0.y - first.y, $0.state) }
  }

  /// The offsets of the copies, at least two, that make up a generation. `nil` if there are other
  /// cells or if copies touch.
  ///
  /// The first remaining cell in reading order must be the first cell of a copy.
  func offsets(in evolution: Evolution) throws -> [Offset]? {
    let population = evolution.population
    guard !cells.isEmpty, population > cells.count, population.isMultiple(of: cells.count),
      let phase = try evolution.phase(limit: Self.maxArea)
    else { return nil }
    var rest = phase.bitmap
    var areCopies = true
    var offsets: [Offset] = []
    phase.bitmap.forEachCell { x, y, _ in
      guard areCopies, rest[x, y] != 0 else { return }
      offsets.append(
        Offset(
          x: phase.x + x - template.x - first.x, y: phase.y + y - template.y - first.y))
      areCopies = cells.allSatisfy { cell in
        let column = x + cell.x
        let row = y + cell.y
        guard (0..<rest.width).contains(column), row < rest.height,
          rest[column, row] == cell.state
        else { return false }
        rest[column, row] = 0
        return true
      }
    }
    guard areCopies else { return nil }
    // Copies that touch share clusters: then there are fewer than separate copies would have.
    let templateClusters = Clusters.split(template.cells, reach: range).count
    let allClusters = Clusters.split(phase.cells, reach: range).count
    return allClusters == offsets.count * templateClusters ? offsets : nil
  }
}
