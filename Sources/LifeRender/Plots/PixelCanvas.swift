internal import LifeCore
internal import LifeIO

/// Draws a plot as pixels, with ``Font`` at twice its size.
struct PixelCanvas: PlotCanvas {
  private let width: Int
  private let height: Int
  private let colors: [Color]
  private var pixels: [UInt8]

  init(width: Int, height: Int, _ colors: [Color]) {
    self.width = width
    self.height = height
    self.colors = colors
    pixels = [UInt8](repeating: 0, count: width * height)
  }

  private mutating func set(x: Int, y: Int, color: UInt8) {
    if x >= 0, x < width, y >= 0, y < height { pixels[y * width + x] = color }
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, _ color: UInt8) {
    for row in y..<y + height {
      for column in x..<x + width { set(x: column, y: row, color: color) }
    }
  }

  mutating func line(_ points: [(Double, Double)], color: UInt8, width: Int) {
    for (start, end) in zip(points, points.dropFirst().isEmpty ? points[...] : points.dropFirst()) {
      let steps = max(1, Int(max(abs(end.0 - start.0), abs(end.1 - start.1)).rounded(.up)))
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        let x = Int((start.0 + (end.0 - start.0) * share).rounded())
        let y = Int((start.1 + (end.1 - start.1) * share).rounded())
        for dot in 0..<width * width { set(x: x + dot % width, y: y + dot / width, color: color) }
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
      for dot in 0..<4 * Font.glyphWidth * Font.glyphHeight {
        let dx = dot % (2 * Font.glyphWidth)
        let dy = dot / (2 * Font.glyphWidth)
        if Font.isInk(character, x: dx / 2, y: dy / 2) {
          set(x: left + index * 2 * Font.advance + dx, y: Int(y) + dy, color: color)
        }
      }
    }
  }

  func write(to output: ByteWriter) throws {
    let image = try image()
    let pool = WorkerPool(threads: 1)
    let properties = ImageProperties(width: width, height: height, image.palette)
    try PNGWriter(to: output, properties, pool: pool).append(image)
  }

  /// The pixels as an image of their own.
  func image() throws -> Image {
    try Image(pixels, width: width, height: height, scale: 1, palette: Palette(colors))
  }
}
