import LifeAnalysis
import LifeCore

/// Live cells with more than four columns or rows between them and all others, so that they have no
/// neighbor in common.
struct CellGroup {
  let cells: [Cell]
  let box: Window

  fileprivate init(_ cells: [Cell]) {
    self.cells = cells
    var box = Window(x: cells[0].x, y: cells[0].y, width: 1, height: 1)
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

  /// Neighboring squares of a row that all have live cells.
  private struct SquareRun {
    let y: Int
    let x: Int
    var lastX: Int
    /// Where its cells are among all.
    var cells: Range<Int>
  }

  /// The groups of cells that are not all in a window, found by joining neighboring squares of
  /// 4 × 4 cells that have live cells; by the first square of each, row by row.
  static func groups(of cells: [Cell], notIn core: Window) -> [CellGroup] {
    if cells.isEmpty { return [] }
    let cells = cells.sorted {
      let y = $0.y >> 2
      let otherY = $1.y >> 2
      return y < otherY || y == otherY && $0.x >> 2 < $1.x >> 2
    }
    let runs = runs(of: cells)
    let (places, count) = sets(of: runs).places
    var groups = [[Cell]](repeating: [], count: count)
    var isOutside = [Bool](repeating: false, count: count)
    for (run, place) in zip(runs, places) where !isOutside[place] {
      isOutside[place] = !cells[run.cells].allSatisfy { core.contains($0) }
    }
    for (run, place) in zip(runs, places) where isOutside[place] {
      groups[place] += cells[run.cells]
    }
    return groups.lazy.filter { !$0.isEmpty }.map { CellGroup($0) }
  }

  /// - Parameter cells: in the order of their squares, row by row.
  private static func runs(of cells: [Cell]) -> [SquareRun] {
    var runs: [SquareRun] = []
    for (index, cell) in cells.enumerated() {
      let square = square(of: cell)
      let last = runs.count - 1
      if last >= 0, runs[last].y == square.y, runs[last].lastX >= square.x - 1 {
        runs[last].lastX = square.x
        runs[last].cells = runs[last].cells.lowerBound..<index + 1
      } else {
        runs.append(
          SquareRun(y: square.y, x: square.x, lastX: square.x, cells: index..<index + 1))
      }
    }
    return runs
  }

  /// The sets of runs that are neighbors.
  private static func sets(of runs: [SquareRun]) -> DisjointSets {
    var sets = DisjointSets(count: runs.count)
    var north = 0
    for (index, run) in runs.enumerated() {
      while runs[north].y < run.y - 1 || runs[north].y < run.y && runs[north].lastX < run.x - 1 {
        north += 1
      }
      var other = north
      while runs[other].y < run.y, runs[other].x <= run.lastX + 1 {
        sets.join(other, with: index)
        other += 1
      }
    }
    return sets
  }
}
