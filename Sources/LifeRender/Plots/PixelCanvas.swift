internal import LifeCore
internal import LifeIO

/// Draws a plot as pixels, with ``Font`` at twice its size.
struct PixelCanvas: PlotCanvas {
  private let width: Int
  private let height: Int
  private let colors: [Color]
  private var pixels: [UInt8]

  init(width: Int, height: Int, colors: [Color]) {
    self.width = width
    self.height = height
    self.colors = colors
    pixels = [UInt8](repeating: 0, count: width * height)
  }

  private mutating func set(x: Int, y: Int, color: UInt8) {
    if x >= 0, x < width, y >= 0, y < height { pixels[y * width + x] = color }
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: UInt8) {
    for row in y..<y + height {
      for column in x..<x + width { set(x: column, y: row, color: color) }
    }
  }

  mutating func line(_ points: [PlotPoint], color: UInt8, width: Int) {
    // A single point is a line to itself.
    let ends = points.count == 1 ? points[...] : points.dropFirst()
    for (start, end) in zip(points, ends) {
      let steps = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        let x = Int((start.x + (end.x - start.x) * share).rounded())
        let y = Int((start.y + (end.y - start.y) * share).rounded())
        rectangle(x: x, y: y, width: width, height: width, color: color)
      }
    }
  }

  mutating func text(
    _ text: String, x: Double, y: Double, color: UInt8, anchor: TextAnchor
  ) {
    let length = Font.width(text) * 2
    let left =
      switch anchor {
      case .start: Int(x)
      case .middle: Int(x) - length / 2
      case .end: Int(x) - length
      }
    for (index, character) in text.enumerated() {
      let glyphLeft = left + index * 2 * Font.advance
      for row in 0..<Font.glyphHeight {
        for column in 0..<Font.glyphWidth where Font.isInk(character, x: column, y: row) {
          rectangle(
            x: glyphLeft + 2 * column, y: Int(y) + 2 * row, width: 2, height: 2, color: color)
        }
      }
    }
  }

  func write(to output: ByteWriter) throws {
    let image = try image()
    let pool = WorkerPool(threads: 1)
    let properties = ImageProperties(width: width, height: height, palette: image.palette)
    try PNGWriter(to: output, properties, pool: pool).append(image)
  }

  /// The pixels as an image of their own.
  func image() throws -> Image {
    try Image(pixels, width: width, height: height, scale: 1, palette: Palette(colors))
  }
}
