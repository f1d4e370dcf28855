internal import LifeCore

/// The layout of triangles in an image. Each is two columns wide and overlaps the next one by half.
///
///      ▽△▽△▽△      a cell points down if its column and row have an even sum
///      △▽△▽△▽
///
/// All numbers are whole pixels. A pixel belongs to the triangle containing its center.
struct TriangleLayout {
  /// The width of a column, half that of a triangle.
  let scale: Int
  /// The columns of pixels that are not shown, west of the image.
  var inset = 0

  /// The height of a row: half the width of a triangle, times √3.
  var pitch: Int { max(1, (scale * 1732 + 500) / 1000) }

  // Most video codecs need even sizes.

  func imageWidth(columns: Int) -> Int { ((columns + 1) * scale + 1) & ~1 }
  func imageHeight(rows: Int) -> Int { (rows * pitch + 1) & ~1 }

  /// The columns of pixels of a triangle in one of its rows of pixels.
  func pixels(ofColumn x: Int, row: Int, pointsDown: Bool) -> Range<Int> {
    let west = x * scale - inset
    let first = west + half(row, pointsDown: !pointsDown)
    return first..<max(first, west + scale + half(row, pointsDown: pointsDown))
  }

  /// Half the width of a triangle in one of its rows of pixels.
  private func half(_ row: Int, pointsDown: Bool) -> Int {
    let distance = pointsDown ? pitch - 1 - row : row
    return (scale * (2 * distance + 1) + pitch - 1) / (2 * pitch)
  }
}

extension BoardRows {
  /// Draws a row of pixels of triangles.
  func drawTriangles(_ kind: ImageBoard.RowKind) {
    let layout = board.frame.shape.triangles
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, count: board.width)
    for x in target.indices { target[x] = board.ground }
    guard kind.row < board.frame.height, let tileRow = kind.tileRow else { return }
    let source = indices.bytes(count: board.frame.width)
    var pointsDown = board.pointsDown(inRow: kind.row)
    for x in source.indices {
      let part = layout.pixels(ofColumn: x, row: tileRow, pointsDown: pointsDown)
      for pixel in part.clamped(to: target.indices) { target[pixel] = source[x] }
      if board.hasGrid, board.inside.contains(Cell(x: x, y: kind.row)) {
        let line = tileRow == 0 ? part : part.prefix(1)
        for pixel in line.clamped(to: target.indices) { target[pixel] = board.palette.minorGrid }
      }
      pointsDown.toggle()
    }
  }
}
