package import LifeCore

/// Turns frames into images. Keeps the ages and trails of cells from frame to frame.
///
/// - SeeAlso: ``Coloring`` for the changes of colors.
package final class Painter {
  private let coloring: Coloring
  private let appearance: Appearance
  private let margins: Margins?
  private let pool: WorkerPool
  private lazy var repeatingTransitions = coloring.repeatingTransitions
  /// The previous frame; `nil` before the first one, and if colors do not depend on it.
  package var last: PaintedFrame?

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
  ///
  /// - Parameter repeats: whether the last frame was of the same generation: ages and trails stay.
  package func paint(_ frame: Frame, repeats: Bool = false) throws(MemoryExhausted) -> Image {
    if let transitions = repeats ? repeatingTransitions : coloring.transitions {
      try advance(frame, transitions: transitions)
    }
    let board = ImageBoard(
      frame: frame, palette: coloring.palette, indices: last?.indices,
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
    last = PaintedFrame(
      indices: indices, shape: frame.shape, side: frame.side, corner: frame.corner)
    pool.forEach(indices.bands) { band, _ in
      indices.advance(band, with: frame, transitions: transitions)
    }
  }

  /// The palette indices of the previous frame, moved along with their cells. If the view has
  /// zoomed out, the new grid is larger, or its squares are.
  private func indices(for frame: Frame) throws(MemoryExhausted) -> IndexGrid {
    if let last, (last.shape, last.side, last.corner) == (frame.shape, frame.side, frame.corner) {
      return last.indices
    }
    let moved = try IndexGrid(width: frame.width, height: frame.height)
    if let last, frame.side == last.side {
      let dx = frame.corner.x - last.corner.x
      let dy = frame.corner.y - last.corner.y
      let (columns, restX) = dx.floorDivided(by: last.side)
      let (rows, restY) = dy.floorDivided(by: last.side)
      // Farther frames have no place in common.
      if restX == 0, restY == 0, let columns = columns.int, columns.isWithin(1 << 32),
        let rows = rows.int, rows.isWithin(1 << 32)
      {
        moved.copy(last.indices, fromColumn: columns, row: rows)
      }
    } else if let last, frame.side > last.side {
      /// The new places of `count` old ones. The first of them begins at a cell of the frame.
      func places(_ count: Int, from cell: BigInt) -> [Int] {
        (0..<count).map {
          (cell + BigInt($0) * last.side).floorDivided(by: frame.side).quotient.int ?? -1
        }
      }
      moved.merge(
        last.indices, columns: places(last.shape.width, from: last.corner.x - frame.corner.x),
        rows: places(last.shape.height, from: last.corner.y - frame.corner.y))
    }
    return moved
  }
}

/// The ages and trails of cells in a painted frame.
package struct PaintedFrame {
  let indices: IndexGrid
  let shape: FrameShape
  /// The side of the squares in cells.
  let side: Int
  let corner: Position

  package var byteCount: Int { indices.byteCount }

  /// A copy that painting does not change.
  package func copied() throws(MemoryExhausted) -> PaintedFrame {
    let copy = try IndexGrid(width: shape.width, height: shape.height)
    copy.copy(indices, fromColumn: 0, row: 0)
    return PaintedFrame(indices: copy, shape: shape, side: side, corner: corner)
  }
}
