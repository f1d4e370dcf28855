/// Draws a plot as SVG.
struct SVGCanvas: PlotCanvas {
  private var document: SVGDocument
  private let colors: [Color]

  /// - Parameter colors: the background first.
  init(width: Int, height: Int, colors: [Color]) {
    self.colors = colors
    document = SVGDocument(width: width, height: height, fontSize: 15, background: colors[0])
  }

  var text: String { document.text }

  mutating func line(_ points: [PlotPoint], color: UInt8, width: Int) {
    let places = points.map { "\(Self.short($0.x)),\(Self.short($0.y))" }
    document.add(
      SVGElement(
        "polyline",
        [
          "fill": "none", "stroke": colors[Int(color)], "stroke-width": width,
          "stroke-linejoin": "round", "points": places.joined(separator: " "),
        ]))
  }

  mutating func text(
    _ text: String, x: Double, y: Double, color: UInt8, anchor: TextAnchor
  ) {
    document.add(
      SVGElement(
        "text",
        [
          "x": Self.short(x), "y": Self.short(y + 13), "fill": colors[Int(color)],
          "text-anchor": anchor.rawValue,
        ], text: text))
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: UInt8) {
    document.add(.rectangle(x: x, y: y, width: width, height: height, fill: colors[Int(color)]))
  }

  /// Rounds to tenths of a pixel.
  private static func short(_ place: Double) -> String {
    let tenths = (place * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
