/// Draws a plot as SVG.
///
/// - SeeAlso: <https://www.w3.org/TR/SVG11/>
struct SVGCanvas: PlotCanvas {
  private var body = ""
  private let head: String
  private let colors: [Color]

  /// - Parameter colors: the background first.
  init(width: Int, height: Int, colors: [Color]) {
    self.colors = colors
    head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="15">
      <rect width="\(width)" height="\(height)" fill="\(colors[0])"/>

      """
  }

  var text: String { head + body + "</svg>\n" }

  mutating func line(_ points: [PlotPoint], color: UInt8, width: Int) {
    let places = points.map { "\(Self.short($0.x)),\(Self.short($0.y))" }
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

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: UInt8) {
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
