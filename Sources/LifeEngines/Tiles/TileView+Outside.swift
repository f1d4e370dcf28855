internal import LifeCore

extension TileView {
  /// The live cells outside a window.
  ///
  /// - Parameter hasParity: whether the rule of odd generations is another one than that of even
  ///   ones; no spaceship is reported as one then.
  /// - Complexity: O(tiles + spaceships); if the bounds of this step are known, a kernel computes
  ///   only tiles with cells outside.
  func cells(outside window: Window, hasParity: Bool) -> OutsideCells {
    var found = OutsideCells()
    for tile in plane.field.tiles where unsafe plane.field.header(tile).pointee.isInUse {
      add(tile, outside: window, to: &found)
    }
    for spaceship in plane.spaceships.all {
      let motion = plane.motion(of: spaceship, circuit: circuit)
      let stage = motion.stages[generations]
      let box = spaceship.window(stage.box, at: plane.step)
      if window.contains(box) { continue }
      if motion.isSmall, !hasParity, box.gap(to: window) >= 0 {
        found.spaceships.append(
          LoneSpaceship(
            box: box, population: stage.cells.count, velocity: spaceship.velocity))
        continue
      }
      let corner = spaceship.box(at: plane.step)
      for cell in stage.cells {
        found.add(Cell(x: corner.x + cell.x, y: corner.y + cell.y), outside: window)
      }
    }
    return found
  }

  private func add(_ tile: TileID, outside window: Window, to found: inout OutsideCells) {
    let field = plane.field
    let corner = field.corner(tile)
    var box = Window(x: corner.x, y: corner.y, width: TileField.side, height: TileField.side)
    if window.contains(box) { return }
    if let surveys = plane.presentSurveys {
      let survey = unsafe TileSurvey(surveys.surveys(tile, phase: plane.phase)[generations])
      guard let bounds = survey.window(from: corner), !window.contains(bounds) else { return }
      box = bounds
    } else if field.isDead(tile, phase: plane.phase) {
      return
    }
    let rows = unsafe plane.rows(of: tile, in: generations, circuit: circuit)
    for y in box.y..<box.endY {
      var bits = unsafe (rows[y - corner.y] & TileField.ownBits) &>> 8
      while bits != 0 {
        found.add(Cell(x: corner.x + bits.trailingZeroBitCount, y: y), outside: window)
        bits &= bits - 1
      }
    }
  }
}

extension OutsideCells {
  fileprivate mutating func add(_ cell: Cell, outside window: Window) {
    if !window.contains(cell) { cells.append(cell) }
  }
}

extension Motion {
  /// Whether it is as small as a ``LoneSpaceship`` in all generations.
  ///
  /// A detached spaceship has 16 columns or rows between it and others at whole steps, and at least
  /// eight more between it and tiles. If it leaves its first box by at most four cells, more than
  /// six are left at all times, also if cells spread from the tiles.
  fileprivate var isSmall: Bool {
    let start = stages[0].box.widened(by: 4)
    return stages.allSatisfy { $0.box.width <= 5 && $0.box.height <= 5 && start.contains($0.box) }
  }
}
