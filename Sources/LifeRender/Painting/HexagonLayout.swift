internal import LifeCore

/// The layout of hexagons in an image. Each has a corner on top. Each row is half a hexagon left of
/// the row above, as the six neighbors of a hexagonal rule require.
///
///        ⬡ ⬡ ⬡ ⬡      a cell and its south-eastern cell are neighbors,
///       ⬡ ⬡ ⬡ ⬡       a cell and its south-western cell are not
///
/// All numbers are whole pixels, so all cells look the same.
package struct HexagonLayout {
  /// The width of a hexagon.
  let scale: Int
  let rows: Int
  /// The columns of pixels that are not shown, west of the image.
  var inset = 0

  /// The distance from one row of hexagons to the next: the width times √3/2.
  var pitch: Int { max(1, (scale * 866 + 500) / 1000) }
  /// The height of the zone in which two rows of hexagons interlock.
  var slope: Int { max(1, (pitch + 1) / 3) }

  /// The western edge of a row of hexagons.
  func west(ofRow y: Int) -> Int { (rows - 1 - y) * scale / 2 - inset }

  // Most video codecs need even sizes.

  func imageWidth(columns: Int) -> Int { (columns * scale + west(ofRow: 0) + 1) & ~1 }
  var imageHeight: Int { (rows * pitch + slope + 1) & ~1 }

  /// The row of hexagons at row `y` of the pixels, and the row within its upper corners, or `nil`
  /// below them.
  func row(ofPixels y: Int) -> (row: Int, cornerRow: Int?) {
    let row = y / pitch
    let rest = y % pitch
    return (row, rest < slope ? rest : nil)
  }

  /// The pixels of a hexagon in one row of its upper corner, relative to its western edge.
  func corner(_ row: Int) -> Range<Int> {
    // Edges are in units of 1/(4 * slope) pixels. A pixel belongs to the hexagon containing its
    // center.
    let unit = 4 * slope
    let middle = 2 * slope * scale
    let half = (2 * row + 1) * scale
    let first = (middle - half - unit / 2 + unit - 1) / unit
    let end = (middle + half - unit / 2 + unit - 1) / unit
    return first..<max(first, end)
  }

  /// The pixels of a hexagon in one row of its lower corner, between the upper corners of the next
  /// row.
  ///
  /// With an odd scale, rows are shifted by rounded halves, so lower corners are one pixel wider.
  /// The upper corners are drawn over them.
  func lowerCorner(_ row: Int) -> Range<Int> {
    let part = corner(slope - 1 - row)
    let slack = scale % 2
    return max(0, part.lowerBound - slack)..<min(scale, part.upperBound + slack)
  }
}

extension BoardRows {
  /// Draws a row of pixels of hexagons: the upper corners of one row, with the lower corners of the
  /// row above between them.
  func drawHexagons(_ kind: ImageBoard.RowKind) {
    let layout = board.frame.shape.hexagons
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, count: board.width)
    for x in target.indices { target[x] = board.ground }
    if let cornerRow = kind.tileRow, kind.row > 0 {
      fill(above, west: layout.west(ofRow: kind.row - 1), part: layout.lowerCorner(cornerRow))
    }
    guard kind.row < board.frame.height else { return }
    let part = kind.tileRow.map { layout.corner($0) } ?? 0..<layout.scale
    fill(indices, west: layout.west(ofRow: kind.row), part: part)
    let inside = board.inside
    if board.hasGrid, (inside.y..<inside.endY).contains(kind.row) {
      outline(inside.x..<inside.endX, west: layout.west(ofRow: kind.row), part: part)
    }
  }

  /// Fills `part` of each hexagon of a row with its index.
  private func fill(_ row: WordBuffer, west: Int, part: Range<Int>) {
    let scale = board.scale
    let width = board.frame.width
    let pixels = pixels
    let source = row.bytes(count: width)
    var target = pixels.mutableSpan(from: 0, count: board.width)
    for x in 0..<width {
      let index = source[x]
      let start = west + x * scale
      let columns = start + part.lowerBound..<start + part.upperBound
      for pixel in columns.clamped(to: target.indices) { target[pixel] = index }
    }
  }

  /// Draws both ends of `part` of each hexagon in some columns as a line.
  private func outline(_ columns: Range<Int>, west: Int, part: Range<Int>) {
    let scale = board.scale
    let pixels = pixels
    let color = board.palette.minorGrid
    var target = pixels.mutableSpan(from: 0, count: board.width)
    for x in columns where !part.isEmpty {
      let first = west + x * scale + part.lowerBound
      let last = first + part.count - 1
      if target.indices.contains(first) { target[first] = color }
      if part.count < scale, target.indices.contains(last) { target[last] = color }
    }
  }
}
