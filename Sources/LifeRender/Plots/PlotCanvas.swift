/// The part of a text at the given position, named as in SVG.
enum TextAnchor: String {
  case start, middle, end
}

/// A position in pixels, or a value at a time.
typealias PlotPoint = (x: Double, y: Double)

/// Draws lines, text and rectangles. Positions are in pixels from the upper left corner.
protocol PlotCanvas {
  mutating func line(_ points: [PlotPoint], color: Color, width: Int)
  /// - Parameter y: the upper edge of the text.
  mutating func text(_ text: String, x: Double, y: Double, color: Color, anchor: TextAnchor)
  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: Color)
}

/// The colors of a plot.
enum PlotColor {
  static let paper = Color.white
  static let ink = Color(0x303840)
  static let grid = Color(0xdde1e6)
  static let blue = Color(0x0072b2)
  static let green = Color(0x009e73)
  static let red = Color(0xd55e00)
  static let violet = Color(0xa0509a)
  static let orange = Color(0xe69f00)
  static let sky = Color(0x56b4e9)
  static let brown = Color(0x7a4a21)
  static let gray = Color(0x7d8790)

  static let all = [
    paper, ink, grid, blue, green, red, violet, orange, sky, brown, gray,
  ]
  /// The colors of the curves of several runs, in order.
  static let curves = [blue, red, green, violet, orange, sky, brown, gray]
}
