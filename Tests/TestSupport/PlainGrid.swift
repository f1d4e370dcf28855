import LifeCore

/// The simplest possible board: an array of truth values, stepped by the definition.
///
/// It works on the true cells, B0 included, so it also defines the meaning of stored cells.
public struct PlainGrid: Equatable {
  public let width: Int
  public let height: Int
  private let isTorus: Bool
  /// Row-major; `true` is alive.
  public private(set) var cells: [Bool]

  public init(width: Int, height: Int, isTorus: Bool) {
    self.width = width
    self.height = height
    self.isTorus = isTorus
    cells = Array(repeating: false, count: width * height)
  }

  public subscript(x: Int, y: Int) -> Bool {
    get { cells[y * width + x] }
    set { cells[y * width + x] = newValue }
  }

  /// Advances the true cells. All cells outside a bounded plane are dead.
  package mutating func step(_ law: LifeLike) {
    var next = cells
    for y in 0..<height {
      for x in 0..<width {
        next[y * width + x] = law.next(alive: self[x, y], neighbors: neighbors(x: x, y: y))
      }
    }
    cells = next
  }

  private func neighbors(x: Int, y: Int) -> Int {
    var count = 0
    for dy in -1...1 {
      for dx in -1...1 where dx != 0 || dy != 0 {
        var nx = x + dx
        var ny = y + dy
        if isTorus {
          nx = (nx + width) % width
          ny = (ny + height) % height
        }
        if nx >= 0, nx < width, ny >= 0, ny < height, self[nx, ny] { count += 1 }
      }
    }
    return count
  }

  /// Fills a grid at `corner` with the part of a pattern inside it.
  package mutating func load(_ cells: Cells, x: Int, y: Int) {
    cells.forEachRun { run in
      for column in run.x..<run.x + run.length
      where column >= x && column < x + width && run.y >= y && run.y < y + height {
        self[column - x, run.y - y] = true
      }
    }
  }

  package func pattern(x: Int, y: Int) -> Cells {
    var runs: [CellRun] = []
    for row in 0..<height {
      for column in 0..<width where self[column, row] {
        runs.append(CellRun(y: y + row, x: x + column, length: 1))
      }
    }
    return Cells(runs)
  }

  public mutating func complement() {
    cells = cells.map { !$0 }
  }
}
