internal import LifeCore

extension TileView {
  /// The live cells outside a window.
  ///
  /// - Parameter findsSpaceships: whether lone spaceships may be reported as such; not if the rule
  ///   of odd generations is another one than that of even ones.
  /// - Complexity: O(tiles + spaceships); if the bounds of this step are known, a kernel computes
  ///   only tiles with cells outside.
  func cells(outside window: Window, findsSpaceships: Bool) -> OutsideCells {
    var found = OutsideCells()
    // Reading properties of the plane in the loop takes longer than the loop itself.
    let field = plane.field
    let phase = plane.phase
    let surveys = plane.presentSurveys
    let tiles = field.tiles.filter { tile in
      guard unsafe field.header(tile).pointee.isInUse else { return false }
      let corner = field.corner(tile)
      let box = Window(x: corner.x, y: corner.y, width: TileField.side, height: TileField.side)
      if window.contains(box) { return false }
      guard let surveys else { return !field.isDead(tile, phase: phase) }
      let survey = unsafe TileSurvey(surveys.surveys(tile, phase: phase)[generations])
      guard let bounds = survey.window(from: corner) else { return false }
      return !window.contains(bounds)
    }
    unsafe plane.forEachTile(tiles, in: generations, circuit: circuit) { tile, rows in
      let corner = field.corner(tile)
      for line in 0..<TileField.side {
        var bits = unsafe (rows[line] & TileField.ownBits) &>> 8
        while bits != 0 {
          let cell = Cell(x: corner.x + bits.trailingZeroBitCount, y: corner.y + line)
          found.add(cell, outside: window)
          bits &= bits - 1
        }
      }
    }
    for spaceship in plane.spaceships.all {
      let motion = plane.motion(of: spaceship, circuit: circuit)
      let stage = motion.stages[generations]
      let box = spaceship.window(stage.box, at: plane.step)
      if window.contains(box) { continue }
      if motion.isSmall, findsSpaceships, box.gap(to: window) >= 0 {
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
}

extension OutsideCells {
  fileprivate mutating func add(_ cell: Cell, outside window: Window) {
    if !window.contains(cell) { cells.append(cell) }
  }
}
