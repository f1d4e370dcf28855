internal import LifeCore

/// Draws a plot as pixels, with ``Font`` at twice its size.
struct PixelCanvas: PlotCanvas {
  private let width: Int
  private let height: Int
  /// The pixels of a unit in lines and text, a multiple of 1/2.
  private let scale: Double
  private let colors: [Color]
  /// The index of each color.
  private let indices: [Color: UInt8]
  private var pixels: [UInt8]
  private let claim: MemoryClaim

  /// - Parameter colors: all colors of the plot, the background first.
  /// - Throws: ``MemoryExhausted``.
  init(width: Int, height: Int, scale: Double = 1, colors: [Color]) throws {
    claim = try MemoryClaim(purpose: "plot", bytes: width * height)
    self.width = width
    self.height = height
    self.scale = scale
    self.colors = colors
    indices = Dictionary(uniqueKeysWithValues: zip(colors, 0...))
    pixels = [UInt8](repeating: 0, count: width * height)
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: Color) {
    let index = indices[color] ?? 1
    let columns = (x..<x + width).clamped(to: 0..<self.width)
    for row in (y..<y + height).clamped(to: 0..<self.height) {
      for column in columns { pixels[row * self.width + column] = index }
    }
  }

  mutating func line(_ points: [PlotPoint], color: Color, width: Int) {
    let points = points.map { (x: $0.x * scale, y: $0.y * scale) }
    let width = max(1, Int(Double(width) * scale))
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
    _ text: String, x: Double, y: Double, color: Color, anchor: TextAnchor
  ) {
    let fontScale = Int(2 * scale)
    let length = Font.width(text) * fontScale
    let left =
      switch anchor {
      case .start: Int(x * scale)
      case .middle: Int(x * scale) - length / 2
      case .end: Int(x * scale) - length
      }
    let line = TextLine(text: text, x: left, y: Int(y * scale), scale: fontScale)
    for row in line.rows {
      line.forEachInk(inRow: row, upTo: width) { x in
        rectangle(x: x, y: row, width: 1, height: 1, color: color)
      }
    }
  }

  /// The pixels as an image.
  func image() throws -> Image {
    try Image(pixels, width: width, height: height, scale: 1, palette: Palette(colors))
  }
}
