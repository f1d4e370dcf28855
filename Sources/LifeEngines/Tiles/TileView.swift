internal import LifeCore

/// A plane as it will be some generations, fewer than eight, after its present moment.
struct TileView {
  let plane: TilePlane
  let generations: Int
  let circuit: Circuit

  /// How many cells live, and the box around them.
  struct Survey {
    var population = 0
    var window: Window?
  }

  private static let side = TileField.side

  /// - Complexity: O(tiles).
  func survey() -> Survey {
    let field = plane.field
    var survey = Survey()
    for number in 1..<field.end {
      let header = unsafe field.header(number).pointee
      guard header.isInUse else { continue }
      let rows = unsafe plane.rows(number, in: generations, circuit)
      for line in 0..<Self.side { unsafe survey.population += rows[line].nonzeroBitCount }
      guard let window = unsafe TileField.window(rows, column: header.column, row: header.row)
      else { continue }
      survey.window = survey.window?.union(window) ?? window
    }
    return survey
  }

  /// Visits the rows inside a window, north to south and west to east.
  ///
  /// - Parameter body: gets the row and the column of the first word's bit 0, a multiple of 64,
  ///   from the window's corner.
  func forEachRow(
    in window: Window, _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    var tiles = tiles(in: window)[...]
    while let first = tiles.first {
      let band = tiles.prefix { $0.row == first.row }
      tiles = tiles.dropFirst(band.count)
      try show(band, in: window, body)
    }
  }

  private typealias Place = (row: Int, column: Int, number: UInt32)

  /// The tiles that a window touches, row by row.
  private func tiles(in window: Window) -> [Place] {
    guard window.width > 0, window.height > 0 else { return [] }
    let columns = window.x.tileAndOffset.tile...(window.endX - 1).tileAndOffset.tile
    let rows = window.y.tileAndOffset.tile...(window.endY - 1).tileAndOffset.tile
    let field = plane.field
    var tiles: [Place] = []
    for number in 1..<field.end {
      let header = unsafe field.header(number).pointee
      guard header.isInUse, columns.contains(header.column), rows.contains(header.row) else {
        continue
      }
      tiles.append((header.row, header.column, number))
    }
    tiles.sort { ($0.row, $0.column) < ($1.row, $1.column) }
    return tiles
  }

  /// Shows the rows of a row of tiles.
  private func show(
    _ band: ArraySlice<Place>, in window: Window, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    var lines = [UInt64](repeating: 0, count: band.count * Self.side)
    for (index, place) in band.enumerated() {
      let rows = unsafe plane.rows(place.number, in: generations, circuit)
      for line in 0..<Self.side { unsafe lines[index * Self.side + line] = rows[line] &>> 8 }
    }
    let top = band[band.startIndex].row * Self.side - window.y
    for line in max(0, -top)..<max(0, min(Self.side, window.height - top)) {
      var words = LineOfWords(width: window.width)
      for (index, place) in band.enumerated() {
        let bits = lines[index * Self.side + line]
        let x = place.column * Self.side - window.x
        if bits != 0 { try words.add(bits, at: x) { try body(top + line, $0, $1) } }
      }
      try words.flush { try body(top + line, $0, $1) }
    }
  }
}
