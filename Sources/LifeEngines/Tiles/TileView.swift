internal import LifeCore

/// A plane, seen 0 to 7 generations after its present step.
struct TileView {
  let plane: TilePlane
  let generations: Int
  let circuit: Circuit

  private static let side = TileField.side

  /// Visits the rows inside a window, north to south and west to east.
  ///
  /// - Parameter body: gets the row, and the column of the first word's bit 0, a multiple of 64,
  ///   from the window's corner.
  func forEachRow(
    in window: Window, _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    let tiles = visibleTiles(in: window)
    var band = TileBand(width: window.width)
    var start = 0
    while start < tiles.count {
      let row = tiles[start].place.y
      let end = tiles[start...].firstIndex { $0.place.y != row } ?? tiles.count
      try show(tiles[start..<end], in: window, band: &band, body: body)
      start = end
    }
  }

  /// The tiles in a window, except those surely dead in all eight generations of the step.
  func tiles(in window: Window) -> [TileID] {
    guard window.width > 0, window.height > 0 else { return [] }
    let places = window.tilePlaces
    let field = plane.field
    let phase = plane.phase
    return field.tiles.filter { tile in
      let header = unsafe field.header(tile).pointee
      return header.isInUse && places.contains(Cell(x: header.column, y: header.row))
        && !field.isDead(tile, phase: phase)
    }
  }

  /// The places with live cells in a window, row by row.
  private func visibleTiles(in window: Window) -> [VisibleTile] {
    var spaceships = spaceshipRows(in: window)
    var visible: [VisibleTile] = []
    for tile in tiles(in: window) {
      let header = unsafe plane.field.header(tile).pointee
      let place = TilePlace(x: header.column, y: header.row)
      let spaceship = spaceships.isEmpty ? nil : spaceships.removeValue(forKey: place)
      visible.append(VisibleTile(place: place, tile: tile, spaceshipRows: spaceship))
    }
    for (place, rows) in spaceships {
      visible.append(VisibleTile(place: place, tile: .none, spaceshipRows: rows))
    }
    visible.sort { ($0.place.y, $0.place.x) < ($1.place.y, $1.place.x) }
    return visible
  }

  /// Visits the lines of cells in one row of tiles.
  private func show(
    _ tiles: ArraySlice<VisibleTile>, in window: Window, band: inout TileBand,
    body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let top = tiles[tiles.startIndex].place.y * Self.side - window.y
    band.clear(for: tiles.lazy.map { $0.place.x * Self.side - window.x })
    let present = tiles.lazy.filter { !$0.tile.isNone }.map(\.tile)
    unsafe plane.forEachTile(Array(present), in: generations, circuit: circuit) { tile, rows in
      unsafe band.add(rows, at: plane.field.corner(tile).x - window.x, shift: 8)
    }
    band.returnToWest()
    for visible in tiles {
      guard let rows = visible.spaceshipRows else { continue }
      let x = visible.place.x * Self.side - window.x
      unsafe rows.withUnsafeBufferPointer { unsafe band.add($0.baseAddress!, at: x, shift: 0) }
    }
    let lines = max(0, -top)..<max(0, min(Self.side, window.height - top))
    try band.forEachRun(of: lines) { try body(top + $0, $1, $2) }
  }
}

// MARK: - Detached spaceships

extension TileView {
  /// The visible contents of a place: a tile, detached spaceships or both. They never share cells,
  /// but a spaceship may pass through the empty part of a tile.
  fileprivate struct VisibleTile {
    var place: TilePlace
    /// ``TileID/none`` without a tile, or if all its cells are dead.
    var tile: TileID
    /// 48 rows; bit 0 is the westmost cell.
    var spaceshipRows: [UInt64]?
  }

  /// The cells of detached spaceships inside a window: 48 rows for each place.
  func spaceshipRows(in window: Window) -> [TilePlace: [UInt64]] {
    var places: [TilePlace: [UInt64]] = [:]
    let touched = window.width > 0 && window.height > 0 ? window.tilePlaces : window
    for spaceship in plane.spaceships.all {
      let stage = plane.motion(of: spaceship, circuit: circuit)[generations]
      let box = spaceship.window(stage.box, at: plane.step)
      guard box.x < window.endX, window.x < box.endX, box.y < window.endY, window.y < box.endY
      else { continue }
      let corner = spaceship.box(at: plane.step)
      for cell in stage.cells {
        let x = corner.x + cell.x
        let y = corner.y + cell.y
        let (column, bit) = x.tileAndOffset
        let (row, line) = y.tileAndOffset
        guard touched.contains(Cell(x: column, y: row)) else { continue }
        let place = TilePlace(x: column, y: row)
        places[place, default: [UInt64](repeating: 0, count: Self.side)][line] |= 1 << UInt64(bit)
      }
    }
    return places
  }
}

extension TileView {
  /// Copies the rows of a window tile by tile, see ``RowCopyingStepper/copyRows(in:to:marks:)``.
  /// With a call for each stretch of live cells, 5207 frames of an acorn took 530 instead of 320
  /// million instructions.
  func copyRows(
    in window: Window, to words: inout MutableSpan<UInt64>, marks: inout MutableSpan<UInt64>
  ) {
    let wordsPerRow = (window.width + 63) >> 6
    precondition(words.count == wordsPerRow * window.height && marks.count == window.height)
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe marks.withUnsafeMutableBufferPointer { marks in
        guard let words = words.baseAddress, let marks = marks.baseAddress else { return }
        let copy = { (rows: UnsafePointer<UInt64>, corner: Cell, shift: Int) in
          let y = corner.y - window.y
          let lines = max(0, -y)..<min(TileField.side, window.height - y)
          let placement = TilePlacement(
            x: corner.x - window.x, shift: shift, width: window.width)
          let first = (y + lines.lowerBound) * wordsPerRow + placement.word
          unsafe placement.add(
            rows, lines: lines, to: words + first, stride: wordsPerRow,
            hasNext: placement.word + 1 < wordsPerRow)
          for line in lines { unsafe marks[y + line] |= rows[line] & placement.visible }
        }
        let tiles = tiles(in: window)
        unsafe plane.forEachTile(tiles, in: generations, circuit: circuit) { tile, rows in
          unsafe copy(rows, plane.field.corner(tile), 8)
        }
        for (place, rows) in spaceshipRows(in: window) {
          let corner = Cell(x: place.x * TileField.side, y: place.y * TileField.side)
          unsafe rows.withUnsafeBufferPointer { unsafe copy($0.baseAddress!, corner, 0) }
        }
      }
    }
  }
}
