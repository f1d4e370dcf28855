package import LifeCore

/// The live cells outside a window.
package struct OutsideCells {
  /// Small spaceships beyond a side of the window, with more than six columns or rows between each
  /// and everything else.
  package var spaceships: [LoneSpaceship] = []
  /// All other cells, in any order.
  package var cells: [Cell]

  package init(cells: [Cell] = []) { self.cells = cells }

  package var population: Int { spaceships.reduce(cells.count) { $0 + $1.population } }

  mutating func move(byX x: Int, y: Int) {
    for index in spaceships.indices {
      spaceships[index].box = spaceships[index].box.moved(byX: x, y: y)
    }
    for index in cells.indices {
      cells[index] = Cell(x: cells[index].x + x, y: cells[index].y + y)
    }
  }
}

/// A spaceship that takes at most 5 × 5 cells in each generation.
package struct LoneSpaceship {
  package var box: Window
  package var population: Int
  /// Where it moves: by how many cells in a number of generations that the engine chooses.
  package var velocity: Cell
}
