// Format: https://www.w3.org/TR/SVG11/
internal import LifeCore
internal import LifeIO

/// Writes SVG in units of cells: one path per color, with a rectangle per run of equal cells.
///
/// The cells are read once per color that occurs, because collecting all paths in one pass takes
/// 25 bytes of memory per run.
struct SVGWriter: FrameWriter {
  private let output: ByteWriter
  private let properties: ImageProperties

  init(to output: ByteWriter, _ properties: ImageProperties) {
    self.output = output
    self.properties = properties
  }

  func begin() {}
  func finish() {}

  func append(_ image: Image) throws {
    let (shape, palette) = (image.frame.shape, properties.palette)
    let width = cells(shape.pixelWidth, shape.scale)
    let height = cells(shape.pixelHeight, shape.scale)
    try output.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(shape.pixelWidth)" \
      height="\(shape.pixelHeight)" viewBox="0 0 \(width) \(height)" \
      shape-rendering="\(image.isHexagonal ? "geometricPrecision" : "crispEdges")">
      <rect width="\(width)" height="\(height)" fill="\(palette[0])"/>

      """)
    try writeCells(image)
    if image.hasGrid { try image.isHexagonal ? writeOutlines(image) : writeGrid(image) }
    if let label = image.label { try write(label, scale: shape.scale) }
    try output.write("</svg>\n")
  }

  /// Converts pixels to cells, as the shortest decimal number.
  private func cells(_ pixels: Int, _ scale: Int) -> String {
    pixels % scale == 0 ? "\(pixels / scale)" : "\(Double(pixels) / Double(scale))"
  }

  private func writeCells(_ image: Image) throws {
    var isUsed = [Bool](repeating: false, count: 256)
    try forEachRow(of: image) { _, row in
      for x in row.indices { isUsed[Int(row[x])] = true }
    }
    for index in 1..<properties.palette.colors.count where isUsed[index] {
      try output.write("<path fill=\"\(properties.palette[UInt8(index)])\" d=\"")
      try forEachRow(of: image) { y, row in
        if image.isHexagonal {
          try writeHexagons(of: UInt8(index), in: row, y, image)
        } else {
          try writeRuns(of: UInt8(index), in: row, y)
        }
      }
      try output.write("\"/>\n")
    }
  }

  /// Calls `body` with the palette indices of every row of cells, from top to bottom.
  private func forEachRow(
    of image: Image, _ body: (_ y: Int, _ row: Span<UInt8>) throws -> Void
  ) throws {
    let row = try WordBuffer(bytes: (image.frame.width + 63) & ~63, purpose: "row of cells")
    for y in 0..<image.frame.height {
      image.loadPlaces(y, into: row)
      try body(y, row.bytes(image.frame.width))
    }
  }

  private func writeRuns(of index: UInt8, in row: Span<UInt8>, _ y: Int) throws {
    var x = 0
    while x < row.count {
      let start = x
      while x < row.count, row[x] == index { x += 1 }
      if x > start { try output.write("M\(start) \(y)h\(x - start)v1h-\(x - start)z") }
      x += 1
    }
  }

  private func writeHexagons(
    of index: UInt8, in row: Span<UInt8>, _ y: Int, _ image: Image
  ) throws {
    for x in row.indices where row[x] == index { try output.write(hexagon(x, y, image)) }
  }

  /// The path of a hexagon, with the same corners as in pixel images.
  private func hexagon(_ x: Int, _ y: Int, _ image: Image) -> String {
    let scale = image.scale
    let layout = HexagonLayout(scale: scale, rows: image.frame.height)
    // In cells, to three decimals.
    let cells = { (pixels: Int) in Double((pixels * 1000 + scale / 2) / scale) / 1000 }
    let (slope, side) = (cells(layout.slope), cells(layout.pitch - layout.slope))
    // The upper corner is in the middle of the hexagon.
    let (left, top) = (cells(layout.west(ofRow: y) + x * scale) + 0.5, cells(y * layout.pitch))
    return "M\(left) \(top)l.5 \(slope)v\(side)l-.5 \(slope)l-.5 -\(slope)v-\(side)z"
  }

  private func writeOutlines(_ image: Image) throws {
    let (frame, palette) = (image.frame, properties.palette)
    try output.write(
      "<path fill=\"none\" stroke=\"\(palette[palette.minorGrid])\" "
        + "stroke-width=\"\(1 / Double(frame.shape.scale))\" d=\"")
    for y in 0..<frame.height {
      for x in 0..<frame.width { try output.write(hexagon(x, y, image)) }
    }
    try output.write("\"/>\n")
  }

  private func writeGrid(_ image: Image) throws {
    let (frame, palette) = (image.frame, properties.palette)
    let (left, top) = (
      frame.corner.x.floorDivided(by: 10).remainder, frame.corner.y.floorDivided(by: 10).remainder
    )
    // Half the width of a line. Lines cover the west and north pixels of a cell, as in pixel
    // images.
    let half = 0.5 / Double(frame.shape.scale)
    for (color, isMajor) in [(palette.minorGrid, false), (palette.majorGrid, true)] {
      let columns = (0..<frame.width).filter { (($0 + left) % 10 == 0) == isMajor }
      let rows = (0..<frame.height).filter { (($0 + top) % 10 == 0) == isMajor }
      let path =
        columns.map { "M\($0) 0v\(frame.height)" } + rows.map { "M0 \($0)h\(frame.width)" }
      try output.write(
        "<path stroke=\"\(palette[color])\" stroke-width=\"\(2 * half)\" "
          + "transform=\"translate(\(half) \(half))\" d=\"\(path.joined())\"/>\n")
    }
  }

  /// Draws the label with the same glyphs as in pixel images.
  private func write(_ label: Label, scale: Int) throws {
    let unit = 1 / Double(scale)
    try output.write(
      "<g transform=\"scale(\(unit))\"><rect width=\"\(label.width)\" height=\"\(label.height)\" "
        + "fill=\"\(properties.palette[properties.palette.paper])\"/><path "
        + "fill=\"\(properties.palette[properties.palette.ink])\" d=\"")
    for y in 0..<label.height {
      for x in 0..<label.width where label.isInk(x: x, y: y) {
        try output.write("M\(x) \(y)h1v1h-1z")
      }
    }
    try output.write("\"/></g>\n")
  }
}
