internal import LifeCore

/// Draws a plot as SVG.
struct SVGCanvas: PlotCanvas {
  private var document: SVGDocument
  /// The pixels of a unit in lines and text.
  private let scale: Double

  init(width: Int, height: Int, scale: Double = 1, background: Color) {
    document = SVGDocument(
      width: width, height: height, fontSize: Int(15 * scale), background: background)
    self.scale = scale
  }

  var text: String { document.text }

  mutating func line(_ points: [PlotPoint], color: Color, width: Int) {
    let positions = points.map { "\(short($0.x)),\(short($0.y))" }
    document.add(
      SVGElement(
        "polyline",
        [
          "fill": "none", "stroke": color, "stroke-width": short(Double(width)),
          "stroke-linejoin": "round", "points": positions.joined(separator: " "),
        ]))
  }

  mutating func text(
    _ text: String, x: Double, y: Double, color: Color, anchor: TextAnchor
  ) {
    document.add(
      SVGElement(
        "text",
        [
          "x": short(x), "y": short(y + 13), "fill": color,
          "text-anchor": anchor.rawValue,
        ], text: text))
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: Color) {
    document.add(.rectangle(x: x, y: y, width: width, height: height, fill: color))
  }

  /// A length in pixels, rounded to tenths.
  private func short(_ length: Double) -> String { (length * scale).rounded(toDecimals: 1) }
}
