/// The pixels of one picture as indices into a palette, computed row by row on demand: one board or
/// several, and what stands around them.
///
/// Encode it before the next frame is painted, because its boards refer to state of their painters.
package struct Image: Sendable {
  /// A board, and the pixel of its upper left corner.
  struct PlacedBoard: Sendable {
    let board: ImageBoard
    let x: Int
    let y: Int
    /// The index in the image's palette of each index of the board; nil if they are equal.
    var colors: [UInt8]?

    var rows: Range<Int> { y..<y + board.height }
  }

  let boards: [PlacedBoard]
  /// Text and colored rectangles beside the boards.
  let marks: Marks
  /// The same text for formats that consist of characters.
  let lines: [String]
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  package let palette: Palette
}

extension Image {
  /// An image of nothing but a board.
  init(_ board: ImageBoard) {
    boards = [PlacedBoard(board: board, x: 0, y: 0)]
    marks = Marks()
    lines = []
    width = board.width
    height = board.height
    palette = board.palette
  }

  /// An image of palette indices.
  ///
  /// - Parameters:
  ///   - indices: row by row, `width` × `height`.
  ///   - scale: the side of the square of pixels that an index becomes.
  /// - Throws: ``ShapeRefused``, ``MemoryExhausted``.
  package init(
    _ indices: [UInt8], width: Int, height: Int, scale: Int, palette: Palette
  ) throws {
    precondition(indices.count == width * height)
    let shape = try FrameShape(width: width, height: height, scale: scale)
    let frame = try Frame(shape, content: .shades(side: 1))
    for y in 0..<height {
      frame.rows.set(y: y, shades: indices.span.extracting(y * width..<(y + 1) * width))
    }
    self.init(ImageBoard(frame: frame, palette: palette, indices: nil, hasGrid: false))
  }

  /// The first board, which is the only one but in a grid of several patterns.
  var board: ImageBoard { boards[0].board }

  /// The rows of pixels that show bits of the board and nothing else.
  var plainRows: Range<Int> {
    boards.count == 1 && board.isPlain && board.width == width && marks.strips.isEmpty
      ? boards[0].rows : 0..<0
  }

  /// Whether the image is one board with nothing around it.
  var isBare: Bool { boards.count == 1 && marks.isEmpty && board.height == height }

  /// Calls `body` with every row of pixels, from top to bottom.
  package func forEachRow(
    _ body: (_ y: Int, _ row: Span<UInt8>) throws -> Void
  ) throws {
    var rows = try PixelRows(self)
    for y in 0..<height {
      rows.load(y)
      try body(y, rows.row)
    }
  }

  /// Calls `body` with groups of `count` rows of pixels, from top to bottom; the last group may
  /// have fewer rows.
  func forEachGroup(of count: Int, _ body: (_ rows: [[UInt8]]) throws -> Void) throws {
    var group: [[UInt8]] = []
    try forEachRow { y, row in
      group.append(unsafe row.withUnsafeBufferPointer { unsafe Array($0) })
      guard group.count == count || y == height - 1 else { return }
      try body(group)
      group.removeAll(keepingCapacity: true)
    }
  }
}
