package import LifeIO

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

/// The colors of a plot.
enum PlotColor: UInt8, CaseIterable {
  case paper, ink, grid, blue, green, red, violet, orange, sky, brown, gray

  static let all: [Color] = allCases.map(\.color)

  /// The colors of the curves of several runs, in their order.
  static let curves: [PlotColor] = [.blue, .red, .green, .violet, .orange, .sky, .brown, .gray]

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
    case .sky: Color(0x56b4e9)
    case .brown: Color(0x7a4a21)
    case .gray: Color(0x7d8790)
    }
  }
}

/// A format whose name is the extension of its files.
package protocol FileExtension: RawRepresentable<String> {}

extension FileExtension {
  /// The format that a file name's extension names; nil if it names none.
  package init?(named path: Path) { self.init(rawValue: "\(path.fileExtension)") }
}
