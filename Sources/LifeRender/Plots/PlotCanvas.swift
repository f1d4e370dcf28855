internal import LifeCore
internal import LifeIO

/// The colors of a plot.
enum PlotColor: UInt8, CaseIterable {
  case paper, ink, grid, blue, green, red, violet, orange

  static let all: [Color] = allCases.map(\.color)

  var color: Color {
    switch self {
    case .paper: .white
    case .ink: Color(0x303840)
    case .grid: Color(0xdde1e6)
    case .blue: Color(0x0072b2)
    case .green: Color(0x009e73)
    case .red: Color(0xd55e00)
    case .violet: Color(0xa0509a)
    case .orange: Color(0xe69f00)
    }
  }
}

/// The part of a text that is at the given position, named as in SVG.
enum TextAnchor: String {
  case start, middle, end
}

/// Draws lines, text and rectangles; positions are in pixels from the upper left corner, and colors
/// are indices into the canvas's own.
protocol PlotCanvas {
  mutating func line(_ points: [(Double, Double)], color: UInt8, width: Int)
  /// - Parameter y: the upper edge of the text.
  mutating func text(_ text: String, x: Double, y: Double, color: UInt8, anchor: TextAnchor)
  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, _ color: UInt8)
}

extension PlotCanvas {
  mutating func line(_ points: [(Double, Double)], color: PlotColor, width: Int) {
    line(points, color: color.rawValue, width: width)
  }

  mutating func text(
    _ text: String, x: Double, y: Double, color: PlotColor, anchor: TextAnchor
  ) {
    self.text(text, x: x, y: y, color: color.rawValue, anchor: anchor)
  }
}

/// Draws a plot as SVG.
///
/// - SeeAlso: <https://www.w3.org/TR/SVG11/>
struct SVGCanvas: PlotCanvas {
  private var body = ""
  private let head: String
  private let colors: [Color]

  /// - Parameter colors: the background first.
  init(width: Int, height: Int, _ colors: [Color]) {
    self.colors = colors
    head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="15">
      <rect width="\(width)" height="\(height)" fill="\(colors[0])"/>

      """
  }

  var text: String { head + body + "</svg>\n" }

  mutating func line(_ points: [(Double, Double)], color: UInt8, width: Int) {
    let places = points.map { "\(Self.short($0.0)),\(Self.short($0.1))" }
    body += """
      <polyline fill="none" stroke="\(colors[Int(color)])" stroke-width="\(width)" \
      stroke-linejoin="round" points="\(places.joined(separator: " "))"/>

      """
  }

  mutating func text(
    _ text: String, x: Double, y: Double, color: UInt8, anchor: TextAnchor
  ) {
    body += """
      <text x="\(Self.short(x))" y="\(Self.short(y + 13))" fill="\(colors[Int(color)])" \
      text-anchor="\(anchor.rawValue)">\(escapedForMarkup(text))</text>

      """
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, _ color: UInt8) {
    body +=
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" "
      + "fill=\"\(colors[Int(color)])\"/>\n"
  }

  /// Rounds to tenths of a pixel.
  private static func short(_ place: Double) -> String {
    let tenths = (place * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}

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
