/// The part of a text that is at the given position, named as in SVG.
enum TextAnchor: String {
  case start, middle, end
}

/// A position in pixels, or a value at a time.
typealias PlotPoint = (x: Double, y: Double)

/// Draws lines, text and rectangles; positions are in pixels from the upper left corner, and colors
/// are indices into the canvas's own.
protocol PlotCanvas {
  mutating func line(_ points: [PlotPoint], color: UInt8, width: Int)
  /// - Parameter y: the upper edge of the text.
  mutating func text(_ text: String, x: Double, y: Double, color: UInt8, anchor: TextAnchor)
  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: UInt8)
}

extension PlotCanvas {
  mutating func line(_ points: [PlotPoint], color: PlotColor, width: Int) {
    line(points, color: color.rawValue, width: width)
  }

  mutating func text(
    _ text: String, x: Double, y: Double, color: PlotColor, anchor: TextAnchor
  ) {
    self.text(text, x: x, y: y, color: color.rawValue, anchor: anchor)
  }
}
