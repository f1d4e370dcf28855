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

  /// In pixels per cell: at smaller scales the lines would hide the cells.
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

/// A palette index for each place of a frame, eight to a word; rows start at whole words.
final class IndexGrid: @unchecked Sendable {
  private let width: Int
  private let height: Int
  private let wordsPerRow: Int
  private let words: WordBuffer
  /// One row of states per band, allocated in advance because threads cannot report a failure.
  private let states: [WordBuffer]

  private static let bandRows = 64

  init(width: Int, height: Int) throws(MemoryExhausted) {
    self.width = width
    self.height = height
    let wordsPerRow = (width + 7) / 8
    self.wordsPerRow = wordsPerRow
    words = try WordBuffer(zeros: wordsPerRow * height, purpose: "ages and trails of cells")
    let bands = (height + Self.bandRows - 1) / Self.bandRows
    states = try (0..<bands).map { _ throws(MemoryExhausted) in
      try WordBuffer(zeros: wordsPerRow + 8, purpose: "ages and trails of cells")
    }
  }

  /// The number of bands of rows, the units of parallel work.
  var bands: Int { states.count }

  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    let words = words
    let span = words.span(start: y * wordsPerRow, end: (y + 1) * wordsPerRow)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  func restore(from state: inout StateReader) throws(InvalidSavedState) {
    for index in 0..<wordsPerRow * height { words.set(index, to: try state.readWord()) }
  }

  /// Copies the part of another grid of this size that starts at `column` and `row`; the rest stays
  /// unchanged.
  func copy(_ other: IndexGrid, fromColumn column: Int, row: Int) {
    guard column > -width, column < width, row > -height, row < height else { return }
    let first = max(0, -column)
    let count = min(width, other.width - column) - first
    guard count > 0 else { return }
    let target = words
    let source = other.words
    for y in max(0, -row)..<min(height, height - row) {
      let source = source.bytes(
        from: (y + row) * wordsPerRow * 8 + first + column, count)
      target.replace(fromByte: y * wordsPerRow * 8 + first, with: source)
    }
  }

  /// Applies the transition table to a band of rows. Threads may advance different bands at a time.
  func advance(_ band: Int, with frame: Frame, transitions: [UInt8]) {
    let states = states[band]
    let start = band * Self.bandRows
    let table = transitions.span
    for y in start..<min(start + Self.bandRows, height) {
      frame.spreadRow(y, into: states)
      for index in 0..<wordsPerRow {
        let state = states[index]
        let old = words[y * wordsPerRow + index]
        // Index 0 in state 0 stays 0: skip the empty background, which is most of most frames.
        if state | old == 0 { continue }
        var next: UInt64 = 0
        for place in 0..<8 {
          let shift = UInt64(place &* 8)
          let entry = Int(state &>> shift & 0xff) &<< 8 | Int(old &>> shift & 0xff)
          next |= UInt64(table[entry]) &<< shift
        }
        words.set(y * wordsPerRow + index, to: next)
      }
    }
  }
}
