internal import LifeCore

/// Computes rows of pixels of a board, one at a time, into a reused buffer.
struct BoardRows {
  let board: ImageBoard
  /// The palette indices of a row of places (see ``FrameShape``). Hexagons need the row above, too.
  let indices: WordBuffer
  let above: WordBuffer
  /// The last computed row.
  let pixels: WordBuffer
  private var kind: ImageBoard.RowKind?

  init(_ board: ImageBoard) throws(MemoryExhausted) {
    self.board = board
    let width = (board.frame.width + 63) & ~63
    indices = try WordBuffer(bytes: width, purpose: "row of pixels")
    above =
      board.tiling == .hexagons ? try WordBuffer(bytes: width, purpose: "row of pixels") : indices
    let bytes = max(width * board.scale, (board.width + 63) & ~63)
    pixels = try WordBuffer(bytes: bytes, purpose: "row of pixels")
  }

  /// Computes row `y`.
  ///
  /// - Returns: `false` if it equals the last computed row.
  @discardableResult
  mutating func load(_ y: Int) -> Bool {
    let next = board.kind(ofRow: y)
    if next == kind { return false }
    if next.row != kind?.row { loadPlaces(inRow: next.row) }
    kind = next
    switch board.tiling {
    case .hexagons: drawHexagons(next)
    case .triangles: drawTriangles(next)
    case _ where next.isLine: drawLine(next.row)
    case .squares, .particles:
      if let tileRow = next.tileRow { drawParticles(tileRow) } else { widen() }
      if board.hasGrid { drawColumns(inRow: next.row) }
    }
    return true
  }

  private func loadPlaces(inRow y: Int) {
    if y < board.frame.height { board.loadPlaces(y, into: indices) }
    if board.tiling == .hexagons, y > 0 { board.loadPlaces(y - 1, into: above) }
  }

  /// Repeats the index of each place `scale` times.
  private func widen() {
    let scale = board.scale
    let width = board.frame.width
    let indices = indices
    let pixels = pixels
    let source = indices.bytes(count: width)
    if scale == 1 { return pixels.replace(fromByte: 0, with: source) }
    var target = pixels.mutableSpan(from: 0, count: width * scale)
    var pixel = 0
    for x in 0..<width {
      let number = source[x]
      for _ in 0..<scale {
        unsafe target[unchecked: pixel] = number
        pixel &+= 1
      }
    }
  }

  /// Draws row `y` of the pixels of each cell. A particle is a triangle on its side of the cell, in
  /// the color of a cell with only this particle; the diagonals stay empty.
  private func drawParticles(_ y: Int) {
    let scale = board.scale
    let sides = (0..<scale).map { x -> UInt8 in
      switch (x - y, x + y - (scale - 1)) {
      case (1..., ..<0): 4  // north
      case (1..., 1...): 8  // east
      case (..<0, ..<0): 2  // west
      case (..<0, 1...): 1  // south
      default: 0
      }
    }
    let outside = board.palette.outside
    let pixels = pixels
    let source = indices.bytes(count: board.frame.width)
    var target = pixels.mutableSpan(from: 0, count: board.frame.width * scale)
    for x in source.indices {
      for pixel in 0..<scale {
        target[x * scale + pixel] = source[x] == outside ? outside : source[x] & sides[pixel]
      }
    }
  }

  /// Draws the grid line above row `y` of places.
  private func drawLine(_ y: Int) {
    let color = board.lineColor(board.frame.corner.y.floorDivided(by: 10).remainder + y)
    let inside = board.inside
    let isInside = (inside.y...inside.endY).contains(y)
    let line = inside.x * board.scale...inside.endX * board.scale
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, count: board.width)
    for x in target.indices {
      target[x] = isInside && line.contains(x) ? color : board.palette.outside
    }
  }

  /// Draws the grid lines between columns, and that after the last one in its last pixel.
  private func drawColumns(inRow y: Int) {
    let inside = board.inside
    guard (inside.y..<inside.endY).contains(y) else { return }
    let width = board.frame.width
    let scale = board.scale
    let first = board.frame.corner.x.floorDivided(by: 10).remainder
    let pixels = pixels
    var target = pixels.mutableSpan(from: 0, count: width * scale)
    for x in inside.x...inside.endX where x * scale <= board.width {
      target[min(x * scale, board.width - 1)] = board.lineColor(first + x)
    }
  }
}
