/// The pixels of a picture as palette indices, computed row by row on demand. It shows one or
/// several boards with text around them.
///
/// Encode it before painting the next frame: its boards refer to the state of their painters.
package struct Image: Sendable {
  /// A board and the position of its upper left corner.
  struct PlacedBoard: Sendable {
    let board: ImageBoard
    let x: Int
    let y: Int
    /// The index in the image's palette for each index of the board. `nil` if both are the same.
    var colors: [UInt8]?

    var rows: Range<Int> { y..<y + board.height }
  }

  let boards: [PlacedBoard]
  /// Text and colored rectangles next to the boards.
  let marks: Marks
  /// The same text for character formats.
  let lines: [String]
  /// The size in pixels.
  package let width: Int
  package let height: Int
  package let palette: Palette
}

extension Image {
  /// An image with only a board.
  init(_ board: ImageBoard) {
    self.init(
      boards: [PlacedBoard(board: board, x: 0, y: 0)], marks: Marks(), lines: [],
      width: board.width, height: board.height, palette: board.palette)
  }

  /// An image from palette indices.
  ///
  /// - Parameters:
  ///   - indices: row by row, `width` × `height`.
  ///   - scale: the side of an index's square in pixels.
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

  /// The first board. Only grids of several patterns have more.
  var board: ImageBoard { boards[0].board }

  /// The rows of pixels that show only two-state cells, in two colors. Empty if there are none, for
  /// example with grid lines.
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

  /// Calls `body` with groups of `count` rows of pixels, from top to bottom. The last group may
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
