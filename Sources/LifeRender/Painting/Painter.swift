package import LifeCore

/// Turns frames into images. Keeps the ages and trails of cells from frame to frame.
///
/// - SeeAlso: ``Coloring`` for the changes of colors.
package final class Painter {
  private let coloring: Coloring
  private let appearance: Appearance
  private let margins: Margins?
  private let pool: WorkerPool
  private var indices: IndexGrid?
  /// The previous frame: its shape, the side of its squares in cells, and its position.
  private var last: (shape: FrameShape, side: Int, corner: Position)?

  /// - Parameter margins: the text around the cells of each image.
  package init(
    _ coloring: Coloring, appearance: Appearance, margins: Margins? = nil, pool: WorkerPool
  ) {
    self.coloring = coloring
    self.appearance = appearance
    self.margins = margins
    self.pool = pool
  }

  /// The image of a frame. It refers to `frame` and to the state of the painter: it is valid until
  /// `frame` changes or the next frame is painted.
  package func paint(_ frame: Frame) throws(MemoryExhausted) -> Image {
    if let transitions = coloring.transitions { try advance(frame, transitions: transitions) }
    let board = ImageBoard(
      frame: frame, palette: coloring.palette, indices: indices,
      hasGrid: appearance.drawsGrid(atScale: frame.shape.scale))
    guard let margins else { return Image(board) }
    return Image(
      boards: [Image.PlacedBoard(board: board, x: margins.x, y: margins.y)],
      marks: margins.marks(frame.caption), lines: margins.lines(frame.caption),
      width: margins.width, height: margins.height,
      palette: coloring.palette)
  }

  /// Advances the palette indices to this frame.
  private func advance(_ frame: Frame, transitions: [UInt8]) throws(MemoryExhausted) {
    let indices = try indices(for: frame)
    last = (frame.shape, frame.side, frame.corner)
    pool.forEach(indices.bands) { band, _ in
      indices.advance(band, with: frame, transitions: transitions)
    }
  }

  /// The palette indices of the previous frame, moved along with their cells. If the view has
  /// zoomed out, the new grid is larger, or its squares are.
  private func indices(for frame: Frame) throws(MemoryExhausted) -> IndexGrid {
    if let indices, let last, last == (frame.shape, frame.side, frame.corner) { return indices }
    let moved = try IndexGrid(width: frame.width, height: frame.height)
    if let indices, let last, frame.side == last.side {
      let dx = frame.corner.x - last.corner.x
      let dy = frame.corner.y - last.corner.y
      let (columns, restX) = dx.floorDivided(by: last.side)
      let (rows, restY) = dy.floorDivided(by: last.side)
      // Farther frames have no place in common.
      if restX == 0, restY == 0, let columns = columns.int, columns.isWithin(1 << 32),
        let rows = rows.int, rows.isWithin(1 << 32)
      {
        moved.copy(indices, fromColumn: columns, row: rows)
      }
    } else if let indices, let last, frame.side > last.side {
      /// The new places of `count` old ones. The first of them begins at a cell of the frame.
      func places(_ count: Int, from cell: BigInt) -> [Int] {
        (0..<count).map {
          (cell + BigInt($0) * last.side).floorDivided(by: frame.side).quotient.int ?? -1
        }
      }
      moved.merge(
        indices, columns: places(last.shape.width, from: last.corner.x - frame.corner.x),
        rows: places(last.shape.height, from: last.corner.y - frame.corner.y))
    }
    indices = moved
    return moved
  }
}
