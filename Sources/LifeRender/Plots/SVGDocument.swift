/// The text of a chart, a plot or a map in SVG.
///
/// - SeeAlso: <https://www.w3.org/TR/SVG11/>
package struct SVGDocument {
  /// The text of the complete document.
  package var text: String { head + body + "</svg>\n" }
  private let head: String
  private var body = ""

  package init(width: Int, height: Int, fontSize: Int, title: String? = nil, background: Color) {
    let paper = SVGElement("rect", ["width": width, "height": height, "fill": background])
    let title = title.map { "\(SVGElement("title", text: $0))\n" }
    head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="\(fontSize)">
      \(title ?? "")\(paper)

      """
  }

  /// Adds a line of elements.
  package mutating func add(_ elements: SVGElement...) {
    body += elements.map(\.description).joined() + "\n"
  }
}

/// An element of an SVG document.
package struct SVGElement: CustomStringConvertible {
  package typealias Attributes = KeyValuePairs<String, any CustomStringConvertible>

  package let description: String

  package init(_ name: String, _ attributes: Attributes = [:], _ content: [SVGElement] = []) {
    let inner = content.map(\.description).joined()
    description = Self.start(name, attributes) + (inner.isEmpty ? "/>" : ">\(inner)</\(name)>")
  }

  package init(_ name: String, _ attributes: Attributes = [:], text: String) {
    description = Self.start(name, attributes) + ">\(escapedForMarkup(text))</\(name)>"
  }

  private static func start(_ name: String, _ attributes: Attributes) -> String {
    "<\(name)" + attributes.map { " \($0.key)=\"\($0.value)\"" }.joined()
  }

  package static func rectangle(
    x: some CustomStringConvertible, y: Int, width: some CustomStringConvertible, height: Int,
    fill: Color
  ) -> SVGElement {
    SVGElement("rect", ["x": x, "y": y, "width": width, "height": height, "fill": fill])
  }
}
