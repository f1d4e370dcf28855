// Format: https://www.w3.org/TR/SVG11/
internal import LifeCore
internal import LifeIO

/// A drawing (SVG) in units of cells: for each colour one path of the runs of its cells.
struct SVGWriter: FrameWriter {
  private let output: ByteWriter
  private let film: FilmFormat

  init(to output: ByteWriter, _ film: FilmFormat) {
    self.output = output
    self.film = film
  }

  func begin() {}
  func finish() {}

  func append(_ picture: Picture) throws {
    let (shape, palette) = (picture.frame.shape, film.palette)
    let width = cells(shape.pixelWidth, shape.scale)
    let height = cells(shape.pixelHeight, shape.scale)
    try output.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(shape.pixelWidth)" \
      height="\(shape.pixelHeight)" viewBox="0 0 \(width) \(height)" \
      shape-rendering="crispEdges">
      <rect width="\(width)" height="\(height)" fill="\(palette[0])"/>

      """)
    try writeCells(picture)
    if picture.hasGrid { try writeGrid(picture) }
    if let label = picture.label { try write(label, scale: shape.scale) }
    try output.write("</svg>\n")
  }

  /// A number of pixels in cells, as short as it can be written.
  private func cells(_ pixels: Int, _ scale: Int) -> String {
    pixels % scale == 0 ? "\(pixels / scale)" : "\(Double(pixels) / Double(scale))"
  }

  private func writeCells(_ picture: Picture) throws {
    var paths = [[UInt8]](repeating: [], count: film.palette.colors.count)
    let row = try WordBuffer(bytes: (picture.frame.width + 63) & ~63, purpose: "row of cells")
    for y in 0..<picture.frame.height {
      if let numbers = picture.numbers {
        row.replace(from: 0, with: numbers.row(y))
      } else {
        picture.frame.spreadRow(y, into: row)
      }
      appendRuns(row.bytes(picture.frame.width), y, to: &paths)
    }
    for (index, path) in paths.enumerated() where !path.isEmpty {
      try output.write("<path fill=\"\(film.palette[UInt8(index)])\" d=\"")
      try output.write(path)
      try output.write("\"/>\n")
    }
  }

  private func appendRuns(_ row: Span<UInt8>, _ y: Int, to paths: inout [[UInt8]]) {
    var x = 0
    while x < row.count {
      let number = row[x]
      let start = x
      while x < row.count, row[x] == number { x += 1 }
      if number != 0 {
        paths[Int(number)] += "M\(start) \(y)h\(x - start)v1h-\(x - start)z".utf8
      }
    }
  }

  private func writeGrid(_ picture: Picture) throws {
    let (frame, palette) = (picture.frame, film.palette)
    let (left, top) = (
      frame.corner.x.floorDivided(by: 10).remainder, frame.corner.y.floorDivided(by: 10).remainder
    )
    // Half the width of a line, which lies on the west and north of a cell, as in other pictures.
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

  /// The same letters as in other pictures.
  private func write(_ label: Label, scale: Int) throws {
    let unit = 1 / Double(scale)
    try output.write(
      "<g transform=\"scale(\(unit))\"><rect width=\"\(label.width)\" height=\"\(label.height)\" "
        + "fill=\"\(film.palette[film.palette.paper])\"/><path "
        + "fill=\"\(film.palette[film.palette.ink])\" d=\"")
    for y in 0..<label.height {
      for x in 0..<label.width where label.isInk(x: x, y: y) {
        try output.write("M\(x) \(y)h1v1h-1z")
      }
    }
    try output.write("\"/></g>\n")
  }
}
