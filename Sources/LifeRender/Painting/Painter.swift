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

  /// The image of a frame. It refers to `frame` and to state of the painter, so it is valid until
  /// either changes; this invalidates the image of the previous frame.
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
    let indices = try place(for: frame)
    last = (frame.shape, frame.content, frame.corner)
    pool.forEach(indices.bands) { band, _ in
      indices.advance(band, with: frame, transitions: transitions)
    }
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

extension Painter: Resumable {
  /// Exchanges the palette indices and the position of the view.
  package func exchange(with state: inout StateExchange) throws {
    var isKept = indices != nil && last != nil
    try state.exchange(&isKept)
    guard isKept else { return }
    // Only transitions keep the indices within the palette.
    try state.require(coloring.hasMemory)
    var numbers = last.map { Self.numbers($0.shape, $0.content) } ?? [0, 0, 0, 0]
    for index in numbers.indices { try state.exchange(&numbers[index]) }
    var corner = last?.corner ?? .origin
    try state.exchange(&corner)
    if state.isRestoring {
      let (shape, content) = try Self.frame(numbers)
      // The numbers follow: no memory is made for more of them than there are.
      try state.require((shape.width + 7) / 8 * shape.height <= state.bytes.count / 8)
      last = (shape, content, corner)
      indices = try IndexGrid(width: shape.width, height: shape.height)
    }
    try indices?.exchange(with: &state)
  }

  /// The numbers from which ``frame(_:)`` makes the shape and the content again: width, height,
  /// scale, and the planes as a negative number or the side of a shade.
  private static func numbers(_ shape: FrameShape, _ content: Frame.Content) -> [Int] {
    let content =
      switch content {
      case .cells(let planes): -planes
      case .shades(let side): side
      }
    // The scale of hexagons is saved as a negative number, with the size in places.
    return switch shape.tiling {
    case .squares: [shape.pixelWidth, shape.pixelHeight, shape.scale, content]
    case .hexagons: [shape.width, shape.height, -shape.scale, content]
    }
  }

  private static func frame(
    _ numbers: [Int]
  ) throws(InvalidSavedState) -> (shape: FrameShape, content: Frame.Content) {
    let scale = numbers[2]
    let tiling = scale < 0 ? FrameShape.Tiling.hexagons : .squares
    let content = numbers[3]
    guard (-1 << 20...1 << 40).contains(scale), scale != 0, content >= -8, content != 0,
      let size = try? FrameShape(
        width: numbers[0], height: numbers[1], scale: max(1, -scale), tiling: tiling)
    else { throw InvalidSavedState() }
    return (
      tiling == .hexagons ? size : FrameShape(covering: size, scale: scale),
      content > 0 ? .shades(side: content) : .cells(planes: -content)
    )
  }
}
