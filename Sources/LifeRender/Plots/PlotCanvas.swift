package import LifeIO

/// The part of a text that is at the given position, named as in SVG.
enum TextAnchor: String {
  case start, middle, end
}

/// A position in pixels, or a value at a time.
typealias PlotPoint = (x: Double, y: Double)

/// Draws lines, text and rectangles; positions are in pixels from the upper left corner.
protocol PlotCanvas {
  mutating func line(_ points: [PlotPoint], color: Color, width: Int)
  /// - Parameter y: the upper edge of the text.
  mutating func text(_ text: String, x: Double, y: Double, color: Color, anchor: TextAnchor)
  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, color: Color)
}

/// A format whose name is the extension of its files.
package protocol FileExtension: RawRepresentable<String> {}

extension FileExtension {
  /// The format that a file name's extension names; nil if it names none.
  package init?(named path: Path) { self.init(rawValue: "\(path.fileExtension)") }
}
