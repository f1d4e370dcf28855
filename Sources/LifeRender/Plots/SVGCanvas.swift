/// Draws a plot as SVG.
struct SVGCanvas: PlotCanvas {
  private var document: SVGDocument

  init(width: Int, height: Int, background: Color) {
    document = SVGDocument(width: width, height: height, fontSize: 15, background: background)
  }

  var text: String { document.text }

  mutating func line(_ points: [PlotPoint], color: Color, width: Int) {
    let positions = points.map { "\(Self.short($0.x)),\(Self.short($0.y))" }
    document.add(
      SVGElement(
        "polyline",
        [
          "fill": "none", "stroke": color, "stroke-width": width,
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
          "x": Self.short(x), "y": Self.short(y + 13), "fill": color,
          "text-anchor": anchor.rawValue,
        ], text: text))
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: Color) {
    document.add(.rectangle(x: x, y: y, width: width, height: height, fill: color))
  }

  /// Rounds to tenths of a pixel.
  private static func short(_ length: Double) -> String {
    let tenths = (length * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
