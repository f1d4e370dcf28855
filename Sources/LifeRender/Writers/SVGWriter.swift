// Format: https://www.w3.org/TR/SVG11/
internal import LifeCore
internal import LifeIO

/// Writes SVG in units of cells: one path per color, with a rectangle per run of equal cells. Text
/// stays text, so you can search and edit it.
///
/// The cells are read once per occurring color: collecting all paths in one pass would take 25
/// bytes of memory per run.
struct SVGWriter: FrameWriter {
  private let output: ByteWriter
  private let palette: Palette

  init(to output: ByteWriter, _ properties: ImageProperties) {
    self.output = output
    palette = properties.palette
  }

  func append(_ image: Image) throws {
    let board = image.board
    let isBare = image.isBare
    let viewBox = isBare ? board.viewBox : "0 0 \(image.width) \(image.height)"
    try output.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(image.width)" \
      height="\(image.height)" viewBox="\(viewBox)" \
      shape-rendering="\(board.tiling == .squares ? "crispEdges" : "geometricPrecision")">

      """)
    if isBare {
      try write(image.boards[0])
    } else {
      try writePaper(image)
      for placed in image.boards {
        try output.write(
          "<svg x=\"\(placed.x)\" y=\"\(placed.y)\" width=\"\(placed.board.width)\" "
            + "height=\"\(placed.board.height)\" viewBox=\"\(placed.board.viewBox)\">\n")
        try write(placed)
        try output.write("</svg>\n")
      }
      try write(image.marks, of: image)
    }
    try output.write("</svg>\n")
  }

  /// Fills the area outside the boards.
  private func writePaper(_ image: Image) throws {
    func rectangle(x: Int, y: Int, width: Int, height: Int) -> String {
      "M\(x) \(y)h\(width)v\(height)h-\(width)z"
    }
    let whole = rectangle(x: 0, y: 0, width: image.width, height: image.height)
    let holes = image.boards.map {
      rectangle(x: $0.x, y: $0.y, width: $0.board.width, height: $0.board.height)
    }
    guard palette.opacity(of: palette.paper) > 0 else { return }
    try output.write(
      "<path fill-rule=\"evenodd\" \(palette.fill(palette.paper)) "
        + "d=\"\(whole)\(holes.joined())\"/>\n")
  }

  private func write(_ placed: Image.PlacedBoard) throws {
    let board = SVGBoard(
      board: placed.board, colors: placed.colors, palette: palette, output: output)
    try board.writeBackground()
    try board.writeCells()
    if placed.board.hasGrid {
      switch placed.board.tiling {
      case .squares, .particles: try board.writeGrid()
      case .hexagons, .triangles: try board.writeOutlines()
      }
    }
  }

  /// Writes the texts, the colors of the legend, and the paper behind text that covers a board.
  private func write(_ marks: Marks, of image: Image) throws {
    func coversBoard(_ rows: Range<Int>) -> Bool {
      image.boards.contains { $0.rows.overlaps(rows) }
    }
    for strip in marks.strips where coversBoard(strip) {
      let paper = SVGElement.rectangle(
        x: 0, y: strip.lowerBound, width: Double(image.width), height: strip.count,
        fill: palette[palette.paper])
      try output.write("\(paper)\n")
    }
    for swatch in marks.swatches {
      let isPaper = swatch.colors == [palette.paper]
      if isPaper, !coversBoard(swatch.y..<swatch.y + swatch.height) { continue }
      let width = Double(swatch.width) / Double(swatch.colors.count)
      for (index, color) in swatch.colors.enumerated() {
        // Paper hides the cells behind text, even if the background is transparent.
        var fill = isPaper ? "fill=\"\(palette[color])\"" : palette.fill(color)
        if swatch.needsEdge(palette) { fill += " stroke=\"\(palette[palette.ink])\"" }
        try output.write(
          "<rect x=\"\(Double(swatch.x) + Double(index) * width)\" y=\"\(swatch.y)\" "
            + "width=\"\(width)\" height=\"\(swatch.height)\" \(fill)/>\n")
      }
    }
    for text in marks.texts {
      // A monospaced letter is 0.6 times as wide as it is high, like the letters of pixel images.
      // The baseline is below seven pixels.
      let element = SVGElement(
        "text",
        [
          "x": text.x, "y": text.y + 7 * text.scale, "font-family": "monospace",
          "font-size": Font.advance * text.scale * 5 / 3, "xml:space": "preserve",
          "fill": palette[palette.ink],
        ], text: text.text)
      try output.write("\(element)\n")
    }
  }
}

extension Palette {
  /// The attributes of a fill.
  fileprivate func fill(_ index: UInt8) -> String {
    let opacity = opacity(of: index)
    return "fill=\"\(self[index])\""
      + (opacity == 255 ? "" : " fill-opacity=\"\(Double(opacity) / 255)\"")
  }
}

/// A length in cells, as the shortest decimal number.
private func cells(_ pixels: Int, scale: Int) -> String {
  pixels % scale == 0 ? "\(pixels / scale)" : "\(Double(pixels) / Double(scale))"
}

extension ImageBoard {
  /// The board in units of cells.
  fileprivate var viewBox: String {
    "0 0 \(cells(width, scale: scale)) \(cells(height, scale: scale))"
  }
}

/// Writes the cells of a board, in units of cells.
private struct SVGBoard {
  let board: ImageBoard
  /// The index in the palette for each index of the board. `nil` if both are the same.
  let colors: [UInt8]?
  let palette: Palette
  let output: ByteWriter

  private func color(_ index: UInt8) -> Color { palette[colors?[Int(index)] ?? index] }

  private func fill(_ index: UInt8) -> String { palette.fill(colors?[Int(index)] ?? index) }

  func writeBackground() throws {
    guard palette.opacity(of: 0) > 0 else { return }
    try output.write(
      "<rect width=\"\(cells(board.width, scale: board.scale))\" "
        + "height=\"\(cells(board.height, scale: board.scale))\" \(fill(ground))/>\n")
  }

  /// The index of the background. Hexagons and triangles leave gaps at the sides.
  private var ground: UInt8 {
    board.tiling == .hexagons || board.tiling == .triangles ? board.ground : 0
  }

  func writeCells() throws {
    var isUsed = [Bool](repeating: false, count: 256)
    try forEachRow { _, row in
      for x in row.indices { isUsed[Int(row[x])] = true }
    }
    let hasParticles = board.tiling == .particles
    let outside = Int(board.palette.outside)
    let indices = (0..<256).filter {
      if $0 == ground { return false }
      return hasParticles && $0 != outside ? [1, 2, 4, 8].contains($0) : isUsed[$0]
    }
    for index in indices {
      try output.write("<path \(fill(UInt8(index))) d=\"")
      try forEachRow { y, row in
        switch board.tiling {
        case .particles where index != outside: try writeParticles(of: UInt8(index), in: row, y: y)
        case .squares, .particles: try writeRuns(of: UInt8(index), in: row, y: y)
        case .hexagons, .triangles: try writeOutlines(of: UInt8(index), in: row, y: y)
        }
      }
      try output.write("\"/>\n")
    }
  }

  /// Calls `body` with the palette indices of each row of cells, from top to bottom.
  private func forEachRow(
    _ body: (_ y: Int, _ row: Span<UInt8>) throws -> Void
  ) throws {
    let row = try WordBuffer(bytes: (board.frame.width + 63) & ~63, purpose: "row of cells")
    for y in 0..<board.frame.height {
      board.loadPlaces(y, into: row)
      try body(y, row.bytes(count: board.frame.width))
    }
  }

  private func writeRuns(of index: UInt8, in row: Span<UInt8>, y: Int) throws {
    var x = 0
    while x < row.count {
      let start = x
      while x < row.count, row[x] == index { x += 1 }
      if x > start { try output.write("M\(start) \(y)h\(x - start)v1h-\(x - start)z") }
      x += 1
    }
  }

  private func writeOutlines(of index: UInt8, in row: Span<UInt8>, y: Int) throws {
    for x in row.indices where row[x] == index { try output.write(outline(column: x, y: y)) }
  }

  /// Writes the particles on one side of the cells, as triangles from the middle.
  private func writeParticles(of index: UInt8, in row: Span<UInt8>, y: Int) throws {
    let edge = [1: "l.5 .5h-1z", 2: "l-.5 .5v-1z", 4: "l-.5-.5h1z", 8: "l.5-.5v1z"][index]!
    for x in row.indices where row[x] & index != 0 && row[x] != board.palette.outside {
      try output.write("M\(x).5 \(y).5\(edge)")
    }
  }

  /// The path of a hexagon or triangle. It has the same corners as in pixel images.
  private func outline(column: Int, y: Int) -> String {
    let scale = board.scale
    guard board.tiling == .hexagons else {
      let x = column - board.frame.shape.inset / scale
      let pitch = board.frame.shape.triangles.pitch
      let high = cells(pitch, scale: scale)
      let pointsDown = board.pointsDown(inRow: y) == column.isMultiple(of: 2)
      return pointsDown
        ? "M\(x) \(cells(y * pitch, scale: scale))h2l-1 \(high)z"
        : "M\(x) \(cells((y + 1) * pitch, scale: scale))h2l-1 -\(high)z"
    }
    let layout = board.frame.shape.hexagons
    // Lengths in cells, to three decimals.
    let cells = { (pixels: Int) in Double((pixels * 1000 + scale / 2) / scale) / 1000 }
    let slope = cells(layout.slope)
    let side = cells(layout.pitch - layout.slope)
    // The upper corner is in the middle of the hexagon.
    let left = cells(layout.west(ofRow: y) + column * scale) + 0.5
    let top = cells(y * layout.pitch)
    return "M\(left) \(top)l.5 \(slope)v\(side)l-.5 \(slope)l-.5 -\(slope)v-\(side)z"
  }

  func writeOutlines() throws {
    let frame = board.frame
    try output.write(
      "<path fill=\"none\" stroke=\"\(color(board.palette.minorGrid))\" "
        + "stroke-width=\"\(1 / Double(frame.shape.scale))\" d=\"")
    let inside = board.inside
    for y in inside.y..<inside.endY {
      for x in inside.x..<inside.endX { try output.write(outline(column: x, y: y)) }
    }
    try output.write("\"/>\n")
  }

  func writeGrid() throws {
    let frame = board.frame
    let inside = board.inside
    let left = frame.corner.x.floorDivided(by: 10).remainder
    let top = frame.corner.y.floorDivided(by: 10).remainder
    let scale = frame.shape.scale
    // Half the width of a line. Lines cover the western and northern pixels of cells, and the last
    // ones, as in pixel images.
    let half = 0.5 / Double(scale)
    func lines(
      _ color: UInt8, _ range: ClosedRange<Int>, from first: Int, pixels: Int
    ) -> [String] {
      range.filter { board.lineColor(first + $0) == color && $0 * scale <= pixels }
        .map { cells(min($0 * scale, pixels - 1), scale: scale) }
    }
    for color in Set([board.palette.minorGrid, board.palette.majorGrid]).sorted() {
      let columns = lines(color, inside.x...inside.endX, from: left, pixels: board.width)
      let rows = lines(color, inside.y...inside.endY, from: top, pixels: board.height)
      let path =
        columns.map { "M\($0) \(inside.y)v\(inside.height)" }
        + rows.map { "M\(inside.x) \($0)h\(inside.width)" }
      try output.write(
        "<path stroke=\"\(self.color(color))\" stroke-width=\"\(2 * half)\" "
          + "transform=\"translate(\(half) \(half))\" d=\"\(path.joined())\"/>\n")
    }
  }
}
