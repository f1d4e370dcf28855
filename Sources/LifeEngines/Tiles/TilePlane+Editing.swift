internal import LifeCore

// MARK: - Setting cells

extension TilePlane {
  /// Sets cells in the present step.
  ///
  /// - Parameter offset: the place of cell (0, 0) of `cells`.
  /// - Returns: the former states.
  /// - Throws: ``MemoryExhausted``; no cell has changed then.
  func set(_ cells: CellStates, at offset: Offset) throws(MemoryExhausted) -> CellStates {
    guard let window = cells.window?.moved(byX: offset.x, y: offset.y) else { return cells }
    forgetSurveys()
    forgetNextPhase()
    try attachSpaceships(in: window)
    try makeRoom(for: cells, in: window)
    var editor = TileEditor(field, phase: phase)
    let former = try cells.exchanged { (x, y, state) throws(MemoryExhausted) in
      try editor.exchange(state, x: x + offset.x, y: y + offset.y)
    }
    for (tile, margins) in editor.marginsBefore { try activateEdited(tile, before: margins) }
    // Other spaceships may be closer to the new cells than to anything before.
    spaceships.recheckSooner(near: window, from: step)
    nextDue = spaceships.nextDue
    while step >= nextDue { try checkSpaceships() }
    return former
  }

  /// Makes room for all tiles that an edit may need.
  private func makeRoom(for cells: CellStates, in window: Window) throws(MemoryExhausted) {
    let places = window.tilePlaces
    let area = places.width.multipliedReportingOverflow(by: places.height)
    // A word touches up to three tiles; its cells activate the eight neighbors of each.
    let tiles = min(9 * 3 * cells.count, area.overflow ? .max : 9 * min(area.partialValue, 1 << 40))
    try field.reserve(tiles)
    field.release(tiles)
  }

  /// Activates an edited tile, and each neighbor near cells alive before or after the edit.
  private func activateEdited(
    _ tile: TileID, before: TileMargins
  ) throws(MemoryExhausted) {
    let live = unsafe TileWriter.margins(field.rows(tile, phase: phase))
    field.setLive(of: tile, phase: phase, to: live | TileHeader.placed)
    let near = UInt8(truncatingIfNeeded: live | before)
    try active.activate(tile, andNeighbors: near, for: step, in: field)
  }

  private func forgetSurveys() {
    latestSurvey = nil
    field.surveys = nil
  }
}

/// Sets cells of tiles one by one, and makes missing tiles.
private struct TileEditor {
  private let field: TileField
  private let phase: Int
  /// The edited tiles, with their margins before the edit.
  private(set) var marginsBefore: [TileID: TileMargins] = [:]
  // The latest tile and its place.
  private var tile = TileID.none
  private var column = Int.min
  private var row = Int.min

  init(_ field: TileField, phase: Int) {
    self.field = field
    self.phase = phase
  }

  mutating func exchange(_ state: State, x: Int, y: Int) throws(MemoryExhausted) -> State {
    let (column, bit) = x.tileAndOffset
    let (row, line) = y.tileAndOffset
    if column != self.column || row != self.row {
      tile = field.find(column: column, row: row)
      self.column = column
      self.row = row
    }
    if tile.isNone {
      // Without a tile, all cells are dead.
      if state == 0 { return 0 }
      tile = try field.make(column: column, row: row)
    }
    let rows = unsafe field.rows(tile, phase: phase)
    // The tile's cells are bits 8 to 55 of its rows.
    let mask: UInt64 = 1 << UInt64(8 + bit)
    let former: State = unsafe rows[line] & mask == 0 ? 0 : 1
    guard former != state else { return former }
    if marginsBefore[tile] == nil { marginsBefore[tile] = unsafe TileWriter.margins(rows) }
    unsafe rows[line] ^= mask
    return former
  }
}

// MARK: - Moving the step

extension TilePlane {
  /// Advances all cells by fewer than eight generations within the present step, so that they can
  /// be edited. Computes every tile, and forgets everything known about earlier generations.
  ///
  /// - Throws: ``MemoryExhausted``; the cells are valid, but no step can follow.
  /// - Complexity: O(tiles).
  func moveStep(by generations: Int, circuit: Circuit) throws(MemoryExhausted) {
    forgetSurveys()
    let tiles = field.tiles.filter { unsafe field.header($0).pointee.isInUse }
    computeNextPhase(of: tiles, in: generations, circuit: circuit)
    for tile in tiles { takeNextPhase(of: tile) }
    let arriving = spaceships.all.map { spaceship in
      (spaceship.box(at: step), motion(of: spaceship, circuit: circuit)[generations].cells)
    }
    field.release(field.reserved)
    spaceships = DetachedSpaceships()
    nextDue = .max
    field.regions = nil
    var writer = TileWriter(field, phase: phase)
    for (box, cells) in arriving {
      for cell in cells { try writer.write([1].span, y: box.y + cell.y, x: box.x + cell.x) }
    }
    deactivateAllTiles()
    for tile in field.tiles where unsafe field.header(tile).pointee.isInUse {
      try activatePlaced(tile)
    }
  }

  /// Copies the cells of the next phase to the present one, and clears all other phases.
  private func takeNextPhase(of tile: TileID) {
    let rows = unsafe field.rows(tile, phase: phase)
    unsafe rows.update(from: field.rows(tile, phase: nextPhase), count: TileField.side)
    for other in 0..<TileField.phases where other != phase {
      unsafe field.rows(tile, phase: other).update(repeating: 0, count: TileField.side)
      field.setLive(of: tile, phase: other, to: 0)
    }
    unsafe field.header(tile).pointee.activeStep = -1
  }
}
