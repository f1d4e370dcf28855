package import LifeCore
package import LifeIO

/// Turns frames into images, and keeps the ages and trails of cells from frame to frame.
///
/// - SeeAlso: ``Coloring`` for the rules by which colors change.
package final class Painter {
  private let coloring: Coloring
  private let appearance: Appearance
  private let margins: Margins?
  private let pool: WorkerPool
  private var indices: IndexGrid?
  /// The shape, content and position of the previous frame.
  private var last: (shape: FrameShape, content: Frame.Content, corner: Position)?

  /// - Parameter margins: what stands around the cells of each image.
  package init(
    _ coloring: Coloring, appearance: Appearance, margins: Margins? = nil, pool: WorkerPool
  ) {
    self.coloring = coloring
    self.appearance = appearance
    self.margins = margins
    self.pool = pool
  }

  /// The least scale with grid lines, in pixels per cell; at smaller ones they would hide cells.
  private static let leastGridScale = 4

  /// The image of a frame. It refers to `frame` and to state of the painter, so it is valid until
  /// either changes; this invalidates the image of the previous frame.
  package func paint(_ frame: Frame) throws(MemoryExhausted) -> Image {
    if let transitions = coloring.transitions { try advance(frame, transitions: transitions) }
    let board = ImageBoard(
      frame: frame, palette: coloring.palette, indices: indices,
      hasGrid: appearance.hasGrid && frame.shape.scale >= Self.leastGridScale)
    guard let margins else { return Image(board) }
    return Image(
      boards: [Image.PlacedBoard(board: board, x: margins.x, y: margins.y)],
      marks: margins.marks(frame.caption), lines: margins.lines(frame.caption),
      width: margins.width, height: margins.height,
      palette: coloring.palette)
  }

  /// Advances the palette indices to this frame.
  private func advance(_ frame: Frame, transitions: [UInt8]) throws(MemoryExhausted) {
    let indices = try place(for: frame)
    last = (frame.shape, frame.content, frame.corner)
    pool.forEach(indices.bands) { indices.advance($0, with: frame, transitions: transitions) }
  }

  /// The palette indices of the previous frame, moved to the positions of their cells in this one.
  private func place(for frame: Frame) throws(MemoryExhausted) -> IndexGrid {
    guard let indices, let last, last.shape == frame.shape, last.content == frame.content else {
      let fresh = try IndexGrid(width: frame.width, height: frame.height)
      indices = fresh
      return fresh
    }
    if last.corner == frame.corner { return indices }
    let dx = frame.corner.x - last.corner.x
    let dy = frame.corner.y - last.corner.y
    let moved = try IndexGrid(width: frame.width, height: frame.height)
    let (columns, restX) = dx.floorDivided(by: frame.side)
    let (rows, restY) = dy.floorDivided(by: frame.side)
    if restX == 0, restY == 0, let columns = columns.int, let rows = rows.int {
      moved.copy(indices, fromColumn: columns, row: rows)
    }
    self.indices = moved
    return moved
  }
}

extension Painter {
  /// Saves the palette indices and the position of the view.
  package func save(to state: inout StateWriter) {
    state.write(indices != nil && last != nil)
    guard let indices, let last else { return }
    let shape = last.shape
    // The scale of hexagons is saved as a negative number, with the size in places.
    let numbers =
      switch shape.tiling {
      case .squares: [shape.pixelWidth, shape.pixelHeight, shape.scale]
      case .hexagons: [shape.width, shape.height, -shape.scale]
      }
    for number in numbers { state.write(number) }
    switch last.content {
    case .cells(let planes): state.write(-planes)
    case .shades(let side): state.write(side)
    }
    state.write(last.corner)
    for y in 0..<shape.height {
      let row = indices.row(y)
      for index in row.indices { state.write(row[index]) }
    }
  }

  package func restore(from state: inout StateReader) throws {
    guard try state.readFlag() else { return }
    // Only transitions keep the indices within the palette.
    guard coloring.hasMemory else { throw InvalidSavedState() }
    let width = try state.readInt()
    let height = try state.readInt()
    let scale = try state.readInt()
    let shape = try Self.savedShape(width: width, height: height, scale: scale)
    // The numbers follow: no memory is made for more of them than there are.
    guard (shape.width + 7) / 8 * shape.height <= state.remainingCount / 8 else {
      throw InvalidSavedState()
    }
    let kind = try state.readInt()
    guard kind > 0 || (-8...(-1)).contains(kind) else { throw InvalidSavedState() }
    let corner = try state.readPosition()
    let grid = try IndexGrid(width: shape.width, height: shape.height)
    try grid.restore(from: &state)
    indices = grid
    last = (shape, kind > 0 ? .shades(side: kind) : .cells(planes: -kind), corner)
  }
}

extension Painter {
  private static func savedShape(
    width: Int, height: Int, scale: Int
  ) throws(InvalidSavedState) -> FrameShape {
    let tiling = scale < 0 ? FrameShape.Tiling.hexagons : .squares
    guard (-1 << 20...1 << 40).contains(scale), scale != 0,
      let size = try? FrameShape(
        width: width, height: height, scale: max(1, -scale), tiling: tiling)
    else { throw InvalidSavedState() }
    return tiling == .hexagons ? size : FrameShape(covering: size, scale: scale)
  }
}
