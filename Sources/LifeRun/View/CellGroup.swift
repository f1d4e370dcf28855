import LifeAnalysis
import LifeCore

/// Live cells with more than four columns or rows between them and all others, so that they have no
/// neighbor in common.
struct CellGroup {
  let cells: ArraySlice<Cell>
  let box: Window

  fileprivate init(_ cells: ArraySlice<Cell>) {
    self.cells = cells
    var box = Window(
      x: cells[cells.startIndex].x, y: cells[cells.startIndex].y, width: 1, height: 1)
    for cell in cells where !box.contains(cell) {
      box = box.union(Window(x: cell.x, y: cell.y, width: 1, height: 1))
    }
    self.box = box
  }

  /// The cells wherever they are, to compare them with those of other groups.
  enum Outline: Hashable {
    /// In a box of at most 8 × 8 cells; bit 8y + x is the cell in column x of row y.
    case small(UInt64)
    /// Row by row.
    case large([Cell])
  }

  var outline: Outline {
    if box.width <= 8, box.height <= 8 {
      return .small(cells.reduce(0) { $0 | 1 << UInt64(8 * ($1.y - box.y) + $1.x - box.x) })
    }
    return .large(cellsFromCorner)
  }

  /// The cells, counted from the corner of the box, row by row.
  var cellsFromCorner: [Cell] {
    cells.map { Cell(x: $0.x - box.x, y: $0.y - box.y) }.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }
}

// MARK: - Grouping

extension CellGroup {
  /// The square of 4 × 4 cells that holds a cell.
  static func square(of cell: Cell) -> Cell { Cell(x: cell.x >> 2, y: cell.y >> 2) }

  /// The groups of cells, found by joining neighboring squares of 4 × 4 cells that have live cells;
  /// by the first square of each, row by row.
  static func groups(of cells: [Cell]) -> [CellGroup] {
    let sorted = cells.map { (square: square(of: $0), cell: $0) }.sorted {
      $0.square.y < $1.square.y || $0.square.y == $1.square.y && $0.square.x < $1.square.x
    }
    var sets = DisjointSets(count: sorted.count)
    var north = 0
    for index in sorted.indices.dropFirst() {
      let square = sorted[index].square
      let last = sorted[index - 1].square
      if last.y == square.y, last.x >= square.x - 1 { sets.join(index - 1, with: index) }
      if last == square { continue }
      while sorted[north].square.y < square.y - 1
        || sorted[north].square.y == square.y - 1 && sorted[north].square.x < square.x - 1
      {
        north += 1
      }
      for other in north..<index {
        let near = sorted[other].square
        guard near.y == square.y - 1, near.x <= square.x + 1 else { break }
        sets.join(other, with: index)
      }
    }
    return groups(sorted.map(\.cell), sets)
  }

  private static func groups(_ cells: [Cell], _ sets: DisjointSets) -> [CellGroup] {
    let (places, count) = sets.places
    var ends = [Int](repeating: 0, count: count)
    for place in places { ends[place] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    // Filled from the ends to the starts.
    var starts = ends
    var grouped = cells
    for (place, cell) in zip(places, cells) {
      starts[place] -= 1
      grouped[starts[place]] = cell
    }
    return zip(starts, ends).map { CellGroup(grouped[$0..<$1]) }
  }
}
